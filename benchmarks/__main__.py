"""`make bench`: run every benchmark and print its figures; `make bench ONLY=startup` runs one.

`gpu` needs an accelerator, so it runs only where it is named.
"""

import sys

from benchmarks import envs, interrupt, lab, levels, playouts, ply, published, solving, startup
from benchmarks.verdict import missed

ALL = {
    "startup": startup.main,
    "ply": ply.main,
    "interrupt": interrupt.main,
    "playouts": playouts.main,
    "solving": solving.main,
    "published": published.main,
    "levels": levels.main,
    "envs": envs.main,
    "lab": lab.main,
}


def gpu() -> None:
    """Random play in JAX, which only this benchmark imports."""
    from benchmarks.gpu import main_on_accelerator

    main_on_accelerator()


NAMED = {**ALL, "gpu": gpu}

if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in NAMED]
    if unknown:
        sys.exit(f"There is no benchmark {unknown[0]}; there are {', '.join(NAMED)}.")
    for name in sys.argv[1:] or ALL:
        NAMED[name]()
    sys.exit(f"{len(missed)} figures missed their limit." if missed else 0)
