"""The schema and how it grew."""
