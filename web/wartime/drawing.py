"""The board as _hexmap.html draws it: its hexes with what lies and stands on them, and over them lines and marks.

Every page with a board draws it by this: each says what is on a hex and what a tap there does.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from companion.wartime.referee.board import CENTRES, ROWS, Feature, Hex, Terrain
from web.wartime import hexmap
from web.wartime.tokens import so_many

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
"""Two letters for each ground that is not plains."""


@dataclass(frozen=True, kw_only=True)
class Token:
    """A unit in its hex. `side` gives it colour and shape, and is empty where it is not known; `abbr` is from
    web.wartime.tokens; `left` are the tokens in its stack; `look` are more classes of its element; `said` is what a
    screen reader says of it."""

    side: str = ""
    abbr: str = ""
    left: int | None = None
    look: str = ""
    said: str = "unit"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A hex: `at` its middle, `ground` the symbol on it, `stack` the tokens of a Terrain Feature, `href` where a tap on
    it leads, None where it leads nowhere."""

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
        """Whether it is nothing but Plains."""
        return not (self.look or self.token or self.item or self.time)


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A word or a cross on a hex."""

    at: str
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Ring:
    """Sand round a hex: `left_ms` of `run_ms`, and when it has run out on the server's clock; None while it stands."""

    at: str
    side: str
    run_ms: int
    left_ms: int
    ends_ms: int | None

    @property
    def left(self) -> str:
        """As a part of the whole, in per cent."""
        return f"{100 * self.left_ms / self.run_ms:.1f}"

    @property
    def seconds(self) -> int:
        return -(-self.left_ms // 1000)


@dataclass(frozen=True, kw_only=True)
class Board:
    """Everything that is drawn: the hexes row by row, and over them points of lines and marks."""

    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    walls: tuple[str, ...] = ()
    blocks: tuple[Mark, ...] = ()
    start: str | None = None
    straight: str | None = None
    course: str | None = None
    steps: tuple[Mark, ...] = ()
    rings: tuple[Ring, ...] = ()
    width: float = hexmap.WIDTH
    height: float = hexmap.HEIGHT


def at(name: Hex) -> str:
    """The middle of a hex, as a transform has it."""
    return "{:g} {:g}".format(*hexmap.centre(name))


def over(name: Hex) -> str:
    """Above what stands in a hex."""
    x, y = hexmap.centre(name)
    return f"{x:g} {y - 17:g}"


def rows(draw: Callable[[Hex], Cell]) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """Every hex of the board, drawn."""
    return tuple((row, tuple(draw(name) for name in CENTRES if name.startswith(row))) for row in ROWS)


def trail(
    start: Hex, path: Sequence[Hex], counts: Iterable[int], *, taken: Container[Hex]
) -> tuple[str | None, tuple[Mark, ...]]:
    """What is counted from hex to hex, as a line and the count on each; neither covers what stands in a hex that is
    `taken`."""
    steps = (
        Mark(at=over(name) if name in taken else at(name), text=str(n)) for name, n in zip(path, counts, strict=True)
    )
    return (hexmap.course((start, *path), taken=taken) if path else None), tuple(steps)


def walls(lines: Iterable[tuple[Hex, Hex]]) -> tuple[str, ...]:
    """The solid black lines."""
    return tuple(hexmap.between(*line) for line in lines)


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
    """`items` are the names of those that lie here; `roles` are what this hex is on its page: a class, and the words
    for it."""
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
