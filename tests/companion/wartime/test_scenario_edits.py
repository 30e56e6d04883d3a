"""A scenario made by tapping: what a tap puts down, what makes room for it, and what a second tap takes away."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.fields.invalid import Invalid
from companion.games import FIRST, RuledGame, all_games
from companion.journal.journal import Journal
from companion.rulings.shelf import headings
from companion.table.errors import Refused
from companion.table.seats import Side
from companion.table.table import Table
from companion.wartime.referee.board import HEXES, NEIGHBOURS, Feature, Terrain
from companion.wartime.scenario import edits
from companion.wartime.scenario.library import STEPS, Drafts, Scenarios, checked
from companion.wartime.scenario.parts import BOOK, PRINTED
from companion.wartime.scenario.scenario import Scenario

EMPTY = Scenario(id="ford", name="The Ford")
Tap = Callable[[Scenario], Scenario]
PLACES = st.sampled_from(HEXES[:12])
TYPES = st.sampled_from(["Man-at-Arms", "Abomination", "Orc", "Crossbowmen of Tall Hill"])
TAPS: st.SearchStrategy[Tap] = st.one_of(
    st.builds(lambda hex, tile: lambda made: edits.tile(made, hex, tile), PLACES, st.sampled_from(Terrain)),
    st.builds(
        lambda hex, kind, tokens: lambda made: edits.feature(made, hex, kind, tokens),
        PLACES, st.sampled_from(Feature), st.integers(1, 40),
    ),
    st.builds(lambda hex: lambda made: edits.line(made, hex, NEIGHBOURS[hex][0]), PLACES),
    st.builds(lambda hex: lambda made: edits.time_space(made, hex), st.sampled_from(HEXES[:6])),
    st.builds(lambda hex: lambda made: edits.item(made, hex, "Rune Stone"), PLACES),
    st.builds(
        lambda hex, side, type: lambda made: edits.unit(made, hex, side, type), PLACES, st.sampled_from(Side), TYPES
    ),
    st.builds(
        lambda hex, side, name: lambda made: edits.place(made, side, f"{name} 1", hex),
        st.one_of(st.none(), PLACES), st.sampled_from(Side), TYPES,
    ),
    st.builds(lambda hex: lambda made: edits.cleared(made, hex), PLACES),
)  # fmt: skip


@pytest.fixture
def scenarios(tmp_path: Path) -> Iterator[Scenarios]:
    table = Table(clock=ManualClock(), journal=Journal(tmp_path / "journal.db"), games=all_games(), game=FIRST)
    yield Scenarios(table)
    table.close()


@given(st.lists(TAPS, max_size=30))
def test_whatever_is_tapped_can_be_kept(taps: list[Tap]) -> None:
    made = EMPTY
    for tap in taps:
        before, made = made, tap(made)
        assert checked(made) == made
        assert {(unit.side, unit.name) for unit in before.units} <= {(unit.side, unit.name) for unit in made.units}


@pytest.mark.parametrize(
    "tap",
    [
        lambda made: edits.tile(made, "C5", Terrain.WOODS),
        lambda made: edits.feature(made, "C5", Feature.ALTAR, 3),
        lambda made: edits.line(made, "C5", "C6"),
        lambda made: edits.time_space(made, "C5"),
        lambda made: edits.item(made, "C5", "Rune Stone"),
    ],
)
def test_a_second_tap_takes_away_what_the_first_has_put_there(tap: Tap) -> None:
    assert tap(EMPTY) != EMPTY
    assert tap(tap(EMPTY)) == EMPTY


def test_a_line_is_the_same_from_either_side() -> None:
    assert edits.line(edits.line(EMPTY, "C5", "C6"), "C6", "C5") == EMPTY


def test_a_stack_changes_when_it_is_tapped_with_another_number() -> None:
    made = edits.feature(edits.feature(EMPTY, "C5", Feature.ALTAR, 3), "C5", Feature.ALTAR, 5)
    assert [(each.hex, each.tokens) for each in made.features] == [("C5", 5)]


def test_units_of_a_type_are_numbered_and_begin_as_the_last_of_it() -> None:
    first = edits.unit(EMPTY, "C5", Side.GOLD, "Man-at-Arms")
    (one,) = first.units
    assert (one.name, one.type, one.speed, one.charge, one.health) == ("Man-at-Arms 1", "Man-at-Arms", 2, 1, None)
    stronger = Scenario(id="ford", name="The Ford", units=(replace(one, health=6),))
    two = edits.unit(stronger, "C6", Side.GOLD, "man-at-arms").units[1]
    assert (two.name.casefold(), two.health, two.hex) == ("man-at-arms 2", 6, "C6")
    assert edits.unit(EMPTY, "C5", Side.RED, "Abomination").units[0].name == "Abomination"


def test_a_unit_that_has_to_make_room_stays_in_its_army() -> None:
    made = edits.unit(edits.unit(EMPTY, "C5", Side.GOLD, "Archer"), "C5", Side.RED, "Orc")
    assert [(unit.name, unit.hex) for unit in made.units] == [("Archer 1", None), ("Orc 1", "C5")]
    made = edits.feature(made, "C5", Feature.ALTAR, 1)
    assert [unit.hex for unit in made.units] == [None, None]
    made = edits.place(made, Side.GOLD, "Archer 1", "C5")
    assert (made.units[0].hex, made.features) == ("C5", ())


def test_the_same_item_twice_has_a_number() -> None:
    made = edits.item(edits.item(EMPTY, "C5", "Rune Stone"), "C6", "Rune Stone")
    assert [each.name for each in made.items] == ["Rune Stone", "Rune Stone 2"]


# What the book prints


def test_every_figure_of_the_book_stands_under_a_heading_of_the_rulings() -> None:
    for unit in PRINTED.units:
        said = {
            field
            for field in ("side", "speed", "health", "charge", "keywords")
            if getattr(unit, field) not in (None, ())
        }
        assert said == set(unit.cites), unit.name
        for cite in unit.cites.values():
            assert headings().cited(f"{BOOK}, {cite}", RuledGame.WARTIME), cite
    for cite in (*(each.cite for each in (*PRINTED.cards, *PRINTED.items)), PRINTED.typical.cite):
        assert headings().cited(f"{BOOK}, {cite}", RuledGame.WARTIME), cite


# Kept at once, and taken back


def test_every_change_is_kept_and_can_be_taken_back(scenarios: Scenarios) -> None:
    scenarios.save(EMPTY)
    drafts = Drafts(scenarios)
    for hex in HEXES[: STEPS + 5]:
        drafts.change("ford", lambda made, hex=hex: edits.tile(made, hex, Terrain.HILLS))  # type: ignore[misc]
    assert len(scenarios.find("ford").terrain) == STEPS + 5
    for _ in range(STEPS):
        drafts.undo("ford")
    assert len(scenarios.find("ford").terrain) == 5
    assert not drafts.can_undo(scenarios.find("ford"))
    with pytest.raises(Refused):
        drafts.undo("ford")


def test_what_is_written_in_a_row_is_taken_back_together(scenarios: Scenarios) -> None:
    scenarios.save(EMPTY)
    drafts = Drafts(scenarios)
    drafts.change("ford", lambda made: edits.tile(made, "C5", Terrain.WOODS))
    for text in ("A", "A f", "A ford."):
        drafts.change("ford", lambda made, text=text: replace(made, text=text), about="text")  # type: ignore[misc]
    drafts.undo("ford")
    assert (scenarios.find("ford").text, len(scenarios.find("ford").terrain)) == ("", 1)


def test_what_cannot_be_kept_changes_nothing(scenarios: Scenarios) -> None:
    scenarios.save(EMPTY)
    drafts = Drafts(scenarios)
    with pytest.raises(Invalid):
        drafts.change("ford", lambda made: replace(made, name=" "))
    assert scenarios.find("ford") == EMPTY
    assert not drafts.can_undo(scenarios.find("ford"))


def test_what_was_changed_elsewhere_since_is_not_taken_back(scenarios: Scenarios) -> None:
    scenarios.save(EMPTY)
    drafts = Drafts(scenarios)
    drafts.change("ford", lambda made: edits.tile(made, "C5", Terrain.WOODS))
    scenarios.save(EMPTY)
    with pytest.raises(Refused):
        drafts.undo("ford")
