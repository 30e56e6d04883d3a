"""Declared actions of a random live match: who may react, at what odds and at which cost, against the book alone."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.target import Obstruction
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.numbers import BandName
from companion.warzone.choices import WarzoneChoices
from companion.warzone.duel.fighter import declaration, duel
from companion.warzone.duel.outcome import reaction_odds
from companion.warzone.force.force import Unit
from companion.warzone.match.parts import AttackWay, EnemyAction, Reaction, Share, Told, shares_of
from companion.warzone.match.parts import Counter as Token
from companion.warzone.match.reactions import who_may
from companion.warzone.match.state import Casualty, Force, State, TurnPhase, UnitState
from tests.companion.warzone.cards_strategy import guard

GOLD, RED = Side.GOLD, Side.RED
MOVEMENT = (Action.MOVE, Action.FLY, Action.CLIMB, Action.CHARGE, Action.REPOSITION, Action.COMPULSORY)
IDS = ("1", "2", "3")


class Gun(NamedTuple):
    """A weapon as a card prints it, Short Range to 12 and Long Range to 36 inches."""

    name: str
    abilities: tuple[str, ...]
    short: tuple[int, int]
    long: tuple[int, int]


GUNS = (
    Gun("Rifle", (), (0, 13), (-2, 12)),
    Gun("Chain", ("Burst (3)",), (1, 11), (-1, 10)),
    Gun("Bomb", ("Explosive (3)",), (0, 14), (-3, 14)),
    Gun("Fog", ("Cloud (2)",), (-1, 12), (-2, 12)),
    Gun("Flame", ("Projected",), (2, 12), (0, 9)),
)
BLADE = (1, 10)
"""What the Blade adds to CC, and its DAM; fists strike with ST."""


def armed(id: str, guns: tuple[Gun, ...], **numbers: Any) -> UnitCard:
    weapons = [
        {
            "name": each.name,
            "abilities": list(each.abilities),
            "short": f'12" {each.short[0]:+d} {each.short[1]}',
            "long": f'36" {each.long[0]:+d} {each.long[1]}',
        }
        for each in guns
    ]
    blade = {"name": "Blade", "cc": f"{BLADE[0]:+d} {BLADE[1]}"}
    return guard(id=id, name=id.title(), weapons=[*weapons, blade], **({"abilities": []} | numbers))


numbers = st.fixed_dictionaries(
    {
        "mw": st.integers(6, 16), "cc": st.integers(6, 16), "st": st.integers(3, 12), "def": st.integers(-3, 3),
        "ar": st.integers(14, 26), "w": st.integers(1, 3), "ld": st.just(12), "pw": st.just(11),
    }
)  # fmt: skip


class Table(NamedTuple):
    """The declared action with the cards of both: red acts, gold may react."""

    state: State
    actor: UnitCard
    mine: UnitCard


def seldom(usual: Any, other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.just(usual), st.just(usual), other)


@st.composite
def spreads(draw: st.DrawFn, first: str) -> str:
    """Up to two of the three tests of a burst at others than its first target, each past an obstruction of its own."""
    others = draw(st.lists(st.sampled_from([each for each in IDS if each != first]), unique=True, max_size=2))
    heavy = st.sampled_from((Obstruction.HEAVY, *Obstruction))
    bands = st.sampled_from((None, *BandName))
    shares = [
        Share(target=each, band=draw(bands), obstruction=draw(heavy), cover=draw(st.booleans())) for each in others
    ]
    if len(shares) == 1 and draw(st.booleans()):
        shares = [replace(shares[0], tests=2)]
    return " ".join(map(str, shares))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    actor = armed(
        "moth", GUNS, abilities=draw(seldom([], st.sampled_from([["Unstoppable"], ["Shadowed"]]))), **draw(numbers)
    )
    guns = tuple(draw(st.lists(st.sampled_from((GUNS[0], GUNS[1], GUNS[4])), unique=True, max_size=2)))
    own = draw(seldom([], st.sampled_from([["Zombie"], ["Fearless"], ["Awareness"], ["Flight"]])))
    mine = armed("lamp", guns, abilities=own, **draw(numbers))
    few = st.lists(st.sampled_from(IDS), unique=True, max_size=2).map(tuple)

    def unit(id: str, card: UnitCard, **beside: Any) -> UnitState:
        printed = tuple(str(each) for each in card.abilities)
        return UnitState(
            unit=Unit(id=id, name=card.name, card=card.name, card_id=card.id, wounds=card.w, abilities=printed),
            **beside,
        )

    engaged = draw(seldom((), few))
    gold = {
        id: unit(
            id,
            mine,
            activated=draw(seldom(False, st.just(True))),
            reaction_counters=draw(seldom(0, st.just(1))),
            pinned=draw(seldom(False, st.just(True))),
            wounds=draw(st.integers(0, mine.w - 1)),
            engaged=("1",) if id in engaged else (),
            fall=draw(seldom(None, seldom(None, st.just(Casualty(turn=1))))),
        )
        for id in IDS
    }
    red = {
        "1": unit(
            "1",
            actor,
            engaged=engaged,
            wounds=draw(st.integers(0, actor.w - 1)),
            pinned=draw(seldom(False, st.just(True))),
        )
    }
    action = draw(st.sampled_from((*MOVEMENT, *[Action.SHOOT] * 6, Action.STRIKE)))
    target = draw(st.sampled_from(IDS)) if action in (Action.SHOOT, Action.STRIKE, Action.CHARGE) else None
    done = target is not None and draw(st.booleans())
    forces = {GOLD: Force(units=gold, listed=True), RED: Force(units=red, listed=True)}
    opened = State.start(choices=WarzoneChoices(), now=0)
    state = replace(opened, forces=forces, turn=1, turn_phase=TurnPhase.ACTIVATION, active=RED, acting=("1",))
    how = None
    if target is not None:
        obstruction = draw(st.sampled_from(Obstruction))
        told = Told(
            obstruction=obstruction if action is Action.SHOOT else Obstruction.CLEAR,
            cover=obstruction is Obstruction.HEAVY and draw(st.booleans()),
            friends=draw(st.integers(0, 2)),
            aim=draw(st.booleans()),
        )
        gun, band = draw(st.sampled_from(GUNS)), draw(st.sampled_from(BandName))
        if action is Action.SHOOT and gun.name == "Chain":
            told = replace(told, spread=draw(spreads(target)))
        way = AttackWay(
            action=action,
            weapon=gun.name if action is Action.SHOOT else "Blade",
            band=band if action is Action.SHOOT else None,
        )
        how = declaration(duel(state, [actor, mine], side=RED, unit="1", target=target, primary=None), told, way)
    going = EnemyAction(
        side=RED,
        unit="1",
        action=action,
        targets=() if target is None else (target, *(how.further if how else ())),
        done=done,
        left=engaged if action in MOVEMENT and not done else (),
        how=how or UNSET,
        reacted=draw(seldom({}, st.just({draw(st.sampled_from(IDS)): Reaction.DIVE_FOR_COVER}))),
    )
    return Table(replace(state, declared=going), actor, mine)


# The book, one sentence after the other.


def reactions_of(table: Table, id: str) -> dict[Reaction, set[Token]]:
    """What the Unit may react with, and the counters that it costs (Chapter 6)."""
    state, going = table.state, table.state.declared
    assert going is not None
    unit, shooter = state.forces[GOLD].units[id], state.forces[RED].units["1"]
    own, theirs = set(unit.unit.abilities or ()), set(shooter.unit.abilities or ())
    if unit.fall or id in going.reacted or "Zombie" in own or (unit.pinned and "Fearless" not in own):
        return {}
    if unit.reaction_counters and "Awareness" not in own:
        return {}
    free = not unit.engaged or shooter.pinned
    moves = going.action in MOVEMENT and not going.done
    hidden = "Shadowed" in theirs and going.action not in (Action.CLIMB, Action.COMPULSORY)
    stopped = "Unstoppable" in theirs and going.action is Action.CHARGE
    weapon = going.how.way.weapon if going.how is not UNSET else ""
    hit = id in going.targets or (going.action is Action.SHOOT and weapon in ("Bomb", "Fog", "Flame"))
    first = not going.reacted
    found = {
        Reaction.AMBUSH: first and moves and free and not unit.activated and not hidden and not stopped,
        Reaction.PARTING_BLOW: first and moves and id in going.left,
        Reaction.DIVE_FOR_COVER: going.action is Action.SHOOT and not going.done and hit and free,
        Reaction.COUNTERATTACK: first and going.done and hit,
    }
    both = {Token.REACTION, Token.ACTIVATION}
    return {each: both if each is Reaction.AMBUSH else {Token.REACTION} for each, may in found.items() if may}


def casualty(*, tn: int, armor: int, left: int, tests: int = 1, multiplied: bool = True) -> Fraction:
    """The chance that so many tests at `tn`, each hit answered by an Armor Test at `armor`, give `left` Wounds."""
    tn, armor = max(1, min(20, tn)), max(1, min(20, armor))
    failed = Counter(0 if die <= armor else 1 if die <= armor + 5 else 2 for die in range(1, 21))
    twice = Counter({0: failed[0] ** 2, 1: (failed[0] + failed[1]) ** 2 - failed[0] ** 2})
    twice[2] = 400 - twice[0] - twice[1]
    each: dict[int, Fraction] = dict.fromkeys(range(3), Fraction())
    each[0] += Fraction(20 - tn, 20)
    for wounds in range(3):
        each[wounds] += Fraction(tn - 1, 20) * Fraction(failed[wounds], 20)
        each[wounds] += Fraction(1, 20) * (Fraction(twice[wounds], 400) if multiplied else Fraction(failed[wounds], 20))
    return sum(
        (_product(each[got] for got in ends) for ends in product(range(3), repeat=tests) if sum(ends) >= left),
        Fraction(),
    )


def _product(chances: Iterator[Fraction]) -> Fraction:
    found = Fraction(1)
    for each in chances:
        found *= each
    return found


def of_the_shot(table: Table, id: str, *, dives: bool) -> Fraction:
    """That the declared shot takes this Unit out (Shoot Actions, Area of Effect Weapons, Dive for Cover)."""
    going = table.state.declared
    assert going is not None
    assert going.how is not UNSET
    told, gun = going.how.told, next(each for each in GUNS if each.name == going.how.way.weapon)
    share = share_of(going, id)
    band = (share.band if share else None) or going.how.way.band
    obstruction, cover = (share.obstruction, share.cover) if share else (told.obstruction, told.cover)
    modifier, dam = gun.short if band is BandName.SHORT else gun.long
    primary = id in going.targets
    projected, burst = gun.name == "Flame", gun.name == "Chain"
    shooter, hit = table.actor, table.mine
    tn = shooter.mw + modifier + hit.defense
    if not projected:
        tn += {Obstruction.CLEAR: 0, Obstruction.LIGHT: -2, Obstruction.HEAVY: -4}[obstruction]
        tn -= 5 if told.friends else 0
    if told.aim and not (projected or burst):
        tn += 4
        dam += 2 if primary else 0
    behind = cover and obstruction is Obstruction.HEAVY
    ar = hit.ar + (2 if dives else 0) + (2 if behind and not projected else 0)
    unit = table.state.forces[GOLD].units[id]
    tests = (share.tests if share else 3 - sum(each.tests for each in shares_of(told.spread))) if burst else 1
    return casualty(tn=tn, armor=ar - dam, left=hit.w - unit.wounds, tests=tests, multiplied=primary)


def share_of(going: EnemyAction, id: str) -> Share | None:
    """The tests of a burst that are at this Unit, if it is not the first one."""
    told = going.how.told if going.how is not UNSET else Told()
    return next((each for each in shares_of(told.spread) if each.target == id), None)


def answers_of(table: Table, id: str, reaction: Reaction) -> list[Fraction]:
    """That the Unit's attacks, as this Reaction, take the acting Unit out, each of those that can be made."""
    state, going = table.state, table.state.declared
    assert going is not None
    unit, enemy = state.forces[GOLD].units[id], state.forces[RED].units["1"]
    me, it = table.mine, table.actor
    left, engaged = it.w - enemy.wounds, "1" in unit.engaged
    friends = len(set(enemy.engaged) - {id})
    flies = reaction is Reaction.AMBUSH and going.action is Action.FLY
    answers_shot = reaction is Reaction.COUNTERATTACK and going.action is Action.SHOOT
    told = going.how.told if going.how is not UNSET else Told()
    share = share_of(going, id)
    obstruction = share.obstruction if share else told.obstruction
    found = []
    for gun in GUNS if reaction is not Reaction.PARTING_BLOW else ():
        held = engaged and not enemy.pinned and (gun.name != "Flame" or reaction is Reaction.COUNTERATTACK)
        if not me.weapon(gun.name) or held:
            continue
        for band in BandName:
            came = (share.band if share else None) or (going.how.way.band if going.how is not UNSET else None)
            if answers_shot and band is not came:
                continue  # the same distance: all Short Ranges end at 12 inches here
            modifier, dam = gun.short if band is BandName.SHORT else gun.long
            tn = me.mw + modifier + it.defense - (4 if flies else 0)
            if gun.name != "Flame":
                tn -= 5 if friends else 0
                tn += {"light": -2, "heavy": -4}.get(obstruction.value, 0) if answers_shot else 0
            found.append(casualty(tn=tn, armor=it.ar - dam, left=left, tests=3 if gun.name == "Chain" else 1))
    charges = reaction is Reaction.AMBUSH
    if charges and (unit.pinned or (flies and "Flight" not in (unit.unit.abilities or ()))):
        return found
    if answers_shot and not engaged:
        return found
    for weapon, dam in ((BLADE[0], BLADE[1]), (0, me.st)):
        tn = me.cc + weapon + it.defense + friends + (2 if charges else 0)
        found.append(casualty(tn=tn, armor=it.ar - dam - friends, left=left))
    return found


@given(tables())
def test_who_may_react_at_what_odds_and_cost_is_the_books(table: Table) -> None:
    state, cards = table.state, [table.actor, table.mine]
    offered = who_may(state)
    for id in IDS:
        may = {each.reaction: set(each.costs) for each in offered.get(id, ()) if not each.why_not}
        assert may == reactions_of(table, id)
        for reaction in may:
            odds = reaction_odds(state, cards, id, reaction)
            if reaction is Reaction.DIVE_FOR_COVER:
                assert odds is not None
                assert (odds.undived, odds.out) == tuple(
                    float(of_the_shot(table, id, dives=each)) for each in (False, True)
                )
                continue
            found = answers_of(table, id, reaction)
            assert (odds is None) == (not found)
            if odds is not None:
                assert odds.out == float(max(found))
