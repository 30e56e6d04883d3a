"""What the hall has for this table, on screens between the players: an announcement, and how a judge's call goes on."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from companion.clock import MS
from companion.panel.config import ScreenConfig
from companion.table.at_hall import AtHall, CallState, JudgeCall
from companion.table.view import Reason, TableView
from hardware.faces.face import Face
from hardware.faces.message import MessageFace, NoticeFace
from hardware.games.faces import moving
from hardware.games.places import place_of
from hardware.games.refusals import REFUSAL_MS
from hardware.screens.invitation import inviting_screen

SAID_MS = 20_000
JUDGE_MS = 10_000
LEAST_MS = 3_000
"""So long no press takes news away: whoever plays on has not read it yet."""
SEE_PHONES = "see your phones"


class News(NamedTuple):
    """What is to be read, from when until when, in the server's monotonic milliseconds."""

    ms: int
    until_ms: int
    face: Face


class HallNews:
    """Shows the newest of it on the inviting screen and on every neutral one, until the next press or for some
    seconds; never where sand falls. A table without a hall has none, and costs nothing.

    `touch` and `refused` are the input thread's, the rest the writers'.
    """

    def __init__(self, *, screens: Sequence[ScreenConfig], look_again: Callable[[], None]) -> None:
        """`look_again` wakes the writers."""
        inviting = inviting_screen(screens)
        self._shows = {
            each.id: each.shows for each in screens if each.id == inviting or place_of(each.shows).side is None
        }
        self._look_again = look_again
        self._touched_ms = 0
        self._refused: Reason | None = None
        self._shown = False
        """Whether any screen shows some."""

    @property
    def screens(self) -> Collection[str]:
        return self._shows.keys()

    def touch(self, at: int) -> None:
        """Makes room: a button was pressed at that monotonic instant (ns)."""
        self._touched_ms = at // MS
        if self._shown:
            self._shown = False
            self._look_again()

    def refused(self, text: str, at: int) -> None:
        """Says why no judge could be called."""
        self._refused = Reason(text, at // MS)
        self._look_again()

    def face(self, screen: str, view: TableView, now: int) -> Face | None:
        """What the screen shows instead of its own face at the monotonic instant `now`; None for its own."""
        news = self._newest(screen, view, now // MS)
        if news is None:
            return None
        self._shown = True
        return news.face

    def due(self, screen: str, view: TableView, now: int) -> int | None:
        """When the screen's news is no more to be read; None where it has none."""
        news = self._newest(screen, view, now // MS)
        return None if news is None else news.until_ms * MS

    def _newest(self, screen: str, view: TableView, now_ms: int) -> News | None:
        hall, shows = view.hall, self._shows.get(screen)
        if hall is None or shows is None or moving(shows, view, now_ms):
            return None
        fresh = (news for news in self._all(hall) if now_ms < self._until(news))
        newest = max(fresh, key=lambda news: news.ms, default=None)
        return None if newest is None else newest._replace(until_ms=self._until(newest))

    def _until(self, news: News) -> int:
        """When it goes: a press takes it away, but for the first seconds."""
        touched = self._touched_ms
        return news.until_ms if touched <= news.ms else min(news.until_ms, max(touched, news.ms + LEAST_MS))

    def _all(self, hall: AtHall) -> Iterator[News]:
        if hall.said is not None:
            face = NoticeFace(hall.said.text, urgent=True, instead=SEE_PHONES)
            yield News(hall.said.ms, hall.said.ms + SAID_MS, face)
        if hall.call is not None:
            yield News(hall.call.ms, hall.call.ms + JUDGE_MS, call_face(hall.call))
        if (refused := self._refused) is not None:
            yield News(refused.ms, refused.ms + REFUSAL_MS, MessageFace(refused.text, urgent=True))


def call_face(call: JudgeCall) -> Face:
    """How the call goes on, in words."""
    who = call.who or "A judge"
    match call.state:
        case CallState.CALLED:
            return MessageFace("Judge called")
        case CallState.COMING:
            return NoticeFace(f"{who} is coming", instead="A judge is coming")
        case CallState.ANSWERED if call.text:
            return NoticeFace(f"{who}: {call.text}", urgent=True, instead=f"Judge: {SEE_PHONES}")
        case CallState.ANSWERED:
            return NoticeFace(f"{who} has answered", instead="The judge has answered")
