"""What is known of a Unit in the middle of things. Nothing of it is asked for: it is there where players tapped it."""

from typing import Protocol

from msgspec import UNSET

from companion.warzone.abilities.ability import read_ability
from companion.warzone.attacks.actions import Action
from companion.warzone.force.roster import Unit

ACTIONS = 2
"""In an Activation (Chapter 4, Activate Unit)."""
KNOWN_ACTIONS = 12
"""The last of an Activation that are remembered: whatever is tapped, every phone is sent them."""
RELENTLESS, RECRUIT, SHAKE_IT_OFF = "relentless", "recruit", "shake it off"


class Acts(Protocol):
    """A Unit with the actions of its Activation, in a match's state or as phones see it."""

    @property
    def actions(self) -> tuple[Action, ...]: ...


def aimed(unit: Acts) -> bool:
    """Whether an Aim is still to be used: by the next Shoot Action of the Activation (Aim)."""
    return _prepared(unit, Action.AIM)


def braced(unit: Acts) -> bool:
    """Whether a Brace is still to be used (Brace)."""
    return _prepared(unit, Action.BRACE)


def _prepared(unit: Acts, action: Action) -> bool:
    for each in reversed(unit.actions):
        if each is action:
            return True
        if each is Action.SHOOT:
            return False
    return False


def has(unit: Unit, ability: str) -> bool:
    """Whether its card has this Special Ability, in small letters; never, where nobody said what its card has."""
    return any(read_ability(each).key == ability for each in abilities(unit))


def abilities(unit: Unit) -> tuple[str, ...]:
    """Its Unit Special Abilities as printed; none where nobody said them."""
    return () if unit.abilities is UNSET else unit.abilities


def unpinnable(unit: Unit) -> bool:
    """Whether it gets no Pinned Counters (Rule Precedence)."""
    return has(unit, RELENTLESS)


def tests_to_rally(unit: Unit) -> bool:
    """Whether its Rally Action takes the Pinned Counter off only by a TN(LD) Test (Recruit)."""
    return has(unit, RECRUIT)


def shakes_off(unit: Unit) -> bool:
    """Whether it loses its Pinned Counter in every End Turn Phase (Shake It Off)."""
    return has(unit, SHAKE_IT_OFF)
