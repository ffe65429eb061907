"""The HTTP side: the JSON API, the pages, and their errors."""
