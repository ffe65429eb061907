"""The memory that is available to a solution."""

import os
from contextlib import suppress
from pathlib import Path

SHARE = 0.9
GROUPS = Path("/sys/fs/cgroup")
_limits: list[int] = []


def limit_memory(most: int) -> None:
    """Limit the memory of every solution in this process to a number of bytes, less a reserve."""
    _limits[:] = [most]


def free_memory(groups: Path = GROUPS) -> int:
    """How many bytes a solution may take: what the machine or the container has left, or this process may take."""
    return int(SHARE * min([_available_on_machine(), *_available_in_groups(groups), *_limits]))


def _available_on_machine() -> int:
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            name, _, amount = line.partition(":")
            if name == "MemAvailable":
                return int(amount.split()[0]) * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2  # where the system does not say, half of all


def _available_in_groups(groups: Path) -> list[int]:
    """The memory that control groups (version 2 and 1) leave; a missing file means no limit."""
    left = []
    for folder, limit, used in (
        (groups, "memory.max", "memory.current"),
        (groups / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
    ):
        with suppress(OSError, ValueError):  # "max" is not a number, and not a limit
            taken = int((folder / used).read_text("ascii")) - _inactive_files(folder)
            left.append(int((folder / limit).read_text("ascii")) - taken)
    return left


def _inactive_files(folder: Path) -> int:
    """The inactive part of the page cache: it counts as used, and the system frees it first."""
    with suppress(OSError, ValueError):
        for line in (folder / "memory.stat").read_text("ascii").splitlines():
            name, _, amount = line.partition(" ")
            if name in ("inactive_file", "total_inactive_file"):
                return int(amount)
    return 0
