"""Defines what is in a match file, how it is written, and how a file from anywhere is read."""

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from companion.errors import WarglassError
from companion.fields.characters import strange, texts
from companion.fields.decode import decoder_of
from companion.fields.invalid import Invalid
from companion.journal.journal import MatchRow, Row
from companion.journal.reader import Played
from companion.names import tidy
from companion.story import Story
from companion.table.errors import Refused, readable
from companion.table.events import LeftOut, Named, Source, SourceKind, Undone, Upkeep
from companion.table.game import AnyGame
from companion.table.seats import Seat
from companion.table.view import TableView

# What is in a match file: a zip of two entries, JSON in both, and a third one with cards if they were asked for.

FORMAT = "warglass match"
VERSION = 1
"""Is the version of the entries and their fields. Raising it needs a new step in companion.matchfile.files."""
HEADER, ROWS, CARDS = "match.json", "rows.jsonl", "cards.jsonl"
LARGEST = 512 * 1024
"""Limits the bytes of a file: a match of ten minutes has some twenty thousand."""
LARGEST_HEADER, LARGEST_ROWS, LONGEST_ROW, LARGEST_CARDS = 512 * 1024, 4 * 1024 * 1024, 256 * 1024, 1024 * 1024
"""Limit the bytes of its entries, and of a row."""
LONGEST_TEXT, LONGEST_RULE = 400, 2_000
"""Limit the characters of texts in an event, such as why something was refused, and in a setup, such as a scenario's
own rules. Each may come again in every row."""
MOST_ROWS = 5_000
"""Limits the rows to those of one replay: a whole file is replayed before it is accepted."""

_Ns = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes the match. `setup` is what it was opened with, as its game's JSON; `wall` when (ns since 1970).

    `digest` is of all that and of all rows, see `digest`. `cards` is the digest of the entry with cards, empty without
    one.
    """

    format: Annotated[str, msgspec.Meta(max_length=40)]
    version: Annotated[int, msgspec.Meta(ge=1, le=10**6)]
    game: Annotated[str, msgspec.Meta(max_length=40)]
    setup: msgspec.Raw
    wall: _Ns
    rows: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROWS)]
    digest: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]
    cards: Annotated[str, msgspec.Meta(max_length=64)] = ""


class FileLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a row of the journal as everyone could know it."""

    seq: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROWS)]
    wall: _Ns
    mono: _Ns
    source: Annotated[str, msgspec.Meta(max_length=200)]
    event: msgspec.Raw


def digest(game: str, setup: bytes, wall: int, lines: Iterable[bytes]) -> str:
    """Returns the SHA-256 of game, setup and wall time as JSON, and of all rows. The rows are as in the file, each with
    its line end."""
    whole = hashlib.sha256(msgspec.json.encode((game, msgspec.Raw(setup), wall)) + b"\n")
    for line in lines:
        whole.update(line + b"\n")
    return whole.hexdigest()


def digest_of_cards(body: bytes) -> str:
    """Returns the SHA-256 of the entry with cards, as it is in the file."""
    return hashlib.sha256(body).hexdigest()


# How what an older Warglass wrote becomes what this one reads.

Json = dict[str, object]
Step = Callable[[Json, list[Json], list[Json]], None]
"""Changes a header, its rows and the cards with them, as JSON, from one version to the next. May raise anything for
data that is not a match."""
STEPS: Mapping[int, Step] = {}
"""Lists them by the version that a step begins with: one for each from 1 to VERSION - 1."""


def brought_up(header: Json, rows: list[Json], cards: list[Json], *, version: int) -> None:
    """Takes a file of that version through every step there is."""
    for each in range(version, VERSION):
        STEPS[each](header, rows, cards)
    header["version"] = VERSION


# A row of the journal, without anything that is not public.


def line(row: Row, game: AnyGame) -> FileLine:
    """Returns the row as everyone may know it. Raises msgspec.DecodeError where it is not that game's.

    It has what players sealed only where they revealed it. Acts about the table itself (its phones, codes, judges, what
    it keeps) are replaced by a note that there was one. A phone's name and number are left out.
    """
    event = game.read_event(row.event)
    event = LeftOut(sand_ns=event.sand_ns) if isinstance(event, Upkeep) else event.public()
    said = msgspec.Raw(msgspec.json.encode(event))
    return FileLine(seq=row.seq, wall=row.wall, mono=row.mono, source=_source(row.source), event=said)


def unsealed(row: Row, game: AnyGame) -> Row:
    """Returns the row without what players sealed and did not reveal; all else of it stays. Raises msgspec.DecodeError
    where it is not that game's."""
    event = game.read_event(row.event)
    public = event.public()
    return row if public == event else replace(row, event=msgspec.json.encode(public))


def _source(text: str) -> str:
    """Returns the source. A phone keeps its seat and its player's name. A button keeps all: it belongs to the panel."""
    source = Source.read(text)
    return str(source if source.kind is SourceKind.BUTTON else replace(source, name=""))


# Writing a match file.

TOO_LONG = (
    f"That match is too long for a match file, which holds at most {MOST_ROWS:,} rows. "
    "A backup has it whole: warglass shelf export."
)
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Is the earliest time that a zip can have: the same match is the same file, whenever it is written."""


def digest_of(played: Played, game: AnyGame) -> str:
    """Returns the digest that a file of the match would have. Raises Unread."""
    return _digest(played, _lines(played, game))


def written(played: Played, game: AnyGame, *, cards: Sequence[bytes] = ()) -> bytes:
    """Returns the file, with these cards in it, each as its game writes one.

    Raises Refused where the match is too large for a file, or empty. Raises Unread where the journal does not have it
    as it was.
    """
    if not played.rows:
        raise Refused("That match has no acts yet.")
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


# Reading a match file that anybody may have made.

_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Lists the methods that we write: others let a file of some bytes ask for gigabytes."""
TOO_LARGE = "That file is too large for a match."


class NoMatchFile(WarglassError):
    """Says that the file cannot be used. The message is a sentence for the player who imported it."""


class _Version(msgspec.Struct, frozen=True):
    format: str
    version: int


class BroughtMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a match that was played elsewhere. `digest` names it: the same match has the same, whichever version
    wrote it.

    `cards` are those that came with it, as the library has them, by their ids. It has only those that the match refers
    to.
    """

    played: Played
    digest: str
    cards: Mapping[str, bytes]


def read(data: bytes, games: Mapping[str, AnyGame]) -> BroughtMatch:
    """Returns the match in a file, its number 0. It has been replayed once, so later steps may rely on it. Raises
    NoMatchFile, and no other error."""
    if len(data) > LARGEST:
        raise NoMatchFile(TOO_LARGE)
    header, lines, cards = _unpacked(data)
    if header.game not in games:
        raise NoMatchFile(f"This Warglass does not know that match's game, {_cut(header.game)}: update it.")
    game = games[header.game]
    rows = tuple(_row(each, number, game) for number, each in enumerate(lines, start=1))
    played = Played(match=MatchRow(0, header.game, bytes(header.setup), header.wall), rows=rows)
    view = _replay(played, game)
    return BroughtMatch(played=played, digest=digest_of(played, game), cards=_cards(cards, game, view))


def _unpacked(data: bytes) -> tuple[Header, list[FileLine], list[bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {each.filename: each for each in archive.infolist()}
            if members.keys() - {CARDS} != {HEADER, ROWS} or len(archive.infolist()) != len(members):
                raise NoMatchFile("That is not a match file.")
            header = _entry(archive, members[HEADER], most=LARGEST_HEADER)
            said = decoder_of(_Version).decode(header)
            if said.format != FORMAT:
                raise NoMatchFile("That is not a match file.")
            if said.version > VERSION:
                raise NoMatchFile("A newer Warglass wrote that file: update this one.")
            rows = _entry(archive, members[ROWS], most=LARGEST_ROWS).split(b"\n")
            cards = _entry(archive, members[CARDS], most=LARGEST_CARDS) if CARDS in members else b""
    except NoMatchFile:
        raise
    # zipfile does not promise what a damaged archive makes it raise.
    except Exception as error:
        raise NoMatchFile("That is not a match file, or it is damaged.") from error
    found, lines, cards = _read(header, rows, cards, version=said.version)
    if found.cards != (digest_of_cards(cards) if cards else ""):
        raise NoMatchFile("That match file is damaged: its cards are not as they were written.")
    return found, lines, cards.splitlines()


def _entry(archive: zipfile.ZipFile, member: zipfile.ZipInfo, *, most: int) -> bytes:
    if member.compress_type not in _PACKED or member.flag_bits & 1:
        raise NoMatchFile("That is not a match file.")
    with archive.open(member) as packed:
        body = packed.read(most + 1)
    if len(body) > most:
        raise NoMatchFile("That file has too many rows for a match.")
    return body


def _read(header: bytes, rows: list[bytes], cards: bytes, *, version: int) -> tuple[Header, list[FileLine], bytes]:
    try:
        if rows.pop() != b"" or not rows or len(rows) > MOST_ROWS or max(map(len, rows)) > LONGEST_ROW:
            raise NoMatchFile("That file has too many rows for a match, or too few.")
        if version != VERSION:
            header, rows, cards = _older(header, rows, cards, version)
        found = decoder_of(Header).decode(header)
        lines = [*map(decoder_of(FileLine).decode, rows)]
    except NoMatchFile:
        raise
    # A step of a migration gets data from anywhere, too.
    except Exception as error:
        raise NoMatchFile("That match file is damaged.") from error
    if found.rows != len(lines) or found.digest != digest(found.game, bytes(found.setup), found.wall, rows):
        raise NoMatchFile("That match file is damaged: it is not as it was written.")
    return found, lines, cards


def _older(header: bytes, rows: list[bytes], cards: bytes, version: int) -> tuple[bytes, list[bytes], bytes]:
    """Returns the file in today's form, with a new digest if its own was right."""
    said: dict[str, Any] = msgspec.json.decode(header)
    whole = said["digest"] == digest(said["game"], msgspec.json.encode(said["setup"]), said["wall"], rows)
    with_cards = said.get("cards", "") == (digest_of_cards(cards) if cards else "")
    decoded: list[dict[str, Any]] = [msgspec.json.decode(each) for each in rows]
    known: list[dict[str, Any]] = [msgspec.json.decode(each) for each in cards.splitlines()]
    brought_up(said, decoded, known, version=version)
    today = [msgspec.json.encode(each) for each in decoded]
    setup = msgspec.json.encode(said["setup"])
    if whole:
        said["digest"] = digest(said["game"], setup, said["wall"], today)
    brought = b"".join(msgspec.json.encode(each) + b"\n" for each in known)
    if with_cards:
        said["cards"] = digest_of_cards(brought) if brought else ""
    return msgspec.json.encode(said), today, brought


def _row(said: FileLine, number: int, game: AnyGame) -> Row:
    """Returns the row as everyone may know it, whatever the file says: a file cannot bring in a secret."""
    if said.seq != number:
        raise NoMatchFile("That match file is damaged: a row is missing.")
    row = Row(seq=number, wall=said.wall, mono=said.mono, source=said.source, event=bytes(said.event))
    try:
        event = game.read_event(row.event)
        public = line(row, game)
        _sayable(bytes(public.event), type(event), most=LONGEST_TEXT)
        if isinstance(event, Named):
            _name(Seat(event.seat).title if event.name is None else event.name)
        if any(strange(public.source, str)):
            raise ValueError("no source has such a name")
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise NoMatchFile(f"Row {number} of that match is none of {game.title}'s: an update may help.") from error
    if isinstance(event, Undone) and not 1 <= event.seq < number:
        raise NoMatchFile(f"Row {number} of that match takes back an act that is not in it.")
    return Row(seq=number, wall=said.wall, mono=said.mono, source=public.source, event=bytes(public.event))


def _sayable(said: bytes, kind: object, *, most: int) -> None:
    """Raises ValueError where a text in that JSON is not one that a player at a table could have written."""
    values = msgspec.json.decode(said)
    if any(len(text) > most for _, text in texts(values)) or any(strange(values, kind)):
        raise ValueError("a text that cannot be typed")


def _name(name: str) -> None:
    """Raises ValueError where a player cannot have this name."""
    tidy(name)
    if " ".join(name.split()) != name:
        raise ValueError("a name has invisible spaces")


def _replay(played: Played, game: AnyGame) -> TableView:
    """Replays the match to its end, with every view on the way, and returns the last view. A match that makes its game
    fail is refused here and not later."""
    try:
        _sayable(played.match.setup, game.setups, most=LONGEST_RULE)
        story = Story(played, game, only_last=True)
        for name in story.state(0).state.people.values():
            _name(name)
        for seq in range(len(story.moments) + 1):
            story.view(seq)
        story.report()
        return story.view(len(story.moments))
    except Exception as error:
        raise NoMatchFile("That match cannot be replayed here: it is damaged, or Warglass needs an update.") from error


def _cards(lines: list[bytes], game: AnyGame, view: TableView) -> dict[str, bytes]:
    used = set(game.cards.used(view)) if game.cards is not None else set()
    if len(lines) > len(used):
        raise NoMatchFile("That file has cards that its match does not use.")
    found = dict(_card(each, number, game) for number, each in enumerate(lines, start=1))
    if len(found) < len(lines) or not found.keys() <= used:
        raise NoMatchFile("That file has cards that its match does not use.")
    return found


def _card(said: bytes, number: int, game: AnyGame) -> tuple[str, bytes]:
    assert game.cards is not None
    try:
        return game.cards.read(said)
    except Invalid as invalid:
        raise NoMatchFile(f"Card {number} in that file is none: {_cut(str(invalid))}.") from invalid


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
