"""The web room under load."""
