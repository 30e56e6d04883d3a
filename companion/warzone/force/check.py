"""Checks whether a Force is legal, and names the rules of Chapter 12 that it breaks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from companion.choices import Chosen, reading
from companion.warzone.cards.card import Designation, Faction, Role, UnitCard
from companion.warzone.choices import FORCE_SHARE, UNIQUE_ALLIES, ForceShare, UniqueAllies, WarzoneChoices
from companion.warzone.force.assets import ASSETS, available, bearers, designation_problems, to_designate
from companion.warzone.force.force import ForceProblem, ForceRoster, ally_problems, deployed, is_ally

# Units that a Force may have only for others, which its cards say (Chapter 12, Build Forces).


def companion_problems(units: Sequence[UnitCard]) -> Iterator[ForceProblem]:
    """Yields a problem for each allowance that is exceeded by units that are there for others.

    Kinds that are there for the same unit share its allowance. If it allows two of either kind, it allows two in all.
    """
    allowances: dict[str, list[UnitCard]] = {}
    for card in units:
        if card.only_with is not None:
            allowances.setdefault(card.only_with.of.casefold(), []).append(card)
    for of, guests in allowances.items():
        hosts = sum(of in (card.name.casefold(), card.type.casefold()) for card in units if not _there_for(card, of))
        if sum(Fraction(1, card.only_with.each) for card in guests if card.only_with) > hosts:
            yield ForceProblem("Build Forces", _lacking_hosts(guests, hosts))


def _there_for(card: UnitCard, of: str) -> bool:
    """Refuses a unit beside one that is there for its own kind alone."""
    return card.only_with is not None and card.only_with.of.casefold() == of


def _lacking_hosts(guests: Sequence[UnitCard], hosts: int) -> str:
    kinds = {card.name: card.only_with for card in guests if card.only_with}
    allowed = " or ".join(f"{only.each} {name}" for name, only in kinds.items())
    numbers = Counter(card.name for card in guests)
    have = " and ".join(f"{number} {name}" for name, number in numbers.items())
    of = next(only.of for only in kinds.values())
    return f"For each {of} you may have {allowed}: you have {have}, and {hosts or 'no'} {of}."


# Which Troopers serve which Leader or Specialist, so that as many as can be have theirs (Chapter 12, Leader and
# Specialist).


def unserved(units: Sequence[UnitCard], role: Role) -> dict[int, int]:
    """Returns how many Troopers are missing for which unit, by its index, when they are shared out as well as possible.

    Leaders and Specialists are looked at apart: a Trooper may serve one of each, but only one of either. A unit that is
    both Leader and Trooper does not serve itself: its (X : Y) must be included "as well". An augmenting path (Kuhn) for
    each call finds the largest assignment. A call that finds no path stays unserved, and so does any other call for the
    same Troopers.
    """
    calls = [
        (index, needs)
        for index, unit in enumerate(units)
        if (designation := unit.designation(role)) is not None
        for needs in _places(designation)
    ]
    fit = {
        call: [index for index, unit in enumerate(units) if index != call[0] and _serves(unit, call[1])]
        for call in calls
    }
    serving: dict[int, int] = {}

    def serve(call: int, seen: set[int]) -> bool:
        for trooper in fit[calls[call]]:
            if trooper in seen:
                continue
            seen.add(trooper)
            if trooper not in serving or serve(serving[trooper], seen):
                serving[trooper] = call
                return True
        return False

    missing: dict[int, int] = {}
    in_vain: set[tuple[int, ...]] = set()
    for call, (leader, types) in enumerate(calls):
        alike = tuple(fit[leader, types])
        if alike in in_vain or not serve(call, set()):
            in_vain.add(alike)
            missing[leader] = missing.get(leader, 0) + 1
    return missing


def _places(designation: Designation) -> list[frozenset[str]]:
    """Returns a set of Unit Types for each Trooper that is called for."""
    needs = designation.needs
    return [] if needs is None else [frozenset(type.casefold() for type in needs.types)] * needs.count


def _serves(unit: UnitCard, types: frozenset[str]) -> bool:
    return unit.designation(Role.TROOPER) is not None and unit.type.casefold() in types


# Whether a Force is legal, and by which rules it is not. Rules: Warzone Eternal, Chapter 12, Building a Force.

_ALLIES_PER_CENT = 20
_ASSETS_PER_CENT = 10


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Counts the points spent, and the limits they are under. `dp` is everything: units, Allies among them, and
    assets. `sp_given` and `sp_spent` are both positive."""

    game_size: int
    dp: int
    units: int
    sp_given: int
    sp_spent: int
    allies_dp: int
    allies_limit: int
    assets_dp: int
    assets_limit: int


class ForceVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Lists each rule that fails, in the chapter's order; empty where the Force is legal.

    `choices` are the rule choices that counted where the book is silent. `unfinished` lists what is still to choose,
    and breaks no rule.
    """

    legal: bool
    problems: tuple[ForceProblem, ...]
    totals: Totals
    choices: tuple[Chosen, ...]
    unfinished: tuple[ForceProblem, ...] = ()


def check_force(force: ForceRoster, cards: Mapping[str, UnitCard], choices: WarzoneChoices) -> ForceVerdict:
    """Returns the verdict on a Force.

    `cards` has its units' cards by their ids. An unknown id is a problem, and not an error.
    """
    units = [cards[id] for id in force.units if id in cards]
    totals = _totals(force, units, choices)
    own = [deployed(card, force.faction) for card in units]
    designations = bearers(force, own)
    problems = (*_problems(force, units, totals, choices, cards), *designation_problems(designations, own))
    leaned: list[Chosen] = []
    if totals.allies_dp or totals.assets_dp:
        leaned.append(reading(FORCE_SHARE, choices))
    if any(is_ally(card, force.faction) and card.designation(Role.UNIQUE) for card in units):
        leaned.append(reading(UNIQUE_ALLIES, choices))
    return ForceVerdict(
        legal=not problems,
        problems=problems,
        totals=totals,
        choices=tuple(leaned),
        unfinished=tuple(to_designate(designations)),
    )


def _totals(force: ForceRoster, units: Sequence[UnitCard], choices: WarzoneChoices) -> Totals:
    assets = sum(asset.dp for name in force.assets if (asset := ASSETS.get(name.casefold())))
    dp = sum(card.dp for card in units) + assets
    base = force.game_size if choices.force_share is ForceShare.GAME_SIZE else dp
    return Totals(
        game_size=force.game_size,
        dp=dp,
        units=len(units),
        sp_given=sum(max(card.sp, 0) for card in units),
        sp_spent=sum(max(-card.sp, 0) for card in units),
        allies_dp=sum(card.dp for card in units if is_ally(card, force.faction)),
        allies_limit=_per_cent(base, _ALLIES_PER_CENT),
        assets_dp=assets,
        assets_limit=_per_cent(base, _ASSETS_PER_CENT),
    )


def _per_cent(base: int, share: int) -> int:
    """Rounds fractions up (Chapter 3, Rounding Up)."""
    return -(-base * share // 100)


def _problems(
    force: ForceRoster,
    units: Sequence[UnitCard],
    totals: Totals,
    choices: WarzoneChoices,
    cards: Mapping[str, UnitCard],
) -> Iterator[ForceProblem]:
    for id in dict.fromkeys(force.units):
        if id not in cards:
            yield ForceProblem("Build Forces", f"This table no longer has the unit {id}: remove it.")
    if force.faction is Faction.CARTEL:
        yield ForceProblem("Select Factions", "The Cartel has no Forces of its own yet: choose another Faction.")
    if totals.dp > totals.game_size:
        yield ForceProblem(
            "Build Forces", f"{totals.dp} DP of {totals.game_size}: remove {totals.dp - totals.game_size} DP."
        )
    if totals.sp_spent > totals.sp_given:
        yield ForceProblem(
            "Build Forces", f"{totals.sp_spent} SP spent, {totals.sp_given} given: a Leader brings more."
        )
    yield from companion_problems(units)
    yield from _designations(units, force, choices)
    if totals.allies_dp > totals.allies_limit:
        yield ForceProblem("Ally Designations", f"Allies cost {totals.allies_dp} DP: at most {totals.allies_limit}.")
    yield from ally_problems(force, units)
    yield from _assets(force, totals)


def _designations(units: Sequence[UnitCard], force: ForceRoster, choices: WarzoneChoices) -> Iterator[ForceProblem]:
    own = [deployed(card, force.faction) for card in units]
    if not any(card.designation(Role.LEADER) for card in own):
        yield ForceProblem("Leader", "You have no Leader: bring at least one.")
    for role in (Role.LEADER, Role.SPECIALIST):
        short: Counter[str] = Counter()
        for index, missing in unserved(own, role).items():
            short[own[index].id] += missing
        for id, missing in short.items():
            card = next(card for card in own if card.id == id)
            designation = card.designation(role)
            types = " or ".join(designation.needs.types) if designation and designation.needs else ""
            troopers = "Trooper" if missing == 1 else "Troopers"
            yield ForceProblem(role.value, f"{card.name} must have {missing} more {types} {troopers}.")
    counted = units if choices.unique_allies is UniqueAllies.STAY else own
    copies = Counter(card.name for card in counted if card.designation(Role.UNIQUE))
    for name, number in copies.items():
        if number > 1:
            yield ForceProblem("Unique", f"There is only one {name}: you have {number}.")


def _assets(force: ForceRoster, totals: Totals) -> Iterator[ForceProblem]:
    open_to = {asset.name.casefold() for asset in available(force.faction)}
    for name, number in Counter(name.casefold() for name in force.assets).items():
        asset = ASSETS.get(name)
        if asset is None:
            yield ForceProblem("Faction Assets", f"There is no asset {name}.")
        elif name not in open_to:
            yield ForceProblem("Faction Assets", f"{asset.name} is on the {asset.list}: not for {force.faction.value}.")
        if asset is not None and number > 1:
            yield ForceProblem("Faction Assets", f"{asset.name} can be bought once: you have it {number} times.")
    if totals.assets_dp > totals.assets_limit:
        yield ForceProblem("Faction Assets", f"Assets cost {totals.assets_dp} DP: at most {totals.assets_limit}.")
