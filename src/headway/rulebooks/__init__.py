"""The five rule books, one folder each: `rules.py` (what is true), `words.py` (what is said), `rulebook.md`."""
