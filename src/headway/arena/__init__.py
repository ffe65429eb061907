"""The arena: agents are asked for their moves, and scored by the exact value that each move gives away."""
