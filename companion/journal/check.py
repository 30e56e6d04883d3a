"""Checks whether a journal's file is whole, and says in words what it has lost."""

import sqlite3
import struct
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.clock import SECOND
from companion.journal import store as chain
from companion.journal.schema import CHAINED, DIGESTED, KEYS, described, expected, tally
from companion.journal.store import EndMark, of_the_disk

# Whether a journal's file is whole: SQLite's own check, then every row's digest or chain.

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""Lists what opening a damaged file raises: what SQLite says of it may be no text."""
DAMAGED = (*UNREADABLE, struct.error, TypeError, AttributeError, ValueError)
"""Lists what reading a damaged row raises."""
_MOST_TOLD = 20
Key = tuple[Any, ...]


class HeldRows(msgspec.Struct, frozen=True, kw_only=True):
    """Says how much of a match holds: its first `events` events, and their last wall time (its opening's before the
    first).

    `whole` says that there are no more.
    """

    match: int
    events: int
    wall: int
    whole: bool


class FoundJournal(msgspec.Struct, kw_only=True):
    """Says what a check found. `faults` are for the box's owner; the journal is sound where there are none.

    `held` has every match whose own row holds. `sound` has the keys of the rows that hold, by table, `unsound` of those
    that do not. `torn` says that some are gone, or could not be read.

    `homeless` are the matches of which only events are left. `on_table` is the one on the table. `edits` counts what
    was changed beside events.
    """

    faults: list[str] = []
    held: dict[int, HeldRows] = {}
    sound: dict[str, list[Key]] = {}
    unsound: dict[str, list[Key]] = {}
    torn: bool = False
    homeless: list[int] = []
    on_table: int | None = None
    edits: int = 0


def look_over(db: sqlite3.Connection) -> FoundJournal:
    """Reads all of it once, and holds a row at a time. What cannot be read is a finding. Raises sqlite3.Error where
    that is the disk's fault."""
    found = FoundJournal()
    found.faults += _fault_lines("The file", _structure(db))
    for table in DIGESTED:
        found.sound[table], found.unsound[table] = [], []
        found.faults += _fault_lines(f"The table {table}", _rows(db, table, found))
    found.faults += _fault_lines("The file", _together(db, found))
    for (match,) in found.sound["match"]:
        found.faults += _fault_lines(f"Match {match}", _events(db, match, found))
    return found


def _fault_lines(of: str, faults: Iterator[str]) -> Iterator[str]:
    """Yields the faults, and a last one where reading fails halfway."""
    try:
        for fault in faults:
            yield f"{of}: {fault}."
    except DAMAGED as error:
        _unless_disk(error)
        yield f"{of}: it cannot be read any further: {error}."


def _unless_disk(error: Exception) -> None:
    if isinstance(error, sqlite3.Error) and of_the_disk(error):
        raise error


def _structure(db: sqlite3.Connection) -> Iterator[str]:
    # It checks what `quick_check` checks and the one index, for a seventh more time.
    for (said,) in db.execute(f"PRAGMA integrity_check({_MOST_TOLD})"):
        if said != "ok":
            yield said
    is_there = described(db)
    for name, made in expected().items():
        if is_there.get(name) != made:
            yield f"its table {name} is not as it was made"


def _rows(db: sqlite3.Connection, table: str, found: FoundJournal) -> Iterator[str]:
    names, torn, found.torn = len(KEYS[table]), found.torn, True
    for row, _, holds in read_rows(db, table):
        key = tuple(row[:names])
        if holds:
            found.sound[table].append(key)
        else:
            found.unsound[table].append(key)
            yield f"{' '.join(map(str, key))} has been changed"
    found.torn = torn


def read_rows(db: sqlite3.Connection, table: str) -> Iterator[tuple[list[Any], bytes, bool]]:
    """Yields each row of the table, its digest, and whether that holds. Raises what reading a damaged row raises."""
    for *row, digest in db.execute(f"SELECT {', '.join(DIGESTED[table])}, digest FROM {table}"):
        yield row, digest, _holds(row, digest)


def _holds(row: list[int | str | bytes], digest: bytes | None) -> bool:
    """Returns whether the row is as it was written. A blanked page has rows without anything, even a digest."""
    try:
        return chain.digest(*row) == digest
    except DAMAGED:
        return False


def _events(db: sqlite3.Connection, match: int, found: FoundJournal) -> Iterator[str]:
    columns = ", ".join(DIGESTED["match"])
    *row, last, head = db.execute(f"SELECT {columns}, digest, head FROM match WHERE id = ?", (match,)).fetchone()
    if not _holds(row, last):
        raise ValueError("its row is not where its number leads")
    events, fault, wall = 0, None, row[-1]
    try:
        rows = db.execute(f"SELECT {CHAINED}, chain FROM event WHERE match = ? ORDER BY seq", (match,))
        for *row, link in rows:
            seq, at, *_ = row
            if seq != events + 1:
                fault = f"event {events + 1} is missing"
                break
            if chain.link(last, row) != link:
                fault = f"event {seq} has been changed"
                break
            last, events, wall = link, seq, at
    except DAMAGED as error:
        _unless_disk(error)
        fault = f"event {events + 1} cannot be read: {error}"
    on_table = match == found.on_table
    if fault is None and on_table and head is not None:
        fault = "it is on the table, but was saved for later"
    if fault is None and not on_table and head != last:
        fault = f"what was after event {events} is missing"
    found.held[match] = HeldRows(match=match, events=events, wall=wall, whole=fault is None)
    if fault is not None:
        yield fault


def _together(db: sqlite3.Connection, found: FoundJournal) -> Iterator[str]:
    for (match,) in db.execute("SELECT DISTINCT match FROM event WHERE match NOT IN (SELECT id FROM match)"):
        found.homeless.append(match)
        yield f"there are events of a match {match}, but it is not there"
    laid = [match for (match,) in db.execute("SELECT match FROM on_table")]
    growing = [id for (id,) in db.execute("SELECT id FROM match WHERE head IS NULL")]
    if laid != growing or len(laid) > 1:
        yield "the match on the table is not known"
    found.on_table = next((match for match in (*laid, *growing) if (match,) in found.sound["match"]), None)
    elsewhere = "SELECT id FROM match EXCEPT SELECT match FROM on_table"
    for (match,) in db.execute(f"SELECT match FROM away WHERE match NOT IN ({elsewhere})"):
        yield f"match {match} is saved for later, but is on the table, or gone"
    torn, found.torn = found.torn, True
    ((edits, sealed),) = db.execute("SELECT edits, tally FROM seal")
    if not isinstance(edits, int):
        yield "its seal has been changed"
        return
    found.edits = edits
    if sealed != tally(db) and not any(found.unsound.values()):
        yield "a row was added or removed without a record"
    else:
        found.torn = torn


# What a journal has lost, in words for the players.


class Gap(msgspec.Struct, frozen=True):
    """Says between which wall times, in nanoseconds, a match's events are missing."""

    since: int
    until: int

    def __str__(self) -> str:
        """Returns it in words, such as "20:14 and 20:31"; with seconds where it was less than a minute."""
        since, until = _in_words(self.since, "%H:%M"), _in_words(self.until, "%H:%M")
        if since == until:
            since, until = _in_words(self.since, "%H:%M:%S"), _in_words(self.until, "%H:%M:%S")
        return f"{since} and {until}"


class JournalDamage(msgspec.Struct, frozen=True, kw_only=True):
    """Says what is missing. `kept_as` is the name of the damaged file, None where only an end has not reached the disk.

    `gap` is in the match on the table, `games` counts the others that are cut short or gone. `things` counts other kept
    things and saved games that are gone. `more` says that even more may be missing.
    """

    kept_as: str | None = None
    gap: Gap | None = None
    games: int = 0
    things: int = 0
    more: bool = False

    @property
    def nothing(self) -> bool:
        return self.gap is None and not (self.games or self.things or self.more)

    def __str__(self) -> str:
        """Returns sentences for a page."""
        told = []
        if self.kept_as is not None:
            told.append(f"The journal was damaged; the old file is kept as {self.kept_as}.")
        if self.gap is not None:
            told.append(f"What happened between {self.gap} is missing.")
        if self.games:
            told.append(f"{self.games} {'game is' if self.games == 1 else 'games are'} cut short, or gone.")
        if self.things:
            told.append(f"{self.things} of the things that were kept {'is' if self.things == 1 else 'are'} gone.")
        if self.more:
            told.append("Other games or kept things may be missing too.")
        return " ".join(told if not self.nothing else [*told, "No act is missing."])


def missing(
    found: FoundJournal, *, mark: EndMark | None, tail: bool, now: int, kept_as: str | None = None
) -> JournalDamage:
    """Returns what a check has found to be missing, and what the mark of the journal's end adds.

    `tail` says that its log is damaged. `now` is the wall time before which the missing part had happened, unless a
    mark says it better.
    """
    here = found.held.get(found.on_table or 0)
    if mark is None:
        cut_off = tail
    elif here is not None and mark.match == here.match:
        cut_off = mark.seq > here.events
    else:
        cut_off = mark.match not in found.held or mark.edits > found.edits
    gap = None
    if here is not None and (cut_off or not here.whole):
        gap = Gap(here.wall, max(here.wall, now if mark is None else mark.wall))
    others: set[Any] = {held.match for held in found.held.values() if not held.whole and held is not here}
    others |= {key[0] for key in found.unsound["match"]} | set(found.homeless)
    if mark is not None and mark.match and mark.match not in found.held:
        others.add(mark.match)
    return JournalDamage(
        kept_as=kept_as,
        gap=gap,
        games=len(others),
        things=len(found.unsound["library"]) + len(found.unsound["away"]),
        more=found.torn or (mark is not None and mark.edits > found.edits),
    )


def _in_words(wall_ns: int, how: str) -> str:
    """Returns the hour on this machine's clock; another day's with its date."""
    at, today = time.localtime(wall_ns // SECOND), time.localtime()
    return time.strftime(how if at[:3] == today[:3] else f"{how} on %d %B", at)
