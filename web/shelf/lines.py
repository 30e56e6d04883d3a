"""The shelf's matches as its page lists them."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from companion.shelf.index import Place, Shelved
from companion.shelf.summary import SideSummary, Summary
from companion.table.game import AnyGame
from web.site.durations import minutes
from web.table.away import when

STRIDE, MIDDLE = 3, 36
"""Of a match's picture, 72 by 72: from one part to the next, and where the line is."""
_UNITS = ((1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB"))


class Stroke(msgspec.Struct, frozen=True, kw_only=True):
    """A stroke of a match's picture: how much that side did in a part of the match, from the middle line up or down."""

    seat: str
    x: int
    y: int
    height: int


class ShelfLine(msgspec.Struct, frozen=True, kw_only=True):
    """One of them: its number, its names, how it ended or stood, and `when` it was last played, by the table's local
    time. `length` is its sand time, empty where none fell. `whole` says that it can be told as it went."""

    match: int
    title: str
    called: str
    sides: tuple[SideSummary, ...]
    ended: str
    when: str
    length: str
    size: str
    place: str
    picture: tuple["Stroke", ...]
    trouble: str
    told: bool
    whole: bool


def listed(shelved: Shelved, *, games: Mapping[str, AnyGame], now: datetime) -> ShelfLine:
    """As it is now."""
    summary = shelved.summary
    game = games.get(summary.game)
    return ShelfLine(
        match=summary.match,
        title=game.title if game else summary.game,
        called=summary.called,
        sides=summary.sides,
        ended=summary.how or _unfinished(shelved),
        when=when(datetime.fromtimestamp(summary.last_ms // 1000), now=now),
        length=minutes(summary.played_ms) if summary.played_ms else "",
        size=sized(summary.size),
        place=shelved.place.value,
        picture=strokes(summary),
        trouble=summary.trouble,
        told=shelved.told,
        whole=shelved.told and bool(summary.sides),
    )


def strokes(summary: Summary) -> tuple[Stroke, ...]:
    """The match as its sides' pulse, red above the line and gold below it, as they face each other on every page; a
    third side's lies on it."""
    most = max((max(parts) for parts in summary.pulse.values()), default=0)
    found = []
    for seat, parts in summary.pulse.items():
        for at, count in enumerate(parts):
            if count:
                height = max(2, MIDDLE * count // most)
                top = {"red": MIDDLE - height, "gold": MIDDLE}.get(seat, MIDDLE - height // 2)
                found.append(Stroke(seat=seat, x=STRIDE * at, y=top, height=height))
    return tuple(found)


def sized(size: int) -> str:
    """Bytes as players say them: "4.2 MB"."""
    for unit, name in _UNITS:
        if size >= unit:
            number = size / unit
            return f"{number:.0f} {name}" if number >= 10 or name == "KB" else f"{number:.1f} {name}"
    return f"{size} bytes"


def _unfinished(shelved: Shelved) -> str:
    return {Place.TABLE: "On the table", Place.AWAY: "Put away", Place.SHELF: "Not finished"}[shelved.place] + (
        f": {shelved.summary.standing}" if shelved.summary.standing else ""
    )
