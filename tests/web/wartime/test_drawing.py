"""The one drawing of the board: units told apart by more than colour, hexes that lead somewhere or nowhere."""

import math

import pytest
from flask import Flask, render_template_string
from hypothesis import given
from hypothesis import strategies as st

from companion.table.seats import Side
from companion.wartime.referee.board import NEIGHBOURS
from companion.wartime.scenario.library import scenario_of
from web.wartime.drawing import LETTERS, abbreviations, centre, outline, trail
from web.wartime.scenarios.reading import diagram, tokens_of

FORD = scenario_of(
    {
        "id": "ford",
        "name": "The Ford",
        "terrain": {"C5": "woods"},
        "features": [{"hex": "D6", "terrain": "altar", "tokens": 3}],
        "lines": [["E5", "E6"]],
        "time_spaces": [{"hex": "A1"}],
        "items": [{"name": "Rune Stone", "hex": "G7"}],
        "units": [
            {"side": "gold", "name": "Man-at-Arms 1", "hex": "C5", "health": 6},
            {"side": "gold", "name": "Man-at-Arms 2"},
            {"side": "red", "name": "Goblin", "hex": "F3"},
        ],
    }
)


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Man-at-Arms 1", "Man-at-Arms 2"], ["MA1", "MA2"]),
        (["Man-at-Arms"], ["MA"]),
        (["Goblin", "Orc", "Archer 12"], ["Gob", "Orc", "A12"]),
        (["Night Goblin 1", "Noble Guard 1"], ["NG1", "No1"]),
        (["Goblin", "Gobbler"], ["Gob", "Go"]),
        (["7", "!"], ["7", "1"]),
    ],
)
def test_a_unit_has_a_few_letters_of_its_name(names: list[str], letters: list[str]) -> None:
    assert list(abbreviations(names).values()) == letters


@given(st.lists(st.text(max_size=24), max_size=40, unique=True))
def test_no_two_of_a_side_have_the_same_letters(names: list[str]) -> None:
    letters = abbreviations(names)
    assert list(letters) == names
    assert len({each.casefold() for each in letters.values()}) == len(names)
    assert all(0 < len(each) <= LETTERS for each in letters.values())


@given(st.lists(st.text(max_size=24), max_size=20, unique=True), st.text(max_size=24))
def test_a_unit_that_comes_later_changes_no_letters(names: list[str], later: str) -> None:
    before, after = abbreviations(names), abbreviations([*names, later])
    assert {name: after[name] for name in names} == before


def test_every_thing_on_the_board_is_drawn_and_said(app: Flask) -> None:
    with app.test_request_context():
        drawn = render_template_string(
            '{% include "_hexmap.html" %}',
            board=diagram(FORD, href=lambda name: f"?hex={name}" if name == "C5" else None),
            outline=outline(),
        )
    assert 'id="C5" transform="translate(' in drawn
    assert 'href="?hex=C5"' in drawn
    assert drawn.count("<a ") == 1
    for said in (
        "C5, woods, Man-at-Arms 1 of Valyance, 6 tokens",
        "D6, altar, 3 tokens",
        "A1, plains, time space",
        "G7, plains, Rune Stone",
        "F3, plains, Goblin of Firebrand",
    ):
        assert f'aria-label="{said}"' in drawn
    assert 'href="#unit-gold"/><text y="6">MA1<' in drawn
    assert 'href="#unit-red"/><text y="6">Gob<' in drawn
    assert drawn.count('class="black"') == 2


def test_a_unit_that_is_on_no_hex_has_its_token_all_the_same() -> None:
    assert tokens_of(FORD)[Side.GOLD, "Man-at-Arms 2"].abbr == "MA2"


@given(st.data())
def test_what_is_counted_covers_no_token(data: st.DataObject) -> None:
    hexes = [data.draw(st.sampled_from(sorted(NEIGHBOURS)))]
    for _ in range(data.draw(st.integers(1, 5))):
        hexes.append(data.draw(st.sampled_from(NEIGHBOURS[hexes[-1]])))
    start, *path = hexes
    taken = {start, path[-1]}
    course, steps = trail(start, path, range(len(path)), taken=taken)
    assert course is not None
    first, *_, last = (tuple(map(float, point.split(","))) for point in course.split())
    assert math.dist(first, centre(start)) >= 16
    assert math.dist(last, centre(path[-1])) >= 16
    for name, step in zip(path, steps, strict=True):
        x, y = map(float, step.at.split())
        assert math.dist((x, y), centre(name)) == (pytest.approx(17) if name in taken else 0)
