"""Writing a match file."""

import io
import zipfile
from collections.abc import Sequence

import msgspec

from companion.journal.reader import Played
from companion.matchfile.contents import (
    CARDS,
    FORMAT,
    HEADER,
    LARGEST,
    LARGEST_CARDS,
    LARGEST_ROWS,
    LONGEST_ROW,
    MOST_ROWS,
    ROWS,
    VERSION,
    Header,
    digest,
    digest_of_cards,
)
from companion.matchfile.public import line
from companion.table.errors import Refused, readable
from companion.table.game import AnyGame

TOO_LONG = (
    f"That match is too long for a match file: whoever opens one plays all of it again first, {MOST_ROWS:,} events at "
    "most. A backup has it whole: warglass shelf export."
)
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip can say: the same match is the same file, whenever it is written."""


def digest_of(played: Played, game: AnyGame) -> str:
    """What a file of the match would be told by. Raises Unread."""
    return _digest(played, _lines(played, game))


def written(played: Played, game: AnyGame, *, cards: Sequence[bytes] = ()) -> bytes:
    """The file, with these cards in it, each as its game writes one. Raises Refused where there is too much for one, or
    nothing, and Unread where the journal does not have it as it was."""
    if not played.rows:
        raise Refused("Nothing has happened in that match yet.")
    lines = _lines(played, game)
    too_many = played.more or len(lines) > MOST_ROWS
    if too_many or sum(map(len, lines)) > LARGEST_ROWS or max(map(len, lines)) > LONGEST_ROW:
        raise Refused(TOO_LONG)
    entries = {ROWS: b"".join(each + b"\n" for each in lines)}
    if cards:
        entries[CARDS] = b"".join(each + b"\n" for each in cards)
        if len(entries[CARDS]) > LARGEST_CARDS:
            raise Refused("There are too many cards in that match for a match file.")
    header = Header(
        format=FORMAT,
        version=VERSION,
        game=game.name,
        setup=msgspec.Raw(played.match.setup),
        wall=played.match.wall,
        rows=len(lines),
        digest=_digest(played, lines),
        cards=digest_of_cards(entries[CARDS]) if cards else "",
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, body in {HEADER: msgspec.json.encode(header), **entries}.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), body, zipfile.ZIP_DEFLATED)
    if out.tell() > LARGEST:
        raise Refused(TOO_LONG)
    return out.getvalue()


def _digest(played: Played, lines: list[bytes]) -> str:
    return digest(played.match.game, played.match.setup, played.match.wall, lines)


def _lines(played: Played, game: AnyGame) -> list[bytes]:
    with readable():
        return [msgspec.json.encode(line(row, game)) for row in played.rows[: MOST_ROWS + 1]]
