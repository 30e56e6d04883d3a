"""What a match is found by."""

from datetime import datetime

import msgspec

from companion.shelf.summary import Summary
from companion.shelf.words import line, words


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """`mark` is what it was told by, see companion.journal.reader.Listed. `day` is when it was last played by
    the table's local time, "2026-11-14"; the others are lines of words, empty where nobody won."""

    mark: bytes
    day: str
    words: str
    won: str
    lost: str


def known(summary: Summary, *, mark: bytes, title: str) -> Known:
    """Of that match, whose game is called `title`."""
    played = datetime.fromtimestamp(summary.last_ms // 1000)
    sides = {each.seat: words(each.name, each.person, each.seat) for each in summary.sides}
    losers = [each.seat for each in summary.sides if not each.won] if summary.winner else []
    return Known(
        mark=mark,
        day=f"{played:%Y-%m-%d}",
        words=line(
            words(
                title,
                summary.game,
                summary.called,
                summary.how,
                "ended" if summary.over else "unfinished",
                f"{played.day} {played:%B} {played.year}",
                *(word for found in sides.values() for word in found),
            )
        ),
        won=line(sides.get(summary.winner, ())) if summary.winner else "",
        lost=line(word for seat in losers for word in sides[seat]) if losers else "",
    )
