"""Repairs: the smallest changes of rules that make a game fair, with the proof that none smaller does."""
