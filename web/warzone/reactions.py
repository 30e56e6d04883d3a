"""Draws the declared act, who may react and what each Reaction is worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.target import Obstruction
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.numbers import BandName
from companion.warzone.duel.outcome import ReactionOdds, answering_told, reaction_odds
from companion.warzone.force.force import card_of
from companion.warzone.match.declarations import seconds_left
from companion.warzone.match.parts import AttackWay, EnemyAction, Reaction, Told
from companion.warzone.match.reactions import May, spares, who_may
from companion.warzone.match.state import State, called, possessive
from companion.warzone.match.turns import left_after, passes_after
from web.warzone.calculators.ledgers import percent
from web.warzone.match.tiles import DUEL, UNITS

# Who may react, as the table's page draws it: each with what it is worth, what it costs, and one tap to declare it.

SILENCED = "silenced"


@dataclass(frozen=True, kw_only=True)
class ReactionOffer:
    """Describes one Reaction of one Unit.

    `odds` is its percentage, `hope` is what that is of, and `how` is the attack. `costs` is what it takes, and
    `provided` is what the players check. `sheet` is the attack's own sheet, empty for a dive.
    """

    unit: str
    name: str
    reaction: Reaction
    at: str
    worth: float
    odds: str
    hope: str
    how: str
    costs: str
    provided: str
    sheet: str


@dataclass(frozen=True, kw_only=True)
class Test:
    """Describes the test of Guerilla (X) or Dodge.

    A die of at most `needed` spares the Unit the counter. None stands for the lowest die of a shot that was not
    recorded.
    """

    at: str
    said: str
    needed: int | None


@dataclass(frozen=True, kw_only=True)
class Offered:
    """Lists everything that the `side` may react to `what` with.

    `others` are possible only if the players see that they are. `pending` are attacks that were declared and are still
    to be made. `afterwards` says what follows from an Ambush that removes the Unit. `waits`: for so many seconds the
    dice wait for a Reaction.
    """

    side: Side
    what: str
    named: Sequence[ReactionOffer]
    others: Sequence[ReactionOffer]
    not_now: Sequence[str]
    pending: Sequence[tuple[str, str]]
    diving: Sequence[str]
    tests: Sequence[Test]
    afterwards: str
    waits: int | None = None

    @property
    def open(self) -> bool:
        """Returns True while a Unit may still react."""
        return bool(self.named or self.others)


def offered(
    state: State, cards: Sequence[UnitCard], *, only: str | None = None, now: int | None = None
) -> Offered | None:
    """Returns the Reactions to the declared act, or None where no Unit can react or has a Reaction to finish.

    `only` limits them to one Unit. `now` is the monotonic instant, where dice may wait.
    """
    going = state.declared
    if going is None:
        return None
    side = going.side.other
    found_odds: list[tuple[str, May, ReactionOdds | None]] = []
    not_now = []
    mays = who_may(state, silenced=_silenced(state, going, cards))
    for unit, reactions in mays.items():
        if going.forgone or (only is not None and unit != only):
            continue
        name = state.forces[side].units[unit].unit.name
        carded = all(_card(state, cards, *each) for each in ((side, unit), (going.side, going.unit)))
        for may in reactions:
            odds = None if may.why_not else reaction_odds(state, cards, unit, may.reaction)
            if may.why_not:
                not_now.append(f"{name}: {may.why_not}")
            elif odds is None and carded and may.reaction is not Reaction.DIVE_FOR_COVER:
                not_now.append(f"{name}: no attack for {may.reaction.title} now")
            else:
                found_odds.append((unit, may, odds))
    # All percentages side by side are of the same kind.
    kills = any(odds.out or odds.undived for *_, odds in found_odds if odds)
    offers = [_offer(state, side, unit, may, odds, kills=kills) for unit, may, odds in found_odds]
    asked = sorted((offer for offer in offers if _is_at(going, offer)), key=lambda offer: -offer.worth)
    found = Offered(
        side=side,
        what=describe_act(state, going),
        named=asked,
        others=[offer for offer in offers if offer not in asked],
        not_now=list(dict.fromkeys(not_now)),
        pending=list(_pending(state, going)),
        diving=[each.unit.name for each in state.forces[side].standing if each.reacting is Reaction.DIVE_FOR_COVER],
        tests=list(_tests(state, going)),
        afterwards=_afterwards(state, going) if any(each.reaction is Reaction.AMBUSH for each in offers) else "",
        waits=None if now is None else seconds_left(state, state.sand(now)),
    )
    return found if found.open or found.pending or found.tests else None


def describe_act(state: State, going: EnemyAction) -> str:
    """Describes the act, such as "Moths’ Wick, Shoot at Lamp 1"."""
    units, enemies = state.forces[going.side].units, state.forces[going.side.other].units
    who = units[going.unit].unit.name if going.unit in units else "A Unit"
    names = [enemies[each].unit.name for each in going.targets if each in enemies]
    at = f" {'' if going.action is Action.STRIKE else 'at '}{', '.join(names)}" if names else ""
    return f"{possessive(called(state, going.side))} {who}, {going.action.title}{at}"


def _is_at(going: EnemyAction, offer: ReactionOffer) -> bool:
    """Returns whom it is at; of movement, everyone."""
    return not going.targets or going.action.moves or offer.unit in going.targets


def _offer(state: State, side: Side, unit: str, may: May, odds: ReactionOdds | None, *, kills: bool) -> ReactionOffer:
    found = state.forces[side].units[unit]
    return ReactionOffer(
        unit=unit,
        name=found.unit.name,
        reaction=may.reaction,
        at=UNITS.format(side=side.value, unit=unit),
        worth=(odds.out if kills else odds.hurt) if odds else 0,
        odds=_odds(odds, kills=kills),
        hope=_hope(odds, kills=kills) if odds else "",
        how=_how(odds.way) if odds else "no card: no odds",
        costs=_costs(state, side, unit, may),
        provided=", ".join(may.provided),
        sheet="" if may.reaction is Reaction.DIVE_FOR_COVER else _sheet(state, unit, may.reaction),
    )


def _sheet(state: State, unit: str, reaction: Reaction) -> str:
    going = state.declared
    assert going is not None
    return attack(going.side.other, unit, going.unit, answering_told(going, unit, reaction))


def attack(side: Side, unit: str, acting: str, told: Told) -> str:
    """Returns the sheet of the Reaction's attack, at the Unit that acts; empty for a dive."""
    if told.reaction in (None, Reaction.DIVE_FOR_COVER):
        return ""
    asked = {"side": side.value, "unit": unit, "target": acting, "reaction": told.reaction.value}
    if told.obstruction is not Obstruction.CLEAR:
        asked["obstruction"] = told.obstruction.value
    return f"{DUEL}?{urlencode(asked)}"


def _odds(odds: ReactionOdds | None, *, kills: bool) -> str:
    if odds is None:
        return ""
    now, before = (odds.out, odds.undived) if kills else (odds.hurt, odds.unhurt)
    return percent(now) if before is None else f"{percent(before)} → {percent(now)}"


def _hope(odds: ReactionOdds, *, kills: bool) -> str:
    """Returns what the percentage is of, and where it is none at all, how likely it wounds."""
    if not kills:
        return "wounds it"
    lesser = f", wounds it {percent(odds.hurt)}" if not odds.out and not odds.undived else ""
    return f"removes it{lesser}"


def _how(way: AttackWay) -> str:
    band = {BandName.SHORT: ", short", BandName.LONG: ", long", None: ""}[way.band]
    return f"{way.weapon}{band}" if way.action is Action.SHOOT else f"{way.action.value.title()}, {way.weapon}"


def _costs(state: State, side: Side, unit: str, may: May) -> str:
    if may.reaction is not Reaction.AMBUSH:
        return "Reaction"
    return f"Reaction and Activation, {left_after(state, side, unit)} left to act"


def _afterwards(state: State, going: EnemyAction) -> str:
    """Counts the next Turn's Pass Counters from the Units left then (Calculate Pass Counters)."""
    passes = passes_after(state, going.side, going.unit)
    if not any(passes.values()):
        return ""
    told = ", ".join(f"{called(state, side)} {passes[side]}" for side in (going.side.other, going.side))
    return f"If it falls, Pass Counters next Turn: {told}"


def _pending(state: State, going: EnemyAction) -> Iterator[tuple[str, str]]:
    for each in state.forces[going.side.other].standing:
        if each.reacting not in (None, Reaction.DIVE_FOR_COVER):
            yield f"{possessive(each.unit.name)} {each.reacting.title}", _sheet(state, each.unit.id, each.reacting)


def _tests(state: State, going: EnemyAction) -> Iterator[Test]:
    side = going.side.other
    for id, reaction in going.reacted.items():
        unit = state.forces[side].units.get(id)
        if unit is None or unit.fall is not None or id in going.tested:
            continue
        test = spares(unit, reaction, going.lowest)
        if test is None or (reaction is Reaction.DIVE_FOR_COVER and not going.done):
            continue
        counter, needed = test
        most = needed or "the shot’s lowest die"
        yield Test(
            at=UNITS.format(side=side.value, unit=id),
            said=f"{unit.unit.name}: no {counter.value.title()} Counter on {most} or lower",
            needed=needed,
        )


def _card(state: State, cards: Sequence[UnitCard], side: Side, unit: str) -> UnitCard | None:
    force = state.forces[side]
    found = force.units.get(unit)
    return card_of(found.unit, force.faction, cards) if found else None


def _silenced(state: State, going: EnemyAction, cards: Sequence[UnitCard]) -> bool:
    card = _card(state, cards, going.side, going.unit) if going.weapon else None
    weapon = card.weapon(going.weapon) if card else None
    return weapon is not None and weapon.has(SILENCED)
