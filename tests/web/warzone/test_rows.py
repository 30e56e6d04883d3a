"""Lists that a form asks for in rows and an address holds in one line, and numbers that a tap steps."""

from collections.abc import Sequence
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.conftest import Phone
from tests.web.crawl import Page
from web.warzone.calculators.planning import GROUPS, TARGETS, PlanningRow, folded, group_rows, target_rows

NAMES = st.text(st.characters(exclude_characters=",:=-", exclude_categories=("C", "Z")), min_size=1, max_size=8)
NUMBERS = st.integers(1, 99).map(str)
TARGET = st.dictionaries(st.sampled_from(["ar", "def", "cover", "friends", "obstruction"]), NUMBERS, min_size=1)


def led_to(phone: Phone, path: str, *pairs: tuple[str, str]) -> dict[str, str]:
    """The short address that a form's leads to."""
    answer = phone.get(f"{path}?{urlencode(pairs)}")
    assert answer.status_code == 303
    asked = parse_qs(urlsplit(answer.headers["Location"]).query)
    return {name: text for name, (text,) in asked.items()}


def test_a_form_in_rows_leads_to_one_line(passer_by: Phone) -> None:
    rows = [
        *[("a", "4"), ("b", "6")],
        *[("a_groups-1-name", "Hounds"), ("a_groups-1-count", "5"), ("a_groups-1-size", "3")],
        *[("a_groups-2-count", ""), ("a_groups-2-size", "")],
        *[("b_groups-3-count", "6"), ("b_groups-3-size", "2")],
    ]
    led = led_to(passer_by, "/warzone/initiative", *rows)
    assert led == {"a": "4", "b": "6", "a_groups": "Hounds:5:3", "b_groups": "Group 3:6:2"}
    assert "6 Activations against 9" in passer_by.get(f"/warzone/initiative?{urlencode(led)}").text


def test_a_name_cannot_break_its_line() -> None:
    cells = [("targets-1-name", "Elite: guard, ar=9"), ("targets-1-ar", "22"), ("targets-2-name", "")]
    assert folded(cells) == [("targets", "Elite guard ar 9:ar=22")]


def sent(name: str, rows: Sequence[PlanningRow]) -> list[tuple[str, str]]:
    return [(f"{name}-{row.number}-{column}", text) for row in rows for column, text in row.cells.items()]


@given(groups=st.lists(st.tuples(NAMES, NUMBERS, NUMBERS), min_size=1, max_size=14))
def test_groups_of_a_link_stay_as_they_are(groups: list[tuple[str, str, str]]) -> None:
    line = ",".join(map(":".join, groups))
    assert folded(sent("a_groups", group_rows(line))) == [("a_groups", line)]


@given(targets=st.lists(st.tuples(NAMES, TARGET), min_size=1, max_size=14))
def test_targets_of_a_link_keep_all_that_differs(targets: list[tuple[str, dict[str, str]]]) -> None:
    line = ",".join(":".join([name, *(f"{key}={value}" for key, value in cells.items())]) for name, cells in targets)
    ((_, said),) = folded(sent(TARGETS, target_rows(line)))
    assert [sorted(entry.split(":")) for entry in said.split(",")] == [sorted(e.split(":")) for e in line.split(",")]


def test_a_page_asks_again_what_its_link_says(passer_by: Phone) -> None:
    for path, name, line in (
        ("/warzone/initiative", "a_groups", "Hounds:5:3,Rats:6:3"),
        ("/warzone/plans", TARGETS, "Elite:ar=22:def=-1:cover=1,Moth:ar=18:charge=0:obstruction=heavy"),
    ):
        (form,) = Page(passer_by.get(f"{path}?{urlencode({name: line})}").text).forms
        assert dict(folded(form.fields))[name] == line


@pytest.mark.parametrize(
    ("asked", "tap", "number"),
    [
        ({}, ("more", "wounds:1"), "2"),
        ({"wounds": "3"}, ("more", "wounds:1"), "4"),
        ({"wounds": "3"}, ("less", "wounds:1"), "2"),
        ({}, ("less", "wounds:1"), "1"),
        ({"wounds": "20"}, ("more", "wounds:1"), "20"),
    ],
)
def test_a_tap_without_a_script_is_one_more_or_one_less(
    passer_by: Phone, asked: dict[str, str], tap: tuple[str, str], number: str
) -> None:
    assert led_to(passer_by, "/warzone/shoot", *asked.items(), tap)["wounds"] == number


def test_a_row_s_number_is_one_more_too(passer_by: Phone) -> None:
    rows = [("a_groups-1-count", "5"), ("a_groups-1-size", "1"), ("more", "a_groups-1-size:")]
    assert led_to(passer_by, "/warzone/initiative", *rows) == {"a_groups": "Group 1:5:2"}


def test_no_page_asks_for_a_list_in_signs(passer_by: Phone) -> None:
    for path in ("/warzone/initiative", "/warzone/plans"):
        (form,) = Page(passer_by.get(path).text).forms
        assert {name for name, _ in form.fields}.isdisjoint({*GROUPS, TARGETS})
