"""The small charts: every number is drawn to scale, and told in words."""

from xml.etree import ElementTree

import pytest

from headway.drawing import Bar, Dot, Span, draw_intervals, draw_shares, draw_values, draw_worths
from headway.rulekit import P1, P2
from tests.drawing.test_board import SVG, center, parsed, texts


def curve(root: ElementTree.Element) -> list[tuple[float, float]]:
    (path,) = [element for element in root if element.get("class") == "curve"]
    points = path.attrib["d"].removeprefix("M").split("L")
    return [(float(x), float(y)) for x, y in (point.split() for point in points)]


def test_the_value_over_a_game_is_drawn_to_scale() -> None:
    root = parsed(
        draw_values([0.5, 1.0, 0.0, 0.25], [False] * 4, [Dot(2, P1, "S1 2 gave away everything")], "A game", "In words")
    )
    xs, ys = zip(*curve(root), strict=True)
    assert list(xs) == sorted(xs)
    middle, top, bottom, quarter = ys
    assert middle == pytest.approx((top + bottom) / 2)
    assert quarter == pytest.approx(bottom - (bottom - top) / 4)
    (mark,) = [group for group in root if group.find(f"{SVG}title") is not None]
    assert mark.findtext(f"{SVG}title") == "S1 2 gave away everything"
    assert center(mark[1]) == pytest.approx((xs[2], bottom))
    assert "a mistake of Player 1" in texts(root)
    assert "a mistake of Player 2" not in texts(root)
    assert (root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")) == ("A game", "In words")


@pytest.mark.parametrize("plies", [0, 1, 9, 40, 1000, 123_456])
def test_the_value_over_a_game_of_any_length_is_drawn(plies: int) -> None:
    root = parsed(draw_values([0.5] * (plies + 1), [False] * (plies + 1), [], "A game", ""))
    ticks = [text for text in texts(root, "soft") if text.isdigit()]
    assert ticks[0] == "0"
    assert len(ticks) <= 12
    assert "endless play" not in texts(root)
    assert max(x for x, _ in curve(root)) <= float(root.attrib["width"])


def test_endless_play_is_marked_where_it_is() -> None:
    values, endless = [0.5, 0.5, 1.0, 0.5, 0.5], [True, True, False, False, True]
    root = parsed(draw_values(values, endless, [], "A game", ""))
    bands = [element for element in root if element.get("class") == "band"]
    covered = [
        [
            float(band.attrib["x"]) - 0.01 <= x <= float(band.attrib["x"]) + float(band.attrib["width"]) + 0.01
            for band in bands
        ]
        for x, _ in curve(root)
    ]
    assert list(map(any, covered)) == endless
    assert "endless play" in texts(root)


def test_shares_are_drawn_to_scale_and_told() -> None:
    bars = [Bar("Player 1", 0.5, "5 (50 %)", P1), Bar("Player 2", 0.375, "3", P2), Bar("unfinished", 0.125, "1")]
    root = parsed(draw_shares(bars, "8 games", ""))
    parts = [group[1] for group in root if group.tag == f"{SVG}g"]
    widths = [float(part.attrib["width"]) for part in parts]
    assert widths == pytest.approx([sum(widths) * bar.share for bar in bars])
    assert {"5 (50 %)", "3", "1", "unfinished"} <= set(texts(root))
    assert {"Player 1", "Player 2"} <= set(texts(root, "name"))  # colour is not the only sign


def test_what_is_nothing_has_no_bar() -> None:
    root = parsed(draw_shares([Bar("Player 1", 1.0, "5", P1), Bar("Player 2", 0.0, "0", P2)], "5 games", ""))
    assert len([group for group in root if group.tag == f"{SVG}g"]) == 1
    assert "Player 2" in texts(root)


def test_worths_are_drawn_to_scale_and_the_best_is_marked() -> None:
    bars = [Bar("S1 1", 1.0, "wins in 7", P1, True), Bar("S1 2", 0.25, "25 %", P1), Bar("S2 1", 0.0, "loses", P1)]
    root = parsed(draw_worths(bars, "What each move is worth", ""))
    frames = [float(element.attrib["width"]) for element in root if element.get("class") == "square"]
    filled = [float(element.attrib["width"]) for element in root if element.get("class") == "side0"]
    assert filled == pytest.approx([frames[0], frames[0] / 4])
    assert len(frames) == 3
    rings = [center(element)[1] for element in root if element.get("class") == "ring"]
    heights = {text.text: float(text.attrib["y"]) for text in root.iter(f"{SVG}text")}
    assert rings == [heights["S1 1"], heights["best"]]
    assert {"wins in 7", "25 %", "loses"} <= set(texts(root))


def test_charts_without_anything_in_them_are_drawn() -> None:
    for svg in (draw_shares([], "No games", ""), draw_worths([], "The game is over", "")):
        assert parsed(svg).findtext(f"{SVG}title")


def test_intervals_are_drawn_to_scale_and_told() -> None:
    spans = [
        Span("one - <other>", 0.25, 0.0, 0.5, "25 %", 0.5, is_hollow=True),
        Span("a name that is far too long for a row of this picture", 0.75, 0.5, 1.0, "75 %"),
    ]
    root = parsed(draw_intervals(spans, [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")], "Shares", "In words"))
    lines = [float(line.attrib["d"][1:].split()[0]) for line in root.findall(f"{SVG}path")]
    assert lines[1] == pytest.approx((lines[0] + lines[2]) / 2)
    one, other = root.findall(f"{SVG}g")
    assert one.findtext(f"{SVG}title") == "one - <other>: 25 %"
    between = [(lines[0] + lines[1]) / 2, (lines[1] + lines[2]) / 2]
    for row, middle, ends in ((one, between[0], lines[:2]), (other, between[1], lines[1:])):
        (dot,), reach = row.findall(f"{SVG}circle"), row.findall(f"{SVG}path")[0].attrib["d"]
        assert center(dot)[0] == pytest.approx(middle)
        assert [float(reach[1:].split()[0]), float(reach.partition("H")[2])] == pytest.approx(ends)
    assert "hollow" in one.findall(f"{SVG}circle")[0].attrib["class"]
    assert one.findall(f"{SVG}path")[1].attrib["d"].startswith(f"M{lines[1]:g} ")
    assert len(other.findall(f"{SVG}path")) == 1
    assert "one - <other>: 25 %" in texts(root)
    (cut,) = [told for told in texts(root) if "…" in told]
    assert cut.endswith("…: 75 %")
    assert (root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")) == ("Shares", "In words")


def test_numbers_beyond_the_scale_stay_in_the_picture() -> None:
    root = parsed(draw_intervals([Span("one", 5, -9, 9, "5")], [(-1, "-1"), (1, "+1")], "Ratings", ""))
    (dot,) = root.iter(f"{SVG}circle")
    assert 0 < center(dot)[0] < float(root.attrib["width"])


def test_bars_fit_a_narrow_picture() -> None:
    bars = [Bar("random", 1.0, "100 %", P1), Bar("perfect", 0.5, "50 %", P2)]
    for draw in (draw_worths, draw_shares):
        root = parsed(draw(bars, "Narrow", "", 340))
        assert root.attrib["width"] == "340"
        for rect in root.findall(f"{SVG}rect"):
            assert float(rect.get("x", 0)) + float(rect.attrib["width"]) <= 340
