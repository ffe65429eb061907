"""Solving for visitors."""
