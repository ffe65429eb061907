"""Tolerances are in one module, each with its reason, and in the order that the solver relies on."""

import ast
import re
from pathlib import Path

from headway import tolerances

SOURCE = Path(tolerances.__file__).parent


def test_no_other_module_has_a_tolerance_of_its_own() -> None:
    own = [path for path in SOURCE.rglob("*.py") if re.search(r"\b\d*\.?\d+e-\d|2\*\*-", path.read_text("utf-8"))]
    assert own == [SOURCE / "tolerances.py"]


def test_every_tolerance_has_its_reason() -> None:
    body = ast.parse((SOURCE / "tolerances.py").read_text("utf-8")).body[1:]  # after the first line of the module
    assert [type(each) for each in body] == [ast.Assign, ast.Expr] * (len(body) // 2)


def test_what_is_passed_over_does_not_show_in_a_certificate() -> None:
    assert tolerances.CONVERGED < tolerances.IMPROVEMENT < tolerances.ROUNDING < tolerances.PROVEN
    assert tolerances.PROVEN == 10**-tolerances.PROVEN_DIGITS
