"""Ladder Race, a game for the benchmarks: one die, two tokens a side to choose from, ladders and a snake."""
