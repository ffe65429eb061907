"""The command line, called in this process and on a real terminal."""
