"""What a side seals is changed by that side alone, in every game that has secrets."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from companion.games import all_games
from companion.table.commands import Command, Undo
from companion.table.errors import NotHere, NotYours, Refused
from companion.table.events import BOTH, Event, Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.table.view import TableView
from companion.warzone.scenarios import Secondary
from tests.companion.table.recorded_games import GAMES, Played
from tests.companion.warzone import acts as z
from tests.support import BUTTON, PHONE, Players, Says, ask_table, entries

SECRET = {kind for game in all_games().values() for kind in get_args(game.events) if kind.public is not Event.public}
PICKS = (Secondary.ESCORT, Secondary.HOLD_GROUND)


def eve(seat: str) -> Source:
    return Source(SourceKind.PHONE, "9", seat, "Eve")


class Watched(Played):
    """Players beside whom somebody, in each seat in turn, tries to do every act on what is a side's own first, and to
    take it back afterwards."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.tried: set[type[Event]] = set()

    def do(self, command: Command, source: Source = PHONE) -> TableView:
        secrets = self._secrets(command)
        for side, secret in secrets:
            self.tried.add(type(secret))
            self._barred(command, side)
        view = super().do(command, source)
        for side, secret in secrets:
            if self.table.match.undoable(secret):
                self._barred(Undo(), side)
        return view

    def _barred(self, command: Command, side: Seat) -> None:
        match = self.table.match
        for seat in ("look", *(each.value for each in Seat if each is not side)):
            with pytest.raises(NotYours, match=f"That is {match.names[side]}'s (secret|choice). Take that seat first"):
                ask_table(self.table, command, source=eve(seat))
            assert self.table.match.state.forces == match.state.forces

    def _secrets(self, command: Command) -> list[tuple[Seat, Event]]:
        match = self.table.match
        if not isinstance(command, get_args(match.game.commands)):
            return []
        try:
            events = list(match.decide(command, self.clock.now()))
        except (Refused, NotHere):
            return []
        return [(Seat(match.side(each)), each) for each in events if each.public() != each or match.own(each)]


@pytest.mark.parametrize("play", GAMES.values(), ids=GAMES)
def test_no_act_on_a_secret_is_done_by_who_sits_elsewhere(play: Callable[[Played], None], tmp_path: Path) -> None:
    players = Watched(tmp_path / "t.sqlite")
    play(players)
    assert players.tried == {type(entry.event) for entry, _ in entries(players.table)} & SECRET


def test_there_are_secrets() -> None:
    assert SECRET


@pytest.mark.parametrize("source", [eve("gold"), eve(BOTH), PHONE, BUTTON])
def test_the_side_s_own_phone_and_one_that_is_shared_may(players: Players, source: Source) -> None:
    players.do(New(game="warzone"))
    players.do(z.Seal(side=Side.GOLD, owner="phone 9", picks=PICKS), source)
    assert players.do(Undo(), source).last[-1].text.startswith("Undone: ")


def test_the_log_tells_who_tried(players: Players) -> None:
    players.do(New(game="warzone"))
    with pytest.raises(NotYours):
        players.do(z.Seal(side=Side.GOLD, owner="phone 9", picks=PICKS), eve("red"))
    line = players.table.view().last[-1]
    assert (line.who, line.text) == ("Eve", Says("Refused", "Gold", "secret", "seat"))


def test_what_is_no_secret_is_everyones_to_take_back(players: Players) -> None:
    players.do(New(game="warzone"))
    players.do(z.SetSize(size=50), eve("gold"))
    players.do(Undo(), eve("red"))
