"""The lab: what is true of every variant of a game, in one table. Needs the extra `lab`.

The names are loaded when they are first used.

>>> rows = headway.lab.sweep("cross-over", {"length": "4..6", "longest_step": "1,2"})
>>> [(row.rules["length"], row.rules["longest_step"], row.verdict_p1_first) for row in rows][:3]
[(4, 1, 'endless'), (4, 2, 'P1'), (5, 1, 'endless')]
"""

__all__ = [
    "BadRows",
    "Candidate",
    "Mean",
    "OverBoards",
    "Repair",
    "Row",
    "Status",
    "Tried",
    "Variants",
    "mean_over_boards",
    "measure",
    "plot",
    "read",
    "repair",
    "report",
    "sweep",
    "variants",
]

TYPE_CHECKING = False  # as in `typing`, which would have to be imported
if TYPE_CHECKING:
    from headway.lab.means import Mean, OverBoards, mean_over_boards
    from headway.lab.pictures.plot import plot
    from headway.lab.pictures.report import report
    from headway.lab.repairs.repair import Candidate, Repair, Tried
    from headway.lab.repairs.search import repair
    from headway.lab.row import Row, Status
    from headway.lab.row_file import read
    from headway.lab.row_lines import BadRows
    from headway.lab.run import sweep as sweep
    from headway.lab.run import variants as variants
    from headway.lab.study import measure
    from headway.lab.variant_list import Variants
else:  # type checkers know the names above, and no others
    _HOMES = {
        "headway.lab.study": ("measure",),
        "headway.lab.means": ("Mean", "OverBoards", "mean_over_boards"),
        "headway.lab.pictures.plot": ("plot",),
        "headway.lab.pictures.report": ("report",),
        "headway.lab.repairs.repair": ("Candidate", "Repair", "Tried"),
        "headway.lab.repairs.search": ("repair",),
        "headway.lab.row": ("Row", "Status"),
        "headway.lab.row_file": ("read",),
        "headway.lab.row_lines": ("BadRows",),
        "headway.lab.run": ("sweep", "variants"),
        "headway.lab.variant_list": ("Variants",),
    }

    def __getattr__(name: str) -> object:
        """A public name, from its module, when it is first asked for."""
        from headway.lazy_names import load_name

        return load_name(globals(), _HOMES, name)


def __dir__() -> list[str]:
    return __all__
