"""Certificates: every answer has one, and a wrong answer does not get one."""

import pytest

from headway.catalogue import find
from headway.rulekit import P1, P2
from headway.solver import Unproven, solve
from headway.solver import certificate as proofs
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.explored import explore_interpreted
from headway.solver.index import NO_WINNER
from headway.solver.kernels.retrograde import NO_PLIES, Decided
from headway.solver.retrograde import retrograde
from tests.solver.by_graph import gap, iterate
from tests.solver.variants import VARIANTS
from tests.state_graph import Graph


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_every_answer_has_its_certificate(name: str, rules: dict[str, object]) -> None:
    solution = solve(find(name).variant(rules))
    assert solution.certificate.gap <= 1e-9


@pytest.mark.parametrize("backend", [Interpreted(), Compiled()])
def test_a_wrong_answer_does_not_prove_itself(backend: Backend) -> None:
    found = explore_interpreted(find("cross-over"), backend=backend)
    right = retrograde(found.normal)
    assert proofs.local_error(found, right) is None
    for at in range(found.normal.size):
        wrong = Decided(backend.ints(right.winners), backend.ints(right.plies))
        for winner in {P1, P2, NO_WINNER} - {right.winners[at]}:
            wrong.winners[at] = winner
            assert proofs.local_error(found, wrong) is not None
        wrong.winners[at] = right.winners[at]
        for plies in {NO_PLIES, 99, right.plies[at] + 1} - {right.plies[at]}:
            wrong.plies[at] = plies
            assert proofs.local_error(found, wrong) is not None


def test_a_careless_strategy_has_a_gap() -> None:
    graph = Graph(find("predictive-pursuit").variant({"overshoot": "stops"}))
    values, odds = iterate(graph)
    always_one = [(1.0, 0.0) if node.is_secret else odd for node, odd in zip(graph.nodes, odds, strict=True)]
    assert gap(graph, odds, values) < 1e-9 < 0.1 < gap(graph, always_one, values)


def test_an_unproven_answer_is_never_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.gap", lambda normal, solved: 1e-8)
    with pytest.raises(Unproven, match=r"gap of 1\.0e-08"):
        solve(find("predictive-pursuit"))
    monkeypatch.setattr("headway.solver.local_error", lambda *args: "nothing fits")
    with pytest.raises(Unproven, match="nothing fits"):
        solve(find("cross-over"))
