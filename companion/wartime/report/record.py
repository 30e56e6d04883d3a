"""What a game leaves behind for its report. All times are nanoseconds of sand time since the start signal."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.wartime.scenario.scenario import TimerKind


class RunEnd(Enum):
    """How a run of sand came to its end; `RUNNING`: it had not, when the game ended or the report was asked for."""

    RAN_OUT = "ran_out"
    TAKEN_BACK = "taken_back"
    RUNNING = "running"


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One flip of a timer and the sand that fell after it.

    `unit` and `card` are whom it was last said to be for: naming a running timer, or moving it, says what the flip had
    been for; `caster` cast the spell, as far as that is known. From `off_board_ns` on it drained beside the board, its
    unit eliminated.
    """

    timer: str
    start_ns: int
    end_ns: int
    how: RunEnd
    unit: str | None = None
    card: str | None = None
    caster: str | None = None
    off_board_ns: int | None = None


class TimerRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A timer of one of the sides."""

    id: str
    label: str
    name: str
    tag: str
    side: str
    kind: TimerKind
    seconds: int
    number: int | None


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that was eliminated. `back_ns`: when it came back, if it did."""

    side: str
    unit: str
    at_ns: int
    back_ns: int | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game up to its end, or up to now. `sides` are the sides' names in words; `refusals` is by side how many presses
    on its timers were refused; `pauses` counts how often the sand was stopped; `tokens` is by side and unit how many
    came off its stack."""

    sides: dict[str, str]
    timers: tuple[TimerRecord, ...]
    length_ns: int = 0
    pauses: int = 0
    runs: tuple[Run, ...] = ()
    refusals: Mapping[str, int] = {}
    losses: tuple[Loss, ...] = ()
    tokens: Mapping[tuple[str, str], int] = {}
