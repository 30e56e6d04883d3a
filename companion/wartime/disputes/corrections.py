"""Defines the corrections that both sides can agree on, after a dispute or a slip. The book does not need them: there
each player has two hands, and a timer can be turned."""

from collections.abc import Iterator, Mapping

import msgspec

from companion.table.seats import Side
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.parts import ARMIES


class Correction(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes a correction of one timer, one unit or Terrain Feature, or of a timer and one of these.

    Of the `timer`: so many `seconds` given back to it, or taken from it where that is less than 0. Or `free`: its flip
    taken back, and its card with it, unless that is `spent`.

    Of the `unit`: so many `tokens` put back onto its stack, or taken off it, and the `hex` that it stands in. With
    tokens, an eliminated unit comes back.

    `side` is needed only where both armies have a unit of that name. Of the Terrain Feature in the hex `feature`: so
    many `tokens`.
    """

    timer: str | None = None
    seconds: int = 0
    free: bool = False
    spent: bool = False
    side: Side | None = None
    unit: str | None = None
    tokens: int = 0
    hex: Hex | None = None
    feature: Hex | None = None


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Says what `side` proposes, the `number`th of the match. `flips` is how often its timer had been flipped, `gone`
    whether its unit was eliminated."""

    number: int
    side: Side
    correction: Correction
    flips: int | None = None
    gone: bool | None = None


def said(correction: Correction, timers: Mapping[str, str]) -> str:
    """Returns the correction in words, by the timers' names: "12 s given back to Valyance 60a"."""
    return ", ".join(_parts(correction, timers))


def _parts(correction: Correction, timers: Mapping[str, str]) -> Iterator[str]:
    timer = timers.get(correction.timer or "", "")
    unit = f"{ARMIES[correction.side]}'s {correction.unit}" if correction.side else correction.unit
    stack = correction.feature or unit
    tokens = abs(correction.tokens)
    count = f"{tokens} token{'' if tokens == 1 else 's'}"
    if correction.seconds > 0:
        yield f"{correction.seconds} s given back to {timer}"
    if correction.seconds < 0:
        yield f"{-correction.seconds} s taken from {timer}"
    if correction.free:
        yield f"{timer} taken back{', its card stays played' if correction.spent else ''}"
    if correction.tokens > 0:
        yield f"{count} put back onto {stack}"
    if correction.tokens < 0:
        yield f"{count} taken off {stack}"
    if correction.hex is not None:
        yield f"{unit} put into {correction.hex}"
