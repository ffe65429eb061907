"""Each rule book against the program: its examples, its dialogue, the rulings and the errata."""
