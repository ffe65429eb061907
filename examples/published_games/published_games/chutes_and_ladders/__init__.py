"""Chutes and Ladders: roll, climb, slide, and be the first on square 100."""
