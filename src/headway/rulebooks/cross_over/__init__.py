"""Cross Over: two markers pass each other; the first beyond the other end wins."""
