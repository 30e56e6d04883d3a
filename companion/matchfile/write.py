"""Writing a match file."""

import io
import zipfile

import msgspec

from companion.journal.reader import Played
from companion.matchfile.contents import (
    FORMAT,
    HEADER,
    LARGEST,
    LARGEST_ROWS,
    LONGEST_ROW,
    MOST_ROWS,
    ROWS,
    VERSION,
    Header,
    digest,
)
from companion.matchfile.public import line
from companion.table.errors import Refused, readable
from companion.table.game import AnyGame

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip can say: the same match is the same file, whenever it is written."""


def digest_of(played: Played, game: AnyGame) -> str:
    """What a file of the match would be told by. Raises Unread."""
    return _digest(played, _lines(played, game))


def written(played: Played, game: AnyGame) -> bytes:
    """The file. Raises Refused where the match is too long for one, or not begun, and Unread where the journal does not
    have it as it was."""
    if not played.rows:
        raise Refused("Nothing has happened in that match yet.")
    lines = _lines(played, game)
    too_many = played.more or len(lines) > MOST_ROWS
    if too_many or sum(map(len, lines)) > LARGEST_ROWS or max(map(len, lines)) > LONGEST_ROW:
        raise Refused("That match is too long for a match file.")
    header = Header(
        format=FORMAT,
        version=VERSION,
        game=game.name,
        setup=msgspec.Raw(played.match.setup),
        wall=played.match.wall,
        rows=len(lines),
        digest=_digest(played, lines),
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, body in ((HEADER, msgspec.json.encode(header)), (ROWS, b"".join(each + b"\n" for each in lines))):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), body, zipfile.ZIP_DEFLATED)
    if out.tell() > LARGEST:
        raise Refused("That match is too long for a match file.")
    return out.getvalue()


def _digest(played: Played, lines: list[bytes]) -> str:
    return digest(played.match.game, played.match.setup, played.match.wall, lines)


def _lines(played: Played, game: AnyGame) -> list[bytes]:
    with readable():
        return [msgspec.json.encode(line(row, game)) for row in played.rows[: MOST_ROWS + 1]]
