"""Predictive Pursuit: choose a step in secret; a right guess holds you back."""
