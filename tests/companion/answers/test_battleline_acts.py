"""Whether a side may act in a battle, as the live table says it: yes if and only if it is accepted at that instant.
By 150 random battles, by 5,000 in `make test-deep`."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.battleline.answers.answers import answer
from companion.battleline.cards import TROOPS, Edition
from companion.battleline.choices import (
    BattleLineChoices,
    ClaimTime,
    FourthCard,
    Leaders,
    Players,
    Redeploying,
    Tactics,
)
from companion.battleline.claim import to_the_other
from companion.battleline.match.acts import decide, why_not
from companion.battleline.match.state import (
    DESERTER,
    LEADERS,
    LINE_PIECES,
    MOVERS,
    NUMBERS,
    REDEPLOY,
    SCOUT,
    TACTICS,
    Piece,
    State,
    called,
    names,
)
from companion.table.commands import End
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat
from companion.table.state import Stage
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.test_corrections import after, opened

CLAIM = ("can {who} claim flag {n}", "may {who} take flag {n} now", "could {who} grab flag {n}")
CLAIM_ANY = ("can {who} claim anything", "what can {who} claim", "which flags can {who} claim now")
LAY = ("can {who} play {card} at flag {n}", "may {who} lay {card} at flag {n}", "could {who} put {card} on flag {n}")
PLAY = ("can {who} play {card}", "may {who} use {card} now", "can {who} lay the {card}", "why can't {who} play {card}")
AT = ("can {who} lay a card at flag {n}", "may {who} play at flag {n}")
TROOP_AT = ("can {who} play a troop card at flag {n}", "may {who} lay troops at flag {n} now")
ANYTHING = ("can {who} play now", "may {who} play anything")
TACTIC = ("can {who} play a tactics card", "may {who} play tactics now", "could {who} use any tactics card")
LEADER = ("may {who} play another leader", "can {who} play a leader now", "can {who} lay a second leader")
LEADER_AT = ("can {who} play a leader at flag {n}", "may {who} lay another leader at flag {n}")
PASS = ("can {who} pass", "may {who} pass now", "could {who} skip")
TAKE = ("can {who} take {card} with the {mover}", "may {who} use {mover} on {card}", "can {who} {mover} {card}")
BRING = ("can {who} bring {card} to flag {n} with {mover}", "may {who} use {mover} on {card} to flag {n}")
TURN = ("is it {whose} turn", "is it {whose} turn now")
CHOICES = {
    "claim_time": ClaimTime, "redeploy": Redeploying, "mud": FourthCard, "leaders": Leaders, "players": Players,
    "tactics": (Tactics.WITH, Tactics.WITH, Tactics.WITHOUT),
}  # fmt: skip


REASONED = {"troop at", "tactic at", "take", "pass", "scout"}


class Asked(NamedTuple):
    kind: str
    ways: Sequence[str]
    acts: Sequence[c.Command]
    said: dict[str, object]


def live(count: int, seed: int) -> Iterator[tuple[Random, State]]:
    """Battles after anything from one act to most of the cards, a few of them over; in some mis-taps are put right."""
    for at in range(count):
        random = Random(seed * 100_000 + at)
        chosen = {name: random.choice(list(options)) for name, options in CHOICES.items()}
        state = opened(BattleLineChoices(**chosen))
        acts = random.choice((1, 4, 30, 90, 200))
        while acts > 0 or state.stage is Stage.SETUP:
            state, acts = after(state, some_act(random, state)) or state, acts - 1
        if random.random() < 0.03:
            state = after(state, End()) or state
        yield random, state


def some_act(random: Random, state: State) -> c.Command:
    """Most are by whoever is next, who lays something; the rules may refuse any."""
    side, kind = state.next or random.choice(state.layout.seats), random.random()
    flag, piece = random.choice(state.layout.rows[side]), random.choice([*TROOPS, *LINE_PIECES])
    if kind < 0.2:
        return c.Claim(side=random.choice(state.layout.seats))
    if kind < 0.3 and state.lying:
        taken = random.choice([*state.lying])
        return random.choice(moves(random.choice(MOVERS), side, taken))
    if kind < 0.33 and state.lying:
        taken = random.choice([*state.lying])
        return random.choice((c.TakeUp(piece=taken), c.Exchange(piece=taken, instead=piece)))
    return (
        random.choice((c.Scout(side=side), c.Pass(side=side)))
        if kind < 0.38
        else c.Lay(side=side, flag=flag, piece=piece)
    )


def moves(mover: Piece, side: Seat, piece: Piece, to: int | None = None) -> list[c.Command]:
    """Every way to take that card with that Guile Tactic; to that flag, if one is given."""
    places = [to] if to else [*NUMBERS]
    if mover == DESERTER:
        return [c.Desert(side=side, piece=piece)]
    if mover == REDEPLOY:
        return [c.Redeploy(side=side, piece=piece, to=each) for each in (places if to else (*places, None))]
    return [c.Betray(side=side, piece=piece, to=each) for each in places]


def tactic(state: State, side: Seat, piece: Piece, flags: Sequence[int]) -> list[c.Command]:
    """Every way to play that Tactics card."""
    if piece == SCOUT:
        return [c.Scout(side=side)]
    if piece in MOVERS:
        return [move for each in state.lying for move in moves(piece, side, each)]
    return [c.Lay(side=side, flag=flag, piece=piece) for flag in flags]


def accepted(state: State, acts: Sequence[c.Command]) -> bool:
    for act in acts:
        try:
            decide(state, act, 0)
        except (Refused, NotHere):
            continue
        return True
    return False


def asked(random: Random, state: State, side: Seat) -> Iterator[Asked]:
    """Of each kind a question, and all acts that it may mean."""
    n = random.choice(NUMBERS if random.random() < 0.2 else state.layout.rows[side])
    claim = random.choice([flag for flag in NUMBERS if accepted(state, [c.Claim(side=side, flag=flag)])] or [n])
    card, guile = random.choice(TROOPS), random.choice(MOVERS)
    takes = [piece for piece in state.lying if random.random() < 0.5 and accepted(state, moves(guile, side, piece))]
    laid = random.choice(takes or [piece for piece in state.lying if piece != guile] or [card])
    mine = random.choice(LINE_PIECES[-6:])
    troops = [c.Lay(side=side, flag=flag, piece=piece) for flag in NUMBERS for piece in TROOPS]
    everything = [act for piece in TACTICS for act in tactic(state, side, piece, NUMBERS)]
    leaders = [c.Lay(side=side, flag=flag, piece=piece) for flag in NUMBERS for piece in LEADERS]
    yield Asked("claim", CLAIM, [c.Claim(side=side, flag=claim)], {"n": claim})
    yield Asked("claim any", CLAIM_ANY, [c.Claim(side=side, flag=flag) for flag in NUMBERS], {})
    for kind, piece in (("troop", card), ("tactic", mine)):
        yield Asked(f"{kind} at", LAY, [c.Lay(side=side, flag=n, piece=piece)], {"n": n, "card": piece})
        lays = [c.Lay(side=side, flag=flag, piece=piece) for flag in NUMBERS]
        yield Asked(kind, PLAY, lays, {"card": piece})
    yield Asked("any troop at", TROOP_AT, [act for act in troops if act.flag == n], {"n": n})
    yield Asked("any at", AT, [c.Lay(side=side, flag=n, piece=piece) for piece in LINE_PIECES], {"n": n})
    yield Asked("anything", ANYTHING, [*troops, *everything], {})
    yield Asked("tactics", TACTIC, everything, {})
    yield Asked("leader", LEADER, leaders, {})
    yield Asked("leader at", LEADER_AT, [act for act in leaders if act.flag == n], {"n": n})
    yield Asked("guile", PLAY, tactic(state, side, guile, NUMBERS), {"card": guile})
    yield Asked("scout", ("can {who} scout", *PLAY), [c.Scout(side=side)], {"card": SCOUT})
    yield Asked("take", TAKE[: 3 if guile == REDEPLOY else 2], moves(guile, side, laid), {"card": laid, "mover": guile})
    if guile != DESERTER and laid in LINE_PIECES and state.lying.get(laid) and state.lying[laid].flag != n:
        yield Asked("bring", BRING, moves(guile, side, laid, n), {"card": laid, "mover": guile, "n": n})
    yield Asked("pass", PASS, [c.Pass(side=side)], {})
    if state.next is not None:
        yield Asked("turn", TURN, [*troops, *everything, c.Pass(side=side)], {})


def worded(way: str, whose: dict[str, str], said: dict[str, object]) -> str:
    return way.format(
        **whose, **{key: each if key == "n" else called(str(each), Edition.FIRST) for key, each in said.items()}
    )


def verdict_of(text: str, name: str) -> str:
    first, *_ = re.split(r"\W", text.removeprefix(f"{name}: ").lower(), maxsplit=1)
    assert first in ("yes", "no", "not", "none"), text
    return "yes" if first == "yes" else "no"


def lies(state: State, kind: str, said: dict[str, object]) -> bool:
    """Whether the answer says where the card lies instead."""
    return kind != "take" and said.get("card") in state.lying


def reason(state: State, act: c.Command, asker: Seat | None) -> str:
    """Why that is refused, as it is said to whoever asks; whose turn it is, where that alone stands in the way."""
    assert isinstance(act, c.SideAct)
    if state.stage is Stage.OVER:
        return "the battle is over"
    refused = why_not(replace(state, turn=act.side, acted=False) if state.next else state, act)
    if refused is None:
        return "ot now"
    return refused if act.side is asker else to_the_other(refused)


@pytest.mark.parametrize("count", [150, pytest.param(5_000, marks=pytest.mark.deep)])
def test_yes_if_and_only_if_the_act_is_accepted(count: int) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for random, state in live(count, seed=36):
        called_by = {seat.value: name for seat, name in names(state.layout.seats, {}).items()}
        side = (random.random() < 0.6 and state.next) or random.choice(state.layout.seats)
        asker = random.choice([*state.layout.seats, None])
        whose = {"who": "I", "whose": "my"} if side is asker else dict.fromkeys(("who", "whose"), called_by[side.value])
        if asker not in (side, None) and len(called_by) == 2 and random.random() < 0.5:
            whose = {"who": "they", "whose": "their"}
        for kind, ways, acts, said in asked(random, state, side):
            question = worded(random.choice(ways), whose, said)
            found = answer(state, question, names=called_by, asker=asker)
            assert found is not None, question
            verdict = verdict_of(found.text, called_by[side.value])
            assert (verdict == "yes") == accepted(state, acts), (question, asker, found.text)
            assert len(found.text.split()) > 2, "a reason"
            if verdict == "no" and len(acts) == 1 and kind in REASONED and not lies(state, kind, said):
                assert reason(state, acts[0], asker) in found.text, (question, found.text)
            seen[kind, verdict] += 1
    kinds = {kind for kind, _ in seen}
    assert len(kinds) == 18
    assert all(seen[kind, verdict] > count / 75 for kind in kinds for verdict in ("yes", "no")), seen


def test_whoever_asks_hears_the_same_of_a_side() -> None:
    """The table knows no hands, so no answer tells one side what another holds."""
    for random, state in live(40, seed=37):
        called_by = {seat.value: name for seat, name in names(state.layout.seats, {}).items()}
        side = random.choice(state.layout.seats)
        for _, ways, _, said in asked(random, state, side):
            question = worded(random.choice(ways), dict.fromkeys(("who", "whose"), called_by[side.value]), said)
            told = {answer(state, question, names=called_by, asker=asker) for asker in (*state.layout.seats, None)}
            verdicts = {verdict_of(each.text, called_by[side.value]) for each in told if each}
            assert len(verdicts) == 1, (question, told)
