"""Sums Shoot Actions, direct and indirect (Warzone Eternal Core Rules, Ranged Attacks)."""

from collections.abc import Iterable

import msgspec

from companion.fields.invalid import Invalid
from companion.ledger import NOTHING, Ledger, Line
from companion.warzone.abilities.ability import Ability, AbilityKind, Does, Vocabulary
from companion.warzone.abilities.catalogue import KNOWN
from companion.warzone.abilities.standing import Circumstances, Counted
from companion.warzone.attacks.answers import AttackAnswer, Summed, against, answered, attack, limited
from companion.warzone.attacks.target import (
    AbilityText,
    Area,
    Damage,
    EarlierHits,
    Modifier,
    Multiplier,
    Obstruction,
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
from companion.warzone.choices import WarzoneChoices

SHOOT = "Shoot Action Modifiers"
INDIRECT = "Indirect Fire Modifiers"
AIM, BRACE, FLY = "Aim", "Brace", "Fly"
PROJECTED = "Projected Area of Effect"
SEEN_IN_FLIGHT = "a unit that flies is in clear sight"
WEAPON_PROFILE = "Weapon Profile"


class Shoot(Target, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for one Shoot Action at one unit.

    `range` is the modifier of the weapon's band, `def` the target's DEF as printed, `dam` the band's DAM. `harmless` is
    for a weapon that prints no DAM. `cf` is left out for a weapon without one. `abilities` are those of the attacker
    and of its weapon, as printed; `pw` is needed where they test against it. `friends_engaged`: any unit of yours is
    engaged with the target. `brace`: a Brace came before. `reaction`: the shot is a Reaction. With `flying` its target
    flies, and then no terrain obstructs it. `indirect` uses the Indirect Fire Modifiers instead: DEF, obstruction and
    engaged friends do not matter. `beyond_short` and `sight_blocked` matter only with `indirect`. `shots` is the number
    of Shoot Action Tests at this target; without it, the weapon's own number. `earlier_hits` counts hits of this
    Activation on the same target. `secondary`: the target is not the Primary Target. With a cloud or an explosion the
    test is still against the Primary Target, so `def`, `obstruction` and `friends_engaged` describe that one. `reroll`
    says which attack dice are rolled again.
    """

    mw: Rating
    dam: Damage | None = None
    harmless: bool = False
    cf: Rating | None = None
    range: Modifier = 0
    def_: Modifier = msgspec.field(name="def", default=0)
    obstruction: Obstruction = Obstruction.CLEAR
    friends_engaged: bool = False
    aim: bool = False
    brace: bool = False
    reaction: bool = False
    flying: bool = False
    indirect: bool = False
    beyond_short: bool = False
    sight_blocked: bool = False
    modifier: Modifier = 0
    multiplier: Multiplier = 1
    shots: Rolls | None = None
    earlier_hits: EarlierHits = 0
    reroll: Reroll = Reroll.NONE
    area: Area = Area.NONE
    secondary: bool = False
    pw: Rating | None = None
    abilities: AbilityText = ""


def shoot(question: Shoot, choices: WarzoneChoices, vocabulary: Vocabulary = KNOWN) -> AttackAnswer:
    """Returns the Shoot Action with its sums and exact chances. Raises Invalid."""
    return answered(shooting(question, choices, vocabulary))


def shooting(question: Shoot, choices: WarzoneChoices, vocabulary: Vocabulary = KNOWN) -> Attack:
    """Returns the Shoot Action with its modifiers summed. `vocabulary` says what abilities do. Raises Invalid."""
    counted = _counted(question, vocabulary)
    area = _area(question, counted)
    secondary = _secondary(question, area)
    no_aim = _no_aim(question, counted, area)
    lines = _indirect(question, counted, no_aim) if question.indirect else _direct(question, counted, area, no_aim)
    summed = Summed(
        question=question,
        counted=counted,
        target_number=target_number(lines),
        damage=NOTHING,
        armor=NOTHING,
        tests=question.shots or max(1, counted.total(Does.TESTS)),
        cf=question.cf,
        multiplier=1 if secondary else question.multiplier,
        secondary=secondary,
        reroll=question.reroll,
    )
    if question.harmless:
        return attack(summed, choices)
    if question.dam is None:
        raise Invalid("dam", "is missing: give the weapon's DAM")
    damage = _damage(question, question.dam, counted, no_aim, secondary=secondary)
    no_cover = _no_cover(question, area, secondary=secondary)
    armor = armor_ledger(question, damage.value, choices, counted, no_cover=no_cover)
    bare = limited([Line("DAM", question.dam, WEAPON_PROFILE)], counted).value
    return attack(
        msgspec.structs.replace(
            summed,
            damage=damage,
            armor=armor,
            again=armor_ledger(question, bare, choices, counted, no_cover=no_cover),
        ),
        choices,
    )


def indirect_modifiers(range: int, *, beyond_short: bool, unseen: bool) -> Iterable[Line]:
    """Yields what the Range to a Spot, and a Blocked line of sight to it, do to the Target Number."""
    return modifiers(
        Line("Range", range, INDIRECT),
        Line("Beyond short range", -2 if beyond_short else 0, INDIRECT),
        Line("Line of sight blocked", -2 if unseen else 0, INDIRECT),
    )


def aims(question: Shoot, vocabulary: Vocabulary = KNOWN) -> bool:
    """Returns True where an Aim Action helps this shot (Aim)."""
    counted = _counted(question, vocabulary)
    return _no_aim(question, counted, _area(question, counted)) is None


def area_of(question: Shoot, vocabulary: Vocabulary = KNOWN) -> Area:
    """Returns the area that the weapon strikes, by the question or by its abilities."""
    return _area(question, _counted(question, vocabulary))


def braces(question: Shoot) -> bool:
    """Returns True where the weapon allows a Brace: one with Burst (Brace)."""
    burst = any(each.key == "burst" for each in read("abilities", question.abilities))
    return burst and "burst" not in named(question.off)


def _counted(question: Shoot, vocabulary: Vocabulary) -> Counted:
    attacker, off = read("abilities", question.abilities), named(question.off)
    if question.brace and braces(question):
        attacker = (*attacker, Ability("Brace"), Ability("Suppressive"))
    one_for_all = question.area.one_test_hits_all or any(
        _hits_all(each, vocabulary) for each in attacker if each.key not in off
    )
    return Counted(
        attacker,
        armor_abilities(question),
        Circumstances(
            kind=AbilityKind.SHOOT,
            obstructed=question.obstruction is not Obstruction.CLEAR
            and not question.indirect
            and not question.flying
            and question.area is not Area.PROJECTED,
            reaction=question.reaction,
            primary=not question.secondary and not (question.indirect and one_for_all),
            lone=question.shots is None or question.shots >= _burst(attacker, off),
            tested=not question.indirect and not (question.secondary and one_for_all),
            wounds=question.wounds_taken,
            area=_SAID.get(question.area),
            told=named(question.on),
            off=off,
        ),
        vocabulary,
    )


def _burst(attacker: Iterable[Ability], off: frozenset[str]) -> int:
    """Returns the tests that the weapon has: what is not at this target is at another (Suppressive)."""
    return sum(each.number or 0 for each in attacker if each.key == "burst" and each.key not in off)


_AREAS = {Does.CLOUD: Area.CLOUD, Does.EXPLOSIVE: Area.EXPLOSIVE, Does.PROJECTED: Area.PROJECTED}
_ONE_FOR_ALL = frozenset(does for does, area in _AREAS.items() if area.one_test_hits_all)
_SAID = {area: does for does, area in _AREAS.items()}


def _hits_all(ability: Ability, vocabulary: Vocabulary) -> bool:
    known = vocabulary.get(ability.key)
    return known is not None and any(effect.does in _ONE_FOR_ALL for effect in known.effects)


def _area(question: Shoot, counted: Counted) -> Area:
    if question.area is not Area.NONE:
        return question.area
    return next((area for does, area in _AREAS.items() if counted.has(does)), Area.NONE)


def _no_aim(question: Shoot, counted: Counted, area: Area) -> str | None:
    """Returns why an Aim Action does not change this Target Number, or None where it helps (Aim)."""
    if question.indirect:
        return "not with Indirect Fire"
    if question.reaction:
        return "not in a Reaction: an Aim is for the next shot of the same Activation"
    if counted.has(Does.NO_AIM):
        return "not with Burst weapons"
    return "not with Projected weapons" if area is Area.PROJECTED else None


def _no_cover(question: Shoot, area: Area, *, secondary: bool) -> str | None:
    """Returns why Cover does not help: it takes the heavy obstruction that the same terrain gives (Obstruction, Cover).
    What of a Secondary Target lies between it and the blast is the players' to see."""
    if area is Area.PROJECTED:
        return "ignored by Projected weapons"
    if question.indirect or secondary:
        return None
    if question.flying:
        return SEEN_IN_FLIGHT
    if question.obstruction is Obstruction.HEAVY:
        return None
    return "only with heavy obstruction"


def _secondary(question: Shoot, area: Area) -> bool:
    """Returns whether the target is a Secondary Target, as every unit under indirect clouds and explosions is."""
    if question.secondary and area is Area.NONE:
        raise Invalid("secondary", "only weapons with an area have Secondary Targets: say which area it is")
    return question.secondary or (question.indirect and area.one_test_hits_all)


def _direct(question: Shoot, counted: Counted, area: Area, no_aim: str | None) -> Iterable[Line]:
    yield against(counted, "MW", question.mw, question.pw, SHOOT)
    yield from modifiers(Line("Range", question.range, SHOOT), Line("DEF", question.def_, SHOOT))
    projected = area is Area.PROJECTED
    if question.obstruction is not Obstruction.CLEAR:
        label = f"{question.obstruction.value.capitalize()} obstruction"
        line = Line(label, question.obstruction.modifier, SHOOT)
        yield Line(f"{label}: {SEEN_IN_FLIGHT}", 0, FLY) if question.flying else _unless(projected, line)
    if question.friends_engaged:
        yield _unless(projected, Line("Friends engaged", -5, SHOOT))
    yield from _common(question, counted, no_aim, SHOOT)


def _indirect(question: Shoot, counted: Counted, no_aim: str | None) -> Iterable[Line]:
    yield against(counted, "MW", question.mw, question.pw, INDIRECT)
    yield from indirect_modifiers(question.range, beyond_short=question.beyond_short, unseen=question.sight_blocked)
    yield from _common(question, counted, no_aim, INDIRECT)


def _common(question: Shoot, counted: Counted, no_aim: str | None, source: str) -> Iterable[Line]:
    if question.aim:
        yield _aimed(4, no_aim)
    if question.brace and not braces(question):
        yield Line("Brace: only with Burst weapons", 0, BRACE)
    if question.flying:
        yield Line("At a unit that flies", -4, FLY)
    yield from counted.lines(Does.TN)
    yield from modifiers(Line("Other modifiers", question.modifier, source))


def _damage(question: Shoot, dam: int, counted: Counted, no_aim: str | None, *, secondary: bool) -> Ledger:
    lines = [Line("DAM", dam, WEAPON_PROFILE)]
    if question.aim:
        lines.append(_aimed(2, no_aim or ("only at the Primary Target" if secondary else None)))
    return limited([*lines, *counted.lines(Does.DAM), *counted.hit_lines(question.earlier_hits)], counted)


def _aimed(bonus: int, but: str | None) -> Line:
    return Line("Aim", bonus, AIM) if but is None else Line(f"Aim: {but}", 0, AIM)


def _unless(projected: bool, line: Line) -> Line:
    return Line(f"{line.label}: ignored by Projected weapons", 0, PROJECTED) if projected else line
