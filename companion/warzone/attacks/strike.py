"""Strike Actions (Warzone Eternal Core Rules, Melee Attacks)."""

from collections.abc import Iterable

import msgspec

from companion.choices import reading
from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.attacks.answers import AttackAnswer, answered
from companion.warzone.attacks.target import Target, armor_ledger, leaves_bounds, wounds_left
from companion.warzone.bounds import Damage, Friends, Modifier, Multiplier, Rating, Rolls
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import (
    ARMOR_BOUNDS,
    OVERWHELMING_NUMBERS,
    OverwhelmingNumbers,
    WarzoneChoices,
)
from companion.warzone.target_numbers import modifiers, target_number

STRIKE = "Strike Action Modifiers"
OVERWHELMING = "Overwhelming Numbers"
WEAPON_PROFILE = "Weapon Profile"
FIERCE_CHARGE = "Algeroth Assets"
UNARMED = "Fists, Feet, and Everything In-Between"


class Strike(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One Strike Action at one unit.

    `dam` and `weapon` are the weapon's DAM and its modifier; without a weapon `st` takes the place of `dam`. `cf` is
    left out where nothing is printed. `charge`: it is the free strike of a Charge Action, which Fierce
    Charge makes stronger. `friends`: the other friendly units that are engaged with the target. `strikes`: Strike
    Action Tests of this one action. `def` is the target's DEF as printed; `reroll` is which attack dice are rolled
    again.
    """

    cc: Rating
    dam: Damage | None = None
    st: Damage | None = None
    cf: Rating | None = None
    weapon: Modifier = 0
    def_: Modifier = msgspec.field(name="def", default=0)
    charge: bool = False
    fierce_charge: bool = False
    friends: Friends = 0
    modifier: Modifier = 0
    multiplier: Multiplier = 1
    strikes: Rolls = 1
    reroll: Reroll = Reroll.NONE


def strike(question: Strike, choices: WarzoneChoices) -> AttackAnswer:
    """The Strike Action with its sums and exact chances. Raises Invalid."""
    return answered(striking(question, choices))


def striking(question: Strike, choices: WarzoneChoices) -> Attack:
    """The Strike Action with its modifiers summed. Raises Invalid."""
    damage = _damage(question, choices)
    armor = armor_ledger(question, damage.value, choices, no_dive="only from a Shoot Action")
    leaned_on = (OVERWHELMING_NUMBERS, ARMOR_BOUNDS) if leaves_bounds(armor) else (OVERWHELMING_NUMBERS,)
    return Attack(
        target_number=target_number(_lines(question, choices)),
        damage=damage,
        armor=armor,
        multiplier=question.multiplier,
        critical_multiplier=question.multiplier + 1,
        cf=question.cf,
        reroll=question.reroll,
        tests=question.strikes,
        armor_reroll=question.armor_reroll,
        wounds_left=wounds_left(question),
        choices=tuple(reading(choice, choices) for choice in leaned_on),
    )


def _lines(question: Strike, choices: WarzoneChoices) -> Iterable[Line]:
    yield Line("CC", question.cc, STRIKE)
    yield from modifiers(
        Line("Charge", 2 if question.charge else 0, STRIKE),
        Line("DEF", question.def_, STRIKE),
        Line("Weapon", question.weapon, STRIKE),
        Line("Friends engaged", _engaged(question, choices), STRIKE),
        Line("Other modifiers", question.modifier, STRIKE),
    )


def _damage(question: Strike, choices: WarzoneChoices) -> Ledger:
    more = modifiers(
        Line("Fierce Charge", 2 if question.charge and question.fierce_charge else 0, FIERCE_CHARGE),
        Line("Friends engaged", _engaged(question, choices), OVERWHELMING),
    )
    return Ledger.of((_printed(question), *more))


def _printed(question: Strike) -> Line:
    if question.dam is not None and question.st is not None:
        raise Invalid("st", "is for a strike without a weapon: give DAM or ST, not both")
    if question.dam is not None:
        return Line("DAM", question.dam, WEAPON_PROFILE)
    if question.st is not None:
        return Line("ST, unarmed", question.st, UNARMED)
    raise Invalid("dam", "is missing: give the weapon's DAM, or ST for a strike without a weapon")


def _engaged(question: Strike, choices: WarzoneChoices) -> int:
    """The units that count for the table, by its choice on OVERWHELMING_NUMBERS."""
    return question.friends + (choices.overwhelming_numbers is OverwhelmingNumbers.ATTACKER_TOO)
