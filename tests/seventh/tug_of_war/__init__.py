"""Tug of War: a game of another package that can end in a draw, played with a neutral piece."""
