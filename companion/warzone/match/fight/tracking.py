"""What is known of a Unit in the middle of things. Nothing of it is asked for: it is there where players tapped it."""

from msgspec import UNSET

from companion.warzone.abilities.ability import read_ability
from companion.warzone.attacks.actions import Action
from companion.warzone.force.roster import Unit
from companion.warzone.match.state import UnitState

ACTIONS = 2
"""In an Activation (Chapter 4, Activate Unit)."""
RELENTLESS = "relentless"


def aimed(unit: UnitState) -> bool:
    """Whether an Aim is still to be used: by the next Shoot Action of the Activation (Aim)."""
    return _prepared(unit, Action.AIM)


def braced(unit: UnitState) -> bool:
    """Whether a Brace is still to be used (Brace)."""
    return _prepared(unit, Action.BRACE)


def _prepared(unit: UnitState, action: Action) -> bool:
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
