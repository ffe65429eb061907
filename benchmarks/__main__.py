"""`make bench`: run every benchmark and print its figures; `make bench ONLY=startup` runs one."""

import sys

from benchmarks import envs, interrupt, lab, levels, playouts, ply, solving, startup
from benchmarks.verdict import missed

ALL = {
    "startup": startup.main,
    "ply": ply.main,
    "interrupt": interrupt.main,
    "playouts": playouts.main,
    "solving": solving.main,
    "levels": levels.main,
    "envs": envs.main,
    "lab": lab.main,
}

if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in ALL]
    if unknown:
        sys.exit(f"There is no benchmark {unknown[0]}; there are {', '.join(ALL)}.")
    for name in sys.argv[1:] or ALL:
        ALL[name]()
    sys.exit(f"{len(missed)} figures missed their limit." if missed else 0)
