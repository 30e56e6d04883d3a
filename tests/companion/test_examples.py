"""The two shipped examples say what the WarTime Rulebook prints."""

from collections import deque

from companion.wartime.built_in import BUILT_IN, EXAMPLES
from companion.wartime.scenario import Scenario
from companion.wartime.scenario_board import on_board, touch
from companion.wartime.scenario_parts import CardKind
from companion.wartime.sides import Side

HEXES = [f"{row}{column}" for row in "ABCDEFGHIJK" for column in range(15) if on_board(f"{row}{column}")]


def counted(scenario: Scenario, start: str, target: str) -> int | None:
    """The range counted breadth first through clear spaces, the target's own exempt."""
    shut = {place for place, terrain in scenario.terrain.items() if terrain == "woods"}
    shut |= {unit.hex for unit in scenario.units if unit.hex}
    seen, todo = {start}, deque([(start, 0)])
    while todo:
        place, steps = todo.popleft()
        for other in HEXES:
            if other in seen or not touch(place, other):
                continue
            if other == target:
                return steps + 1
            seen.add(other)
            if other not in shut:
                todo.append((other, steps + 1))
    return None


def test_the_board_has_113_hexes_and_the_neighbours_of_the_contract() -> None:
    assert len(HEXES) == 113
    assert {other for other in HEXES if touch("C5", other)} == {"C4", "C6", "B4", "B5", "D4", "D5"}
    assert {other for other in HEXES if touch("B5", other)} == {"B4", "B6", "A5", "A6", "C5", "C6"}


def test_damage_the_goblin_counts_three_ranges() -> None:
    scenario = BUILT_IN["example-range"]
    place = {unit.name: unit.hex or "" for unit in scenario.units}
    assert counted(scenario, place["Goblin"], place["Man-at-Arms"]) == 3
    assert counted(scenario, place["Goblin"], place["Knight"]) == 3
    assert counted(scenario, place["Goblin"], place["Archer"]) == 2


def test_action_cards_and_spell_cards_as_the_rulebook_names_them() -> None:
    hand = BUILT_IN["example-cards"].hand(Side.RED)
    assert hand is not None
    assert (hand.actions, hand.spells) == (3, 3)
    by_kind = {kind: [card.name.upper() for card in hand.cards if card.kind is kind] for kind in CardKind}
    assert by_kind == {
        CardKind.STANDARD: ["ADVANCE", "BOMBARD", "CRITICAL HIT", "DOUBLE TIME", "FOOT CHARGE", "MOUNTED CHARGE"],
        CardKind.HEROIC: ["QUAKE"],
        CardKind.SPELL: ["CONTROL", "FIREBALL", "SHADOW STRIKE"],
    }


def test_both_say_that_they_are_examples() -> None:
    for id in EXAMPLES:
        assert BUILT_IN[id].name.startswith("Example")
        assert BUILT_IN[id].text.startswith("An example")
