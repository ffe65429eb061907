"""Deadly Steps: whoever takes the last step wins. Some variants end the process that measures them."""
