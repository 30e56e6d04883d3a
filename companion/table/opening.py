"""Puts a match on the table, set up new or read back from the journal, and lets the one before it leave."""

import hmac
import logging
import math
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion.clock import MS, Allowance, Clock
from companion.journal import store as chain
from companion.journal.journal import Journal, MatchRow, Row
from companion.journal.reader import Reader
from companion.journal.schema import MOST_LISTED, AwayRow
from companion.journal.store import in_words
from companion.people import SITTERS, TABLE, people, read_sitters
from companion.table.backlog import MOST_MATCHES, Owed
from companion.table.errors import NotHere, Refused
from companion.table.events import SERVICE, Event, Missing, Named, SetUpAnew, Source, TakenOut, ThrownAway
from companion.table.game import AnyGame
from companion.table.history import Entry
from companion.table.live_match import LiveMatch
from companion.table.match import Match
from companion.table.refusals import Refusals, rows_taken

_logger = logging.getLogger(__name__)

SCENARIO = "scenario"
CHOICES = "choices"
"""Names the kinds of things kept that a match is set up from: scenarios by id, and a game's one set of rule choices."""
ROWS_AT_ONCE = 2000
"""Says how many rows of a match are deleted while everyone waits, in a few hundredths of a second."""
MOST_NEW, NEW_A_SECOND = 100, 1 / 60
"""Limits how many matches are set up in a row, and how many in the long run: each stays in the journal."""


class MatchExchange(msgspec.Struct, frozen=True, kw_only=True):
    """Asks for another match on the table, or for one saved match fewer. It is not part of any match: see
    Table.exchange."""


class Replace(MatchExchange, frozen=True, kw_only=True):
    """Has another match on the table. An unfinished one is saved for later. With `away` False an unfinished one stays,
    and the exchange is refused."""

    away: bool = True


class New(Replace, frozen=True, kw_only=True):
    """Sets up another match."""

    game: str = "wartime"
    scenario: str | None = None


class Again(Replace, frozen=True, kw_only=True):
    """Sets the same match up again."""


class Try(MatchExchange, frozen=True, kw_only=True):
    """Shows a demo of that game, in place of a match that no player has begun."""

    game: str = "wartime"


class TakeOut(Replace, frozen=True, kw_only=True):
    """Resumes the saved match of this number."""

    match: int


class Adopt(Replace, frozen=True, kw_only=True):
    """Continues for the hall a match that another box has played as this `table`.

    It was number `was` of that journal, opened at `wall_ns`, and these are all of its `rows`. `chain` is that journal's
    link behind the last row, if it is known. `lacks` and `unheard_ns` are as in SetUpAnew.
    """

    game: str
    setup: bytes
    wall_ns: int
    rows: tuple[Row, ...]
    was: int
    table: str
    chain: bytes | None = None
    lacks: int = 0
    unheard_ns: int = 0


class ThrowAway(MatchExchange, frozen=True, kw_only=True):
    """Deletes the saved match of this number for good."""

    match: int


class Unfinished(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a saved match: `match` is its number. `called` is what was played beside the game's `title`, such as a
    scenario's name, or empty. `standing` is how it stood. Wall times are in milliseconds since 1970."""

    match: int
    game: str
    title: str
    called: str
    standing: str
    opened_ms: int
    put_away_ms: int


class MatchOpening:
    """Puts matches of any of the `games` on the table. The caller holds the table's lock."""

    def __init__(self, *, games: Mapping[str, AnyGame], journal: Journal, reader: Reader, clock: Clock) -> None:
        self._games = games
        self._journal = journal
        self._reader = reader
        self._clock = clock
        self._refusal_rows = rows_taken(clock.now())
        self._new_ones = Allowance(most=MOST_NEW, a_second=NEW_A_SECOND, now=clock.now())

    def last(self) -> LiveMatch | None:
        """Returns the match that was on the table last, if there is any. Raises sqlite3.Error, and what its game raises
        for a match that it cannot read back."""
        row = self._journal.last_match()
        return None if row is None else self._reopened(row, laid=True)

    def first(self, game: str) -> LiveMatch:
        """Returns a new match on an empty table."""
        live = self._new(New(game=game))
        live.owed.attempt()
        return live

    def demo(self, command: Try, live: LiveMatch) -> LiveMatch:
        """Returns a match for a demo, of which the journal has no row before it is `kept`. Raises NotHere for an
        unknown game. Raises Refused where `live` is unfinished or the game has no demo."""
        if command.game not in self._games:
            raise NotHere("game", command.game)
        game = self._games[command.game]
        if not game.demo:
            raise Refused(f"There is no demo of {game.title}.")
        if live.unfinished:
            raise Refused(f"{live.match.going_on}. Save it for later or end it first, then try the demo.")
        setup = game.seated(game.setup(None), {})
        # No row of it stays in the journal, so no new game has to wait for it.
        row = MatchRow(0, game.name, msgspec.json.encode(setup), self._clock.wall())
        shown = self._live(row, game, laid=False)
        shown.owed.hold()
        return shown

    def keep(self, demo: LiveMatch, *, before: LiveMatch, at: int, source: Source) -> None:
        """Keeps the demo from its beginning, in place of the match before it, because a player acts in it."""
        demo.owed.release(before.owed)
        before.leave(at=at, source=source)
        demo.owed.insist()

    def introduced(self, live: LiveMatch) -> list[Named]:
        """Returns the names of the phones' players at its seats, where the match does not have them yet."""
        match = live.match
        told = {seat: name for seat, name in self._people.items() if seat in match.sides}
        sand_ns = match.sand(self._clock.now())
        return [
            Named(sand_ns=sand_ns, seat=seat, name=name)
            for seat, name in sorted(told.items())
            if seat not in match.state.people
        ]

    def away(self, match: int) -> AwayRow:
        """Returns a saved match. Raises Refused where it is not saved, or not any more."""
        row = self._journal.away.find(match)
        if row is None:
            raise Refused("Not resumed: that game is no longer saved. It was resumed or deleted.")
        return row

    def read_back(self, row: AwayRow) -> LiveMatch:
        """Returns that match, as it was saved. Call it without the table's lock: a long match takes a while. Raises
        Refused where it cannot be read."""
        try:
            return self._reopened(MatchRow(row.match, row.game, row.setup, row.opened), laid=False)
        except Exception as error:
            _logger.exception("match %s cannot be replayed", row.match)
            raise Refused(
                "Not resumed: that game cannot be read, so this one stays on the table. The service's log says why."
            ) from error

    def open_brought(self, command: Adopt) -> LiveMatch:
        """Returns the match that another box has played, all in memory. Call it without the table's lock.

        Raises Refused where it is not whole, is not what that box wrote, or cannot be read by its game.
        """
        if command.game not in self._games:
            raise Refused(f"This Warglass does not know that match's game, {command.game}: update it.")
        if [row.seq for row in command.rows] != list(range(1, len(command.rows) + 1)):
            raise Refused("That match lacks some of its rows: this one stays on the table.")
        if not _vouched_for(command):
            raise Refused("That match is not what the other box wrote: a row is missing or was changed.")
        row = MatchRow(0, command.game, command.setup, command.wall_ns)
        try:
            live = self._live(row, self._games[row.game], laid=False, brought=command.rows)
            live.catch_up()
        except Exception as error:
            _logger.exception("a match that another box played cannot be replayed")
            # The reason may quote what players sealed, and the sender of the match reads this message.
            raise Refused(
                "That match cannot be read here, so this one stays on the table: an update may help, and the log of "
                "this box says why."
            ) from error
        return live

    def replaced(
        self, live: LiveMatch, command: Replace, *, back: LiveMatch | None, at: int, source: Source
    ) -> LiveMatch:
        """Returns the match that the command asks for, and saves `live` for later if it is unfinished.

        `back` is the match to resume or adopt, see `read_back` and `brought`. Raises NotHere for an unknown game or
        scenario.

        Where the disk fails, a new match still comes and the journal is owed `live`. After many of those, and for a
        match that was played before, it raises Refused, and `live` stays as it was.
        """
        if live.unfinished and not command.away:
            raise Refused(f"{live.match.going_on}. Save it for later first, or stay.")
        if live.unfinished and not isinstance(command, TakeOut) and self._shelf_is_full:
            raise Refused(f"{MOST_LISTED} games are saved already. Delete one first, or end this one.")
        try:
            after = self._asked_for(command, live) if back is None else back
            if isinstance(command, Adopt):
                self._go_on(after, command, at=at, source=source)
            elif back is not None:
                self._take_out(back, at=at, source=source)
            after.owed.follow(live.owed)
            live.leave(at=at, source=source)
            if back is not None or after.owed.matches > MOST_MATCHES:
                after.owed.save()
        except sqlite3.Error as error:
            live.owed.stay()
            _logger.exception("journal")
            raise Refused(f"Not saved, so this game stays on the table: {in_words(error)}.") from error
        after.owed.insist()
        return after

    def save(self, live: LiveMatch) -> LiveMatch:
        """Writes what is owed of that match on the table, if the disk takes it by now. Returns the match that is then
        on the table.

        That is another one where the journal could not even be read until now, and no player has acted since.
        """
        if self._journal.reopen() and not live.owed.first.row.id:
            live = self._rejoined(live)
        live.owed.insist()
        return live

    def befallen(self, live: LiveMatch) -> list[Event]:
        """Returns what has happened to a match that was read back: some of it may be missing, and the service has
        restarted."""
        gap = None if self._journal.damage is None else self._journal.damage.gap
        sand_ns = live.match.state.latest_ns
        missing = [] if gap is None else [Missing(sand_ns=sand_ns, since_ns=gap.since, until_ns=gap.until)]
        return [*missing, *live.match.recover(self._clock.now())]

    def _rejoined(self, live: LiveMatch) -> LiveMatch:
        """Returns the match on the table now that the journal is back, which has one that this match was opened
        without."""
        try:
            old = self.last()
        except Exception:
            _logger.exception("the last match cannot be replayed")
            return live
        if old is None:
            return live
        now = self._clock.now()
        old.happen(self.befallen(old), at=now, source=SERVICE)
        if live.owed.first is live.owed and live.owed.untouched:
            return old
        old.leave(at=now, source=SERVICE)
        live.owed.first.follow(old.owed)
        return live

    def unfinished(self) -> list[Unfinished]:
        """Returns the saved matches, at most 50, the newest first."""
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

    @property
    def _shelf_is_full(self) -> bool:
        try:
            return len(self._journal.away.all()) >= MOST_LISTED
        except sqlite3.Error:
            return False

    def throw_away(self, command: ThrowAway) -> ThrownAway:
        """Deletes a saved match. Raises Refused where it is not saved, or the disk does not delete it."""
        try:
            with self._journal.together():
                row = self.away(command.match)
                self._journal.away.delete(command.match)
        except sqlite3.Error as error:
            raise Refused(f"Not deleted: {in_words(error)}.") from error
        game = self._games.get(row.game)
        was = (game.title if game else row.game, row.called, row.standing)
        return ThrownAway(match=row.match, was=", ".join(filter(None, was)))

    def delete(self, match: int, *, before_ns: int | None) -> bool:
        """Returns True once the match is gone for good. Of a match with many rows, one call deletes only some, and
        returns False.

        Raises NotHere for an unknown match. With `before_ns`, also for one that was played since that wall time or is
        on the table. Raises Refused where it is on the table, or the disk does not delete it.
        """
        try:
            with self._journal.together():
                laid = self._journal.last_match()
                row, lies = self._journal.match(match), laid is not None and laid.id == match
                if row is None or (before_ns is not None and (lies or self._reader.extent(row).last >= before_ns)):
                    raise NotHere("game", str(match))
                if lies:
                    raise Refused("Not deleted: that game is on the table. End it and begin another first.")
                if not self._journal.away.cut(match, rows=ROWS_AT_ONCE):
                    return False
                self._journal.away.delete(match)
        except sqlite3.Error as error:
            raise Refused(f"Not deleted: {in_words(error)}.") from error
        return True

    def _asked_for(self, command: Replace, live: LiveMatch) -> LiveMatch:
        match command:
            case New():
                return self._new(command)
            case Again():
                return self._again(live)
            case _:
                raise TypeError(f"not a way to open a match: {command!r}")

    def names(self, game: str) -> dict[str, str]:
        """Returns what the sides of a new match of the game would be called, by seat. Raises NotHere."""
        if game not in self._games:
            raise NotHere("game", game)
        chosen = self._games[game]
        state = chosen.start(self._setup(chosen, scenario=None), self._clock.now())
        return {seat.value: name for seat, name in chosen.names(state).items()}

    def _new(self, command: New) -> LiveMatch:
        if command.game not in self._games:
            raise NotHere("game", command.game)
        game = self._games[command.game]
        return self._begun(game, msgspec.json.encode(self._setup(game, scenario=command.scenario)))

    def _setup(self, game: AnyGame, *, scenario: str | None) -> Any:
        library = self._journal.library
        choices = library.get(game.name, CHOICES, CHOICES)
        if scenario is None:
            return game.seated(game.setup(choices), self._people)
        return game.seated(game.scenario(scenario, library.get(game.name, SCENARIO, scenario), choices), self._people)

    def _again(self, last: LiveMatch) -> LiveMatch:
        """Returns the same match once more, as it was left."""
        game = last.match.game
        return self._begun(game, msgspec.json.encode(game.again(game.read_setup(last.row.setup), last.match.state)))

    @property
    def _people(self) -> Mapping[str, str]:
        """Returns the names of the players at the table now, by seat."""
        kept = self._journal.library.get(TABLE, SITTERS, SITTERS)
        return people(read_sitters(kept), now=self._clock.now())

    def _go_on(self, brought: LiveMatch, command: Adopt, *, at: int, source: Source) -> None:
        """Continues a match that another box has played. As after a restart, its sand stands as of the last row: what
        fell later is not known."""
        unheard_ns = command.unheard_ns if brought.match.due() is not None else 0
        anew = SetUpAnew(
            sand_ns=brought.match.state.latest_ns, table=command.table, lacks=command.lacks, unheard_ns=unheard_ns
        )
        brought.happen([anew], at=at, source=source)
        brought.happen(brought.match.recover(at), at=at, source=SERVICE)

    def _take_out(self, back: LiveMatch, *, at: int, source: Source) -> None:
        self.away(back.row.id)
        back.catch_up()
        back.happen([TakenOut(sand_ns=back.match.state.latest_ns, mono_ns=at)], at=at, source=source)

    def _reopened(self, row: MatchRow, *, laid: bool) -> LiveMatch:
        """Returns what the journal has of a match, replayed."""
        live = self._live(row, self._games[row.game], laid=laid)
        live.catch_up()
        return live

    def _begun(self, game: AnyGame, setup: bytes) -> LiveMatch:
        if not self._new_ones.take(self._clock.now()):
            wait_s = math.ceil(self._new_ones.wait_s(self._clock.now()))
            raise Refused(f"Not begun: too many new games at once. Wait {wait_s} s.")
        return self._live(MatchRow(0, game.name, setup, self._clock.wall()), game, laid=False)

    def _live(self, row: MatchRow, game: AnyGame, *, laid: bool, brought: Sequence[Row] = ()) -> LiveMatch:
        owed, read_event = Owed(row, journal=self._journal, laid=laid, brought=brought), game.read_event

        def read(after: int, most: int) -> Sequence[Entry]:
            id = owed.row.id
            rows = self._reader.rows(id, after=after, most=most) if id else owed.brought[after : after + most]
            return [_entry(row, read_event) for row in rows]

        opening, refusals = Match.start(game, row.setup, now=self._clock.now()), Refusals(self._refusal_rows)
        return LiveMatch(opening, read=read, owed=owed, clock=self._clock, refusals=refusals)


def _entry(row: Row, read_event: Callable[[bytes], Event]) -> Entry:
    """Returns the journal's row as an entry. Raises msgspec.DecodeError, which names the row."""
    try:
        return Entry.of(row, read_event)
    except msgspec.DecodeError as error:
        raise msgspec.DecodeError(f"row {row.seq}: {error}") from error


def _vouched_for(command: Adopt) -> bool:
    """Returns whether the match is the one that the other journal's chain ends with. True where that chain's end is not
    known."""
    match = (command.was, command.game, command.setup, command.wall_ns)
    if command.chain is None:
        return True
    return hmac.compare_digest(chain.end(match, map(msgspec.structs.astuple, command.rows)), command.chain)
