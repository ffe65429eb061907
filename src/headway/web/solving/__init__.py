"""Solving for visitors: bounded in time, memory and number."""
