"""A solution as bytes: a header in one line of JSON, then the arrays, one after the other as they are in memory."""

import json
from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from headway.game import Game, State
from headway.solver.index import Index, NumberIndex, ReachedIndex
from headway.solver.numbering import Numbering
from headway.solver.solution import Certificate, Solution, Strategies
from headway.solver.values import CommonFractions, Value, Winners

CODES = {"b": {1: "B"}, "i": {1: "b", 2: "h", 4: "i", 8: "q"}, "u": {1: "B"}, "f": {8: "d"}}
"""The type codes of arrays, by the kind and the size of NumPy's types."""

Arrays = dict[str, Any]


def pack(solution: Solution) -> bytes:
    """A solution as bytes."""
    arrays: Arrays = {"ends": _packed("B", solution.ends)}
    header: dict[str, Any] = {"certificate": solution.certificate, "states": solution.states}
    if isinstance(solution.values, Winners):
        arrays["winners"] = _packed("B", solution.values.winners)
    elif isinstance(solution.values, CommonFractions):
        width = solution.values.denominator.bit_length() // 8 + 1
        numerators = b"".join(each.to_bytes(width, "little") for each in solution.values.numerators)
        arrays["numerators"] = array("B", numerators)
        header["denominator"] = hex(solution.values.denominator)  # Python refuses to read long decimal numbers
    elif isinstance(solution.values[0], Fraction):
        header["fractions"] = list(map(str, solution.values))
    else:
        arrays["values"] = _packed("d", solution.values)
    if solution.lengths is not None:
        arrays["lengths"] = _packed("i", solution.lengths)
    if solution.strategies is not None:
        odds, first, rows = solution.strategies
        arrays |= {"odds": _packed("d", odds), "first": _packed("q", first), "rows": _packed("i", rows)}
    header["index"] = _pack_index(solution.index, arrays)
    header["arrays"] = {name: (packed.typecode, len(packed)) for name, packed in arrays.items()}
    return json.dumps(header).encode() + b"\n" + b"".join(packed.tobytes() for packed in arrays.values())


def unpack(game: Game, packed: bytes) -> Solution:
    """The solution that `pack` wrote."""
    line, _, rest = packed.partition(b"\n")
    header, begin = json.loads(line), 0
    arrays: Arrays = {}
    for name, (code, count) in header["arrays"].items():
        arrays[name] = array(code)
        end = begin + count * arrays[name].itemsize
        arrays[name].frombytes(rest[begin:end])
        begin = end
    values: Sequence[Value] = arrays.get("values", [])
    if "winners" in arrays:
        values = Winners(arrays["winners"])
    elif "numerators" in arrays:
        values = _common_fractions(arrays["numerators"].tobytes(), int(header["denominator"], 16))
    elif "fractions" in header:
        values = list(map(Fraction, header["fractions"]))
    return Solution(
        game,
        Certificate(*header["certificate"]),
        header["states"],
        _unpack_index(game.start(), header["index"], arrays),
        values,
        arrays["ends"],
        arrays.get("lengths"),
        Strategies(arrays["odds"], arrays["first"], arrays["rows"]) if "odds" in arrays else None,
    )


def _common_fractions(packed: bytes, denominator: int) -> CommonFractions:
    width = denominator.bit_length() // 8 + 1
    numerators = (packed[begin : begin + width] for begin in range(0, len(packed), width))
    return CommonFractions([int.from_bytes(each, "little") for each in numerators], denominator)


def _packed(code: str, entries: Any) -> "array[Any]":
    kind = getattr(entries, "dtype", None)  # an array of NumPy keeps its type
    if kind is None:
        return array(code, entries)
    packed = array(CODES[kind.kind][kind.itemsize])
    packed.frombytes(memoryview(entries).cast("B"))
    return packed


def _pack_index(index: Index, arrays: Arrays) -> list[Any]:
    """What the header says of an index; its arrays are added to the others."""
    if isinstance(index, ReachedIndex):
        return [index.states]
    assert isinstance(index, NumberIndex)
    arrays["nodes"] = _packed("i", index.nodes)
    arrays |= {"seen": _packed("q", index.seen), "secrets": _packed("q", index.secrets)}
    return [index.states, index.views]


def _unpack_index(start: State, header: list[Any], arrays: Arrays) -> Index:
    numberings = [Numbering(*map(tuple, each)) for each in header]
    if len(numberings) == 1:
        return ReachedIndex(start, numberings[0], arrays["winners"])
    states, views = numberings
    return NumberIndex(start, states, arrays["nodes"], views, arrays["seen"], arrays["secrets"])
