"""The schema migrations."""
