"""The exit statuses of the command line, besides 0; docs/formats.md explains them."""

FAILED, WRONG_USAGE, INTERRUPTED = 1, 2, 130
