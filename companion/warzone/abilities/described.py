"""What is known of a Special Ability."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.warzone.abilities.effect import Does, Effect, Effects, Kind, When, Whose

CARD = "Unit Profile"
"""The heading that leads to the card: Unit Special Abilities, and so Weapon Special Abilities."""


class Help(Enum):
    """Where a number that an ability changes is counted with it."""

    ATTACKS = "attacks"
    TESTS = "tests"
    MOVES = "moves"
    PASSES = "Pass Counters"
    DUELS = "attacks of a live game"


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """An ability. `does` is how one player would tell another, `source` the heading that says so, `effects` what an
    attack counts with. `counted` is False where it changes what happens in a way that no sum here has. `weapons`: it
    is a Weapon's, so that nothing of it is left without that Weapon. `also`: what beside attacks counts with it."""

    does: str
    source: str = CARD
    effects: Effects = ()
    counted: bool = True
    weapons: bool = False
    also: tuple[Help, ...] = ()


Vocabulary = Mapping[str, Known]
"""Abilities by their names in small letters."""


def by_x(
    does: Does, *, less: bool = False, whose: Whose = Whose.OWN, kind: Kind = Kind.ANY, when: When = When.ALWAYS
) -> Effect:
    """An effect that goes with the number in the ability's brackets; `less`: that is taken off."""
    return Effect(does=does, less=less, whose=whose, kind=kind, when=when)
