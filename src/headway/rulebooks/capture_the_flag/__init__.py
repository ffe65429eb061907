"""Capture the Flag: two soldiers a side, and the flag at the other end."""
