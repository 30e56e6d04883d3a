"""Whether somebody may act, as the live table says it: yes if and only if the act is accepted at that instant. By 150
random matches, by 5,000 in `make test-deep`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from companion.clock import MS
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat, Side
from companion.wartime.answers.answers import answer
from companion.wartime.match.acts import decide
from companion.wartime.match.state import State, Use
from companion.wartime.match.views import WarTimeView, view
from companion.wartime.referee.board import HEXES
from companion.wartime.scenario.parts import Card, CardKind, Hand
from companion.wartime.scenario.scenario import TimerKind
from tests.companion.wartime import acts as c
from tests.companion.wartime.random_matches import Game, games

OF_A_UNIT = (
    "can my {unit} act", "can {unit} move now", "may my {unit} go", "could my {unit} attack now", "can my {unit} shoot",
    "is my {unit} able to fight", "can my {unit} be used", "is {unit} allowed to act",
    "is it possible for {unit} to act",
)  # fmt: skip
OF_A_SIDE = ("can I act", "can I attack now", "can we move", "am I allowed to act", "may I do something")
OF_TWO = ("can my {unit} attack the {foe}", "can I attack {foe} with my {unit}", "could I shoot the {foe} with {unit}")
OF_A_TARGET = ("can I attack the {foe}", "may I shoot {foe} now", "could we fight the {foe}")
CHARGES = ("can my {unit} charge the {foe}", "can I charge {foe} with my {unit}")
NAMES = {"gold": "Valyance", "red": "Firebrand"}


def live(count: int, seed: int) -> Iterator[tuple[Random, State, WarTimeView]]:
    """Tables some way into a game, some of them with hardly a free timer, some of them paused."""
    for game in games(seed, count, acts=6):
        for side in Side:
            if game.random.random() < 0.4:
                _run_dry(game, side)
        game.wait(game.random.choice((0, 10**9, 10**10)))
        if game.random.random() < 0.1:
            game.do(c.Pause())
        if game.random.random() < 0.5:
            game.state = with_hands(game.random, game.state)
        yield game.random, game.state, replace(view(game.state, game.live.now // MS * MS), names=NAMES)


CARDS = (
    Card(name="Advance", kind=CardKind.STANDARD),
    Card(name="Bombard", kind=CardKind.STANDARD, only=("siege", "Pikeman")),
    Card(name="Quake", kind=CardKind.HEROIC),
    Card(name="Control", kind=CardKind.SPELL),
    Card(name="Fireball", kind=CardKind.SPELL),
)


def with_hands(random: Random, state: State) -> State:
    """The table with a scenario that has cards and Magic units, of which each side has chosen some and used others."""
    share = random.choice((0, 0.3, 1))
    units = tuple(
        replace(unit, keywords=(*unit.keywords, "magic")) if random.random() < share else unit
        for unit in state.scenario.units
    )
    cards = {side: Hand(cards=CARDS, actions=3, spells=2) for side in Side}
    forces = {}
    for side, force in state.forces.items():
        chosen = tuple(card.name for card in CARDS if random.random() < 0.7)
        used = tuple(Use(card=card, sand_ns=0) for card in chosen if random.random() < 0.3)
        forces[side] = replace(force, cards=chosen, used=used)
    return replace(state, forces=forces, scenario=replace(state.scenario, units=units, cards=cards))


def plays(state: State, side: Side, card: Card, unit: str | None) -> list[c.WarTimeAct]:
    """The ways to play the card, for that unit or any that is in play."""
    force = state.forces[side]
    units = [unit] if unit else [each for each in force.names if not force.is_eliminated(each)] or [None]
    if card.kind is CardKind.SPELL:
        return [c.Flip(timer=f"{side.value}-spell", card=card.name, caster=each) for each in units]
    return [c.Flip(timer=timer, card=card.name, unit=each) for timer in command_timers(state, side) for each in units]


def _run_dry(game: Game, side: Side) -> None:
    for timer in command_timers(game.state, side):
        game.do(c.Flip(timer=timer))


def command_timers(state: State, side: Side) -> list[str]:
    return [
        glass.spec.id
        for glass in state.timers.values()
        if glass.spec.side is side and glass.spec.kind is TimerKind.COMMAND
    ]


def accepted(state: State, now: int, commands: Sequence[c.WarTimeAct]) -> bool:
    """Whether any of them is."""
    for command in commands:
        try:
            decide(state, command, now)
        except (Refused, NotHere):
            continue
        return True
    return False


def flips(state: State, side: Side, unit: str) -> list[c.WarTimeAct]:
    return [c.Flip(timer=timer, unit=unit) for timer in command_timers(state, side)]


def strikes(state: State, side: Side, unit: str, foe: str, to: Sequence[str | None]) -> list[c.WarTimeAct]:
    return [
        c.Act(timer=timer, unit=unit, target=foe, to=place, tokens=tokens)
        for timer in command_timers(state, side)
        for place in to
        for tokens in (None, 1)
    ]


def asked(random: Random, state: State, now: int, side: Side) -> Iterator[tuple[str, str, bool]]:
    """Of each kind a question, by that side, and whether what it asks for would be accepted."""
    own, foes = (state.forces[each].names for each in (side, side.other))
    charge = {each.name for each in state.scenario.army(side) if each.charge is not None}
    timers = [c.Flip(timer=timer) for timer in command_timers(state, side)]
    every = [flip for each in own for flip in flips(state, side, each)] if own else timers
    yield "side", random.choice(OF_A_SIDE), accepted(state, now, every)
    if not own:
        return
    unit = random.choice(own)
    may = accepted(state, now, flips(state, side, unit))
    yield "unit", random.choice(OF_A_UNIT).format(unit=unit), may
    yield "unit charges", f"can my {unit} charge", may and unit in charge
    spell = c.Flip(timer=f"{side.value}-spell", caster=unit)
    yield "unit casts", f"can my {unit} cast a spell", accepted(state, now, [spell])
    if state.scenario.cards:
        card = random.choice(CARDS)
        verb = "cast" if card.kind is CardKind.SPELL else random.choice(("play", "use"))
        yield "card", f"can I {verb} {card.name}", accepted(state, now, plays(state, side, card, None))
        for each in own:
            may = accepted(state, now, plays(state, side, card, each))
            yield "unit plays", f"can my {each} {verb} {card.name}", may
    if not foes:
        return
    foe = random.choice(foes)
    attacks = strikes(state, side, unit, foe, [None])
    yield "attack", random.choice(OF_TWO).format(unit=unit, foe=foe), accepted(state, now, attacks)
    every = [each for own_unit in own for each in strikes(state, side, own_unit, foe, [None])]
    yield "target", random.choice(OF_A_TARGET).format(foe=foe), accepted(state, now, every)
    known = all(state.place_of(each, name) for each, name in ((side, unit), (side.other, foe)))
    charges = strikes(state, side, unit, foe, HEXES if known else [None]) if unit in charge else []
    yield "charge", random.choice(CHARGES).format(unit=unit, foe=foe), accepted(state, now, charges)


@pytest.mark.parametrize("count", [150, pytest.param(5_000, marks=pytest.mark.deep)])
def test_yes_if_and_only_if_the_act_is_accepted(count: int) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for random, state, table in live(count, seed=36):
        side = random.choice(list(Side))
        for kind, question, may in asked(random, state, table.server_ms * MS, side):
            found = answer(state, table, question, asker=Seat(side.value))
            assert found is not None, question
            verdict = found.text.partition(":")[0]
            assert verdict in ("Yes", "No", "Not yet"), (question, found.text)
            assert (verdict == "Yes") == may, (question, found.text)
            seen[kind, verdict] += 1
    kinds = {"side", "unit", "unit charges", "unit casts", "card", "unit plays", "attack", "target", "charge"}
    assert {kind for kind in kinds if seen[kind, "Yes"] > count / 50} == kinds, seen

    assert {kind for kind in kinds if seen[kind, "Not yet"] > count / 50} == kinds, seen


def test_what_another_side_holds_changes_no_answer() -> None:
    """Twin tables that differ in Red's hand alone answer Gold and spectators alike."""
    differ = 0
    for random, state, table in live(60, seed=37):
        one, other = with_hands(random, state), with_hands(random, state)
        red = replace(one.forces[Side.RED], cards=other.forces[Side.RED].cards)
        twin = replace(one, forces={**one.forces, Side.RED: red})
        unit = next(iter(one.forces[Side.RED].names), "Orc")
        questions = ["can they act", "can they cast a spell", f"can {unit} cast a spell", f"can {unit} act"]
        questions += [f"can {unit} play {card.name}" for card in CARDS]
        for asker in (Seat.GOLD, None):
            for question in questions:
                told = [answer(each, view(each, table.server_ms * MS), question, asker=asker) for each in (one, twin)]
                assert told[0] == told[1], question
        differ += red.cards != one.forces[Side.RED].cards
    assert differ > 30
