"""The command `headway`, also as `python -m headway`."""

import gc
import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is still being loaded."""
    gc.set_threshold(50_000)  # what is loaded stays: searching it for garbage every 700 objects delays the first prompt
    try:
        from headway.terminal.cli import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
