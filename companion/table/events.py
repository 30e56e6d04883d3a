"""Defines the events that happen in every game. Each game adds its own."""

from typing import ClassVar, Self

import msgspec


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


class HouseRuled(Upkeep, frozen=True, kw_only=True):
    """Records that the table added, changed or removed a house ruling. `change` says which of these, `id` and
    `question` are the ruling's."""

    change: str
    id: str
    question: str


class AskedToLeave(Upkeep, frozen=True, kw_only=True):
    """Records that a phone was asked to leave. `phone` is written as the journal writes sources: "phone 3, red,
    Ben"."""

    phone: str


class SatDown(Upkeep, frozen=True, kw_only=True):
    """Seats the phone that is its source at `seat`, or at all seats ("both"). From then on the phone may read what is
    sealed there."""

    seat: str


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


class BackedUp(Upkeep, frozen=True, kw_only=True):
    """Records that a player downloaded a backup of so many matches, or restored one that had so many."""

    matches: int
    restored: bool = False


class ThrownAway(Upkeep, frozen=True, kw_only=True):
    """Records that a saved match was deleted for good: its number, and what it was, "WarTime, Open battle, 3
    timers"."""

    match: int
    was: str


class Deleted(Upkeep, frozen=True, kw_only=True):
    """Records that something kept of that `kind`, such as "scenario", was deleted. `name` is what players called it."""

    kind: str
    name: str


class ChoiceAgreed(Upkeep, frozen=True, kw_only=True):
    """Records that the table agreed on a rule choice from now on. `question` and `reading` are in players' words."""

    question: str
    reading: str


class ClockSet(Upkeep, frozen=True, kw_only=True):
    """Records that a phone set the machine's clock, which did not know the time of day: `by_ns` is how far it moved.

    Rows written before have wall times of the old clock.
    """

    by_ns: int


class JudgeCalled(Upkeep, frozen=True, kw_only=True):
    """Records the hall's `call`th call of a judge from this table, by its source, perhaps with a few words."""

    call: int
    words: str = ""


class CallTakenBack(Upkeep, frozen=True, kw_only=True):
    """Records that the table no longer needs a judge."""

    call: int


class JudgeComing(Upkeep, frozen=True, kw_only=True):
    """Records that the judge `who` is on the way to that call."""

    call: int
    who: str


class JudgeAnswered(Upkeep, frozen=True, kw_only=True):
    """Records that the judge `who` has answered that call."""

    call: int
    who: str
    answer: str


class Announced(Upkeep, frozen=True, kw_only=True):
    """Records what the hall's organiser announced to every table."""

    text: str


class RoundTold(Upkeep, frozen=True, kw_only=True):
    """Records a change of the hall's round, in words: a new round, its begin, a stop or more time. Also records which
    of its players has which seat."""

    text: str


class ResultAgreed(Upkeep, frozen=True, kw_only=True):
    """Records that the seat confirmed for the hall how the match ended, in words. With `agreed` False the seat took
    that back."""

    seat: str
    result: str
    agreed: bool = True


class SetUpAnew(Upkeep, frozen=True, kw_only=True):
    """Records that the match was played on another box, that hall's `table`, up to here.

    `lacks` counts its last rows that are lost. `unheard_ns` is how long its sand may have fallen after the last row
    that arrived.
    """

    table: str
    lacks: int = 0
    unheard_ns: int = 0


class LeftOut(Upkeep, frozen=True, kw_only=True):
    """Stands for something done about the table that the match was played at. What it was is left out elsewhere."""


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
