"""How a game of WarTime ended, and the figure of its report that tells most."""

from collections.abc import Iterator, Mapping

from companion.table.seats import Seat
from companion.table.told.telling import Figure, telling
from companion.table.view import Over
from companion.wartime.match.state import State
from companion.wartime.report.report import Report, SideReport, TimerReport
from companion.wartime.scenario.scenario import TimerKind


def over(state: State, names: Mapping[Seat, str]) -> Over:
    """Of the game that was left as `state`."""
    winner = state.winner and state.winner.value
    return Over(winner=winner, title=_title(state, names), how=state.won_how and f"{state.won_how}.")


def told(report: Report, names: Mapping[Seat, str]) -> dict[str, str]:
    """A side is told of its idlest command timer or of its longest wait.

    Both are shares of the game. What is ordinary is the mean over both sides: of all command timers' idle shares, and
    of both longest waits.
    """
    return telling({seat: tuple(_figures(report, seat, name)) for seat, name in names.items()})


def idlest(report: Report, side: str) -> TimerReport | None:
    """The command timer that this side let lie longest; None where no time has passed."""
    own = [each for each in _command(report) if each.side == side]
    return max(own, key=lambda each: each.idle_ms, default=None) if report.length_ms else None


def _title(state: State, names: Mapping[Seat, str]) -> str:
    if state.winner is not None:
        return f"{names[Seat(state.winner.value)]} wins"
    return "Time is up" if state.over_by_time else "The game has ended"


def _figures(report: Report, seat: Seat, name: str) -> Iterator[Figure]:
    most = idlest(report, seat.value)
    if most is None:
        yield Figure(0, "No sand fell.", "No sand fell.")
        return
    ordinary = _mean([each.idle for each in _command(report)])
    off, timer = most.idle - ordinary, most.tag
    if most.flips:
        stood = f"{timer} stood idle {most.idle * 100:.0f} %."
        yield Figure(off, f"Your {stood}", f"{name}’s {stood}")
    else:
        yield Figure(off, f"You never flipped your {timer}.", f"{name} never flipped its {timer}.")
    waits = {each.side: _wait(report, each) for each in report.sides}
    waited = f"waited {round(waits[seat.value] * report.length_ms / 1000)} s with a timer free."
    yield Figure(waits[seat.value] - _mean([*waits.values()]), f"You {waited}", f"{name} {waited}")


def _command(report: Report) -> list[TimerReport]:
    return [each for each in report.timers if each.kind is TimerKind.COMMAND]


def _wait(report: Report, side: SideReport) -> float:
    return side.longest_wait.length_ms / report.length_ms


def _mean(shares: list[float]) -> float:
    return sum(shares) / len(shares)
