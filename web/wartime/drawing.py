"""Prepares the board as _hexmap.html draws it: its hexes with what is on them, and over them lines and marks.

Every page with a board uses it: each says what is on a hex and what a tap there does.
"""

import math
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.table.seats import Side
from companion.wartime.referee.board import CENTRES, ROWS, Feature, Hex, Terrain

# The board as a drawing: the place of each hex, and of what is marked on it. Measured in the drawing's own units. A hex
# stands on a point and is WIDE across. So one unit is a pixel where the map is shown at the size of a thumb.

WIDE = 46.0
"""Is a hex from side to side, so that what is drawn of it is 44: the smallest target for a thumb."""
SIDE = WIDE / math.sqrt(3)
PITCH = SIDE * 1.5
"""Is the distance from one row to the next."""
MARGIN = 3.0
WIDTH = round(13 * WIDE + 2 * MARGIN, 1)
HEIGHT = round(8 * PITCH + 2 * SIDE + 2 * MARGIN, 1)
TOKEN = 17.0
"""Is how far a token is from the middle of its hex."""
INSET = 1.0
"""Is what each hex leaves free around it, so that felt shows between two."""

Point = tuple[float, float]


def centre(hex: Hex) -> Point:
    """Returns the middle of a hex."""
    half_hexes, row = CENTRES[hex]
    return round(MARGIN + (half_hexes - 1) * WIDE / 2, 1), round(MARGIN + SIDE + row * PITCH, 1)


def outline() -> str:
    """Returns a hex around its middle, as the points of a polygon."""
    radius = SIDE - INSET
    angles = [math.radians(60 * n - 90) for n in range(6)]
    return " ".join(f"{radius * math.cos(angle):.1f},{radius * math.sin(angle):.1f}" for angle in angles)


def between(one: Hex, other: Hex) -> str:
    """Returns the side that two touching hexes share, as the points of a line."""
    (x1, y1), (x2, y2) = centre(one), centre(other)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    dx, dy = (y2 - y1) / WIDE * SIDE / 2, (x1 - x2) / WIDE * SIDE / 2
    return f"{x - dx:.1f},{y - dy:.1f} {x + dx:.1f},{y + dy:.1f}"


def draw_course(hexes: Sequence[Hex], *, taken: Container[Hex] = ()) -> str:
    """Returns a line through hexes. It leaves free what stands in the first, and in the last if that is `taken`."""
    points = [centre(each) for each in hexes]
    if len(points) > 1:
        first, last = _aside(points[0], points[1]), _aside(points[-1], points[-2])
        points = [first, *points[1:-1], last if hexes[-1] in taken else points[-1]]
    return " ".join("{:g},{:g}".format(*each) for each in points)


def _aside(at: Point, to: Point) -> Point:
    """Returns the edge of a token in the middle of a hex, towards another middle."""
    part = TOKEN / math.dist(at, to)
    return round(at[0] + (to[0] - at[0]) * part, 1), round(at[1] + (to[1] - at[1]) * part, 1)


# Units as tokens of a drawing: distinct by their side's colour and shape, and by a few letters of their names.

LETTERS = 3
"""Limits the letters: as many as a token in its hex has room for."""
SHAPES = {Side.GOLD: "round", Side.RED: "diamond"}
"""Says each side's shape, as on every page of the site: gold is round, red stands on its point."""


def so_many(tokens: int) -> str:
    """Returns a stack in words: "1 token"."""
    return f"{tokens} token{'' if tokens == 1 else 's'}"


def abbreviations(names: Iterable[str]) -> dict[str, str]:
    """Returns for each name of one side up to three letters, no two alike: "Man-at-Arms 1" is MA1, "Goblin" is Gob.

    The first in order gets the better one, so that a unit which is added does not change another's.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        found[name] = next(each for each in _candidates(name) if each.casefold() not in taken)
        taken.add(found[name].casefold())
    return found


def _candidates(name: str) -> Iterator[str]:
    """Yields candidates, best first, and without an end."""
    words = re.findall(r"[^\W\d_]+", name)
    count = "".join(re.findall(r"\d+", name)[-1:])[-2:]
    room = LETTERS - len(count)
    letters = "".join(words)
    initials = "".join(word[0] for word in words if not word.islower()) or letters[:1]
    if len(initials) > 1:
        yield initials[:room] + count
    if letters:
        yield letters[:room] + count
        yield from (letters[0] + other + count[: LETTERS - 2] for other in letters[1:])
    elif count:
        yield count
    yield from (f"{initials[:1]}{number}"[:LETTERS] for number in range(1, 100))
    yield from (str(number) for number in range(100, 1000))


Ground = Terrain | Feature
CODES: dict[Ground, str] = {
    Terrain.HILLS: "Hi",
    Terrain.WOODS: "Wo",
    Terrain.THICKET: "Th",
    Terrain.RIVER: "Ri",
    Terrain.BRIDGE: "Br",
    Terrain.HUT: "Hu",
    Terrain.DRAWBRIDGE_LEVER: "Le",
    Terrain.OPEN_DRAWBRIDGE: "Op",
    Terrain.CASTLE_WALL: "Ca",
    Feature.ALTAR: "Al",
    Feature.BATTLEMENT: "Ba",
    Feature.FLAMES: "Fl",
}
"""Is two letters for each ground that is not plains."""


@dataclass(frozen=True, kw_only=True)
class Token:
    """Describes a unit in its hex. `side` gives it colour and shape, and is empty where it is not known. `abbr` is from
    `abbreviations`.

    `left` are the tokens in its stack. `look` are more classes of its element. `said` is what a screen reader says of
    it.
    """

    side: str = ""
    abbr: str = ""
    left: int | None = None
    look: str = ""
    said: str = "unit"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """Describes a hex: `at` its middle, `ground` the symbol on it, `stack` the tokens of a Terrain Feature. `href` is
    where a tap on it leads, None where it does not lead anywhere."""

    name: Hex
    at: str
    look: str
    ground: str | None
    code: str | None
    stack: int | None
    token: Token | None
    item: bool
    time: bool
    cost: int | None
    label: str
    href: str | None

    @property
    def bare(self) -> bool:
        """Returns whether it is Plains and empty."""
        return not (self.look or self.token or self.item or self.time)


@dataclass(frozen=True, kw_only=True)
class BoardMark:
    """Describes a word or a cross on a hex."""

    at: str
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Ring:
    """Describes sand round a hex: `left_ms` of `run_ms`, until `ends_ms` on the server's clock if it falls."""

    at: str
    side: str
    run_ms: int
    left_ms: int
    ends_ms: int | None

    @property
    def left(self) -> str:
        """Returns what is left as a part of the whole, in per cent."""
        return f"{100 * self.left_ms / self.run_ms:.1f}"

    @property
    def seconds(self) -> int:
        return -(-self.left_ms // 1000)


@dataclass(frozen=True, kw_only=True)
class DrawnBoard:
    """Holds everything that is drawn: the hexes row by row, and over them points of lines and marks."""

    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    walls: tuple[str, ...] = ()
    blocks: tuple[BoardMark, ...] = ()
    start: str | None = None
    straight: str | None = None
    course: str | None = None
    steps: tuple[BoardMark, ...] = ()
    rings: tuple[Ring, ...] = ()
    width: float = WIDTH
    height: float = HEIGHT


def at(name: Hex) -> str:
    """Returns the middle of a hex, as a transform has it."""
    return "{:g} {:g}".format(*centre(name))


def over(name: Hex) -> str:
    """Returns the place above what stands in a hex."""
    x, y = centre(name)
    return f"{x:g} {y - 17:g}"


def rows(draw: Callable[[Hex], Cell]) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """Returns every hex of the board, drawn."""
    return tuple((row, tuple(draw(name) for name in CENTRES if name.startswith(row))) for row in ROWS)


def trail(
    start: Hex, path: Sequence[Hex], counts: Iterable[int], *, taken: Container[Hex]
) -> tuple[str | None, tuple[BoardMark, ...]]:
    """Returns a count as a line and the number on each hex. Neither covers what stands in a `taken` hex."""
    steps = (
        BoardMark(at=over(name) if name in taken else at(name), text=str(n))
        for name, n in zip(path, counts, strict=True)
    )
    return (draw_course((start, *path), taken=taken) if path else None), tuple(steps)


def walls(lines: Iterable[tuple[Hex, Hex]]) -> tuple[str, ...]:
    """Returns the solid black lines."""
    return tuple(between(*line) for line in lines)


def cell(
    name: Hex,
    ground: Ground,
    *,
    href: str | None = None,
    token: Token | None = None,
    stack: int | None = None,
    items: Iterable[str] = (),
    time: bool = False,
    roles: Iterable[tuple[str, str]] = (),
    cost: int | None = None,
) -> Cell:
    """Returns the hex, drawn. `items` are the names of those in it, `roles` a class and words for what it is."""
    plain = ground is Terrain.PLAINS
    roles, items = tuple(roles), tuple(items)
    words = (
        name,
        ground.label.lower(),
        "" if stack is None else so_many(stack),
        token.said if token else "",
        *items,
        "time space" if time else "",
        *(said for _, said in roles),
    )
    return Cell(
        name=name,
        at=at(name),
        look=" ".join(filter(None, ("" if plain else ground.value, *(look for look, _ in roles)))),
        ground=None if plain else ground.value,
        code=CODES.get(ground),
        stack=stack,
        token=token,
        item=bool(items),
        time=time,
        cost=cost,
        label=", ".join(filter(None, words)),
        href=href,
    )
