"""From cards to the Units of a match, and back."""

from companion.warzone.cards.card import Faction
from companion.warzone.force.force import ForceEntry, card_of, entries, roster
from tests.companion.warzone.cards_strategy import guard

GUARD = guard()
TWIN = guard(id="lamp-guard-2", faction="Mishima")
OTHER = guard(id="warden", name="Warden")


def test_a_unit_finds_the_card_that_it_came_with() -> None:
    for card in (GUARD, TWIN):
        (unit,) = roster(entries([card], Faction.BAUHAUS))
        assert card_of(unit, None, [GUARD, TWIN, OTHER]) is card


def test_a_unit_without_one_finds_one_of_its_name_its_own_factions_first() -> None:
    (unit,) = roster([ForceEntry(name="lamp guard")])
    assert card_of(unit, None, [OTHER, GUARD, TWIN]) is GUARD
    assert card_of(unit, Faction.MISHIMA, [OTHER, GUARD, TWIN]) is TWIN
    assert card_of(unit, None, [OTHER]) is None


def test_a_card_that_is_gone_leaves_one_of_its_name() -> None:
    (unit,) = roster(entries([TWIN], Faction.MISHIMA))
    assert card_of(unit, Faction.MISHIMA, [OTHER, GUARD]) is GUARD
