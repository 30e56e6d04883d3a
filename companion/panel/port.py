"""Describes the panel as the pages may see it: the one thing web knows of hardware."""

from typing import Protocol

import msgspec

from companion.table.seats import Side
from companion.table.view import TableView


class ScreenView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one OLED: `shows` are the ids of the timers on it, `online` is True where it answered last time."""

    id: str
    width: int
    height: int
    shows: tuple[str, ...]
    online: bool


class ControlView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one button. `timer` is what it flips, `hand` the side whose hand it is; the pause button has neither.

    `gpio` is its BCM number, `trouble` why it does not work, None where it does.
    """

    id: str
    label: str
    timer: str | None
    gpio: int
    hand: Side | None = None
    trouble: str | None = None


class PanelView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes the whole panel. On a simulated one, and only there, controls can be pressed from a page.

    `muted` is None without a buzzer. `troubles` are what is wrong with anything else: buzzer, lamp, a bus that hangs.
    """

    name: str
    simulated: bool
    screens: tuple[ScreenView, ...]
    controls: tuple[ControlView, ...]
    muted: bool | None
    troubles: tuple[str, ...] = ()


class DrawnScreen(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what an OLED would show: `ram` is as PanelPort.ram has it."""

    id: str
    width: int
    height: int
    ram: bytes


class PanelPort(Protocol):
    """Says what the pages may ask of the panel, from any thread. Unknown ids raise NotHere."""

    def describe(self) -> PanelView: ...

    def ram(self, screen: str) -> bytes:
        """Returns the display RAM of a screen now: `width * height / 8` bytes in page order, bit 0 of each on top.

        Real chips cannot be read: theirs is what they last received.
        """

    def shows_code(self, screen: str) -> bool:
        """Returns True where the join code may be on the screen: before it is in its RAM, and until it is gone from
        there.
        """

    def faces(self, view: TableView) -> tuple[DrawnScreen, ...]:
        """Returns each screen as it would be at `view.server_ms` for that view of any game: its own face, without
        notices.

        It sends no screen any bytes.
        """

    def press(self, control: str, *, ms: int) -> None:
        """Pushes a simulated button down and lets it go after `ms`. Returns at once. Refused on a real panel."""

    def push(self, control: str) -> None:
        """Pushes a simulated button down until `let_go`, ten seconds at most. Refused on a real panel."""

    def let_go(self, control: str) -> None:
        """Lets a pushed button go. Refused on a real panel."""

    def mute(self, *, muted: bool) -> None:
        """Mutes the buzzer, or lets it sound again, until the service ends. Refused where there is none."""
