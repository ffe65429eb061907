"""The table, the match and records."""
