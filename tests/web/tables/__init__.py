"""Tables on a real server."""
