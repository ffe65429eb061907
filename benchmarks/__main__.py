"""`make bench`: run every benchmark and print its figures; `make bench ONLY=startup` runs one."""

import sys

from benchmarks import interrupt, levels, playouts, ply, solving, startup

ALL = {
    "startup": startup.main,
    "ply": ply.main,
    "interrupt": interrupt.main,
    "playouts": playouts.main,
    "solving": solving.main,
    "levels": levels.main,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or ALL:
        ALL[name]()
