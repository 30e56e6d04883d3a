"""How a match comes onto the table: set up anew, or read back from the journal."""

from collections.abc import Mapping

import msgspec

from companion.clock import Clock
from companion.table.commands import Command
from companion.table.errors import NotHere
from companion.table.game import AnyGame
from companion.table.history import Entry, History
from companion.table.journal import Journal, MatchRow
from companion.table.live_match import LiveMatch
from companion.table.match import Match

SCENARIO = "scenario"
CHOICES = "choices"
"""The kinds of things kept that a match is set up from: scenarios by id, and a game's one set of table choices."""


class New(Command, frozen=True, kw_only=True):
    """A player's command: put this match away and set up another."""

    game: str = "wartime"
    scenario: str | None = None


class Again(Command, frozen=True, kw_only=True):
    """A player's command: put this match away and set the same one up anew."""


class Opening:
    """Opens matches of any of the `games`. With the table's lock held."""

    def __init__(self, *, games: Mapping[str, AnyGame], journal: Journal, clock: Clock) -> None:
        self._games = games
        self._journal = journal
        self._clock = clock

    def new(self, command: New) -> LiveMatch:
        """Raises NotHere for a game or a scenario that there is not."""
        if command.game not in self._games:
            raise NotHere("game", command.game)
        game = self._games[command.game]
        library = self._journal.library
        if command.scenario is None:
            setup = game.setup(library.get(game.name, CHOICES, CHOICES))
        elif game.scenario is None:
            raise NotHere("scenario", command.scenario)
        else:
            setup = game.scenario(command.scenario, library.get(game.name, SCENARIO, command.scenario))
        return self._begun(game, msgspec.json.encode(setup))

    def again(self, last: LiveMatch) -> LiveMatch:
        """The same once more, as it was left."""
        game, setup = last.match.game, last.row.setup
        if game.again is not None:
            setup = msgspec.json.encode(game.again(game.read_setup(setup), last.match.state))
        return self._begun(game, setup)

    def reopened(self, last: MatchRow) -> LiveMatch:
        """What the journal has of a match, replayed. Raises KeyError, msgspec.DecodeError, sqlite3.Error."""
        game = self._games[last.game]
        entries = [
            Entry(
                seq=row.seq,
                wall_ns=row.wall,
                mono_ns=row.mono,
                source=row.source,
                event=game.read_event(row.event),
            )
            for row in self._journal.rows(last.id)
        ]
        return self._live(last, History(Match.opened(game, last.setup, now=self._clock.now()), entries))

    def _begun(self, game: AnyGame, setup: bytes) -> LiveMatch:
        match = Match.opened(game, setup, now=self._clock.now())
        return self._live(self._journal.open_match(game.name, setup, wall_ns=self._clock.wall()), History(match))

    def _live(self, row: MatchRow, history: History) -> LiveMatch:
        return LiveMatch(row, history, journal=self._journal, clock=self._clock)
