"""Bytes on real sockets, many of them wrong on purpose."""
