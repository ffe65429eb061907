"""The command `headway`, also as `python -m headway`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is still being loaded."""
    try:
        from headway.terminal.cli import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
