"""The terminal: the dialogue of the rule books line by line, and the commands of the command line."""
