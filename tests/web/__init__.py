"""The server, its database and its pages, with real sockets and a real browser."""
