"""A whole panel on mock pins and a simulated wire, driven step by step on a clock that is turned by hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from companion.clock import MS, ManualClock
from companion.config import shipped_panel
from companion.hall.port import HallPort
from companion.panel.config import GUARD_MS, ControlConfig, PanelConfig
from companion.people import Invite
from companion.table.seats import Side
from hardware.buttons import Buttons, Edge
from hardware.games.controls import Controls, JudgeButton
from hardware.input import InputThread
from hardware.screens.invitation import HallNews, Invitation, RoundClockNotice, inviting_screen
from hardware.screens.writer import Notice
from hardware.simulated.simulator import Simulator
from tests.support import Players

HANDS = (
    ControlConfig(id="gold-hand", gpio=27, hand=Side.GOLD),
    ControlConfig(id="red-hand", gpio=4, hand=Side.RED),
)
"""As the shipped panels propose them."""


def with_hands(panel: PanelConfig) -> PanelConfig:
    """The panel, and a hand for each side."""
    return replace(panel, controls=(*panel.controls, *HANDS))


JOINED = Invite(address="192.168.1.5:8080", code="ACDEFH", phones=1)


def invitation_of(players: Players, config: PanelConfig, invite: Callable[[], Invite] = lambda: JOINED) -> Invitation:
    """The invitation of a panel that has just started."""
    return Invitation(
        screen=inviting_screen(config.screens),
        invite=invite,
        look_again=players.table.look_again,
        opened_at=players.clock.now(),
    )


@dataclass
class Buzz:
    """Counts refusals instead of sounding them."""

    count: int = 0

    def refused(self) -> None:
        self.count += 1


@dataclass
class Rig:
    """Buttons, input and table, without threads: `advance` lets time pass and does what the input thread would."""

    players: Players
    config: PanelConfig
    buzz: Buzz = field(default_factory=Buzz)
    invite: Invite = JOINED
    """How phones get here; by default one has."""
    judge: str | None = None
    """The button that calls one when it is held, of the `hall` that the table stands in."""
    hall: HallPort | None = None

    @classmethod
    def seated(cls, path: Path, *, panel: str = "full") -> "Rig":
        return cls(Players(path), shipped_panel(panel))

    def __post_init__(self) -> None:
        self.simulator = Simulator(self.config, clock=self.clock, khz=None)
        controls = self.config.controls
        self.invitation = invitation_of(self.players, self.config, lambda: self.invite)
        self.news = HallNews(screens=self.config.screens, look_again=self.players.table.look_again)
        self.clock_of_round = RoundClockNotice(screens=self.config.screens)
        self.controls = Controls(
            table=self.players.table,
            controls=controls,
            guard_ns=self.config.guard_ms * MS,
            buzzer=self.buzz,
            invitation=self.invitation,
            judge=JudgeButton(control=self.judge, hall=lambda: self.hall, news=self.news),
        )
        self.buttons = Buttons(controls=controls, pins=self.simulator.pins, clock=self.clock)
        self.input = InputThread(
            buttons=self.buttons,
            controls=self.controls,
            ids=[control.id for control in controls],
            table=self.players.table,
            clock=self.clock,
        )
        self.gpio = {control.id: control.gpio for control in controls}

    @property
    def notices(self) -> tuple[Notice, ...]:
        """As a panel has them."""
        return self.news, self.invitation, self.clock_of_round

    @property
    def clock(self) -> ManualClock:
        return self.players.clock

    def down(self, *controls: str) -> None:
        for control in controls:
            self.simulator.pin(self.gpio[control]).drive_low()
        self.step()

    def up(self, *controls: str) -> None:
        for control in controls:
            self.simulator.pin(self.gpio[control]).drive_high()
        self.step()

    def step(self) -> None:
        """The input thread's turn: every edge that is there, then what is due."""
        while not self.buttons.edges.empty():
            self.input.step(timeout=0)
        self.input.step(timeout=0)

    def advance(self, ms: int) -> None:
        """Time passes, a millisecond at a time while a lockout or a hold may fall due."""
        for _ in range(ms):
            self.clock.advance(ns=MS)
            self.input.step(timeout=0)
        self.players.table.settle()

    def tap(self, control: str) -> None:
        self.down(control)
        self.advance(80)
        self.up(control)
        self._lift()

    def hold(self, *controls: str, ms: int = 1100) -> None:
        self.down(*controls)
        self.advance(ms)
        self.up(*controls)
        self._lift()

    def _lift(self) -> None:
        """No finger comes back to its button sooner."""
        self.advance(80)
        self.clock.advance(ns=(GUARD_MS - 80) * MS)
        self.step()

    def stray_edge(self, control: str, *, at: int, pressed: bool) -> None:
        """An edge as a backend with the kernel's time would report it."""
        self.buttons.edges.put(Edge(control, at, pressed))

    def close(self) -> None:
        self.buttons.close()
        self.simulator.close()
        self.players.table.close()
