"""Whether somebody may act, as the live table says it: yes if and only if the act is accepted at that instant. By 150
random matches, by 5,000 in `make test-deep`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from companion.clock import MS
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat
from companion.table.sides import Side
from companion.wartime.answers.answers import answer
from companion.wartime.match import commands as c
from companion.wartime.match.rules import decide
from companion.wartime.match.state import State
from companion.wartime.match.views import WarTimeView, view
from companion.wartime.referee.hexes import HEXES
from companion.wartime.scenario.scenario import TimerKind
from tests.companion.wartime.random_matches import Game, games

OF_A_UNIT = (
    "can my {unit} act", "can {unit} move now", "may my {unit} go", "could my {unit} attack now", "can my {unit} shoot",
    "is my {unit} able to fight", "can my {unit} be used", "is {unit} allowed to act",
    "is it possible for {unit} to act",
)  # fmt: skip
OF_A_SIDE = ("can I act", "can I attack now", "can we move", "am I allowed to act", "may I do something")
OF_TWO = ("can my {unit} attack the {foe}", "can I attack {foe} with my {unit}", "could I shoot the {foe} with {unit}")
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
        yield game.random, game.state, replace(view(game.state, game.live.now // MS * MS), names=NAMES)


def _run_dry(game: Game, side: Side) -> None:
    for timer in command_timers(game.state, side):
        game.do(c.Flip(timer=timer))


def command_timers(state: State, side: Side) -> list[str]:
    return [
        glass.spec.id
        for glass in state.timers.values()
        if glass.spec.side is side and glass.spec.kind is TimerKind.COMMAND
    ]


def accepted(state: State, now: int, commands: Sequence[c.WarTimeCommand]) -> bool:
    """Whether any of them is."""
    for command in commands:
        try:
            decide(state, command, now)
        except (Refused, NotHere):
            continue
        return True
    return False


def flips(state: State, side: Side, unit: str) -> list[c.WarTimeCommand]:
    return [c.Flip(timer=timer, unit=unit) for timer in command_timers(state, side)]


def strikes(state: State, side: Side, unit: str, foe: str, to: Sequence[str | None]) -> list[c.WarTimeCommand]:
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
    if not foes:
        return
    foe = random.choice(foes)
    attacks = strikes(state, side, unit, foe, [None])
    yield "attack", random.choice(OF_TWO).format(unit=unit, foe=foe), accepted(state, now, attacks)
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
    kinds = {"side", "unit", "unit charges", "unit casts", "attack", "charge"}
    assert {kind for kind in kinds if seen[kind, "Yes"] > count / 50} == kinds, seen
    assert {kind for kind in kinds if seen[kind, "Not yet"] > count / 50} == kinds, seen
