"""Describes a duel as its sheet draws it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from companion.warzone.abilities.catalogue import GRUESOME, VOLATILE, fallen
from companion.warzone.abilities.standing import AbilityLine, StandingAbility
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import Resolution, Rolls
from companion.warzone.attacks.target import TESTS, Obstruction
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.numbers import BandName
from companion.warzone.choices import WarzoneChoices
from companion.warzone.duel.fighter import Duel, Fighter, in_flight, ways
from companion.warzone.duel.lines import DuelLine, can_brace, charge_reach, the_line
from companion.warzone.match.parts import MOST_SHARES, AttackWay, Declaration, Reaction, Share, Told, shares_of
from companion.warzone.match.reactions import abilities, aimed, barred, braced
from web.warzone.calculators.attackview import NO_FIGURES, AttackFigures, AttackView, whole
from web.warzone.calculators.fields import signed
from web.warzone.calculators.ledgers import percent
from web.warzone.duel.bodies import DuelPageQuery, href, told_of, way_of


@dataclass(frozen=True, kw_only=True)
class DuelRow:
    """Describes one line: the weapon, and its three main numbers."""

    name: str
    how: str
    figures: AttackFigures
    why_not: str
    best: bool
    href: str


@dataclass(frozen=True, kw_only=True)
class Chip:
    """Describes a circumstance: a tap leads to the same sheet with it, or without."""

    label: str
    href: str
    on: bool


@dataclass(frozen=True, kw_only=True)
class Switch:
    """Describes an ability of either Unit.

    `href` leads to the sheet with the ability switched; None where it cannot be.
    """

    name: str
    does: str
    why: str
    counted: bool
    href: str | None


@dataclass(frozen=True, kw_only=True)
class ShownRoll:
    """Holds the dice and what they mean: the attack's faces, each with its result, and the whole result."""

    tests: Sequence[tuple[str, str]]
    outcome: str
    rolls: str
    armor: str
    real: bool


@dataclass(frozen=True, kw_only=True)
class Opened:
    """Describes one line with everything.

    `wrong` says by field what is wrong with the typed dice, `armor_dice` how many cells the Armor dice have. `refused`
    says why the table would not take it now. `one_test`: its dice count for every Unit in the area. `lies`: the table
    rolled its dice, which are in the log. `tested` is the die of the test against the Primary Target. `gruesome` lists
    what else the table has to do once the target falls.
    """

    row: DuelRow
    view: AttackView
    switches: Sequence[Switch]
    unknown: Sequence[tuple[str, str]]
    tests: int
    armor_dice: int
    rolled: ShownRoll | None
    wrong: dict[str, str]
    refused: str
    area: bool
    one_test: bool
    lies: bool
    tested: int | None
    gruesome: Sequence[str]


def how(way: AttackWay, card: UnitCard | None) -> str:
    """Returns the band in inches, or the action of a weapon that strikes."""
    if way.action is Action.CHARGE and card is not None:
        return f"Charge, MV {card.mv}″ at most"
    if way.action is not Action.SHOOT:
        return str(way.action.value).title()
    weapon = card.weapon(way.weapon) if card else None
    if card is None or weapon is None:
        return "Shoot"
    column = weapon.short if way.band is BandName.SHORT else weapon.long
    return f"to {column.reach.of(card.st)}″" if column else "Shoot"


def row(
    line: DuelLine, attacker: Fighter, target: Fighter, href: str, *, kills: bool, tested: int | None = None
) -> DuelRow:
    """Returns one line's row.

    `kills`: a possible attack of the sheet may remove the target, so all percentages are about that. Else they are
    about wounding it. `tested` is the die of a test that is already made.
    """
    figures = attack_view(line, target).figures if line.answer else NO_FIGURES
    if line.answer and figures.out:
        chance = line.answer.casualty if kills else line.answer.at_least[1]
        roll = figures.roll if tested is None else str(tested)
        figures = replace(figures, roll=roll, out=percent(chance.p), hope="removes it" if kills else "wounds it")
    return DuelRow(
        name=line.way.weapon,
        how=how(line.way, attacker.card),
        figures=figures,
        why_not=line.why_not,
        best=line.best,
        href=href,
    )


def hope(line: DuelLine) -> str:
    """Returns the result of one line, with what its percentage is of; empty without a count."""
    if line.answer is None or not line.answer.multiplier:
        return ""
    out = line.answer.casualty.p
    return f"removes it {percent(out)}" if out else f"wounds it {percent(line.answer.at_least[1].p)}"


def attack_view(line: DuelLine, target: Fighter) -> AttackView:
    assert line.answer is not None
    wounds = target.state.unit.wounds or (target.card.w if target.card else 1)
    return whole(line.answer, left=max(1, wounds - target.state.wounds), plans=(), plans_href="")


def unknown(lines: Sequence[AbilityLine], cards: Mapping[str, UnitCard]) -> list[tuple[str, str]]:
    """Returns the abilities with an unknown effect, each with where its card's owner can say it.

    `cards` are by "attacker" and "target".
    """
    found = {each.name: cards[each.of].id for each in lines if each.standing is StandingAbility.UNKNOWN}
    return [(name, f"/warzone/units/{id}/edit#bound") for name, id in found.items()]


def rolled(found: Resolution, rolls: Rolls, *, real: bool, melee: bool, steady: bool) -> ShownRoll:
    """`steady`: the attacker gets no Pinned Counters."""
    tests = []
    for test in found.tests:
        said = "miss"
        if test.hit:
            said = "critical hit" if test.critical else "hit"
            if test.degree is not None:
                armor = ", ".join(map(str, (*test.armor, *test.again)))
                said += (
                    f", armor {armor}: {_wounds(test.wounds) if test.wounds else test.degree.value.replace('_', ' ')}"
                )
        tests.append((str(test.face), said))
    return ShownRoll(
        tests=tests,
        outcome=_outcome(found, melee=melee, steady=steady),
        rolls=" ".join(map(str, rolls.attack)),
        armor=" ".join(map(str, rolls.armor)),
        real=real,
    )


def _outcome(found: Resolution, *, melee: bool, steady: bool) -> str:
    parts = []
    if found.casualty:
        parts.append("Casualty")
    elif found.wounds:
        parts.append(_wounds(found.wounds))
    if found.pinned and not found.casualty:
        parts.append("Pinned")
    if not parts:
        parts.append("no effect" if found.hits else "a miss")
    if found.failed and not (melee and steady):
        parts.append("the striker is Pinned" if melee else "the weapon must Reload")
    said = ", ".join(parts)
    return said[:1].upper() + said[1:]


def _wounds(count: int) -> str:
    return "1 Wound" if count == 1 else f"{count} Wounds"


def afterwards(duel: Duel, rolled: ShownRoll | None) -> list[str]:
    """Says what else has to be done where these dice take the target out: by its own abilities, and by those of who did
    it."""
    if rolled is None or not rolled.outcome.startswith("Casualty"):
        return []
    return [
        *fallen(abilities(duel.attacker.state.unit), GRUESOME),
        *fallen(abilities(duel.target.state.unit), VOLATILE),
    ]


# A Burst that is spread over several Units.


@dataclass(frozen=True, kw_only=True)
class ShareView:
    """Shows the tests at one further Unit: their odds, and taps for their number and circumstances."""

    name: str
    hope: str
    chips: Sequence[Chip]


@dataclass(frozen=True, kw_only=True)
class Spread:
    """Shows how the `tests` of a Burst are spread: `here` at the target, the `shares` at others. `more` are taps that
    give one to another Unit."""

    tests: int
    here: int
    shares: Sequence[ShareView]
    more: Sequence[Chip]


def spread(
    query: DuelPageQuery,
    duel: Duel,
    way: AttackWay,
    choices: WarzoneChoices,
    *,
    others: Mapping[str, Duel],
    names: Mapping[str, str],
) -> Spread | None:
    """Returns the spread of a Burst in its own Activation; None for anything else. `others` are the duels at those that
    tests are at, `names` all that they can be at."""
    told = told_of(query)
    alone = the_line(duel, structs.replace(told, spread=""), way, choices)
    tests = alone.attack.tests if alone.attack else 1
    if tests < 2 or alone.area or told.primary or told.reaction or told.indirect:
        return None
    shares = [each for each in shares_of(query.spread) if each.target in others]
    left = tests - sum(each.tests for each in shares)
    how = Declaration(way=way, told=told)

    def leading(*changed: Share) -> str:
        kept = {each.target: each for each in (*shares, *changed)}
        return href(query, spread=" ".join(str(each) for each in kept.values() if each.tests))

    def share(each: Share) -> ShareView:
        at = how.at(each.target, duel.target.id)
        line = the_line(others[each.target], at.told, at.way, choices)
        counted = structs.replace(each, tests=each.tests + 1 if left > 1 else 0)
        chips = [Chip(label=f"{each.tests} of {tests} tests", on=True, href=leading(counted))]
        clear = _summed(others[each.target], structs.replace(at.told, obstruction=Obstruction.CLEAR), at.way, choices)
        for one in (Obstruction.LIGHT, Obstruction.HEAVY):
            on = each.obstruction is one
            other = structs.replace(each, obstruction=Obstruction.CLEAR if on else one, cover=False)
            less = _summed(others[each.target], structs.replace(at.told, obstruction=one), at.way, choices) - clear
            chips.append(Chip(label=f"{one.value} {signed(less)}", on=on, href=leading(other)))
        if each.obstruction is Obstruction.HEAVY:
            chips.append(
                Chip(label="cover +2", on=each.cover, href=leading(structs.replace(each, cover=not each.cover)))
            )
        if len([one for one in ways(duel, told) if one.weapon == way.weapon and one.band]) > 1:
            band = next(one for one in BandName if one is not at.way.band)
            chips.append(
                Chip(
                    label=f"{at.way.band.value if at.way.band else ''} range",
                    on=at.way.band is not way.band,
                    href=leading(structs.replace(each, band=band)),
                )
            )
        return ShareView(name=others[each.target].target.name, hope=hope(line), chips=chips)

    more = [
        Chip(label=f"+ {name}", on=False, href=leading(Share(target=id, band=way.band)))
        for id, name in names.items()
        if left > 1 and len(shares) < MOST_SHARES and id not in others
    ]
    return Spread(tests=tests, here=left, shares=[share(each) for each in shares], more=more)


# The circumstances that players tap, only those that can matter here.

MOST_FRIENDS = 4
_DEFAULTS = {field.name: field.default for field in structs.fields(DuelPageQuery)}


def chips(query: DuelPageQuery, duel: Duel, lines: tuple[DuelLine, ...], choices: WarzoneChoices) -> Iterator[Chip]:
    """Yields chips; each leads to the same sheet with its circumstance, or without."""
    shots = [line for line in lines if line.way.action is Action.SHOOT and line.attack]
    melee = any(line.way.action is not Action.SHOOT for line in lines)
    weapons = duel.attacker.card.weapons if duel.attacker.card else ()
    has = {each.key for weapon in weapons for each in weapon.abilities}
    if shots:
        yield from _shooting(query, duel, shots, choices)
    yield _friends(query, duel)
    if melee and query.reaction is None and duel.target.id not in duel.attacker.state.engaged:
        yield _chip(query, "in contact", "contact")
    if query.action is Action.CHARGE and query.reaction is None and duel.attacker.card:
        yield _chip(query, "one is nearer", "nearer")
        yield _chip(query, f"over {charge_reach(duel.attacker.card)}″ away", "beyond")
        yield _chip(query, "out of sight", "sight_blocked")
    if melee and "reach" in has:
        yield _chip(query, "out of contact, Reach", "apart")
    if "indirect" in has:
        yield _chip(query, "indirect", "indirect")
        if query.indirect:
            yield _chip(query, "sight blocked", "sight_blocked")
    if query.obstruction is Obstruction.HEAVY or query.apart or query.indirect or query.primary:
        yield _chip(query, "cover +2", "cover")
    if duel.target.aided:
        yield _chip(query, "First Aid within 6″", "first_aid")


def _shooting(query: DuelPageQuery, duel: Duel, shots: list[DuelLine], choices: WarzoneChoices) -> Iterator[Chip]:
    told, state, target = told_of(query), duel.attacker.state, duel.target.state
    way = next((line.way for line in shots if line.way == way_of(query)), shots[0].way)
    clear = _summed(duel, structs.replace(told, obstruction=Obstruction.CLEAR), way, choices)
    for each in (Obstruction.LIGHT, Obstruction.HEAVY):
        less = _summed(duel, structs.replace(told, obstruction=each), way, choices) - clear
        yield _chip(query, f"{each.value} {signed(less)}", "obstruction", each)
    if query.reaction is not None:
        if query.reaction is Reaction.AMBUSH and not in_flight(duel):
            yield _chip(query, "it flies", "flying")
        return
    if query.primary is None and not aimed(state):
        yield _chip(query, "aim", "aim")
    bracing = [way] if query.action else [line.way for line in shots]
    if query.primary is None and not braced(state) and any(can_brace(duel, told, each) for each in bracing):
        yield _chip(query, "brace", "brace")
    if not duel.dives and not barred(target, Reaction.DIVE_FOR_COVER):
        yield _chip(query, "it dives", "dive")


def _summed(duel: Duel, told: Told, way: AttackWay, choices: WarzoneChoices) -> int:
    """Sums the modifiers of a shot, those of abilities of either side too, before its Target Number is bounded."""
    attack = the_line(duel, told, way, choices).attack
    return sum(line.value for line in attack.target_number.lines if line.source != TESTS) if attack else 0


def _friends(query: DuelPageQuery, duel: Duel) -> Chip:
    """Returns one more with each tap, then none."""
    friends = duel.friends if query.friends is None else query.friends
    label = "friend engaged" if friends < 2 else f"{friends} friends engaged"
    more = friends + 1 if friends < MOST_FRIENDS else 0
    return Chip(label=label, on=friends > 0, href=href(query, friends=more))


def _chip(query: DuelPageQuery, label: str, name: str, value: Any = True) -> Chip:
    on = getattr(query, name) == value
    # Dice on the table stay there, for every chip.
    return Chip(label=label, on=on, href=href(query, **{name: _DEFAULTS[name] if on else value}))
