"""Moments of whole games, at which questions are asked."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.table.commands import Command
from companion.table.events import Source
from companion.table.view import Phase, TableView
from tests.companion.table.recorded_games import GAMES, Played
from tests.support import PHONE


class Moment(NamedTuple):
    state: Any
    view: Any


class _Watched(Played):
    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.moments: list[Moment] = []

    def do(self, command: Command, source: Source = PHONE) -> TableView:
        view = super().do(command, source)
        self.moments.append(Moment(self.table.match.state, self.table.view()))
        return view


@cache
def _moments(name: str) -> Sequence[Moment]:
    with TemporaryDirectory() as folder:
        players = _Watched(Path(folder) / "t.sqlite")
        GAMES[name](players)
        players.table.close()
    return [each for each in players.moments if each.view.phase is not Phase.SETUP]


def moments(*names: str) -> Sequence[Moment]:
    """Every moment after an act in those recorded games, once they have begun."""
    return [moment for name in names for moment in _moments(name)]
