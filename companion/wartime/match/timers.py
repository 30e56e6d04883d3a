"""A sand timer as phones and screens see it."""

from companion.clock import MS
from companion.table.view import Reason, Timer, TimerState
from companion.wartime.match.sandglass import Sandglass
from companion.wartime.match.state import State
from companion.wartime.scenario.scenario import TimerKind


class TimerView(Timer, frozen=True, kw_only=True):
    """One sand timer. Every `…_ms` instant is on the server's monotonic clock; `remaining_ms` is as of the view."""

    kind: TimerKind
    name: str
    """As players read it: "Valyance 60a"."""
    tag: str
    """Which of its side's it is: "60a"."""
    number: int | None = None
    """What its chit shows; no two of a side's are alike."""
    unit: str | None = None
    card: str | None = None
    off_board: bool = False
    """Its unit was eliminated: it drains beside the board, assigned to nobody."""
    flip: int = 0
    """Counts this timer's flips, so that two looks can tell whether it is still the same run."""
    ran_out_ms: int | None = None
    """When its sand last ran out by itself, until it is flipped again; None while the table stands still."""
    refused: Reason | None = None
    """The last press at the panel that was refused on this timer."""
    caster: str | None = None
    """Who casts the spell that it is for, where that was said or only one could."""


def timer_view(state: State, glass: Sandglass, now: int) -> TimerView:
    """The timer at the monotonic instant `now`."""
    spec = glass.spec
    return TimerView(
        id=spec.id,
        label=spec.label,
        name=spec.name,
        tag=spec.tag,
        side=spec.side.value if spec.side else "neutral",
        kind=spec.kind,
        seconds=spec.seconds,
        state=TimerState.ACTIVE if glass.active else TimerState.AVAILABLE,
        remaining_ms=glass.left_ns(state.sand(now)) // MS,
        ends_ms=_ms(state.clock.instant(glass.ends_ns)) if glass.ends_ns is not None else None,
        number=spec.number,
        unit=glass.unit,
        card=glass.card,
        off_board=glass.off_board,
        flip=glass.flips,
        ran_out_ms=_ms(state.clock.instant(glass.ran_out_ns)) if glass.ran_out_ns is not None else None,
        refused=state.refused(spec.id),
        caster=glass.caster,
    )


def _ms(ns: int | None) -> int | None:
    return None if ns is None else ns // MS
