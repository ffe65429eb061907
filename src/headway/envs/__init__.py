"""Headway's games as environments of other libraries, each in a module of its own."""
