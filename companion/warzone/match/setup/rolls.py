"""Dice of the setup: who is the lower."""

from collections.abc import Mapping

from companion.ledger import Ledger, Line
from companion.table.sides import Side
from companion.warzone.cards.factions import Faction
from companion.warzone.match.dice import Die
from companion.warzone.match.state import Force

ALLEGIANCE = "Determine Allegiance"


def allegiance_roll(force: Force, die: Die) -> Ledger:
    """A Force's roll for its Allegiance: the Brotherhood take 10 off, the Dark Legion add 10."""
    lines = [Line("d20", die.value, ALLEGIANCE)]
    if force.faction is Faction.BROTHERHOOD:
        lines.append(Line("Brotherhood", -10, ALLEGIANCE))
    if force.faction is not None and force.faction.dark_legion:
        lines.append(Line("Dark Legion", 10, ALLEGIANCE))
    return Ledger.of(lines)


def agents_of_light(forces: Mapping[Side, Force], *, gold: Die, red: Die) -> Side | None:
    """The side with the lower roll; None where they tie: then both roll again."""
    one = allegiance_roll(forces[Side.GOLD], gold).value
    other = allegiance_roll(forces[Side.RED], red).value
    return lower(gold=one, red=other)


def lower(*, gold: int, red: int) -> Side | None:
    """Whose number is lower, None where they tie."""
    if gold == red:
        return None
    return Side.GOLD if gold < red else Side.RED
