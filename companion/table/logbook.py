"""Puts the log into words, by page, in the order of the presses."""

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Lock
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.clock import MS, SECOND
from companion.table.events import (
    Event,
    Missing,
    PutAway,
    Recovered,
    SetUpAnew,
    Source,
    SourceKind,
    TakenOut,
    Undone,
    Upkeep,
    called,
)
from companion.table.game import Step
from companion.table.history import PAGE, Entry, Read, between, stands
from companion.table.match import Match
from companion.table.view import LogLine

# A match as it had gone up to an instant.


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a match up to one instant. It is taken with the table's lock held and read without it: it never changes.

    `recent` are the newest entries, `read` returns the older ones, `marks` says what stands. Every method may raise
    sqlite3.Error.
    """

    opening: Match[Any]
    match: Match[Any]
    recent: tuple[Entry, ...]
    marks: bytes
    read: Read

    @property
    def last(self) -> int:
        """Returns the newest entry's number."""
        return self.recent[-1].seq if self.recent else 0

    def entries(self, first: int, last: int) -> list[Entry]:
        """Returns the entries with these numbers and between."""
        return between(first, last, recent=self.recent, read=self.read)

    def find(self, seq: int) -> Entry | None:
        return next(iter(self.entries(seq, seq)), None)

    def report(self, sand_ns: int) -> msgspec.Struct:
        """Returns the report on the match, up to its end, else up to that sand time."""
        return self.opening.report(self.standing(), sand_ns=sand_ns)

    def standing(self) -> Iterator[Event]:
        """Yields every event of the match that was not taken back, without the undos, read by page."""
        for after in range(0, self.last, PAGE):
            for entry in self.entries(after + 1, min(after + PAGE, self.last)):
                if stands(self.marks, entry.seq):
                    yield entry.event

    def steps(self) -> Iterator[Step[Any]]:
        """Returns the same events, each with the states before and after it."""
        return self.opening.steps(self.standing())


# Which side was first, and by how much: the log has it between a press of one side's and the next one of another's.

FARTHEST = 512
"""Limits, in journal numbers, how far apart two presses may be to be compared. Players do not compare farther ones."""

_ANEW = (Recovered, PutAway, TakenOut, SetUpAnew, Missing)


class Before(msgspec.Struct, frozen=True):
    """Says that a press was made so long before the next one, which was that side's."""

    ns: int
    side: str

    def beside(self, line: LogLine, names: dict[str, str]) -> LogLine:
        """Returns the press's line with the gap: "0.043 s before Firebrand"."""
        gap = f"{self.ns / SECOND:.3f} s before {names[self.side]}"
        return msgspec.structs.replace(line, gap=gap, gap_side=self.side)


def ends(match: Match[Any], entry: Entry) -> bool:
    """Returns whether no press before this entry is compared with a press after it."""
    return match.pressed(entry.event) or isinstance(entry.event, _ANEW)


def gaps(match: Match[Any], in_order: Sequence[Entry]) -> dict[int, Before]:
    """Returns each press's gap to the next one, by the press's number.

    Lines that are not presses may be in between. A press that was neither side's, such as a pause, separates what came
    before it from what comes after.
    """
    found: dict[int, Before] = {}
    for press, following in _neighbours(match, in_order):
        mine, theirs = match.side(press.event), match.side(following.event)
        late, far = following.mono_ns - press.mono_ns, following.seq - press.seq
        if mine is not None and theirs is not None and mine != theirs and late >= 0 and far <= FARTHEST:
            found[press.seq] = Before(late, theirs)
    return found


def _neighbours(match: Match[Any], in_order: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Yields each press with the next one, where the service did not read the match back in between."""
    last = None
    for entry in in_order:
        if ends(match, entry):
            pressed = match.pressed(entry.event)
            if last is not None and pressed:
                yield last, entry
            last = entry if pressed else None


# The order of the dispute log: by the instants of the presses, not by when they arrived.

LATEST_NS = 30 * SECOND
"""Says how late a press can arrive. The watchdog ends a service that stands still for longer."""
_UNSTEADY_NS = SECOND
"""Says how far presses may be out of order without being late, and how far the wall clock may differ without being
another clock."""


def ordered(entries: Iterable[Entry]) -> list[Entry]:
    """Returns the entries by the instant of the press, not by the order in which they arrived."""
    return [entry for stretch in stretches(entries) for entry in sorted(stretch, key=lambda e: (e.mono_ns, e.seq))]


def stretches(entries: Iterable[Entry]) -> Iterator[Sequence[Entry]]:
    """Cuts the journal where another night or another box began, or where the monotonic clock restarted.

    What goes back in time by over a second and is not a late press comes from another boot. It may also be sand that,
    after an undo, had run out long ago.
    """
    stretch: list[Entry] = []
    newest: Entry | None = None
    for entry in entries:
        if newest is not None and begins(entry, newest):
            yield stretch
            stretch, newest = [], None
        stretch.append(entry)
        if newest is None or entry.mono_ns > newest.mono_ns:
            newest = entry
    yield stretch


def begins(entry: Entry, newest: Entry) -> bool:
    """Returns whether the entry belongs to another stretch than the newest one before it."""
    if isinstance(entry.event, TakenOut | SetUpAnew):
        return True
    back = newest.mono_ns - entry.mono_ns
    return back > _UNSTEADY_NS and not (back <= LATEST_NS and _same_boot(entry, newest) and _pressed(entry))


def _same_boot(one: Entry, other: Entry) -> bool:
    """Returns whether wall clock and monotonic clock were equally far apart at both entries."""
    return abs((one.wall_ns - one.mono_ns) - (other.wall_ns - other.mono_ns)) <= _UNSTEADY_NS


def _pressed(entry: Entry) -> bool:
    return Source.read(entry.source).kind is SourceKind.BUTTON


def late(entries: Iterable[Entry]) -> dict[int, str]:
    """Returns by number what the log adds to a press that arrived only after a later one: "heard over 2.4 s late"."""
    found = {}
    for stretch in stretches(sorted(entries, key=lambda entry: entry.seq)):
        newest = 0
        for entry in stretch:
            behind = newest - entry.mono_ns
            if behind > _UNSTEADY_NS and _pressed(entry):
                found[entry.seq] = f"heard over {behind / SECOND:.1f} s late"
            newest = max(newest, entry.mono_ns)
    return found


# The dispute log in words: what happened.


def describe(match: Match[Any], entry: Entry, undone: Entry | None = None) -> str:
    """Returns the entry as a sentence. An undo says what it took back, which is `undone`."""
    if isinstance(entry.event, Undone):
        return f"Undone: {match.sentence(undone.event)}" if undone else "Undone"
    if isinstance(entry.event, Upkeep):
        return entry.event.sentence(Source.read(entry.source), match.sides)
    return match.sentence(entry.event)


def write_line(match: Match[Any], entry: Entry, undone: Entry | None) -> LogLine:
    """Returns the entry's line, see `describe`. It does not yet have the gap to its neighbours, see `gaps`."""
    source = Source.read(entry.source)
    return LogLine(
        seq=entry.seq,
        mono_ms=entry.mono_ns // MS,
        source=source.device,
        who=_who(match, source),
        text=describe(match, entry, undone),
        side=match.side(entry.event),
    )


def whose(match: Match[Any], entry: Entry) -> str:
    """Returns who acted, as the beginning of a sentence. That is the side whose phone it was, else whose act it is,
    else the device it was done with."""
    source, names = Source.read(entry.source), named(match)
    who = names.get(source.seat or "") or names.get(match.side(entry.event) or "") or _who(match, source)
    return who[0].upper() + who[1:]


def named(match: Match[Any]) -> dict[str, str]:
    """Returns the players' names, by seat."""
    return {seat.value: name for seat, name in match.names.items()}


def _who(match: Match[Any], source: Source) -> str:
    """Returns who held the device: the player by name, else whose phone it was."""
    return called(source, match.sides)


# The log by page: its words are made once, for all readers.

MOST_LINES = 1000
"""Limits the entries of one page."""
_REMEMBERED = 4096
_APART = LATEST_NS + SECOND
"""Is longer than any press is out of order in the log. What an undo lets run out comes within a second of the undo
itself."""
_MARGIN, _WIDEST = 32, 4096
"""Says how many entries beyond a page's ends are read to see what belongs on it: at first, and at most."""

Find = Callable[[int], Entry | None]
"""Finds an entry by its number, such as the one that an undo took back."""


class LogPage(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the entries numbered `first` to `last`, each in words, by the instant of the press. The journal has
    `earlier` entries before them and `later` ones after."""

    lines: tuple[tuple[Entry, LogLine], ...]
    first: int
    last: int
    earlier: int
    later: int


class Logbook:
    """Remembers the last lines that were read. Any thread may call any method, and none holds the table's lock
    meanwhile."""

    def __init__(self) -> None:
        self._one_reader = Lock()
        self._remembering = Lock()
        self._wording: object = None
        self._words: OrderedDict[int, LogLine] = OrderedDict()

    def page(self, past: Past, *, after: int | None = None, before: int | None = None, most: int) -> LogPage:
        """Returns at most `most` entries: the lowest numbered above `after`, else the highest below `before`, else the
        newest.

        A page ends where all that was pressed until then has arrived, if it has such a place. So pages read one after
        another are the log in its order. Raises sqlite3.Error.
        """
        with self._one_reader:
            if after is not None:
                first = min(after, past.last) + 1
                last = min(first - 1 + most, past.last)
            else:
                last = min(past.last, past.last if before is None else before - 1)
                first = max(1, last - most + 1)
            around = _around(past, first, last)
            clean = list(_clean(around))
            if after is not None and last < past.last:
                last = max((seq - 1 for seq in clean if first < seq <= last + 1), default=last)
            elif after is None and first > 1:
                first = min((seq for seq in clean if first <= seq <= last), default=first)
            in_order = ordered(around)
            shown = [entry for entry in in_order if first <= entry.seq <= last]
            lines = self.lines(past.match, shown, past.find, among=in_order)
        page = tuple(zip(shown, lines, strict=True))
        return LogPage(lines=page, first=first, last=last, earlier=first - 1, later=past.last - last)

    def lines(
        self, match: Match[Any], entries: Sequence[Entry], find: Find, *, among: Sequence[Entry] | None = None
    ) -> list[LogLine]:
        """Returns the entries in words, each with its gap to the next press and how late it arrived. It looks for the
        presses to compare `among` these, in order."""
        around = entries if among is None else among
        before, heard, names = gaps(match, around), late(around), named(match)
        lines = [self.words(match, entry, find) for entry in entries]
        lines = [replace(line, text=f"{line.text}, {heard[line.seq]}") if line.seq in heard else line for line in lines]
        return [before[line.seq].beside(line, names) if line.seq in before else line for line in lines]

    def words(self, match: Match[Any], entry: Entry, find: Find) -> LogLine:
        """Returns the entry in words, as `match` names things. It remembers words that were read before. No caller
        waits here for words that another one makes."""
        wording = match.wording
        with self._remembering:
            if wording != self._wording:
                self._wording, self._words = wording, OrderedDict()
            words = self._words
            if entry.seq in words:
                words.move_to_end(entry.seq)
                return words[entry.seq]
        made = write_line(match, entry, find(entry.event.seq) if isinstance(entry.event, Undone) else None)
        with self._remembering:
            words[entry.seq] = made
            if len(words) > _REMEMBERED:
                words.popitem(last=False)
        return made


def _around(past: Past, first: int, last: int) -> list[Entry]:
    """Returns the entries, with as many before and after them as can belong among them by the instants of their
    presses. It also reads as far as it needs to see which press came next after theirs."""
    margin = _MARGIN
    while True:
        low, high = max(1, first - margin), min(past.last, last + margin)
        entries = past.entries(low, high)
        cut = list(stretches(entries))
        after = high == past.last or (_settled_behind(cut[-1], last) and _answered(past.match, entries, first, last))
        settled = after and (low == 1 or _settled_before(cut[0], first))
        if settled or margin >= _WIDEST:
            return entries
        margin *= 4


def _settled_before(stretch: Sequence[Entry], first: int) -> bool:
    """Returns whether all that is before this first stretch comes before the page in the log. It does if it happened at
    most _APART after anything that arrived later."""
    oldest = min((entry.mono_ns for entry in stretch if entry.seq < first), default=0)
    return all(oldest + _APART <= entry.mono_ns for entry in stretch if entry.seq >= first)


def _settled_behind(stretch: Sequence[Entry], last: int) -> bool:
    """Returns whether all that is behind this last stretch comes after the page in the log."""
    newest = max((entry.mono_ns for entry in stretch), default=0)
    return all(entry.mono_ns + _APART <= newest for entry in stretch if entry.seq <= last)


def _answered(match: Match[Any], entries: Sequence[Entry], first: int, last: int) -> bool:
    """Returns whether it is known which press followed the last one from `first` to `last`, or that none is near."""
    presses = [entry for entry in ordered(entries) if ends(match, entry)]
    mine = max((at for at, entry in enumerate(presses) if first <= entry.seq <= last), default=None)
    if mine is None or entries[-1].seq - presses[mine].seq > FARTHEST:
        return True
    *_, newest = stretches(entries)
    behind = max(entry.mono_ns for entry in newest)
    return any(entry not in newest or behind - entry.mono_ns >= _APART for entry in presses[mine + 1 : mine + 2])


def _clean(entries: Sequence[Entry]) -> Iterator[int]:
    """Yields the numbers before which the log may be cut: all lines before such a number have lower ones."""
    for stretch in stretches(entries):
        latest = list(itertools.accumulate((entry.mono_ns for entry in stretch), max))
        earliest = list(itertools.accumulate((entry.mono_ns for entry in reversed(stretch)), min))[::-1]
        for entry, until, since in zip(stretch, [0, *latest], earliest, strict=False):
            if entry is stretch[0] or until <= since:
                yield entry.seq
