"""How a battle ended, and the figure of its report that tells most."""

from collections.abc import Iterator, Mapping, Sequence

from companion.battleline.match.report import BattleReport
from companion.battleline.match.state import State
from companion.battleline.scoring import Victory
from companion.table.seats import Seat
from companion.table.told.telling import Figure, telling
from companion.table.view import Over

_HOW = {Victory.BREAKTHROUGH: "by a break-through at", Victory.ENVELOPMENT: "by an envelopment with"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SLOTS = 3


def over(state: State, names: Mapping[Seat, str]) -> Over:
    """Of the battle that was left as `state`."""
    return Over(
        winner=state.winner and state.winner.value,
        title=_title(state, names),
        how=f"{_HOW[state.victory]} flags {listed(state.won)}" if state.victory else "",
    )


def told(report: BattleReport, names: Mapping[Seat, str]) -> dict[str, str]:
    """A side is told of its latest claim, of the one that it made against the fewest cards, or of how many were
    refused.

    What is ordinary is a claim in the very turn in which it can be made, against a complete side, none refused: the
    turns, cards and claims off that are counted. Where there are none, it is told how it did in all.
    """
    return telling({seat: tuple(_figures(report, seat, name)) for seat, name in names.items()})


def listed(flags: Sequence[int]) -> str:
    """Flags as players say them, two at least: "3, 4 and 5"."""
    return f"{', '.join(map(str, flags[:-1]))} and {flags[-1]}"


def _title(state: State, names: Mapping[Seat, str]) -> str:
    if state.winner is not None:
        return f"{names[state.winner]} wins"
    return "A tie: three flags each" if state.tied else "The battle has ended"


def _figures(report: BattleReport, seat: Seat, name: str) -> Iterator[Figure]:
    own = next(each for each in report.sides if each.side == seat.value)
    held = [flag for flag in report.flags if flag.holder == seat.value]
    for flag in held:
        if flag.late:
            yield _said(flag.late, name, f"could have claimed flag {flag.flag} {_count(flag.late, 'turn')} earlier.")
    for flag in held:
        if flag.against is not None and flag.against < _SLOTS:
            against = _count(flag.against, "card")
            yield _said(_SLOTS - flag.against, name, f"claimed flag {flag.flag} against {against}.")
    if own.refused:
        yield _said(own.refused, name, f"claimed {_count(own.refused, 'time')} what was not proven yet.")
    if held:
        flags = _count(len(held), "flag")
        yield _said(0, name, f"claimed {flags}, {'each ' if len(held) > 1 else ''}in the first turn that allowed it.")
    else:
        yield _said(0, name, f"laid {_count(own.laid, 'card')} and claimed no flag.")


def _said(off: float, name: str, what: str) -> Figure:
    return Figure(off, f"You {what}", f"{name} {what}")


def _count(number: int, word: str) -> str:
    written = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{written} {word}{'' if number == 1 else 's'}"
