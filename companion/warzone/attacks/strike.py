"""Sums Strike Actions (Warzone Eternal Core Rules, Melee Attacks)."""

from collections.abc import Iterable

import msgspec

from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid
from companion.ledger import NOTHING, Ledger, Line
from companion.warzone.abilities.ability import OVERWHELMING as OVERWHELMING_BONUS
from companion.warzone.abilities.ability import AbilityKind, Does, Vocabulary
from companion.warzone.abilities.catalogue import KNOWN
from companion.warzone.abilities.standing import Circumstances, Counted
from companion.warzone.attacks.answers import AttackAnswer, Summed, against, answered, attack, limited
from companion.warzone.attacks.target import (
    AbilityText,
    Damage,
    Friends,
    Modifier,
    Multiplier,
    Rating,
    Rolls,
    Target,
    armor_abilities,
    armor_ledger,
    modifiers,
    named,
    read,
    target_number,
)
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import (
    HONORBOUND,
    OVERWHELMING_NUMBERS,
    Honorbound,
    OverwhelmingNumbers,
    WarzoneChoices,
)

STRIKE = "Strike Action Modifiers"
OVERWHELMING = "Overwhelming Numbers"
WEAPON_PROFILE = "Weapon Profile"
UNARMED = "Fists, Feet, and Everything In-Between"
NO_DIVE = "only from a Shoot Action"
IN_CONTACT = "no terrain obstructs in contact"


class Strike(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for one Strike Action at one unit.

    `dam` and `weapon` are the weapon's DAM and its modifier. Without a weapon, `st` takes the place of `dam`; then no
    modifier, Crit Fail rating, multiplier or Weapon Special Ability counts. `harmless` is for a weapon that prints no
    DAM. `cf` is left out where the card prints none. `abilities` are those of the attacker and of its weapon, as
    printed; `pw` is needed where they test against it. `charge`: it is the free strike of a Charge Action. `apart`: the
    units are not in contact, as a weapon with Reach allows; only then can Cover help. `fresh`: the target has no
    Activation Counter. `friends` counts the other friendly units that are engaged with the target. `strikes` is the
    number of Strike Action Tests of this one action. `def` is the target's DEF as printed. `reroll` says which attack
    dice are rolled again.
    """

    cc: Rating
    dam: Damage | None = None
    st: Damage | None = None
    harmless: bool = False
    cf: Rating | None = None
    weapon: Modifier = 0
    def_: Modifier = msgspec.field(name="def", default=0)
    charge: bool = False
    apart: bool = False
    fresh: bool = False
    friends: Friends = 0
    modifier: Modifier = 0
    multiplier: Multiplier = 1
    strikes: Rolls = 1
    reroll: Reroll = Reroll.NONE
    pw: Rating | None = None
    abilities: AbilityText = ""


def strike(question: Strike, choices: WarzoneChoices, vocabulary: Vocabulary = KNOWN) -> AttackAnswer:
    """Returns the Strike Action with its sums and exact chances. Raises Invalid."""
    return answered(striking(question, choices, vocabulary))


def striking(question: Strike, choices: WarzoneChoices, vocabulary: Vocabulary = KNOWN) -> Attack:
    """Returns the Strike Action with its modifiers summed. `vocabulary` says what abilities do. Raises Invalid."""
    counted = _counted(question, vocabulary)
    unarmed = question.st is not None
    summed = Summed(
        question=question,
        counted=counted,
        target_number=target_number(_lines(question, counted, choices)),
        damage=NOTHING,
        armor=NOTHING,
        tests=question.strikes,
        cf=None if unarmed else question.cf,
        multiplier=1 if unarmed else question.multiplier,
        reroll=question.reroll,
        choices=_leaning(question, counted, choices),
    )
    if question.harmless:
        return attack(summed, choices)
    printed = _printed(question)
    no_cover = None if question.apart else IN_CONTACT
    damage = _damage(question, printed, counted, choices)
    armor = armor_ledger(question, damage.value, choices, counted, no_cover=no_cover, no_dive=NO_DIVE)
    bare = limited([printed], counted).value
    return attack(
        msgspec.structs.replace(
            summed,
            damage=damage,
            armor=armor,
            again=armor_ledger(question, bare, choices, counted, no_cover=no_cover, no_dive=NO_DIVE),
        ),
        choices,
    )


def _counted(question: Strike, vocabulary: Vocabulary) -> Counted:
    return Counted(
        read("abilities", question.abilities),
        armor_abilities(question),
        Circumstances(
            kind=AbilityKind.STRIKE,
            charge=question.charge,
            fresh=question.fresh,
            armed=question.st is None,
            wounds=question.wounds_taken,
            told=named(question.on),
            off=named(question.off),
        ),
        vocabulary,
    )


def _lines(question: Strike, counted: Counted, choices: WarzoneChoices) -> Iterable[Line]:
    yield against(counted, "CC", question.cc, question.pw, STRIKE)
    yield from modifiers(
        Line("Charge", 2 if question.charge else 0, STRIKE),
        Line("DEF", question.def_, STRIKE),
        Line("Weapon", question.weapon if question.st is None else 0, STRIKE),
    )
    yield from _friends(question, counted, choices, STRIKE)
    yield from counted.lines(Does.TN)
    yield from modifiers(Line("Other modifiers", question.modifier, STRIKE))


def _damage(question: Strike, printed: Line, counted: Counted, choices: WarzoneChoices) -> Ledger:
    more = (*_friends(question, counted, choices, OVERWHELMING), *counted.lines(Does.DAM))
    return limited([printed, *more], counted)


def _printed(question: Strike) -> Line:
    if question.dam is not None and question.st is not None:
        raise Invalid("st", "is for a strike without a weapon: give DAM or ST, not both")
    if question.dam is not None:
        return Line("DAM", question.dam, WEAPON_PROFILE)
    if question.st is not None:
        return Line("ST, unarmed", question.st, UNARMED)
    raise Invalid("dam", "is missing: give the weapon's DAM, or ST for a strike without a weapon")


def _leaning(question: Strike, counted: Counted, choices: WarzoneChoices) -> tuple[Chosen, ...]:
    honorbound = _engaged(question, choices) and counted.ignores(OVERWHELMING_BONUS)
    return (reading(OVERWHELMING_NUMBERS, choices), *((reading(HONORBOUND, choices),) if honorbound else ()))


def _friends(question: Strike, counted: Counted, choices: WarzoneChoices, source: str) -> Iterable[Line]:
    """Returns the units that count; to an Honorbound one's Target Number, by the table's choice."""
    engaged, ignoring = _engaged(question, choices), counted.ignores(OVERWHELMING_BONUS)
    if source == STRIKE and choices.honorbound is Honorbound.DAM_ALONE:
        ignoring = None
    if engaged and ignoring:
        return [Line(f"Friends engaged: {ignoring}", 0, source)]
    return modifiers(Line("Friends engaged", engaged, source))


def _engaged(question: Strike, choices: WarzoneChoices) -> int:
    """Goes by the table's choice on OVERWHELMING_NUMBERS."""
    return question.friends + (choices.overwhelming_numbers is OverwhelmingNumbers.ATTACKER_TOO)
