"""The five rule books, one folder each: `rules.py`, `words.py` and `rulebook.md`."""
