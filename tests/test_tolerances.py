"""Tolerances are in one module, each with its reason, and in the order that the solver relies on."""

import ast
import re
from pathlib import Path

from headway import tolerances

SOURCE = Path(tolerances.__file__).parent
SMALL = 1e-3
"""Smaller numbers are tolerances."""
DURATIONS = {SOURCE / "terminal" / "serve.py", SOURCE / "lab" / "cost.py"}
"""Where they are seconds."""


def test_no_other_module_has_a_tolerance_of_its_own() -> None:
    own = [path for path in SOURCE.rglob("*.py") if re.search(r"\b\d*\.?\d+e-\d|2\*\*-", path.read_text("utf-8"))]
    assert own == [SOURCE / "tolerances.py"]
    for path in SOURCE.rglob("*.py"):
        if path in (*own, *DURATIONS):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, float):
                assert not 0 < node.value < SMALL, f"{path}:{node.lineno}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value:
                assert not re.search(r"(?<![\w.])0?\.(000|999)\d", node.value), f"{path}:{node.lineno}"


def test_pages_show_numbers_as_the_server_tells_them_without_tolerances() -> None:
    pages = list(SOURCE.rglob("*.js"))
    assert pages
    for path in pages:
        text = path.read_text("utf-8")
        assert not re.search(r"(?<![\w.])0?\.000\d|\d+e-\d|less than 0|more than 99", text), path


def test_every_tolerance_has_its_reason() -> None:
    body = ast.parse((SOURCE / "tolerances.py").read_text("utf-8")).body[1:]  # after the first line of the module
    assert [type(each) for each in body] == [ast.Assign, ast.Expr] * (len(body) // 2)


def test_what_is_passed_over_does_not_show_in_a_certificate() -> None:
    assert tolerances.CONVERGED < tolerances.IMPROVEMENT < tolerances.ROUNDING < tolerances.PROVEN
    assert tolerances.PROVEN == 10**-tolerances.PROVEN_DIGITS
