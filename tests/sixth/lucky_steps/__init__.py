"""Lucky Steps: a game of another package, with a secret, a guess, a die and a choice in each turn."""
