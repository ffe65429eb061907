"""The web room: tables that are played apart, by link."""
