"""A table as the organiser's grid shows it: only what can be read there, so that a tile changes when its look does."""

import re

import msgspec

from companion.fields.numbers import whole
from companion.hall.organiser.view import Need, SandHere, TableHere
from companion.rulings.ruling import Game

LENGTHS = (30, 60, 90, 120, 600)
"""Seconds of the sand that pages know how to let fall, see web/static/glass.css."""
MOST_SAND = 2
"""Glasses on a tile: of each side the one that runs out first."""
WORDS = {
    Need.JUDGE: "Judge!",
    Need.SILENT: "Silent",
    Need.PAUSED: "Paused",
    Need.BEHIND: "Behind",
    Need.DONE: "Done",
    Need.NOTHING: "",
}
"""What is the matter, as a tile says it in a word."""
_SECONDS = re.compile(r"-([0-9]{2,3})[a-z]?$")


class Glass(msgspec.Struct, frozen=True, kw_only=True):
    """An hourglass: its sand runs out at `ends_ms` on the hall's clock, or stands with `remaining_ms`."""

    id: str
    side: str
    seconds: int
    ends_ms: int | None
    remaining_ms: int


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """A side: whose it is, and its score where the game has one."""

    side: str
    name: str
    score: int | None = None


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """`absent`: its box has not been here yet. `since_ms`: of a call or of a silence, on the hall's clock. `players`:
    who is to play here in the round."""

    table: str
    name: str
    need: Need
    word: str
    why: str
    game: str
    online: bool
    sides: tuple[Sitting, ...] = ()
    glasses: tuple[Glass, ...] = ()
    since_ms: int | None = None
    coming: bool = False
    absent: bool = False
    players: tuple[str, ...] = ()

    @property
    def found_by(self) -> str:
        """What it is found by, in small letters."""
        return " ".join([self.table, self.name, *(side.name for side in self.sides), *self.players]).casefold()


def tile_of(here: TableHere) -> Tile:
    return Tile(
        table=here.table,
        name=here.name or here.table,
        need=here.need,
        word=_word(here),
        why=_why(here),
        game=title(here.game),
        online=here.online,
        sides=_sides(here),
        glasses=glasses(here.sand, still=here.paused)[:MOST_SAND],
        since_ms=_since(here),
        coming=here.call is not None and here.call.state == "coming",
        absent=here.absent,
        players=here.players,
    )


def title(game: str) -> str:
    """The name on a game's box."""
    found = next((each for each in Game if each.value == game), None)
    return game if found is None else found.title


def glasses(sand: tuple[SandHere, ...], *, still: bool) -> tuple[Glass, ...]:
    """Of each side the glass that runs out first, or that stands with the least."""
    least: dict[str, SandHere] = {}
    for each in sorted(sand, key=lambda each: (each.ends_ms is None, each.ends_ms or each.left_ms)):
        least.setdefault(each.side, each)
    return tuple(_glass(each, still=still) for each in sorted(least.values(), key=lambda each: each.side))


def _glass(sand: SandHere, *, still: bool) -> Glass:
    return Glass(
        id=sand.timer,
        side=sand.side,
        seconds=_length(sand),
        ends_ms=None if still else sand.ends_ms,
        remaining_ms=sand.left_ms,
    )


def _length(sand: SandHere) -> int:
    """How long all of the sand takes: as the timer's name has it, else the least that holds what is left."""
    named = _SECONDS.search(sand.timer)
    seconds = None if named is None else whole(named[1])
    return seconds if seconds in LENGTHS else next((each for each in LENGTHS if each * 1000 >= sand.left_ms), 600)


def _word(here: TableHere) -> str:
    if here.need is Need.JUDGE and here.call is not None and here.call.state == "coming":
        return f"{here.call.who} is coming" if here.call.who else "Judge is coming"
    return "Not here yet" if here.absent else WORDS[here.need]


def _why(here: TableHere) -> str:
    """What a judge is called for, or why else somebody should go there; else who plays, which sides need not say."""
    asked = here.call.words if here.need is Need.JUDGE and here.call is not None else ""
    return asked or here.why or " – ".join(here.players) or here.standing or here.called


def _sides(here: TableHere) -> tuple[Sitting, ...]:
    """The match's, or of a table where nothing is played yet those who are to."""
    if not here.names:
        return tuple(Sitting(side="", name=each) for each in here.players)
    return tuple(Sitting(side=side, name=name, score=here.score.get(side)) for side, name in here.names.items())


def _since(here: TableHere) -> int | None:
    match here.need:
        case Need.JUDGE if here.call is not None:
            return here.call.since_ms
        case Need.SILENT:
            return here.silent_ms
    return None
