"""What holds for every sequence of commands."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.battleline.cards import MORALE, TROOPS
from companion.battleline.choices import BattleLineChoices, ClaimTime, FourthCard, Leaders, Redeploying
from companion.battleline.choices import Players as Seats
from companion.battleline.claim import Sky
from companion.battleline.match.state import GUILE, LEADERS, LINE_PIECES
from companion.table.commands import Undo
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat
from companion.table.view import Phase
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import seated, state, view
from tests.support import Players

FEW = ("R8", "R9", "R10", "B8", "B9", "B10", *LINE_PIECES[-6:])
sides = st.sampled_from(Seat)
flags = st.sampled_from((1, 2, 4, 7))
pieces = st.sampled_from(FEW)
to = st.none() | flags
COMMANDS = st.one_of(
    st.builds(c.Lay, side=sides, flag=flags, piece=pieces),
    st.builds(c.Lay, side=sides, flag=flags, piece=pieces),
    st.builds(c.Scout, side=sides),
    st.builds(c.Redeploy, side=sides, piece=pieces, to=to),
    st.builds(c.Desert, side=sides, piece=pieces),
    st.builds(c.Betray, side=sides, piece=pieces, to=flags),
    st.builds(c.Pass, side=sides),
    st.builds(c.Claim, side=sides, flag=to),
    st.builds(c.Point, side=sides),
    st.builds(c.TakeUp, piece=pieces),
    st.builds(c.Shift, piece=pieces, flag=flags, side=sides),
    st.builds(c.Exchange, piece=pieces, instead=pieces),
    st.just(Undo()),
)
AGREED = st.builds(
    BattleLineChoices,
    claim_time=st.sampled_from(ClaimTime),
    leaders=st.sampled_from(Leaders),
    redeploy=st.sampled_from(Redeploying),
    mud=st.sampled_from(FourthCard),
    players=st.sampled_from(Seats),
)


def told(players: Players) -> Any:
    found = view(players)
    return found.flags, found.sides, found.turn, found.acted, found.seen, found.phase


@settings(max_examples=12)
@given(commands=st.lists(COMMANDS, min_size=12, max_size=25), agreed=AGREED)
def test_whatever_players_tap(commands: list[object], agreed: BattleLineChoices) -> None:
    with tempfile.TemporaryDirectory() as folder:
        players = seated(
            Path(folder) / "t.sqlite",
            claim_time=agreed.claim_time,
            leaders=agreed.leaders,
            redeploy=agreed.redeploy,
            mud=agreed.mud,
            players=agreed.players,
        )
        for command in commands:
            before = told(players)
            held = {each.flag: each for each in view(players).flags if each.holder}
            try:
                players.do(command)
            except (Refused, NotHere):
                assert told(players)[0] == before[0]
                continue
            holds(players, held, command)
            if not isinstance(command, Undo | c.Point):
                players.do(Undo())
                assert told(players)[0] == before[0], "undo gives the line back"
                assert told(players)[2:] == before[2:]
                players.do(command)
        live = told(players)
        assert told(players.restart()) == live
        players.table.close()


def holds(players: Players, held: dict[int, Any], command: object) -> None:
    found = view(players)
    laid = [card for each in found.flags for cards in each.cards.values() for card in cards]
    laid += [piece for each in found.flags for piece in each.environment]
    laid += [piece for side in found.sides.values() for piece in side.beside]
    assert sorted(laid) == sorted(found.seen), "every card that is face up lies in one place"
    assert len(set(laid)) == len(laid)
    for each in found.flags:
        assert all(len(cards) <= each.slots for cards in each.cards.values())
        assert each.holder is None or each.holder in each.cards, "a flag is held by one of the two that it lies between"
        locked = {side for side, told in each.weather.items() if told.sky is Sky.LOCKED}
        assert locked == {side for side, claim in each.claims.items() if claim.claimable}
        assert set(each.weather) == set(each.claims), "of a claimed flag nothing is told"
        if each.flag in held and not isinstance(command, Undo):
            assert each == held[each.flag], "a claimed flag is left alone"
    assert {*found.unseen} == {*TROOPS} - {*found.seen}
    counts = {side: len(view.tactics) for side, view in found.sides.items()}
    if isinstance(command, c.SideAct):
        played = found.sides[command.side.value].tactics
        assert set(played) <= {*MORALE, *GUILE, "FOG", "MUD"}
    assert max(counts.values()) - min(counts.values()) <= 1
    for side in Seat:
        spots = [state(players).lying.get(leader) for leader in LEADERS]
        on_side = [spot for spot in spots if spot and spot.side is side and spot.flag]
        assert len(on_side) <= 1
    if found.phase is Phase.ENDED:
        assert not any(each.claims for each in found.flags)
