"""Decides what screens between the players show of the table: the join screen, the hall's clock and its news."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from companion.clock import MS, SECOND
from companion.hotspot.wifi import OpenedWifi
from companion.panel.config import ScreenConfig
from companion.people import Invite
from companion.table.view import AtHall, CallState, JudgeCall, Phase, Reason, RoundHere, TableView, TimerState
from hardware.faces.face import Face
from hardware.faces.figures import FigureFace
from hardware.faces.qr import QrFace, WifiFace
from hardware.faces.words import MessageFace, NoticeFace
from hardware.games.panel_game import REFUSAL_MS, place_of
from hardware.games.registry import moving

# When the join screen is on the panel, and on which of its screens.

ASKED_NS = 60 * SECOND
"""It stays this long when a player has asked for it: time to find a phone and its camera."""
TOUCHED_NS = 15 * SECOND
"""After a press it does not come back by itself for this long, so that the screen can show what the press did."""
TURN_NS = 10 * SECOND
"""Each of two QR codes stays this long where a phone needs both: time to aim at one."""
LOOK_NS = 2 * SECOND
"""While the table does not change, this often it is checked whether a phone has joined or the address is another."""


def inviting_screen(screens: Sequence[ScreenConfig]) -> str | None:
    """Returns the one screen that invites: None on a panel without screens.

    It is a tall one, where there is any, because the QR code needs its rows. A neutral one goes first: it stands
    between the players, and neither loses sight of sand. Of those it is the last, whose game clock few scenarios use.
    """

    def rank(indexed: tuple[int, ScreenConfig]) -> tuple[bool, bool, int]:
        index, screen = indexed
        place = place_of(screen.shows)
        return screen.height < 64, place.side is not None, index if place.side else -place.index

    return min(enumerate(screens), key=rank)[1].id if screens else None


class Invitation:
    """Shows the join code when the table opens and when the pause button is held, and before a game until a phone
    joins.

    In the first two cases it stays until the next press, until another phone joins, or for a minute. `ask` and `touch`
    are the input thread's, the rest its screen's writer's.
    """

    def __init__(
        self, *, screen: str | None, invite: Callable[[], Invite | None], look_again: Callable[[], None], opened_at: int
    ) -> None:
        """`opened_at` is when the panel started, in monotonic nanoseconds; `look_again` wakes the writers.

        `invite` gives None while there is no table to join.
        """
        self._screen = screen
        self._invite = invite
        self._look_again = look_again
        self._asked: tuple[int, int] | None = (opened_at, 0)
        self._touched_at: int | None = None
        self._looked: tuple[int, int, Invite | None] | None = None
        """Holds when, at which version of the table, and what it was."""
        self._waiting = False
        self._guests = (0, 0)
        """Holds how many phones are in the table's own Wi-Fi, and since when."""

    @property
    def screens(self) -> tuple[str, ...]:
        return () if self._screen is None else (self._screen,)

    def ask(self, at: int) -> None:
        """Shows it from now on: the pause button has been held."""
        invite = self._invite()
        self._asked = (at, 0 if invite is None else invite.phones)
        self._looked = None
        self._look_again()

    def touch(self, at: int) -> None:
        """Makes room: a button was pressed."""
        away = self._asked is None and self._away(at)
        self._asked = None
        self._touched_at = at
        if self._waiting and not away:
            self._look_again()

    def face(self, screen: str, view: TableView, now: int) -> Face | None:
        """Returns what the screen shows instead of its own face at the monotonic instant `now`; None for its own."""
        if screen != self._screen:
            return None
        asked = self._asked
        if asked is not None and now - asked[0] >= ASKED_NS:
            asked = None
        self._waiting = asked is not None or _resting(view)
        if not self._waiting:
            return None
        invite = self._latest(now, view.version)
        if invite is None:
            return None
        if asked is not None and invite.phones <= asked[1]:
            return self._face(invite, now)
        self._waiting = invite.phones == 0 and _resting(view)
        if not self._waiting or invite.address is None or self._away(now):
            return None
        return self._face(invite, now)

    def due(self, screen: str, view: TableView, now: int) -> int | None:  # noqa: ARG002
        """Returns when to look again although the table has not changed, None for not at all."""
        return now + LOOK_NS if self._waiting and screen == self._screen else None

    def _away(self, now: int) -> bool:
        """Returns True where a press made room for what it did."""
        return self._touched_at is not None and now - self._touched_at < TOUCHED_NS

    def _latest(self, now: int, version: int) -> Invite | None:
        looked = self._looked
        if looked is None or now - looked[0] >= LOOK_NS or version != looked[1]:
            looked = self._looked = (now, version, self._invite())
        return looked[2]

    def _face(self, invite: Invite, now: int) -> Face:
        """Returns the join screen. In a Wi-Fi of the table's own it has two steps.

        While no phone is in it, the first is shown alone, then both by turns. The second comes as soon as another phone
        has done the first.
        """
        if invite.hotspot is None:
            return _address(invite, second=False)
        guests, since = self._guests
        if invite.hotspot.guests != guests:
            self._guests = (invite.hotspot.guests, now if invite.hotspot.guests > guests else since)
        guests, since = self._guests
        first = guests == 0 or (now - since) // TURN_NS % 2
        return _wifi(invite.hotspot) if first else _address(invite, second=True)


def _resting(view: TableView) -> bool:
    """Returns True where a game is yet to come and no sand falls."""
    return view.phase is Phase.SETUP and all(timer.state is TimerState.AVAILABLE for timer in view.timers)


def _wifi(hotspot: OpenedWifi) -> Face:
    return WifiFace(link=hotspot.wifi.link, name=hotspot.wifi.name, passphrase=hotspot.wifi.passphrase)


def _address(invite: Invite, *, second: bool) -> Face:
    if invite.link is None or invite.address is None:
        return MessageFace("no network")
    return QrFace(link=invite.link, address=invite.address, code=invite.code, guesser=invite.guesser, second=second)


# The clock of the hall's round, on the screen that invites.

LAST_MS = 5 * 60_000
"""The end of a round, which is shown dark on light."""
_SURE_MS = 500
"""A clock that may be off by more says so."""


class RoundClockNotice:
    """Shows how much of the round is left wherever that screen's own sand neither falls nor is stopped halfway.

    In a game without sand, and when a match is over, it takes turns with the screen's own face.

    It counts by the table's own clock, and the one writer of that screen draws it once a second. It keeps no screen
    from resting. It is pure, for any thread.
    """

    def __init__(self, *, screens: Sequence[ScreenConfig]) -> None:
        self._screen = inviting_screen(screens)
        self._shows = next((each.shows for each in screens if each.id == self._screen), ())

    @property
    def screens(self) -> tuple[str, ...]:
        return () if self._screen is None else (self._screen,)

    def face(self, screen: str, view: TableView, now: int) -> Face | None:
        """Returns what the screen shows instead of its own face at the monotonic instant `now`; None for its own."""
        told = self._round_for(screen, view, now)
        return None if told is None or (_by_turns(view) and _owns_turn(now)) else round_face(told, now // MS)

    def due(self, screen: str, view: TableView, now: int) -> int | None:
        """Returns when the clock is another, or the turn is over."""
        told = self._round_for(screen, view, now)
        if told is None:
            return None
        turn = now - now % TURN_NS + TURN_NS if _by_turns(view) else None
        tick = None if turn is not None and _owns_turn(now) else _next_second(told, now // MS)
        return min((at for at in (turn, tick) if at is not None), default=None)

    def _round_for(self, screen: str, view: TableView, now: int) -> RoundHere | None:
        """Returns the round, where that screen has room for it."""
        if screen != self._screen or view.hall is None or view.hall.round is None:
            return None
        # Before a game a rack shows the sand of setting up, which is not among its own.
        sand = [timer for timer in view.timers if timer.id in self._shows or view.phase is Phase.SETUP]
        busy = any(timer.state is TimerState.ACTIVE for timer in sand) or moving(self._shows, view, now // MS)
        return None if busy else view.hall.round


def round_face(told: RoundHere, now_ms: int) -> FigureFace:
    """Returns the clock at that millisecond on the server's monotonic clock, a started second counting."""
    left_ms = told.left_ms if told.ends_ms is None else told.ends_ms - now_ms
    label = told.title or f"Round {told.number}"
    if left_ms <= 0:
        return FigureFace(figure="time", label=label, inverted=True)
    seconds = -(-left_ms // 1000)
    return FigureFace(
        figure=f"{seconds // 60}:{seconds % 60:02}", label=label, word=_word(told), inverted=left_ms <= LAST_MS
    )


def _word(told: RoundHere) -> str:
    if told.ends_ms is None:
        return "stands"
    error_ms = told.error_ms or 0
    return f"±{-(-error_ms // 1000)} s" if error_ms > _SURE_MS else ""


def _next_second(told: RoundHere, now_ms: int) -> int | None:
    if told.ends_ms is None or told.ends_ms <= now_ms:
        return None
    return (told.ends_ms - (-(-(told.ends_ms - now_ms) // 1000) - 1) * 1000) * MS


def _by_turns(view: TableView) -> bool:
    return not view.timers or view.over is not None


def _owns_turn(now: int) -> bool:
    """Returns True where it is the own face's turn."""
    return now // TURN_NS % 2 == 1


# What the hall has for this table, on screens between the players: an announcement, and how a judge's call goes on.

SAID_MS = 20_000
JUDGE_MS = 10_000
LEAST_MS = 3_000
"""For this long no press takes news away: players who play on have not read it yet."""
SEE_PHONES = "see your phones"


class HallNewsItem(NamedTuple):
    """Holds news, from when until when, in the server's monotonic milliseconds."""

    ms: int
    until_ms: int
    face: Face


class HallNews:
    """Shows the newest of it on the inviting screen and on every neutral one, until the next press or for some seconds.

    It never shows where sand falls. A table without a hall has no news.

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
        """True while any screen shows news."""

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
        """Returns what the screen shows instead of its own face at the monotonic instant `now`; None for its own."""
        news = self._newest(screen, view, now // MS)
        if news is None:
            return None
        self._shown = True
        return news.face

    def due(self, screen: str, view: TableView, now: int) -> int | None:
        """Returns when the screen's news is over; None where it has none."""
        news = self._newest(screen, view, now // MS)
        return None if news is None else news.until_ms * MS

    def _newest(self, screen: str, view: TableView, now_ms: int) -> HallNewsItem | None:
        hall, shows = view.hall, self._shows.get(screen)
        if hall is None or shows is None or moving(shows, view, now_ms):
            return None
        fresh = (news for news in self._all(hall) if now_ms < self._until(news))
        newest = max(fresh, key=lambda news: news.ms, default=None)
        return None if newest is None else newest._replace(until_ms=self._until(newest))

    def _until(self, news: HallNewsItem) -> int:
        """Returns when it goes: a press takes it away, but for the first seconds."""
        touched = self._touched_ms
        return news.until_ms if touched <= news.ms else min(news.until_ms, max(touched, news.ms + LEAST_MS))

    def _all(self, hall: AtHall) -> Iterator[HallNewsItem]:
        if hall.said is not None:
            face = NoticeFace(hall.said.text, urgent=True, instead=SEE_PHONES)
            yield HallNewsItem(hall.said.ms, hall.said.ms + SAID_MS, face)
        if hall.call is not None:
            yield HallNewsItem(hall.call.ms, hall.call.ms + JUDGE_MS, call_face(hall.call))
        if (refused := self._refused) is not None:
            yield HallNewsItem(refused.ms, refused.ms + REFUSAL_MS, MessageFace(refused.text, urgent=True))


def call_face(call: JudgeCall) -> Face:
    """Returns the state of the call, in words."""
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
