"""Decides for each ability in one attack whether it counts, why not, and how much it adds."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

import msgspec

from companion.ledger import Line
from companion.warzone.abilities.ability import (
    Ability,
    AbilityKind,
    Does,
    Effect,
    KnownAbility,
    Per,
    Vocabulary,
    When,
    Whose,
)

# What becomes of each effect of each ability in one attack: whether it counts, with what, and why not.

_BOUNDS = {
    **dict.fromkeys((Does.TN, Does.DAM, Does.AR), range(-40, 41)),
    **dict.fromkeys((Does.TESTS, Does.CRITICAL), range(1, 21)),
    Does.CF: range(-19, 20),
    Does.MULTIPLIER: range(-9, 10),
    Does.DAM_LIMIT: range(41),
    **dict.fromkeys((Does.DICE, Does.ARMOR_DICE), (*range(-5, -1), *range(2, 6))),
    Does.MOST_WOUNDS: range(3),
}
"""Bounds an effect's number. A number outside is not counted."""


class StandingAbility(Enum):
    """Says how an ability takes part in an attack.

    `IDLE`: it does not apply now. `UNTOLD`: it applies once the players say so. `UNKNOWN`: its effect is not known
    here.
    """

    COUNTED = "counted"
    OFF = "off"
    IGNORED = "ignored"
    IDLE = "idle"
    UNTOLD = "untold"
    UNKNOWN = "unknown"


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the facts that an ability's effect can depend on.

    `primary`: the target is the Primary Target. `lone`: every test of the action is at this target. `tested`: the
    attack's test is made against this target. `fresh`: the target has no Activation Counter. `wounds` is its number of
    Wound Counters. `armed`: the attack uses a Weapon. `area` is the Weapon's area as the question states it, besides
    its abilities. `told` names the abilities, in small letters, that the players say hold now. `off` names those that
    they do not want counted.
    """

    kind: AbilityKind
    charge: bool = False
    obstructed: bool = False
    reaction: bool = False
    primary: bool = True
    lone: bool = True
    tested: bool = True
    fresh: bool = False
    wounds: int = 0
    armed: bool = True
    area: Does | None = None
    told: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()


class StandingPart(msgspec.Struct, frozen=True, kw_only=True):
    """Holds one effect of one ability. `amount` is the resulting number, `why` the reason that it does not count."""

    ability: Ability
    known: KnownAbility
    effect: Effect
    amount: int
    standing: StandingAbility
    why: str = ""


def parts_of(
    attacker: Sequence[Ability], target: Sequence[Ability], circumstances: Circumstances, vocabulary: Vocabulary
) -> list[StandingPart]:
    """Returns every effect that concerns the attack, the attacker's first."""
    found = [
        part
        for abilities, whose in ((attacker, Whose.OWN), (target, Whose.AT_IT))
        for part in _parts(_stacked(abilities), whose, circumstances, vocabulary)
    ]
    found = list(_not_ignored(found))
    counting = {part.effect.does for part in found if part.standing is StandingAbility.COUNTED}
    areas = (counting & _AREAS) | ({circumstances.area} if circumstances.area else set())
    return [_in_place(part, areas, counting & _VERSUS) for part in found]


_AREAS = frozenset({Does.CLOUD, Does.EXPLOSIVE, Does.PROJECTED})
_VERSUS = frozenset({Does.AGAINST_PW, Does.AGAINST_LD})


def _stacked(abilities: Sequence[Ability]) -> Iterator[Ability]:
    """Yields abilities with a value as often as they occur, the others once: only values stack (Unit Profile)."""
    seen = set[str]()
    for each in abilities:
        if each.value is not None or each.key not in seen:
            yield each
        seen |= {each.key} if each.value is None else set()


def _parts(
    abilities: Iterable[Ability], whose: Whose, now: Circumstances, vocabulary: Vocabulary
) -> Iterator[StandingPart]:
    for ability in abilities:
        known = vocabulary.get(ability.key)
        for effect in known.effects if known else ():
            if effect.whose is not whose or effect.kind not in (AbilityKind.ANY, now.kind):
                continue
            assert known is not None
            number = amount(effect, ability)
            standing, why = _standing(effect, ability, number, now)
            if known.weapons and not now.armed:
                standing, why = StandingAbility.IDLE, "not without a weapon"
            counted = (number or 0) * (now.wounds if effect.per is Per.WOUND else 1)
            yield StandingPart(ability=ability, known=known, effect=effect, amount=counted, standing=standing, why=why)


def amount(effect: Effect, ability: Ability) -> int | None:
    """Returns the effect's number, or None where a number is needed and is missing or out of bounds."""
    if not effect.does.counts:
        return 0
    number = effect.amount if effect.amount is not None else ability.number
    if number is None or number not in _BOUNDS[effect.does]:
        return None
    return -number if effect.less else number


def _standing(effect: Effect, ability: Ability, amount: int | None, now: Circumstances) -> tuple[StandingAbility, str]:
    if amount is None:
        return StandingAbility.UNKNOWN, "has no number that counts"
    if effect.when is When.TOLD and ability.key not in now.told:
        return StandingAbility.UNTOLD, "say so where it holds"
    if ability.key in now.off:
        return StandingAbility.OFF, "not counted"
    if (effect.when, True) in (
        (When.CHARGE, not now.charge),
        (When.OBSTRUCTED, not now.obstructed),
        (When.REACTION, not now.reaction),
        (When.FRESH, not now.fresh),
        (When.PRIMARY, not now.primary),
        (When.LONE, not (now.primary and now.lone)),
    ):
        return StandingAbility.IDLE, f"only {effect.when.value}"
    if effect.whose is Whose.AT_IT and effect.does is Does.TN and not now.tested:
        return StandingAbility.IDLE, "the test is not against it"
    return StandingAbility.COUNTED, ""


def _not_ignored(parts: Sequence[StandingPart]) -> Iterator[StandingPart]:
    """Marks the parts that another ability ignores: they do not count."""
    ignoring = {
        part.effect.ignored: part.ability.name
        for part in parts
        if part.effect.does is Does.IGNORES and part.standing is StandingAbility.COUNTED
    }
    for part in parts:
        by = ignoring.get(part.ability.key)
        if by is not None and part.standing is StandingAbility.COUNTED:
            yield msgspec.structs.replace(part, standing=StandingAbility.IGNORED, why=f"ignored, {by}")
        else:
            yield part


def _in_place(part: StandingPart, areas: set[Does], versus: set[Does]) -> StandingPart:
    """Returns the part, idle where the weapon's own area or the tested value rules it out."""
    needed = {
        When.CLOUD: Does.CLOUD in areas,
        When.NO_AREA: not areas,
        When.OBSTRUCTED: Does.PROJECTED not in areas,
        When.BY_CC: Does.AGAINST_PW not in versus,
        When.BY_LD: (Does.AGAINST_PW if part.effect.does is Does.REROLL else Does.AGAINST_LD) in versus,
    }
    if part.standing is not StandingAbility.COUNTED or needed.get(part.effect.when, True):
        return part
    return msgspec.structs.replace(part, standing=StandingAbility.IDLE, why=f"only {part.effect.when.value}")


# Abilities beside an attack's answer: each as a line, with what it does here and why it does not.

_ORDER = (
    StandingAbility.COUNTED,
    StandingAbility.OFF,
    StandingAbility.IGNORED,
    StandingAbility.UNTOLD,
    StandingAbility.UNKNOWN,
    StandingAbility.IDLE,
)
_OF = {Whose.OWN: "attacker", Whose.AT_IT: "target"}


class AbilityLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describes an ability beside an attack's answer.

    `of` is "attacker" or "target". `does` is its effect here, in words. `why` is the reason that it does not apply.
    """

    name: str
    of: str
    does: str
    standing: StandingAbility
    why: str
    source: str


def of_several(attacks: Iterable[Iterable[AbilityLine]]) -> tuple[AbilityLine, ...]:
    """Returns the abilities of several attacks, each once, in the best standing of them all."""
    found: dict[tuple[str, str], AbilityLine] = {}
    for line in (line for lines in attacks for line in lines):
        before = found.setdefault((line.of, line.name), line)
        if _ORDER.index(line.standing) < _ORDER.index(before.standing):
            found[line.of, line.name] = line
    return tuple(found.values())


def ability_lines(
    abilities: Iterable[Ability], whose: Whose, parts: Sequence[StandingPart], vocabulary: Vocabulary
) -> Iterator[AbilityLine]:
    """Yields one side's abilities that concern the attack, or whose effect is not known, each once."""
    of = _OF[whose]
    for ability in dict.fromkeys(abilities):
        known = vocabulary.get(ability.key)
        if known is None or not known.counted:
            yield AbilityLine(
                name=str(ability),
                of=of,
                does=known.does if known else "",
                standing=StandingAbility.UNKNOWN,
                why="not counted",
                source=known.source if known else "",
            )
            continue
        own = [part for part in parts if part.ability == ability and part.effect.whose is whose]
        own.sort(key=lambda part: _ORDER.index(part.standing))
        if own:
            shown = [part for part in own if part.standing is own[0].standing]
            yield AbilityLine(
                name=str(ability),
                of=of,
                does=", ".join(_words(part) for part in shown),
                standing=own[0].standing,
                why=own[0].why,
                source=known.source,
            )


def _words(part: StandingPart) -> str:
    does, amount = part.effect.does, part.amount
    if does in (Does.TN, Does.DAM, Does.AR, Does.MULTIPLIER, Does.CF):
        signed = f"{amount:+d}".replace("-", "−")
        return f"{does.value} {signed}" + (f" {part.effect.per.value}" if part.effect.per is Per.HIT else "")
    if does is Does.TESTS:
        return f"{amount} tests" if amount != 1 else "1 test"
    if does in (Does.DICE, Does.ARMOR_DICE):
        return f"{abs(amount)} {does.value if amount > 0 else does.value.replace('lowest', 'highest')}"
    if does is Does.IGNORES:
        return f"ignores {part.effect.ignored}"
    return f"{does.value} {amount}" if does.counts else does.value


# The abilities of both units in one attack, asked by what they change.


class Counted:
    """Holds all abilities of an attack, and answers by what they change."""

    def __init__(
        self,
        attacker: Sequence[Ability],
        target: Sequence[Ability],
        circumstances: Circumstances,
        vocabulary: Vocabulary,
    ) -> None:
        self._attacker, self._target = tuple(attacker), tuple(target)
        self._vocabulary = vocabulary
        self._parts = parts_of(self._attacker, self._target, circumstances, vocabulary)

    def parts(self, does: Does) -> Iterator[StandingPart]:
        """Yields the parts that count."""
        return (part for part in self._parts if part.effect.does is does and part.standing is StandingAbility.COUNTED)

    def has(self, does: Does) -> bool:
        return any(True for _ in self.parts(does))

    def total(self, does: Does) -> int:
        """Returns the sum of the amounts. Abilities of one name add up too (Chapter 3, Unit Profile)."""
        return sum(part.amount for part in self.parts(does))

    def least(self, does: Does) -> int | None:
        """Returns the least amount, or None without any."""
        return min((part.amount for part in self.parts(does)), default=None)

    def ignores(self, what: str) -> str | None:
        """Returns the name of the ability that ignores this modifier of the book, or None."""
        found = (part for part in self.parts(Does.IGNORES) if part.effect.ignored == what)
        return next((part.ability.name for part in found), None)

    def lines(self, does: Does) -> Iterator[Line]:
        """Yields a ledger's lines: what counts, and with 0 what another circumstance keeps from counting."""
        for part in self._parts:
            if part.effect.does is not does or part.effect.per is Per.HIT:
                continue
            name, source = str(part.ability), part.known.source
            if part.standing is StandingAbility.COUNTED and part.amount:
                yield Line(name, part.amount, source)
            elif part.standing in (StandingAbility.OFF, StandingAbility.IGNORED):
                yield Line(f"{name}: {part.why}", 0, source)

    def per_hit(self) -> int:
        """Returns by how much DAM rises with each earlier hit on the same target."""
        return sum(part.amount for part in self.parts(Does.DAM) if part.effect.per is Per.HIT)

    def hit_lines(self, hits: int) -> Iterator[Line]:
        """Yields a line of DAM for each ability that counts the earlier `hits`."""
        for part in self.parts(Does.DAM):
            if part.effect.per is Per.HIT and hits:
                yield Line(f"{part.ability}: {hits} earlier", part.amount * hits, part.known.source)

    def list_abilities(self) -> tuple[AbilityLine, ...]:
        """Returns every ability that concerns this attack, or whose effect is not known, the attacker's first."""
        return (
            *ability_lines(self._attacker, Whose.OWN, self._parts, self._vocabulary),
            *ability_lines(self._target, Whose.AT_IT, self._parts, self._vocabulary),
        )
