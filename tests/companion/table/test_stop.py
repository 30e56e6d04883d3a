"""What the service itself asks, as when it stops: the log tells of what happened, not of what that was refused."""

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table.commands import Begin, End, Pause, Resume
from companion.table.errors import Refused
from companion.table.events import CLOCK, SERVICE, Source
from companion.table.opening import New
from companion.table.seats import Seat
from tests.companion.battleline import acts as battleline
from tests.companion.warzone.match import seats as warzone
from tests.support import BUTTON, PHONE, Players, ask_table

Act = Callable[[Players], object]


def wartime_setting_up(players: Players) -> None:
    players.flip("neutral-120")


def wartime_running(players: Players) -> None:
    players.begin().flip("gold-30")


def wartime_paused(players: Players) -> None:
    wartime_running(players)
    players.do(Pause())


def battleline_running(players: Players) -> None:
    players.do(battleline.Lay(side=Seat.GOLD, flag=1, piece="R10"))


PHASES = [
    pytest.param(game, act, runs, id=f"{game}-{phase}")
    for game, phase, act, runs in (
        ("wartime", "setup", lambda players: None, False),
        ("wartime", "setting up", wartime_setting_up, True),
        ("wartime", "running", wartime_running, True),
        ("wartime", "paused", wartime_paused, False),
        ("wartime", "ended", lambda players: players.begin().do(End()), False),
        ("warzone", "setup", lambda players: None, False),
        ("warzone", "running", warzone.begin, False),
        ("warzone", "ended", lambda players: warzone.begin(players).do(End()), False),
        ("battleline", "setup", lambda players: None, False),
        ("battleline", "begun", lambda players: players.do(Begin()), False),
        ("battleline", "running", battleline_running, False),
        ("battleline", "ended", lambda players: players.do(End()), False),
    )
]
"""Game, how it gets to that phase, and whether something runs then that can be paused."""


def at(path: Path, game: str, act: Act) -> Players:
    players = Players(path / "t.sqlite")
    players.do(New(game=game))
    act(players)
    return players


@pytest.mark.parametrize(("game", "act", "runs"), PHASES)
def test_a_stop_leaves_the_log_as_it_was_but_for_a_real_pause(tmp_path: Path, game: str, act: Act, runs: bool) -> None:
    players = at(tmp_path, game, act)
    before, version = players.texts(), players.table.version
    with contextlib.suppress(Refused):
        players.table.dispatch(Pause(), source=SERVICE)
    assert players.texts() == before + ["Paused"] * runs
    assert players.table.version == version + runs
    players.table.close()


@pytest.mark.parametrize(("game", "act", "runs"), PHASES)
@pytest.mark.parametrize("source", [SERVICE, CLOCK, PHONE, BUTTON], ids=str)
def test_only_a_players_refusal_is_in_the_log(tmp_path: Path, game: str, act: Act, runs: bool, source: Source) -> None:
    players = at(tmp_path, game, act)
    for command in (Begin(), Pause(), Resume(), End()):
        before = players.texts()
        try:
            ask_table(players.table, command, source=source)
        except Refused as reason:
            told = [f"Refused: {reason}"] * (source in (PHONE, BUTTON))
            assert players.texts() == before + told
    players.table.close()
