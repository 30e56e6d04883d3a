"""Defines the events that happen in every game, and who brings them about. Each game adds its own."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import ClassVar, Self

import msgspec

from companion.clock import SECOND
from companion.names import tidy

# Who or what brings an event about.


class SourceKind(Enum):
    BUTTON = "button"
    PHONE = "phone"
    CLOCK = "clock"
    SERVICE = "service"
    HALL = "hall"
    DEMO = "demo"


BOTH = "both"
"""Marks a phone whose seat is that of all of a game's players."""


class Source(msgspec.Struct, frozen=True):
    """Says who or what brought an event about, such as button red-30 or phone 2.

    For a phone that has taken a seat it also has the seat's value, or what else a phone may have chosen. `player` is
    the player's name, if he gave one.
    """

    kind: SourceKind
    name: str = ""
    seat: str | None = None
    player: str | None = None

    @property
    def device(self) -> str:
        """Returns what the event was done with: "phone 2", not who holds the phone."""
        return f"{self.kind.value} {self.name}".rstrip()

    def __str__(self) -> str:
        """Returns it as the journal has it: "phone 2, gold, Anna"."""
        return ", ".join((self.device, *filter(None, (self.seat, self.seat and self.player))))

    @classmethod
    def read(cls, text: str) -> Self:
        """Returns the source that the journal has this text of. It never fails: it leaves out a player's name that is
        not valid."""
        device, seat, player = [*text.split(", ", 2), "", ""][:3]
        kind, _, name = device.partition(" ")
        known = next((each for each in SourceKind if each.value == kind), SourceKind.SERVICE)
        return cls(known, name, seat or None, _tidy(player))

    def keeps_secrets_of(self, seat: str) -> bool:
        """Returns whether this source may change what is sealed for that seat: a phone has to sit there, or for
        both."""
        return self.seat in (None, seat, BOTH)

    @property
    def is_player(self) -> bool:
        """Returns whether a player asked, and not the table's own time or the service that runs it."""
        return self.kind in (SourceKind.BUTTON, SourceKind.PHONE)


def _tidy(player: str) -> str | None:
    try:
        return tidy(player)
    except ValueError:
        return None


CLOCK = Source(SourceKind.CLOCK)
SERVICE = Source(SourceKind.SERVICE)
HALL = Source(SourceKind.HALL)
"""Stands for the hall's organiser, who acts from outside and is not a player of this table."""
DEMO = Source(SourceKind.DEMO)
"""Stands for a demo's script, for either side."""


def called(source: Source, names: Mapping[str, str]) -> str:
    """Returns who that was: the player by name, else whose device it is, "Firebrand's phone 2". `names` has each
    seat's."""
    side = names.get(source.seat or "")
    return source.player or (f"{side}'s {source.device}" if side else source.device)


# The table's own events.


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Records something that has happened. `sand_ns` is when, in the match's sand time."""

    TIMELESS: ClassVar[bool] = False
    """Says that the event means the same at any sand time. It then moves no sand time, and stays where an undo takes
    time back."""

    sand_ns: int

    def public(self) -> Self:
        """Returns the event as everyone may know it: without what a player keeps secret."""
        return self

    def hides(self, earlier: "Event") -> bool:  # noqa: ARG002
        """Returns whether this event leaves no trace of `earlier` in a match, where only events of their kind are
        between them."""
        return False


class Undone(Event, frozen=True, kw_only=True):
    """Takes the event `seq` of this match back. `mono_ns` is the sand clock's new anchor."""

    seq: int
    mono_ns: int


class Recovered(Event, frozen=True, kw_only=True):
    """Says that the service came back with this match open. What was running waits, paused, for the players."""

    mono_ns: int


class PutAway(Event, frozen=True, kw_only=True):
    """Saves the match for later, unfinished, to make room for another. Where sand was falling, it stops here."""

    mono_ns: int


class TakenOut(Event, frozen=True, kw_only=True):
    """Resumes a saved match, on any later night. What was running waits, paused, for the players."""

    mono_ns: int


class Refusal(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Records a refusal: a player's request was not carried out, or so many `times` since the log last said so. It
    changes no state.

    `subject` is the part of the table it was about. `at_panel` says that a button asked. `mono_ns` is when, or the last
    time when: a screen shows the reason for a moment even while the sand is stopped.
    """

    mono_ns: int
    command: str
    subject: str | None
    reason: str
    at_panel: bool
    times: int = 1

    def hides(self, earlier: Event) -> bool:
        return isinstance(earlier, Refusal)


class Missing(Event, frozen=True, kw_only=True):
    """Says that the journal was damaged: what happened between these wall times, in nanoseconds, is lost."""

    since_ns: int
    until_ns: int


class Upkeep(Event, frozen=True, kw_only=True):
    """Records something done about the table itself. The log shows who did it; no game knows of it. The table adds the
    sand time when it notes it."""

    sand_ns: int = 0

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        """Returns what `source` has done, as one player would say it to another. `names` has each seat's."""
        raise NotImplementedError


class HouseRuled(Upkeep, frozen=True, kw_only=True):
    """Records that the table added, changed or removed a house ruling. `change` says which of these, `id` and
    `question` are the ruling's."""

    change: str
    id: str
    question: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:  # noqa: ARG002
        return f"House ruling {self.change}: {self.question}"


class AskedToLeave(Upkeep, frozen=True, kw_only=True):
    """Records that a phone was asked to leave. `phone` is written as the journal writes sources: "phone 3, red,
    Ben"."""

    phone: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        return f"{_who(source, names)} asked {_pointed_at(Source.read(self.phone), names)} to leave"


class SatDown(Upkeep, frozen=True, kw_only=True):
    """Seats the phone that is its source at `seat`, or at all seats ("both"). From then on the phone may read what is
    sealed there."""

    seat: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        phone = f"{source.device} ({source.player})" if source.player else source.device
        return f"{_capital(phone)} takes the seat of {_sides(self.seat, names)}"


class Named(Event, frozen=True, kw_only=True):
    """Gives the player at `seat` this name, or none (None). It is not an act, so `undo` passes it over."""

    TIMELESS = True

    sand_ns: int = 0
    seat: str
    name: str | None

    def hides(self, earlier: Event) -> bool:
        return isinstance(earlier, Named) and earlier.seat == self.seat


class CodeRenewed(Upkeep, frozen=True, kw_only=True):
    """Records that a phone made a new join code. The code itself is a secret."""

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        return f"{_who(source, names)} made a new join code"


class BackedUp(Upkeep, frozen=True, kw_only=True):
    """Records that a player downloaded a backup of so many matches, or restored one that had so many."""

    matches: int
    restored: bool = False

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        games = f"{self.matches} {'game' if self.matches == 1 else 'games'}"
        return f"{_who(source, names)} {'restored' if self.restored else 'downloaded'} a backup: {games}"


class ThrownAway(Upkeep, frozen=True, kw_only=True):
    """Records that a saved match was deleted for good: its number, and what it was, "WarTime, Open battle, 3
    timers"."""

    match: int
    was: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        return f"{_who(source, names)} deleted a game: {self.was}"


class Deleted(Upkeep, frozen=True, kw_only=True):
    """Records that something kept of that `kind`, such as "scenario", was deleted. `name` is what players called it."""

    kind: str
    name: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        return f"{_who(source, names)} deleted the {self.kind} {self.name}"


class ChoiceAgreed(Upkeep, frozen=True, kw_only=True):
    """Records that the table agreed on a rule choice from now on. `question` and `reading` are in players' words."""

    question: str
    reading: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        return f"{_who(source, names)} chose for the table: {self.question} {self.reading}"


class ClockSet(Upkeep, frozen=True, kw_only=True):
    """Records that a phone set the machine's clock, which did not know the time of day: `by_ns` is how far it moved.

    Rows written before have wall times of the old clock.
    """

    by_ns: int

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        wrong = f"{_roughly(abs(self.by_ns))} {'slow' if self.by_ns > 0 else 'fast'}"
        return f"{_who(source, names)} set the table's clock, which was {wrong}"


class JudgeCalled(Upkeep, frozen=True, kw_only=True):
    """Records the hall's `call`th call of a judge from this table, by its source, perhaps with a few words."""

    call: int
    words: str = ""

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        who = _who(source, names)
        return f"{who} called a judge: {self.words}" if self.words else f"{who} called a judge"


class CallTakenBack(Upkeep, frozen=True, kw_only=True):
    """Records that the table no longer needs a judge."""

    call: int

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        return f"{_who(source, names)} needs no judge any more"


class JudgeComing(Upkeep, frozen=True, kw_only=True):
    """Records that the judge `who` is on the way to that call."""

    call: int
    who: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:  # noqa: ARG002
        return f"{_capital(self.who)} is on the way"


class JudgeAnswered(Upkeep, frozen=True, kw_only=True):
    """Records that the judge `who` has answered that call."""

    call: int
    who: str
    answer: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:  # noqa: ARG002
        return f"{_capital(self.who)} answered: {self.answer}"


class Announced(Upkeep, frozen=True, kw_only=True):
    """Records what the hall's organiser announced to every table."""

    text: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:  # noqa: ARG002
        return f"The organiser: {self.text}"


class RoundTold(Upkeep, frozen=True, kw_only=True):
    """Records a change of the hall's round, in words: a new round, its begin, a stop or more time. Also records which
    of its players has which seat."""

    text: str

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:  # noqa: ARG002
        return self.text


class ResultAgreed(Upkeep, frozen=True, kw_only=True):
    """Records that the seat confirmed for the hall how the match ended, in words. With `agreed` False the seat took
    that back."""

    seat: str
    result: str
    agreed: bool = True

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:
        said = "confirmed" if self.agreed else "does not confirm"
        return f"{_who(source, names)} {said} for {_sides(self.seat, names)}: {self.result}"


class SetUpAnew(Upkeep, frozen=True, kw_only=True):
    """Records that the match was played on another box, that hall's `table`, up to here.

    `lacks` counts its last rows that are lost. `unheard_ns` is how long its sand may have fallen after the last row
    that arrived.
    """

    table: str
    lacks: int = 0
    unheard_ns: int = 0

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:  # noqa: ARG002
        how = ", ".join(("same match, same sand", *self._lost()))
        return f"Set up again from the hall's archive of {self.table}: {how}"

    def _lost(self) -> Iterator[str]:
        """Yields what is known to be lost of it."""
        if self.lacks == 1:
            yield "without its last entry, which was lost"
        elif self.lacks:
            yield f"without its last {self.lacks} entries, which were lost"
        if self.unheard_ns >= SECOND:
            yield f"up to {self.unheard_ns // SECOND} s of sand may have fallen since"


class LeftOut(Upkeep, frozen=True, kw_only=True):
    """Stands for something done about the table that the match was played at. What it was is left out elsewhere."""

    def sentence(self, source: Source, names: Mapping[str, str]) -> str:  # noqa: ARG002
        return "Something about that table itself"


TableEvent = (
    Undone
    | Recovered
    | PutAway
    | TakenOut
    | Refusal
    | Missing
    | HouseRuled
    | AskedToLeave
    | SatDown
    | Named
    | CodeRenewed
    | BackedUp
    | ThrownAway
    | Deleted
    | ChoiceAgreed
    | ClockSet
    | JudgeCalled
    | CallTakenBack
    | JudgeComing
    | JudgeAnswered
    | Announced
    | RoundTold
    | ResultAgreed
    | SetUpAnew
    | LeftOut
)
"""Lists the table's own events. No game has to know them, and `undo` passes over all of them."""


# Parts of their sentences.

_UNITS = ((365 * 24 * 60, "year"), (24 * 60, "day"), (60, "hour"), (1, "minute"))


def _who(source: Source, names: Mapping[str, str]) -> str:
    return _capital(called(source, names))


def _capital(who: str) -> str:
    return who[0].upper() + who[1:]


def _roughly(span_ns: int) -> str:
    """Returns the span in its largest unit: "3 days"."""
    minutes = span_ns // (60 * SECOND)
    count, unit = next((minutes // per, unit) for per, unit in _UNITS if minutes >= per or per == 1)
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _sides(seat: str, names: Mapping[str, str]) -> str:
    if seat == BOTH:
        return "both sides" if len(names) == 2 else "all sides"
    return names.get(seat, seat)


def _pointed_at(source: Source, names: Mapping[str, str]) -> str:
    """Returns the phone, so that everyone knows which: "phone 3 (Ben, Firebrand)"."""
    known = [each for each in (source.player, names.get(source.seat or "")) if each]
    return f"{source.device} ({', '.join(known)})" if known else source.device
