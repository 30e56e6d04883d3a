"""How a match comes onto the table, set up anew or read back from the journal, and how the one before it leaves."""

import logging
import math
import sqlite3
from collections.abc import Mapping

import msgspec

from companion.allowance import Allowance
from companion.clock import MS, Clock
from companion.journal.away import MOST_LISTED, AwayRow
from companion.journal.journal import Journal, JournalError, MatchRow
from companion.table.commands import Command
from companion.table.errors import NotHere, Refused
from companion.table.events import TakenOut
from companion.table.game import AnyGame
from companion.table.history import Entry, History, Source
from companion.table.live_match import LiveMatch
from companion.table.match import Match
from companion.table.refusals import Refusals, rows_taken

_logger = logging.getLogger(__name__)

SCENARIO = "scenario"
CHOICES = "choices"
"""The kinds of things kept that a match is set up from: scenarios by id, and a game's one set of table choices."""
MOST_NEW, NEW_A_SECOND = 100, 1 / 60
"""So many matches are set up in a row, and in the long run: each stays in the journal."""
UNREADABLE = (KeyError, msgspec.DecodeError, sqlite3.Error)
"""What is raised of a match that cannot be read back."""


class Replace(Command, frozen=True, kw_only=True):
    """A player's command: have another match on the table. One that is unfinished is put away for it, or else, where
    `away` says no, stays."""

    away: bool = True


class New(Replace, frozen=True, kw_only=True):
    """Set up another match."""

    game: str = "wartime"
    scenario: str | None = None


class Again(Replace, frozen=True, kw_only=True):
    """Set the same one up anew."""


class TakeOut(Replace, frozen=True, kw_only=True):
    """Go on with the match of this number, which was put away."""

    match: int


class ThrowAway(Command, frozen=True, kw_only=True):
    """A player's command: the match of this number, which was put away, is gone for good."""

    match: int


class Unfinished(msgspec.Struct, frozen=True, kw_only=True):
    """A match that was put away: `match` is its number, `called` what was played beside the game's `title` (a
    scenario's name, or empty), `standing` how it stood. Wall times in milliseconds since 1970."""

    match: int
    game: str
    title: str
    called: str
    standing: str
    opened_ms: int
    put_away_ms: int


class Opening:
    """Brings matches of any of the `games` onto the table. With the table's lock held."""

    def __init__(self, *, games: Mapping[str, AnyGame], journal: Journal, clock: Clock) -> None:
        self._games = games
        self._journal = journal
        self._clock = clock
        self._refusal_rows = rows_taken(clock.now())
        self._new_ones = Allowance(most=MOST_NEW, a_second=NEW_A_SECOND, now=clock.now())

    def last(self) -> LiveMatch | None:
        """The match that lay on the table last, if there is any. Raises what cannot be read back: see UNREADABLE."""
        row = self._journal.last_match()
        return None if row is None else self._reopened(row)

    def first(self, game: str) -> LiveMatch:
        """A new one on an empty table. Raises JournalError."""
        try:
            with self._journal.together():
                return self._laid(self._new(New(game=game)))
        except sqlite3.Error as error:
            raise JournalError(f"cannot write the journal {self._journal.path}: {error}") from error

    def replaced(self, live: LiveMatch, command: Replace, *, at: int, source: Source) -> LiveMatch:
        """The match that the command asks for, `live` put away if it is unfinished. Raises NotHere for a game or a
        scenario that there is not, and Refused, where the journal fails too: then `live` has to stay, as it was."""
        if live.unfinished and not command.away:
            raise Refused(f"{live.match.going_on}. Ask for it to be put away, or stay.")
        try:
            if live.unfinished and not isinstance(command, TakeOut) and len(self._journal.away.all()) >= MOST_LISTED:
                raise Refused(f"{MOST_LISTED} games are put away already: throw one away first, or end this one.")
            with self._journal.together():
                live.leave(at=at, source=source)
                return self._laid(self._asked_for(command, live, at=at, source=source))
        except sqlite3.Error as error:
            _logger.exception("journal")
            raise Refused(f"It could not be saved, so this game stays on the table: {error}.") from error

    def unfinished(self) -> list[Unfinished]:
        """The matches that are put away, at most 50, the newest first."""
        return [
            Unfinished(
                match=row.match,
                game=row.game,
                title=self._games[row.game].title,
                called=row.called,
                standing=row.standing,
                opened_ms=row.opened // MS,
                put_away_ms=row.put_away // MS,
            )
            for row in self._journal.away.all()
            if row.game in self._games
        ]

    def throw_away(self, command: ThrowAway) -> None:
        """Raises Refused where it was not put away, or the disk does not forget it."""
        try:
            with self._journal.together():
                self._away(command.match)
                self._journal.away.delete(command.match)
        except sqlite3.Error as error:
            raise Refused(f"It could not be thrown away: {error}.") from error

    def _asked_for(self, command: Replace, live: LiveMatch, *, at: int, source: Source) -> LiveMatch:
        match command:
            case New():
                return self._new(command)
            case Again():
                return self._again(live)
            case TakeOut(match=match):
                return self._taken_out(match, at=at, source=source)
            case _:
                raise TypeError(f"not a way to open a match: {command!r}")

    def _laid(self, live: LiveMatch) -> LiveMatch:
        self._journal.away.lay(live.row.id)
        return live

    def _new(self, command: New) -> LiveMatch:
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

    def _again(self, last: LiveMatch) -> LiveMatch:
        """The same once more, as it was left."""
        game, setup = last.match.game, last.row.setup
        if game.again is not None:
            setup = msgspec.json.encode(game.again(game.read_setup(setup), last.match.state))
        return self._begun(game, setup)

    def _taken_out(self, match: int, *, at: int, source: Source) -> LiveMatch:
        row = self._away(match)
        try:
            live = self._reopened(MatchRow(row.match, row.game, row.setup))
        except (KeyError, msgspec.DecodeError) as error:
            _logger.exception("match %s cannot be replayed", match)
            raise Refused(f"That game cannot be read back, so this one stays on the table: {error}.") from error
        live.take([TakenOut(sand_ns=live.match.state.latest_ns, mono_ns=at)], at=at, source=source)
        return live

    def _away(self, match: int) -> AwayRow:
        row = self._journal.away.find(match)
        if row is None:
            raise Refused("That game is not put away any more: somebody took it out, or threw it away.")
        return row

    def _reopened(self, last: MatchRow) -> LiveMatch:
        """What the journal has of a match, replayed."""
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
        if not self._new_ones.take(self._clock.now()):
            wait_s = math.ceil(self._new_ones.wait_s(self._clock.now()))
            raise Refused(f"So many new games have been set up that the table needs a rest: wait {wait_s} s.")
        match = Match.opened(game, setup, now=self._clock.now())
        return self._live(self._journal.open_match(game.name, setup, wall_ns=self._clock.wall()), History(match))

    def _live(self, row: MatchRow, history: History) -> LiveMatch:
        refusals = Refusals(self._refusal_rows)
        return LiveMatch(row, history, journal=self._journal, clock=self._clock, refusals=refusals)
