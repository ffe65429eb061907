"""Pictures of sweeps: which axes they have, what they show, and a report that loads nothing and escapes everything."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from math import isnan
from xml.etree import ElementTree

import pytest

import headway
from headway.errors import HeadwayError
from headway.lab import Row, Status
from headway.lab.pictures.layout import MOST_PARTS, layout_of
from headway.lab.pictures.plot import draw, panels


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return headway.lab.sweep("cross-over", {"length": "4..6", "longest_step": "1,2"})


def varied(**values: list[int | str]) -> list[Row]:
    """Rows in which these rules vary, and whose figure says which row it is."""
    found = [Row(game="cross-over", rules={})]
    for name, some in values.items():
        found = [replace(row, rules={**row.rules, name: value}) for row in found for value in some]
    return [replace(row, first_wins_at_10=number / 100) for number, row in enumerate(found)]


def test_the_axes_are_the_numbers_with_the_most_values() -> None:
    found = layout_of(varied(a=[1, 2], b=[1, 2, 3], c=["x", "y", "z", "w"], d=[7]))
    assert (found.across, found.up, found.rest) == ("b", "a", ("c",))
    assert found.parts == [{"c": each} for each in "xyzw"]
    assert layout_of(varied(a=[3, 1, 2])).values == {"a": [1, 2, 3]}
    one = layout_of(varied(a=[1, 2, 3], c=["x", "y"]))
    assert (one.across, one.up, one.rest) == ("a", None, ("c",))
    named = layout_of(varied(c=["x", "y"]))
    assert (named.across, named.up, named.rest) == ("c", None, ())
    none = layout_of(varied(a=[1]))
    assert (none.across, none.up, none.parts) == (None, None, [{}])


def test_a_point_has_the_figure_of_its_rules_or_the_mean_over_boards() -> None:
    found = layout_of(varied(a=[1, 2], b=[1, 2, 3]))
    assert found.figure("first_wins_at_10", {"a": 2, "b": 3}) == 0.05
    assert isnan(found.figure("first_wins_at_1", {"a": 2, "b": 3}))
    assert isnan(found.figure("first_wins_at_10", {"a": 2, "b": 4}))
    dealt = [replace(row, rules={**row.rules, "board": [1, 2]}) for row in varied(a=[1, 2])]
    dealt += [replace(row, deal=1, first_wins_at_10=0.5) for row in dealt]
    assert layout_of(dealt).figure("first_wins_at_10", {"a": 2}) == (0.01 + 0.5) / 2


def test_of_many_parts_the_first_are_shown_and_the_picture_says_so() -> None:
    found = layout_of(varied(a=[1, 2], b=[1, 2], c=[1, 2], d=[1, 2], e=[1, 2], f=[1, 2]))
    assert (found.part_count, len(found.parts)) == (16, MOST_PARTS)
    assert "the first 12 of 16 parts" in headway.lab.plot(found.rows)


@pytest.mark.parametrize("some", [[], [Row(game="a"), Row(game="b")]])
def test_there_is_no_picture_of_no_game_or_of_several(some: list[Row]) -> None:
    with pytest.raises(HeadwayError, match="A picture shows the rows of one game"):
        headway.lab.plot(some)


def words_of(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_a_map_has_the_figures_of_the_rows_in_its_cells(rows: list[Row]) -> None:
    words = words_of(headway.lab.plot(rows))
    for row in rows:
        assert f"{row.first_wins_at_10:.2f}" in words
    assert {"length", "longest_step", "4", "5", "6"} <= set(words)
    assert words.count("0.50") >= 3  # with a longest step of 1, play never ends


def test_numbers_are_left_out_of_a_map_whose_cells_are_too_narrow_for_them() -> None:
    """At the smallest size of the letters, a number of four takes 13 points; a map alone has 176 for all its cells."""
    for many, is_told in ((10, True), (20, False)):
        wide = varied(length=list(range(many)), longest_step=[1, 2])
        maps = [words_of(svg) for svg in panels(wide)]
        assert [("0.03" in words) for words in maps] == [False, is_told, False]
        assert "?" in maps[0]  # nothing is known of perfect play here


def test_what_never_ends_has_a_sign_of_its_own(rows: list[Row]) -> None:
    """With a longest step of 1 the markers wait for each other for ever, and only then."""
    perfect, erring, plies = (words_of(svg) for svg in panels(rows))
    for words in (perfect, plies):
        assert words.count("∞") == 3
        assert any("∞ never end" in word for word in words)
    assert "∞" not in "".join(erring)
    ends = [row for row in rows if row.rules["longest_step"] == 2]
    ends += [replace(row, rules={**row.rules, "longest_step": 3}) for row in ends]
    assert "∞" not in headway.lab.plot(ends)


def test_the_report_has_each_part_of_the_picture_by_itself(rows: list[Row]) -> None:
    html = headway.lab.report(rows)
    assert html.count("<svg") == len(panels(rows)) == 3
    named = re.findall(r'<(?:g|defs|svg)[^>]* id="([^"]*)"', html)
    assert len(named) == len(set(named))


def test_curves_say_what_they_are(rows: list[Row]) -> None:
    words = words_of(headway.lab.plot([row for row in rows if row.rules["longest_step"] == 2]))
    assert {"first mover wins", "mean plies", "both err at 10 %", "perfect", "random", "length"} <= set(words)


def test_the_same_rows_make_the_same_picture_and_png_is_one(rows: list[Row]) -> None:
    assert headway.lab.plot(rows) == headway.lab.plot(rows)
    assert draw(rows, "png").startswith(b"\x89PNG")


class Page(HTMLParser):
    """What a page has in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links, self.tags, self.lines = list[str](), set[str](), 0
        self.texts = list[str]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.lines += tag == "tr"
        for name, value in attrs:
            assert name not in ("src", "onclick", "srcset"), (tag, name)
            if name == "href" and value and not value.startswith("#"):
                self.links.append(value)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_every_variant_opens_by_its_text(rows: list[Row]) -> None:
    page = Page(headway.lab.report(rows, "https://games.example/"))
    assert page.lines == 1 + len(rows)
    for row in rows:
        text = headway.Table(headway.load("cross-over", **row.rules)).text  # type: ignore[arg-type]
        assert f"https://games.example/p#{text}" in page.links
        assert f"https://games.example/analysis#{text}" in page.links
        assert f'headway play --position "{text}"' in page.texts
    assert len(page.links) == 2 * len(rows)


def test_a_report_loads_nothing(rows: list[Row]) -> None:
    html = headway.lab.report(rows)
    page = Page(html)
    assert not page.tags & {"link", "img", "image", "iframe", "object"}
    assert "default-src 'none'" in html
    assert "url(" not in re.sub(r"url\(#[0-9a-z]+\)", "", html)
    assert "@import" not in html


def test_text_of_others_does_not_become_markup(rows: list[Row]) -> None:
    bad = '<script>alert("1")</script>'
    told = replace(rows[0], status=Status.FAILED, why=bad, states=None)
    strange = replace(rows[0], game=bad, rules={**rows[0].rules, bad: bad}, code=bad)
    for html in (headway.lab.report([*rows, told]), headway.lab.report([strange])):
        assert "<script>alert" not in html
        assert html.count("<script>") == 1
        assert "&lt;script&gt;alert" in html


def test_a_variant_that_was_not_measured_says_why_in_the_report(rows: list[Row]) -> None:
    lost = replace(rows[0], status=Status.TOO_LARGE, why="It is too large.", states=None, first_wins_at_10=None)
    assert "too-large: It is too large." in Page(headway.lab.report([*rows[1:], lost])).texts


def test_links_lead_to_a_server(rows: list[Row]) -> None:
    with pytest.raises(HeadwayError, match=r'The address of a server is like http.*, not "javascript:1"'):
        headway.lab.report(rows, "javascript:1")
