"""The memory that a call takes at most."""

import tracemalloc
from collections.abc import Callable


def peak_memory(call: Callable[[], object]) -> int:
    """How many bytes more than before are in use at some moment of a call, as Python and NumPy count them."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        call()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return peak - before
