"""The database: tables and their steps, and word of them to other processes."""
