"""Whether a figure keeps its limit: it is said beside the figure, and a benchmark that misses one fails at the end."""

missed: list[str] = []


def judged(line: str, is_kept: bool) -> None:
    """Print a figure, with a mark if it misses its limit."""
    print(line if is_kept else f"{line}  MISSED", flush=True)
    if not is_kept:
        missed.append(line)
