"""The database, its migrations, and processes that share or lose it."""
