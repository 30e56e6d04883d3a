"""The two shipped examples say what the WarTime Rulebook prints."""

from companion.table.seats import Side
from companion.wartime.referee.board import Position
from companion.wartime.referee.movement import range_between
from companion.wartime.scenario.library import BUILT_IN, EXAMPLES
from companion.wartime.scenario.parts import CardKind
from companion.wartime.scenario.scenario import Scenario


def counted(scenario: Scenario, start: str, target: str) -> int | None:
    """The range, by the referee."""
    standing = tuple(unit.hex for unit in scenario.units if unit.hex)
    return range_between(Position(terrain=scenario.terrain, units=standing), start, target).range


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
