"""How much memory there is to take."""

import os
from contextlib import suppress
from pathlib import Path

SHARE = 0.9
GROUPS = Path("/sys/fs/cgroup")


def free_memory(groups: Path = GROUPS) -> int:
    """How many bytes a solution may take: what the machine has left, or the container if that is less."""
    return int(SHARE * min([_left_on_the_machine(), *_left_in_groups(groups)]))


def _left_on_the_machine() -> int:
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            name, _, amount = line.partition(":")
            if name == "MemAvailable":
                return int(amount.split()[0]) * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2  # where nobody says, half of it


def _left_in_groups(groups: Path) -> list[int]:
    """What the limits of control groups leave, version 2 and version 1; a file that is not there sets none."""
    left = []
    for folder, limit, used in (
        (groups, "memory.max", "memory.current"),
        (groups / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
    ):
        with suppress(OSError, ValueError):  # "max" is no number, and no limit
            taken = int((folder / used).read_text("ascii")) - _files_to_drop(folder)
            left.append(int((folder / limit).read_text("ascii")) - taken)
    return left


def _files_to_drop(folder: Path) -> int:
    """What the group holds of files that nobody has used for a while: it counts as used, and is given up first."""
    with suppress(OSError, ValueError):
        for line in (folder / "memory.stat").read_text("ascii").splitlines():
            name, _, amount = line.partition(" ")
            if name in ("inactive_file", "total_inactive_file"):
                return int(amount)
    return 0
