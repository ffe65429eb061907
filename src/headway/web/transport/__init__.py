"""The way of bytes: HTTP and WebSocket on one port, with their limits."""
