"""A game of WarTime as phones and screens see it."""

import msgspec

from companion.clock import MS
from companion.table.view import Phase, Reason, TableView, TimerState, TimerView
from companion.wartime.sandglass import Sandglass
from companion.wartime.sides import Side
from companion.wartime.state import Stage, State


class UnitView(msgspec.Struct, frozen=True):
    """One unit that this side has named."""

    name: str
    state: str
    """available, active or eliminated"""
    timer: str | None


class ForceView(msgspec.Struct, frozen=True, kw_only=True):
    """One side: its army's name, its units, the cards it chose."""

    army: str
    units: tuple[UnitView, ...]
    cards: tuple[str, ...]


class ScenarioView(msgspec.Struct, frozen=True):
    id: str
    name: str
    time_limit: bool


class WarTimeView(TableView, frozen=True, kw_only=True):
    """The table, and what only WarTime has. `locked`: units and cards can no longer be chosen."""

    scenario: ScenarioView
    locked: bool
    sides: dict[str, ForceView]
    winner: str | None
    over_by_time: bool


def view(state: State, now: int) -> WarTimeView:
    """The view at the monotonic instant `now`."""
    return WarTimeView(
        server_ms=now // MS,
        game="wartime",
        phase=_phase(state),
        paused=state.paused,
        timers=tuple(_timer(state, glass, now) for glass in state.timers.values()),
        scenario=ScenarioView(state.scenario.id, state.scenario.name, state.scenario.time_limit),
        locked=state.locked,
        sides={side.value: _force(state, side) for side in Side},
        winner=state.winner.value if state.winner else None,
        over_by_time=state.over_by_time,
    )


def _phase(state: State) -> Phase:
    if state.stage is Stage.SETUP:
        return Phase.SETUP
    if state.stage is Stage.OVER:
        return Phase.ENDED
    return Phase.PAUSED if state.paused else Phase.RUNNING


def _timer(state: State, glass: Sandglass, now: int) -> TimerView:
    spec = glass.spec
    return TimerView(
        id=spec.id,
        label=spec.label,
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
        refused=_refused(state, spec.id),
    )


def _refused(state: State, timer: str) -> Reason | None:
    refusal = state.refusal
    if refusal is None or not refusal.at_panel or refusal.subject != timer:
        return None
    return Reason(refusal.reason, refusal.mono_ns // MS)


def _force(state: State, side: Side) -> ForceView:
    force = state.forces[side]
    return ForceView(army=side.army, units=tuple(_unit(state, side, name) for name in force.names), cards=force.cards)


def _unit(state: State, side: Side, name: str) -> UnitView:
    if state.forces[side].is_eliminated(name):
        return UnitView(name, "eliminated", None)
    glass = state.timer_of(side, name)
    return UnitView(name, "active" if glass else "available", glass.spec.id if glass else None)


def _ms(ns: int | None) -> int | None:
    return None if ns is None else ns // MS
