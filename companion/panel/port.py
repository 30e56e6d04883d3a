"""The panel as the pages may see it: the one thing web knows of hardware."""

from typing import Protocol

import msgspec

from companion.table.seats import Side
from companion.table.view import TableView


class ScreenView(msgspec.Struct, frozen=True, kw_only=True):
    """One OLED: `shows` are the ids of the timers on it, `online` whether it answered last time."""

    id: str
    width: int
    height: int
    shows: tuple[str, ...]
    online: bool


class ControlView(msgspec.Struct, frozen=True, kw_only=True):
    """One button. `timer` is what it flips, `hand` the side whose hand it is; the pause button has neither. `gpio` is
    its BCM number, `trouble` why it does not work, None where it does."""

    id: str
    label: str
    timer: str | None
    gpio: int
    hand: Side | None = None
    trouble: str | None = None


class PanelView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole panel. On a simulated one, and only there, controls can be pressed from a page. `muted` is None where
    there is no sounder. `troubles` are what is wrong with anything else: sounder, light, a bus that hangs."""

    name: str
    simulated: bool
    screens: tuple[ScreenView, ...]
    controls: tuple[ControlView, ...]
    muted: bool | None
    troubles: tuple[str, ...] = ()


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """What an OLED would show: `ram` is as PanelPort.ram has it."""

    id: str
    width: int
    height: int
    ram: bytes


class PanelPort(Protocol):
    """What the pages may ask of the panel, from any thread. Unknown ids raise NotHere."""

    def describe(self) -> PanelView: ...

    def ram(self, screen: str) -> bytes:
        """Returns the display RAM of a screen now: `width * height / 8` bytes in page order, bit 0 of each on top.

        Real chips cannot be read: theirs is what they were last sent.
        """

    def shows_code(self, screen: str) -> bool:
        """Returns whether the join code may be on the screen: true before it is in its RAM, and until it is gone from
        there."""

    def faces(self, view: TableView) -> tuple[Drawn, ...]:
        """Returns each screen as it would be at `view.server_ms` if the table were as that view of any game says: its
        own face in its place, nothing before it. No screen is sent anything."""

    def press(self, control: str, *, ms: int) -> None:
        """Pushes a simulated button down and lets it go after `ms`. Returns at once. Refused on a real panel."""

    def push(self, control: str) -> None:
        """Pushes a simulated button down until `let_go`, ten seconds at most. Refused on a real panel."""

    def let_go(self, control: str) -> None:
        """Lets a pushed button go. Refused on a real panel."""

    def mute(self, *, muted: bool) -> None:
        """Has the sounder be still, or lets it sound again, until the service ends. Refused where there is none."""
