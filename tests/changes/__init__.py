"""Changes that any game can have: the laws hold with each, and their values are those that follow without them."""
