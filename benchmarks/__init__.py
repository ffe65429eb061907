"""How fast Headway is, always as a ratio to something else in the same run."""
