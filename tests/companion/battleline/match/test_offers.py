"""What is offered is what is done: every offer against the rules themselves, card by card and flag by flag."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.battleline.choices import BattleLineChoices
from companion.battleline.match.acts import NO_FLAG, decide, lays, tactics, takes, ways
from companion.battleline.match.state import (
    DESERTER,
    LINE_PIECES,
    MOVERS,
    NUMBERS,
    REDEPLOY,
    SCOUT,
    TACTICS,
    Piece,
    State,
)
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import seated, state
from tests.companion.battleline.match.test_properties import AGREED, COMMANDS
from tests.support import examples


def done(now: State, command: c.Command) -> bool:
    try:
        return bool(decide(now, command, 0))
    except (Refused, NotHere):
        return False


def move(side: Seat, mover: Piece, piece: Piece, to: int | None) -> c.TurnAct:
    if mover == REDEPLOY:
        return c.Redeploy(side=side, piece=piece, to=to)
    if mover == DESERTER:
        return c.Desert(side=side, piece=piece)
    return c.Betray(side=side, piece=piece, to=to or 0)


@settings(max_examples=examples(8))
@given(commands=st.lists(COMMANDS, min_size=12, max_size=40), agreed=AGREED)
def test_what_is_offered_is_what_the_rules_allow(commands: list[object], agreed: BattleLineChoices) -> None:
    with tempfile.TemporaryDirectory() as folder:
        players = seated(
            Path(folder) / "t.sqlite", **{name: getattr(agreed, name) for name in agreed.__struct_fields__}
        )
        for command in commands:
            try:
                players.do(command)
            except (Refused, NotHere):
                continue
        now = state(players)
        players.table.close()
    for side in Seat:
        for mover in MOVERS:
            places = {REDEPLOY: (*NUMBERS, None), DESERTER: (None,)}.get(mover, tuple(NUMBERS))
            found = {
                piece: tuple(to for to in places if done(now, move(side, mover, piece, to))) for piece in LINE_PIECES
            }
            assert {*takes(now, side, mover)} == {piece for piece, to in found.items() if to}
            assert all(ways(now, side, mover, piece) == to for piece, to in found.items() if piece in now.lying)
            assert all((why is None) == any(found.values()) for why in [tactics(now, side, None)[mover]])
        assert (tactics(now, side, None)[SCOUT] is None) == done(now, c.Scout(side=side))
        for flag in NUMBERS:
            offered = tactics(now, side, flag)
            for piece in LINE_PIECES:
                allowed = done(now, c.Lay(side=side, flag=flag, piece=piece))
                if piece in TACTICS:
                    assert (offered[piece] is None) == allowed
                else:
                    assert allowed == (lays(now, side, flag) is None and piece not in now.lying)


def test_what_lies_at_a_flag_takes_a_flag(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")
    offered = tactics(state(players), Seat.GOLD, None)
    players.table.close()
    assert {piece for piece, why in offered.items() if why == NO_FLAG} == {*TACTICS} & {*LINE_PIECES}
