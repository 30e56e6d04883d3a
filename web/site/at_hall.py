"""What pages show of the hall that the table stands in."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from companion.table.table import Table
from companion.table.view import AtHall, CallState, JudgeCall, ResultHere, RoundHere

TOLD_ERROR_MS = 100
"""A round's clock that may be wrong by so much says so."""
OVER = "Time"
ANSWER_MS = 600_000
"""How long every page shows what a judge has answered; the log has it for good."""


@dataclass(frozen=True, kw_only=True)
class HallShown:
    """As of `now_ms` on the table's clock."""

    at: AtHall
    now_ms: int

    def left(self, round: RoundHere) -> str:
        """What is left of its time: "42:17", or that none is."""
        return OVER if self.over(round) else minutes(ceil(self._left_ms(round) / 1000))

    def over(self, round: RoundHere) -> bool:
        return self._left_ms(round) <= 0

    def _left_ms(self, round: RoundHere) -> int:
        return round.left_ms if round.ends_ms is None else round.ends_ms - self.now_ms

    def ago(self, call: JudgeCall) -> str:
        """How long ago that was: "0:42"."""
        return minutes(max(0, self.now_ms - call.ms) // 1000)

    @property
    def call(self) -> JudgeCall | None:
        """The last call, as long as every page shows it."""
        call = self.at.call
        return call if self.waits or (call is not None and self.now_ms - call.ms < ANSWER_MS) else None

    @property
    def waits(self) -> bool:
        """Whether a judge was called and has not answered yet: another cannot be called."""
        return self.at.call is not None and self.at.call.state is not CallState.ANSWERED

    def told(self, result: ResultHere) -> str:
        """ "Gold wins 3–1": whose win it is, that side's figure first."""
        seats = sorted((seat for seat in result.names if seat in result.score), key=lambda seat: seat != result.winner)
        return " ".join(filter(None, (result.title, "–".join(str(result.score[seat]) for seat in seats))))

    def own(self, result: ResultHere, seat: str) -> Sequence[str]:
        """The seats that a phone speaks for which sits there."""
        return [each for each in result.names if seat in (each, "both")]

    def missing(self, result: ResultHere) -> Sequence[str]:
        """Who has not confirmed it yet, by name."""
        return [name for seat, name in result.names.items() if seat not in result.agreed]


def shown(table: Table) -> HallShown | None:
    """None for a table that stands in no hall."""
    if table.hall is None:
        return None
    view = table.view()
    return None if view.hall is None else HallShown(at=view.hall, now_ms=view.server_ms)


def minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def error_told(round: RoundHere) -> str:
    """How wrong the round's clock may be: "0.3 s"; empty where that is too little to be told."""
    return f"{round.error_ms / 1000:.1f} s" if round.error_ms is not None and round.error_ms >= TOLD_ERROR_MS else ""
