"""Policies: how a side moves in each of its information sets."""
