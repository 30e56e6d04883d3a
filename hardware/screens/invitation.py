"""When the way to the table, as a QR code, is on the panel, and on which of its screens."""

from collections.abc import Callable, Sequence

from companion.clock import SECOND
from companion.hotspot.opened import Opened
from companion.invite import Invite
from companion.panel.config import ScreenConfig
from companion.table.view import Phase, TableView, TimerState
from hardware.faces.face import Face
from hardware.faces.message import MessageFace
from hardware.faces.qr import QrFace
from hardware.faces.wifi import WifiFace
from hardware.games.places import place_of

ASKED_NS = 60 * SECOND
"""How long it stays when it was asked for: time to find a phone and its camera."""
TOUCHED_NS = 15 * SECOND
"""How long after a press it stays away by itself, so that the screen can show what the press did."""
TURN_NS = 10 * SECOND
"""How long each of two QR codes stays where a phone needs both: time to aim at one."""
LOOK_NS = 2 * SECOND
"""How often it is looked whether somebody has joined, and whether the address is another, while nothing changes."""


def inviting_screen(screens: Sequence[ScreenConfig]) -> str | None:
    """The one screen that invites: None on a panel without screens.

    A tall one, where there is any, for the QR code needs its rows. Rather a neutral one: it stands between the players,
    and neither loses sight of sand. Of those the last, whose game clock few scenarios use.
    """

    def rank(indexed: tuple[int, ScreenConfig]) -> tuple[bool, bool, int]:
        index, screen = indexed
        place = place_of(screen.shows)
        return screen.height < 64, place.side is not None, index if place.side else -place.index

    return min(enumerate(screens), key=rank)[1].id if screens else None


class Invitation:
    """Shows the join code when the table opens and when the pause button is held, and before a game as long as nobody
    has joined; in the first two cases until the next press, somebody joining, or a minute.

    `ask` and `touch` are the input thread's, the rest its screen's writer's.
    """

    def __init__(
        self, *, screen: str | None, invite: Callable[[], Invite | None], look_again: Callable[[], None], opened_at: int
    ) -> None:
        """`opened_at` is when the panel started, in monotonic nanoseconds; `look_again` wakes the writers. `invite`
        gives None as long as there is nothing to invite to."""
        self._screen = screen
        self._invite = invite
        self._look_again = look_again
        self._asked: tuple[int, int] | None = (opened_at, 0)
        self._touched_at: int | None = None
        self._looked: tuple[int, int, Invite | None] | None = None
        """When, at which version of the table, and what it was."""
        self._waiting = False
        self._guests = (0, 0)
        """How many phones are in the table's own Wi-Fi, and since when."""

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
        """What the screen shows instead of its own face at the monotonic instant `now`; None for its own."""
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
            return self._shown(invite, now)
        self._waiting = invite.phones == 0 and _resting(view)
        if not self._waiting or invite.address is None or self._away(now):
            return None
        return self._shown(invite, now)

    def due(self, screen: str, view: TableView, now: int) -> int | None:  # noqa: ARG002
        """When to look again although the table has not changed, None for not at all."""
        return now + LOOK_NS if self._waiting and screen == self._screen else None

    def _away(self, now: int) -> bool:
        """Whether a press made room for what it did."""
        return self._touched_at is not None and now - self._touched_at < TOUCHED_NS

    def _latest(self, now: int, version: int) -> Invite | None:
        looked = self._looked
        if looked is None or now - looked[0] >= LOOK_NS or version != looked[1]:
            looked = self._looked = (now, version, self._invite())
        return looked[2]

    def _shown(self, invite: Invite, now: int) -> Face:
        """The way here. In a Wi-Fi of the table's own it has two steps: the first alone while no phone is in it, then
        both by turns, and the second as soon as another phone has done the first."""
        if invite.hotspot is None:
            return _address(invite, second=False)
        guests, since = self._guests
        if invite.hotspot.guests != guests:
            self._guests = (invite.hotspot.guests, now if invite.hotspot.guests > guests else since)
        guests, since = self._guests
        first = guests == 0 or (now - since) // TURN_NS % 2
        return _wifi(invite.hotspot) if first else _address(invite, second=True)


def _resting(view: TableView) -> bool:
    """Whether a game is yet to come and no sand falls."""
    return view.phase is Phase.SETUP and all(timer.state is TimerState.AVAILABLE for timer in view.timers)


def _wifi(hotspot: Opened) -> Face:
    return WifiFace(link=hotspot.wifi.link, name=hotspot.wifi.name, passphrase=hotspot.wifi.passphrase)


def _address(invite: Invite, *, second: bool) -> Face:
    if invite.link is None or invite.address is None:
        return MessageFace("no network")
    return QrFace(link=invite.link, address=invite.address, code=invite.code, guesser=invite.guesser, second=second)
