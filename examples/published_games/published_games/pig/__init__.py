"""Pig: roll as often as you dare, and hold before a 1 takes it all."""
