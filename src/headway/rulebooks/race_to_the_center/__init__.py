"""Race to the Center: from both ends to the middle, one or two squares a turn."""
