"""The contract: its laws, the numbers that pin each game, and a sixth game."""
