"""Lucky Steps: a game from somebody else's package, with a secret, a guess, a die and a choice in each turn."""
