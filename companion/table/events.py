"""What happens in every game, beside what only its own events tell."""

from typing import ClassVar, Self

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Something that has happened. `sand_ns` is when, in the match's sand time."""

    TIMELESS: ClassVar[bool] = False
    """Whether it means the same at whatever sand time: then it moves none, and stays where an undo takes time back."""

    sand_ns: int

    def public(self) -> Self:
        """Returns the event as everyone may know it: without what a player keeps secret."""
        return self

    def hides(self, earlier: "Event") -> bool:  # noqa: ARG002
        """Returns whether `earlier` leaves no trace in a match once this has happened, nothing but their like in
        between."""
        return False


class Undone(Event, frozen=True, kw_only=True):
    """The event `seq` of this match is taken back. `mono_ns` anchors the sand clock anew."""

    seq: int
    mono_ns: int


class Recovered(Event, frozen=True, kw_only=True):
    """The service came back with this match open; what was running waits, paused, for the players."""

    mono_ns: int


class PutAway(Event, frozen=True, kw_only=True):
    """The match left the table unfinished, for another. Where sand was falling, it stands from here on."""

    mono_ns: int


class TakenOut(Event, frozen=True, kw_only=True):
    """The match is on the table again, on whichever night; what was running waits, paused, for the players."""

    mono_ns: int


class Refusal(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A player asked for something and was refused, or so many `times` since the log last told of it. Changes nothing.

    `subject` is the part of the table it was about, `at_panel` whether a button asked, and `mono_ns` when (the last
    time): a screen shows its reason for a moment even while the sand stands still.
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
    """The journal was damaged, and what happened between these wall times (in nanoseconds) is not in it any more."""

    since_ns: int
    until_ns: int


class Upkeep(Event, frozen=True, kw_only=True):
    """Something was done about the table itself: the log shows who did it; no game knows of it. The table that notes it
    knows when."""

    sand_ns: int = 0


class HouseRuled(Upkeep, frozen=True, kw_only=True):
    """The table added, changed or removed a ruling of its own (`change` is which of these, `id` and `question` the
    ruling's)."""

    change: str
    id: str
    question: str


class AskedToLeave(Upkeep, frozen=True, kw_only=True):
    """A phone was asked to leave: as the journal has a source of its acts, "phone 3, red, Ben"."""

    phone: str


class SatDown(Upkeep, frozen=True, kw_only=True):
    """The phone that is its source sits at that `seat` from now on, or at all of them ("both"), and may read what is
    sealed there."""

    seat: str


class Named(Event, frozen=True, kw_only=True):
    """Whoever plays at that `seat` is called so from now on, or by no name (None). No act that could be undone."""

    TIMELESS = True

    sand_ns: int = 0
    seat: str
    name: str | None

    def hides(self, earlier: Event) -> bool:
        return isinstance(earlier, Named) and earlier.seat == self.seat


class CodeRenewed(Upkeep, frozen=True, kw_only=True):
    """A phone made a new join code, which is a secret."""


class BackedUp(Upkeep, frozen=True, kw_only=True):
    """Somebody downloaded a backup of so many matches, or restored one that so many came from."""

    matches: int
    restored: bool = False


class ThrownAway(Upkeep, frozen=True, kw_only=True):
    """A match that was put away is gone for good: its number, and what it was, "WarTime, Open battle, 3 timers"."""

    match: int
    was: str


class Deleted(Upkeep, frozen=True, kw_only=True):
    """What was kept of that `kind`, such as "scenario", is gone; `name` is what players called it."""

    kind: str
    name: str


class ChoiceAgreed(Upkeep, frozen=True, kw_only=True):
    """The table reads a question that a book leaves open in another way from now on; both in players' words."""

    question: str
    reading: str


class ClockSet(Upkeep, frozen=True, kw_only=True):
    """The machine did not know the time of day, and was told by the phone that is the source: its clock was put forward
    by so many nanoseconds. What was written before has wall times of the old one."""

    by_ns: int


class JudgeCalled(Upkeep, frozen=True, kw_only=True):
    """Whoever is its source called a judge, the hall's, for the `call`th time, perhaps with a few words."""

    call: int
    words: str = ""


class CallTakenBack(Upkeep, frozen=True, kw_only=True):
    """No judge is needed any more."""

    call: int


class JudgeComing(Upkeep, frozen=True, kw_only=True):
    """`who` is on the way to that call."""

    call: int
    who: str


class JudgeAnswered(Upkeep, frozen=True, kw_only=True):
    """`who` has answered that call."""

    call: int
    who: str
    answer: str


class Announced(Upkeep, frozen=True, kw_only=True):
    """The hall's organiser has said that to every table."""

    text: str


class RoundTold(Upkeep, frozen=True, kw_only=True):
    """The hall's round is another one, has begun, stands or was given more time, or somebody has said who of its
    players sits where; in words."""

    text: str


class ResultAgreed(Upkeep, frozen=True, kw_only=True):
    """The seat has confirmed for the hall how the match ended, in words; or has taken that back."""

    seat: str
    result: str
    agreed: bool = True


class SetUpAnew(Upkeep, frozen=True, kw_only=True):
    """The match was played on another box, as that hall's `table`, up to here. `lacks` of its last rows are lost, and
    for `unheard_ns` after the last one that was heard its sand may have fallen."""

    table: str
    lacks: int = 0
    unheard_ns: int = 0


class LeftOut(Upkeep, frozen=True, kw_only=True):
    """Something was done about the table that the match was played at; what it was is nobody's elsewhere."""


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
"""The table's own: no game has to know of them, and none is an act that could be undone."""
