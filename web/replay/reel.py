"""Draws a whole replay as one file for a browser."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

import msgspec
from msgspec.structs import replace

from companion.story import Moment, Story
from companion.table.events import Refusal, Undone, Upkeep
from companion.table.view import TableView, Timer, TimerState
from web.site.games import GamePages

# Drawings line by line: each line is sent once, and a drawing is what has changed since the one before.


class ReelLines:
    """Numbers lines in the order in which they come up."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._last: Sequence[int] = ()

    def add(self, drawing: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Returns the lines of the next drawing that no drawing had before, and the drawing.

        The drawing begins with how many lines at the start and at the end are those of the last one. The numbers of the
        lines between follow. It is empty where it is the same.
        """
        fresh: list[str] = []
        numbers: list[int] = []
        for line in drawing.splitlines():
            if line not in self._numbers:
                self._numbers[line] = len(self._numbers)
                fresh.append(line)
            numbers.append(self._numbers[line])
        last, self._last = self._last, numbers
        if numbers == last:
            return (), ()
        head = _alike(last, numbers)
        tail = _alike(last[head:][::-1], numbers[head:][::-1])
        return tuple(fresh), (head, tail, *numbers[head : len(numbers) - tail])


def _alike(one: Sequence[int], other: Sequence[int]) -> int:
    """Returns with how many equal items both begin."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


_Sand = tuple[int, ...]
Draw = Callable[[Story, int, TableView], str]
"""Draws what a view after that row shows, as HTML."""


class ReelScreen(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a timer whose tile is in the drawing."""

    id: str
    side: str
    kind: str
    seconds: int


class ReelFrame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes what is shown from the row `seq` on. `at_ms` is when, on the replay's clock, `played_ms` on the match's
    own, which its report uses.

    `text` is the row in words, `side` is whose it was. `beside` says that it is no part of the game: taken back,
    refused, or about the table itself.

    `fresh` and `drawn` are the drawing, see ReelLines. `sand` is by the index of a timer, as far as that has changed.
    It is empty where the timer is free, and what is left (ms) where it stands. Where it falls it has when it will
    have run down, on the replay's clock, and a 1.
    """

    seq: int
    at_ms: int
    played_ms: int = 0
    text: str = ""
    side: str | None = None
    beside: bool = False
    fresh: tuple[str, ...] = ()
    drawn: tuple[int, ...] = ()
    sand: dict[int, tuple[int, ...]] = {}


class Reel(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a whole match. `more` says that it lasted longer than a reel."""

    match: int
    game: str
    length_ms: int
    more: bool
    timers: tuple[ReelScreen, ...]
    frames: tuple[ReelFrame, ...]


def reel(story: Story, draw: Draw) -> Reel:
    """Draws a replay. Takes about a millisecond a row."""
    timers = story.view(0).timers
    return Reel(
        match=story.match.id,
        game=story.match.game,
        length_ms=story.length_ms,
        more=story.more,
        timers=tuple(ReelScreen(id=each.id, side=each.side, kind=kind(each), seconds=each.seconds) for each in timers),
        frames=tuple(_frames(story, draw)),
    )


def kind(timer: Timer) -> str:
    """Returns the timer's kind, in its game's word."""
    said: object = msgspec.to_builtins(timer.kind)
    return str(said)


def beside(moment: Moment) -> bool:
    """Returns whether the row is anything but an act that still stands."""
    return not moment.stands or isinstance(moment.event, Undone | Refusal | Upkeep)


def _frames(story: Story, draw: Draw) -> Iterator[ReelFrame]:
    lines, sand = ReelLines(), list[_Sand]()
    for seq in range(len(story.moments) + 1):
        view = story.view(seq)
        fresh, drawn = lines.add(str(draw(story, seq, _unfallen(view))))
        moment = story.moments[seq - 1] if seq else None
        at_ms = moment.at_ms if moment else 0
        before, sand = sand, [_sand(timer, at_ms - view.server_ms) for timer in view.timers]
        yield ReelFrame(
            seq=seq,
            at_ms=at_ms,
            played_ms=moment.played_ms if moment else 0,
            text=moment.line.text if moment else "",
            side=moment.line.side if moment else None,
            beside=beside(moment) if moment else False,
            fresh=fresh,
            drawn=drawn,
            sand={
                index: each
                for index, (each, old) in enumerate(zip_longest(sand, before, fillvalue=()))
                if not _same(each, old)
            },
        )


def _unfallen(view: TableView) -> TableView:
    """Returns the view with all sand above. The browser draws how much has fallen, at any instant."""
    full = (replace(timer, remaining_ms=timer.seconds * 1000) for timer in view.timers)
    return replace(view, timers=tuple(full))


def _sand(timer: Timer, ahead_ms: int) -> _Sand:
    """Returns a timer's sand. `ahead_ms`: by how much the replay's clock is ahead of the view's."""
    if timer.state is not TimerState.ACTIVE:
        return ()
    return (timer.remaining_ms,) if timer.ends_ms is None else (timer.ends_ms + ahead_ms, 1)


def _same(one: _Sand, other: _Sand) -> bool:
    """Returns whether two sands are equal. Two clocks that count milliseconds may be one apart."""
    return len(one) == len(other) and all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


# What is drawn of a replay at a moment: the game for spectators, and its board where that is not empty.


class Drawer:
    """Draws the moments of one replay in any order. Draws an unchanged board only once."""

    def __init__(self, pages: GamePages) -> None:
        self._pages = pages
        self._board: tuple[object, str] = (None, "")

    def __call__(self, story: Story, seq: int, view: TableView) -> str:
        """Returns the moment as HTML, for a page that has the game's own style sheets."""
        scene = self._pages.scene(view).part(playing=self._pages)
        plan = self._pages.plan(view, story.state(seq).state)
        if plan is None:
            return scene
        if self._board[0] != plan.shows:
            self._board = plan.shows, plan.scene().part()
        return scene + self._board[1]
