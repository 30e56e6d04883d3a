"""The games that were put away, as pages list them."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from companion.table.opening import Unfinished


class AwayLine(msgspec.Struct, frozen=True, kw_only=True):
    """One of them: its number, its names and how it stood; `when` it was put away, by the table's local time."""

    match: int
    title: str
    called: str
    standing: str
    when: str


def listed(games: Sequence[Unfinished], *, now: datetime) -> list[AwayLine]:
    return [
        AwayLine(
            match=game.match,
            title=game.title,
            called=game.called,
            standing=game.standing,
            when=when(datetime.fromtimestamp(game.put_away_ms // 1000), now=now),
        )
        for game in games
    ]


def when(then: datetime, *, now: datetime) -> str:
    """As players say it: "today 21:40", "yesterday 21:40", "Tuesday 21:40", "3 March", "3 March 2025"."""
    days = (now.date() - then.date()) // timedelta(days=1)
    if 0 <= days <= 6:
        day = ("today", "yesterday")[days] if days < 2 else f"{then:%A}"
        return f"{day} {then:%H:%M}"
    date = f"{then.day} {then:%B}"
    return date if then.year == now.year else f"{date} {then.year}"
