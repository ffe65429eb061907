"""The tables: who sits where, what they say, and what is sent to whom."""
