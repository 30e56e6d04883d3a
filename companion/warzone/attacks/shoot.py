"""Shoot Actions, direct and indirect (Warzone Eternal Core Rules, Ranged Attacks)."""

from collections.abc import Iterable

import msgspec

from companion.choices import reading
from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.attacks.answers import AttackAnswer, answered
from companion.warzone.attacks.area import Area
from companion.warzone.attacks.obstruction import Obstruction
from companion.warzone.attacks.target import Target, armor_ledger, leaves_bounds, wounds_left
from companion.warzone.bounds import Damage, Modifier, Multiplier, Rating, Rolls
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import Reroll
from companion.warzone.choices import ARMOR_BOUNDS, WarzoneChoices
from companion.warzone.target_numbers import modifiers, target_number

SHOOT = "Shoot Action Modifiers"
INDIRECT = "Indirect Fire Modifiers"
AIM = "Aim"
PROJECTED = "Projected Area of Effect"
WEAPON_PROFILE = "Weapon Profile"


class Shoot(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One Shoot Action at one unit.

    `range` is the modifier of the weapon's band, `def` the target's DEF as printed, `dam` the band's DAM, `cf` is left
    out for a weapon that has none. `friends_engaged`: any unit of yours is engaged with the target. `indirect` takes
    the Indirect Fire Modifiers instead: then DEF, obstruction and engaged friends do not matter; `beyond_short` and
    `sight_blocked` matter only then. `shots`: Shoot Action Tests of this one action. `secondary`: the target is not
    the Primary Target; with a cloud or an explosion the test is still the one against the Primary Target, so `def`,
    `obstruction` and `friends_engaged` are about that one. `reroll`: which attack dice are rolled again.
    """

    mw: Rating
    dam: Damage
    cf: Rating | None = None
    range: Modifier = 0
    def_: Modifier = msgspec.field(name="def", default=0)
    obstruction: Obstruction = Obstruction.CLEAR
    friends_engaged: bool = False
    aim: bool = False
    indirect: bool = False
    beyond_short: bool = False
    sight_blocked: bool = False
    modifier: Modifier = 0
    multiplier: Multiplier = 1
    shots: Rolls = 1
    reroll: Reroll = Reroll.NONE
    burst: bool = False
    area: Area = Area.NONE
    secondary: bool = False


def shoot(question: Shoot, choices: WarzoneChoices) -> AttackAnswer:
    """The Shoot Action with its sums and exact chances. Raises Invalid."""
    return answered(shooting(question, choices))


def shooting(question: Shoot, choices: WarzoneChoices) -> Attack:
    """The Shoot Action with its modifiers summed. Raises Invalid."""
    secondary = _secondary(question)
    damage = _damage(question, secondary=secondary)
    no_cover = "ignored by Projected weapons" if question.area is Area.PROJECTED else None
    armor = armor_ledger(question, damage.value, choices, no_cover=no_cover)
    multiplier = 1 if secondary else question.multiplier
    return Attack(
        target_number=target_number(_indirect(question) if question.indirect else _direct(question)),
        damage=damage,
        armor=armor,
        multiplier=multiplier,
        critical_multiplier=multiplier if secondary else multiplier + 1,
        cf=question.cf,
        reroll=question.reroll,
        tests=question.shots,
        armor_reroll=question.armor_reroll,
        wounds_left=wounds_left(question),
        choices=(reading(ARMOR_BOUNDS, choices),) if leaves_bounds(armor) else (),
    )


def no_aim(question: Shoot) -> str | None:
    """Why an Aim Action does nothing for this one's Target Number; None where it helps (Aim)."""
    if question.indirect:
        return "not with Indirect Fire"
    if question.burst:
        return "not with Burst weapons"
    return "not with Projected weapons" if question.area is Area.PROJECTED else None


def _secondary(question: Shoot) -> bool:
    """Whether the target is a Secondary Target, as every unit under indirect clouds and explosions is."""
    if question.secondary and question.area is Area.NONE:
        raise Invalid("secondary", "only weapons with an area have Secondary Targets: say which area it is")
    return question.secondary or (question.indirect and question.area.one_test_hits_all)


def _direct(question: Shoot) -> Iterable[Line]:
    yield Line("MW", question.mw, SHOOT)
    yield from modifiers(Line("Range", question.range, SHOOT), Line("DEF", question.def_, SHOOT))
    projected = question.area is Area.PROJECTED
    if question.obstruction is not Obstruction.CLEAR:
        label = f"{question.obstruction.value.capitalize()} obstruction"
        yield _unless(projected, Line(label, question.obstruction.modifier, SHOOT))
    if question.friends_engaged:
        yield _unless(projected, Line("Friends engaged", -5, SHOOT))
    if question.aim:
        yield _aimed(4, no_aim(question))
    yield from modifiers(Line("Other modifiers", question.modifier, SHOOT))


def _indirect(question: Shoot) -> Iterable[Line]:
    yield Line("MW", question.mw, INDIRECT)
    yield from modifiers(
        Line("Range", question.range, INDIRECT),
        Line("Beyond short range", -2 if question.beyond_short else 0, INDIRECT),
        Line("Line of sight blocked", -2 if question.sight_blocked else 0, INDIRECT),
    )
    if question.aim:
        yield _aimed(4, no_aim(question))
    yield from modifiers(Line("Other modifiers", question.modifier, INDIRECT))


def _damage(question: Shoot, *, secondary: bool) -> Ledger:
    lines = [Line("DAM", question.dam, WEAPON_PROFILE)]
    if question.aim:
        lines.append(_aimed(2, no_aim(question) or ("only at the Primary Target" if secondary else None)))
    return Ledger.of(lines)


def _aimed(bonus: int, but: str | None) -> Line:
    return Line("Aim", bonus, AIM) if but is None else Line(f"Aim: {but}", 0, AIM)


def _unless(projected: bool, line: Line) -> Line:
    return Line(f"{line.label}: ignored by Projected weapons", 0, PROJECTED) if projected else line
