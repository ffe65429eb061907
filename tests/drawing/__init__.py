"""The pictures: drawn to scale, told in words, valid on their own."""
