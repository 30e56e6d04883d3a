"""Owns the live table: it is the one place whose state changes."""

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

import msgspec

from companion.clock import Clock, News
from companion.errors import WarglassError
from companion.journal.journal import Journal, MatchRow
from companion.journal.reader import Played, Reader, Written
from companion.journal.store import in_words
from companion.table.backlog import Disk
from companion.table.commands import Command, End
from companion.table.errors import NotHere, Refused, Untold, readable
from companion.table.events import CLOCK, DEMO, SERVICE, Event, Named, Refusal, Source, SourceKind, Upkeep
from companion.table.game import AnyGame, Demo
from companion.table.live_match import LiveMatch
from companion.table.logbook import MOST_LINES, LogPage, Past
from companion.table.match import Match
from companion.table.opening import Adopt, MatchExchange, MatchOpening, Replace, TakeOut, ThrowAway, Try, Unfinished
from companion.table.refusals import RefusalHeard
from companion.table.showing import Glance, Reports, Taken, reported
from companion.table.state import Stage
from companion.table.view import AtHall, Phase, TableView

BREATH_S = 0.002
"""Is the pause between two pieces of work that need the lock, so that waiting threads get it first."""

R = TypeVar("R")
_logger = logging.getLogger(__name__)


class _Rehearsed(WarglassError):
    """Takes back what was only tried."""


class Table:
    """Holds a lock, the current match, its journal and a version.

    Any thread may call any method. The table never calls back: a caller waits for a newer version and takes the latest
    view. `dispatch` is for the acts of players in the match, `exchange` for another match, `settle` for what happens by
    itself.
    """

    def __init__(self, *, clock: Clock, journal: Journal, games: Mapping[str, AnyGame], game: str) -> None:
        """Opens the journal's last match, or the first one of `game`."""
        self.games = games
        self._clock = clock
        self._journal = journal
        self.reader = Reader(journal)
        self._opening = MatchOpening(games=games, journal=journal, reader=self.reader, clock=clock)
        self._reports = Reports(self._take)
        self._lock = RLock()
        self._news = News()
        self.disk = Disk(journal, lock=self._lock, fault=self.fault, owes=self._owes, save=self._save)
        self._faults: dict[str, str] = {}
        self._hall: AtHall | None = None
        self._recent: TableView | None = None
        self._laid_at = clock.now()
        self._demo: Demo | None = None
        self._aside: LiveMatch | None = None
        """Is the match that waits while a demo is shown in its place; None where no demo is shown."""
        with self._lock:
            last = self._last()
            self._live = last or self._opening.first(game)
            if last is None:
                self._advance()
            else:
                self._tell()
                self._commit(self._opening.befallen(last), at=clock.now(), source=SERVICE)

    # What players do

    def dispatch(self, command: Command, *, source: Source, at: int | None = None) -> TableView:
        """Carries out a command and returns the view after it. Raises Refused, which the log records where a player
        asked, or NotHere.

        `at` is the monotonic instant of the press where it is known better than "now". The table accepts it however
        late it comes, back to when the match was put on the table. What was committed meanwhile stands. The log shows
        both by their instants.
        """
        with self._lock:
            return self._view(self._carry_out(command, at=at, source=source))

    def act(self, command: Command, *, source: Source, at: int) -> None:
        """Carries out a command as `dispatch` does, without making a view, which a button does not need."""
        with self._lock:
            self._carry_out(command, at=at, source=source)

    def pass_over(self, reason: str, *, source: Source, at: int) -> None:
        """Records in the log a press at the instant `at` that has no effect, and why. No screen shows it."""
        with self._lock:
            _, pressed = self._settled(at)
            sand = self._live.match.sand(pressed)
            refusal = Refusal(
                sand_ns=sand, mono_ns=pressed, command="press", subject=None, reason=reason, at_panel=False
            )
            self._hear(refusal, at=pressed, source=source)

    def _carry_out(self, command: Command, *, at: int | None, source: Source) -> int:
        """Carries out the command and returns when that was."""
        now, pressed = self._settled(at)
        if isinstance(command, End) and self._end_demo(at=now):
            return now
        try:
            events = self._live.events_of(command, pressed, source)
        except Refused as refused:
            # Only the panel can answer a button, and everybody sees the panel.
            if source.kind is SourceKind.BUTTON or (source.is_player and not isinstance(refused, Untold)):
                self._refuse(command, str(refused), at=pressed, source=source)
            raise
        if source.is_player:
            self._keep_demo(at=pressed, source=source)
        waits = self._live.match.state.stage is Stage.SETUP
        self._commit(events, at=pressed, source=source)
        if waits and self._live.match.state.stage is Stage.PLAY:
            self._commit(self._opening.introduced(self._live), at=now, source=SERVICE)
        return now

    def _settled(self, at: int | None) -> tuple[int, int]:
        """Returns now and the instant of a press, once everything has happened that was due by the press."""
        now = self._clock.now()
        pressed = at if at is not None and self._laid_at <= at < now else now
        self._settle(pressed)
        return now, pressed

    # Which match is on the table

    def exchange(self, change: MatchExchange, *, source: Source, at: int | None = None) -> TableView:
        """Puts another match on the table, or deletes a saved one, and returns the view after it. `at` is as in
        `dispatch`. Raises Refused or NotHere."""
        back = self._read_back(change) if isinstance(change, TakeOut | Adopt) else None
        with self._lock:
            now, pressed = self._settled(at)
            match change:
                case Try():
                    self._show_demo(change, at=now)
                case ThrowAway():
                    self._note(self._opening.throw_away(change), at=pressed, source=source)
                case Replace():
                    self._end_demo(at=now)
                    self._sum_up(pressed, all=True)
                    laid = self._opening.replaced(self._live, change, back=back, at=pressed, source=source)
                    self._lay_out(laid, at=pressed)
            return self._view(now)

    # What happens by itself

    def settle(self) -> int | None:
        """Lets everything happen that was due by now. Returns the next instant at which something is due, or None."""
        with self._lock:
            now = self._clock.now()
            self._settle(now)
            self._sum_up(now)
            return min(filter(None, (self._live.due(now), self._next_act)), default=None)

    def _settle(self, now: int) -> None:
        while True:
            due, act = self._live.match.due(), self._next_act
            if act is not None and act <= now and (due is None or act < due):
                self._play_demo(act)
            elif due is not None and due <= now:
                self._commit(self._live.match.lapse(due), at=due, source=CLOCK)
            else:
                return

    # A demo

    @property
    def _next_act(self) -> int | None:
        """Returns the instant at which the demo acts, or ends; None where there is none."""
        return None if self._demo is None else self._demo.due

    def _show_demo(self, command: Try, *, at: int) -> None:
        if self._hall is not None:
            raise Refused("No demo: this table is in a hall, which follows each match.")
        self._end_demo(at=at)
        shown = self._opening.demo(command, self._live)
        self._aside, self._demo = self._live, Demo.of(shown.match.game.demo, now=at)
        self._lay_out(shown, at=at)

    def _play_demo(self, at: int) -> None:
        """Does the demo's next act, or ends the demo after the last."""
        assert self._demo is not None
        if not self._demo.left:
            self._end_demo(at=at)
            return
        command, self._demo = self._demo.left[0].command, self._demo.after_next()
        try:
            events = self._live.events_of(command, at, DEMO)
        except (Refused, NotHere):
            _logger.exception("a demo's act is refused")
        else:
            self._commit(events, at=at, source=DEMO)

    def _keep_demo(self, *, at: int, source: Source) -> None:
        """Makes the demo the players' match from now on, kept as any other, because a player acts."""
        if self._aside is not None:
            before, self._aside, self._demo = self._aside, None, None
            self._opening.keep(self._live, before=before, at=at, source=source)
            if self._live.match.state.stage is Stage.PLAY:
                self._commit(self._opening.introduced(self._live), at=at, source=SERVICE)

    def _end_demo(self, *, at: int) -> bool:
        """Puts the match back that was there before the demo. Returns whether there was one."""
        if self._aside is None:
            return False
        before, self._aside, self._demo = self._aside, None, None
        self._lay_out(before, at=at)
        return True

    @property
    def _kept(self) -> LiveMatch:
        """Returns the match that the journal has on the table. The journal does not have a demo."""
        return self._aside or self._live

    # What everyone sees

    @property
    def version(self) -> int:
        return self._news.version

    def view(self, *, words: bool = True) -> TableView:
        """Returns the table now.

        With `words` False the view lacks the log's last lines and what an undo would take back.
        """
        with self._lock:
            now = self._clock.now()
            self._settle(now)
            self._recent = self._view(now, words=words)
            return self._recent

    def recent_view(self) -> TableView:
        """Returns the table as it last changed. Its clock times may be old, and it may lack its words. A press does not
        wait for a newer one."""
        with self._lock:
            self._settle(self._clock.now())
            recent = self._recent
            return recent if recent is not None and recent.version == self._news.version else self.view(words=False)

    def glance(self) -> Glance:
        """Returns the table now, with what the journal has of its match."""
        with self._lock:
            now = self._clock.now()
            self._settle(now)
            live = self._live
            return Glance(view=self._view(now), match=live.match, number=live.row.id, seq=live.journaled)

    def wait(self, version: int | None, timeout: float) -> int | None:
        """Waits up to `timeout` seconds until the version differs from `version`. Returns the new version, or None."""
        return self._news.wait(version, timeout)

    def wait_behind(self, version: int | None, timeout: float) -> int | None:
        """Waits as `wait` does, and then lets the screens and phones go first. It is for callers that draw no
        picture."""
        newest = self.wait(version, timeout)
        if newest is not None and not self.stopped:
            time.sleep(BREATH_S)
        return newest

    @property
    def match(self) -> Match[Any]:
        """Returns the match now. It is immutable, so any question may be put to it. It knows secrets; `view` does
        not."""
        with self._lock:
            return self._live.match

    def log(self, *, after: int | None = None, before: int | None = None, most: int = MOST_LINES) -> LogPage:
        """Returns a page of this match's journal as everyone may know it, see Logbook.page. Raises Unread."""
        return self._reports.log(after=after, before=before, most=most)

    def report(self) -> msgspec.Struct:
        """Returns the game's report on the match, up to its end or up to now. Raises Unread."""
        return self._reports.latest()

    def tell_the_end(self) -> None:
        """Adds to the view what the report on a long match says most of, once it is over. Making the report takes a
        while, and no player waits for it."""
        with self._lock:
            shown = self._live.shown
            if not shown.untold:
                return
            past = shown.past
        report = reported(past)
        with self._lock:
            if shown.match is past.match:
                shown.tell(report)
                self._advance()

    def _take(self) -> Taken:
        with self._lock:
            now = self._clock.now()
            self._settle(now)
            shown = self._live.shown
            sand_ns = shown.match.sand(now)
            return Taken(past=shown.past, logbook=shown.logbook, sand_ns=sand_ns, version=self._news.version)

    @property
    def journal_path(self) -> Path:
        """Returns the path of the journal. Read it, and never write it."""
        return self._journal.path

    @property
    def faults(self) -> tuple[str, ...]:
        """Returns what is broken, in words."""
        with self._lock:
            return tuple(self._faults.values())

    def fault(self, part: str, text: str | None) -> None:
        """Shows that `part` is broken, in words, until it is called again with None."""
        with self._lock:
            if self._say(part, text):
                self._advance()

    def _say(self, part: str, text: str | None) -> bool:
        """Returns whether that is news."""
        if self._faults.get(part) == text:
            return False
        if text is None:
            del self._faults[part]
        else:
            self._faults[part] = text
            _logger.warning("%s", text)
        return True

    def stands_in(self, hall: AtHall | None) -> None:
        """Shows the state of the hall that the table is in."""
        with self._lock:
            if hall != self._hall:
                self._hall = hall
                self._end_demo(at=self._clock.now())
                self._advance()

    @property
    def hall(self) -> AtHall | None:
        """Returns the hall as the view has it."""
        with self._lock:
            return self._hall

    def look_again(self) -> None:
        """Makes everyone who waits take the view once more, although the game has not changed."""
        with self._lock:
            self._news.tell()

    def written(self, match: int, *, after: int, most: int, size: int) -> Written:
        """Returns what the journal has of a match, see Reader.written, without the table's lock. Raises
        sqlite3.Error."""
        return self.reader.written(match, after=after, most=most, size=size)

    def played(self, match: int, *, most: int) -> Played:
        """Returns what the journal has of a match, at most so many rows, without the table's lock. Raises NotHere and
        Unread."""
        with readable():
            found = self.reader.played(match, most=most)
        if found is None:
            raise NotHere("match", str(match))
        return found

    def past(self) -> tuple[MatchRow, Past]:
        """Returns the match on the table: its row, as the journal has it or will have it, and how it has gone."""
        with self._lock:
            return self._live.row, self._live.shown.past

    def last_row(self, match: int) -> int:
        """Returns the number of the newest row that the journal has of a match. Raises NotHere and Unread."""
        with readable():
            last = self.reader.last(match)
        if last is None:
            raise NotHere("match", str(match))
        return last

    def opened_at(self, wall_ns: int) -> list[int]:
        """Returns the matches of the journal that were opened at that instant; none where it cannot be read."""
        with self._lock:
            try:
                return self._journal.opened_at(wall_ns)
            except sqlite3.Error:
                return []

    def bring(self, played: Played) -> int:
        """Adds a match that was played elsewhere to those of this table, and returns its number. Raises Refused where
        the disk does not take it."""
        match = played.match
        with self._lock:
            try:
                return self._journal.bring(match.game, match.setup, played.rows, wall_ns=match.wall).id
            except sqlite3.Error as error:
                raise Refused(f"Not saved: {in_words(error)}.") from error

    # What outlives a match

    def names_of_new(self, game: str) -> dict[str, str]:
        """Returns what the sides of a new match of the game would be called, by seat. Raises NotHere."""
        with self._lock:
            return self._opening.names(game)

    @property
    def unfinished_now(self) -> str | None:
        """Returns what goes on at the table, such as "WarTime is running, 3 timers". None where opening another match
        would not save this one for later."""
        with self._lock:
            return self._kept.match.going_on if self._kept.unfinished else None

    def unfinished(self) -> list[Unfinished]:
        """Returns the saved matches, at most 50, the newest first."""
        with self._lock:
            try:
                found, trouble = self._opening.unfinished(), None
            except sqlite3.Error as error:
                found, trouble = [], f"Saved games cannot be read: {in_words(error)}."
            self.fault("shelf", trouble)
            return found

    @property
    def demo(self) -> bool:
        """Returns whether the match plays itself."""
        with self._lock:
            return self._demo is not None

    @property
    def game(self) -> str:
        """Returns the name of the game being played."""
        with self._lock:
            return self._live.row.game

    @property
    def setup(self) -> bytes:
        """Returns what the current match was set up with, as its game's JSON."""
        with self._lock:
            return self._live.row.setup

    def kept(self, game: str, kind: str) -> dict[str, bytes]:
        """Returns what was kept for a game, by id: all of a kind, such as "scenario", as that game's JSON."""
        with self._lock:
            return self._journal.library.all(game, kind)

    def keep(self, game: str, kind: str, id: str, body: bytes) -> None:
        """Keeps it for good, in place of what had the same id. Raises Refused where the disk does not take it."""
        with self._lock:
            try:
                self._journal.library.put(game, kind, id, body)
            except sqlite3.Error as error:
                raise Refused(f"Not saved: {in_words(error)}.") from error

    def discard(self, game: str, kind: str, id: str) -> None:
        """Deletes it. Raises NotHere, and Refused where the disk does not delete it."""
        with self._lock:
            try:
                found = self._journal.library.delete(game, kind, id)
            except sqlite3.Error as error:
                raise Refused(f"Not deleted: {in_words(error)}.") from error
            if not found:
                raise NotHere(kind, id)

    def delete(self, match: int, *, before_ns: int | None = None) -> None:
        """Deletes for good a match that is not on the table, a piece at a time, so that players wait for one piece at
        most.

        Raises NotHere for an unknown match. With `before_ns`, also for one that was played since that wall time or is
        on the table. Without it, raises Refused for the match on the table. Raises Refused where the disk does not
        delete it.
        """
        while True:
            with self._lock:
                done = self._opening.delete(match, before_ns=before_ns)
            if done:
                return
            time.sleep(BREATH_S)

    def restore(self, bring: Callable[[Journal], R], *, keep: bool) -> R:
        """Lets `bring` write into the journal beside the match on the table, all of it or none, and returns what it
        returns.

        Without `keep` the journal stays as it was: the caller only learns what would come of it. Everyone waits
        meanwhile. So it raises Refused while time runs, and while the disk lacks anything.
        """
        with self._lock:
            now = self._clock.now()
            self._settle(now)
            match = self._live.match
            if match.due() is not None or (match.game.presses and match.state.phase is Phase.RUNNING):
                raise Refused("Not done: time is running. Pause the game first.")
            if (trouble := self._live.owed.trouble) is not None:
                raise Refused(f"Not done. {trouble}")
            try:
                with self._journal.together():
                    done = bring(self._journal)
                    if not keep:
                        raise _Rehearsed
            except _Rehearsed:
                self._journal.library.reread()
            except sqlite3.Error as error:
                self._reread()
                raise Refused(f"Not restored: {in_words(error)}.") from error
            except BaseException:
                self._reread()
                raise
            self._advance()
            return done

    def _reread(self) -> None:
        # A disk that cannot even give back what it has is reported elsewhere.
        with suppress(sqlite3.Error):
            self._journal.library.reread()

    def note(self, event: Upkeep | Named, *, source: Source) -> None:
        """Records in the log of the match being played what was done about the table itself, as of now."""
        with self._lock:
            now = self._clock.now()
            self._settle(now)
            self._note(event, at=now, source=source)

    # Coming and going

    def stop(self) -> None:
        """Ends every wait, and so all threads that live by waiting. The last commands still arrive."""
        with self._lock:
            self._news.end()

    def close(self) -> None:
        """Stops, and syncs the journal to the disk. Call it once no more commands come."""
        self.stop()
        with self._lock:
            self._end_demo(at=self._clock.now())
            self._sum_up(self._clock.now(), all=True)
        self.disk.sync()
        with self._lock:
            self.reader.close()
            self._journal.close()

    @property
    def stopped(self) -> bool:
        return self._news.over

    def _last(self) -> LiveMatch | None:
        """Returns the last match replayed, or None where it cannot be. A new one is then opened beside it."""
        try:
            return self._opening.last()
        except Exception:
            _logger.exception("the last match cannot be replayed")
            self._faults["journal"] = "The last game cannot be read. The journal keeps it; see the service's log."
            return None

    def _read_back(self, command: TakeOut | Adopt) -> LiveMatch:
        if isinstance(command, Adopt):
            return self._opening.open_brought(command)
        with self._lock:
            row = self._opening.away(command.match)
        return self._opening.read_back(row)

    def _lay_out(self, live: LiveMatch, *, at: int) -> None:
        self._live = live
        self._laid_at = at
        self._advance()

    def _note(self, event: Upkeep | Named, *, at: int, source: Source) -> None:
        kept = self._kept
        kept.take([msgspec.structs.replace(event, sand_ns=kept.match.sand(at))], at=at, source=source)
        self._advance()

    def _refuse(self, command: Command, reason: str, *, at: int, source: Source) -> None:
        self._hear(self._live.refusal_of(command, reason, pressed=at, source=source), at=at, source=source)

    def _hear(self, refusal: Refusal, *, at: int, source: Source) -> None:
        heard = self._live.refusals.count_refusal(refusal, source)
        if heard is RefusalHeard.NEW:
            self._commit([refusal], at=at, source=source)
        elif heard is RefusalHeard.SHOWN:
            self.look_again()

    def _sum_up(self, now: int, *, all: bool = False) -> None:
        """Journals counted refusals: those that are due by now, or all of them."""
        for refusal, source in self._live.sums(now, all=all):
            self._commit([refusal], at=now, source=source)

    def _commit(self, events: Sequence[Event], *, at: int, source: Source) -> None:
        """Journals the events, then lets them be seen. Where the journal fails the game continues, visibly unsaved."""
        if not events:
            return
        if self._live.counts_end_with(events):
            self._sum_up(at, all=True)
        self._live.take(events, at=at, source=source)
        self._advance()

    def _tell(self) -> None:
        """Puts into words what the view says of the disk."""
        damage = self._journal.damage
        self._say("damage", None if damage is None else str(damage))
        self._say("unsaved", self._kept.owed.trouble)

    def _owes(self) -> bool:
        with self._lock:
            return not self._kept.owed.nothing

    def _save(self) -> None:
        """Tries once more to write what the journal lacks."""
        with self._lock:
            before = self._kept, self._kept.owed.trouble
            saved = self._opening.save(self._kept)
            if self._aside is None:
                self._live = saved
            else:
                self._aside = saved
            if (saved, saved.owed.trouble) != before:
                self._advance()

    def _advance(self) -> None:
        self._tell()
        self._news.tell()

    def _view(self, now: int, *, words: bool = True) -> TableView:
        return msgspec.structs.replace(
            self._live.view(now, words=words),
            version=self._news.version,
            faults=self.faults,
            hall=self._hall,
            demo=self.demo or msgspec.UNSET,
        )
