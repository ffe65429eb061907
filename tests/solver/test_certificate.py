"""Certificates: every answer has one, and a wrong answer does not get one."""

import pytest

from headway.catalogue import find
from headway.rulekit import OVER
from headway.solver import Unproven, solve
from headway.solver import certificate as proofs
from headway.solver.graph import Graph
from headway.solver.retrograde import retrograde
from tests.solver.by_graph import gap, iterate
from tests.solver.variants import VARIANTS


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_every_answer_has_its_certificate(name: str, rules: dict[str, object]) -> None:
    solution = solve(find(name).variant(rules))
    assert solution.certificate.gap <= 1e-9


def test_a_wrong_answer_does_not_prove_itself() -> None:
    graph = Graph(find("cross-over"))
    wins, plies = retrograde(graph)
    assert proofs.local_error(graph, wins, plies) is None
    decided = next(at for at, node in enumerate(graph.nodes) if node.actor != OVER)
    for change in (1 - (wins[decided] or 0), None):
        wrong = [*wins]
        wrong[decided] = change
        assert proofs.local_error(graph, wrong, plies) is not None
    late = [*plies]
    late[decided] = 99
    assert proofs.local_error(graph, wins, late) is not None


def test_a_careless_strategy_has_a_gap() -> None:
    graph = Graph(find("predictive-pursuit").variant({"overshoot": "stops"}))
    values, odds = iterate(graph)
    always_one = [(1.0, 0.0) if node.is_secret else odd for node, odd in zip(graph.nodes, odds, strict=True)]
    assert gap(graph, odds, values) < 1e-9 < 0.1 < gap(graph, always_one, values)


def test_an_unproven_answer_is_never_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.strategies.gap", lambda normal, solved: 1e-8)
    with pytest.raises(Unproven, match=r"gap of 1\.0e-08"):
        solve(find("predictive-pursuit"))
    monkeypatch.setattr("headway.solver.local_error", lambda *args: "nothing fits")
    with pytest.raises(Unproven, match="nothing fits"):
        solve(find("cross-over"))
