"""Stand-ins for the pages' neighbours."""

from collections.abc import Mapping
from threading import Condition

from companion.config import shipped_panel
from companion.panel.config import ControlConfig, PanelConfig
from companion.panel.port import ControlView, PanelView, ScreenView
from companion.table.errors import NotHere, Refused
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.scenario import BOX
from tests.support import PATIENCE_S

NAMES: Mapping[str | None, str] = {spec.id: spec.name for spec in BOX}


def _label(control: ControlConfig) -> str:
    return NAMES.get(control.timer, "Pause") if control.hand is None else f"{ARMIES[control.hand]}'s hand"


class FakePanel:
    """A panel of the shipped shape whose screens show what a test puts there and whose presses are written down."""

    def __init__(self, config: PanelConfig | None = None, *, simulated: bool = True) -> None:
        self.config = config or shipped_panel("full")
        self.simulated = simulated
        self.offline: set[str] = set()
        self.broken: dict[str, str] = {}
        self.inviting: set[str] = set()
        self.muted: bool | None = False
        self.calls: list[tuple[str, str, int | None]] = []
        self._called = Condition()
        self.shown = {screen.id: bytes(screen.width * screen.height // 8) for screen in self.config.screens}

    def describe(self) -> PanelView:
        return PanelView(
            name=self.config.name,
            simulated=self.simulated,
            screens=tuple(
                ScreenView(id=s.id, width=s.width, height=s.height, shows=s.shows, online=s.id not in self.offline)
                for s in self.config.screens
            ),
            controls=tuple(
                ControlView(
                    id=c.id,
                    label=_label(c),
                    timer=c.timer,
                    gpio=c.gpio,
                    hand=c.hand,
                    trouble=self.broken.get(c.id),
                )
                for c in self.config.controls
            ),
            muted=self.muted,
        )

    def ram(self, screen: str) -> bytes:
        try:
            return self.shown[screen]
        except KeyError:
            raise NotHere("screen", screen) from None

    def shows_code(self, screen: str) -> bool:
        return screen in self.inviting

    def press(self, control: str, *, ms: int) -> None:
        self._did("press", control, ms)

    def push(self, control: str) -> None:
        self._did("push", control, None)

    def let_go(self, control: str) -> None:
        self._did("let-go", control, None)

    def asked(self, count: int) -> list[tuple[str, str, int | None]]:
        """Its calls, once there are so many."""
        with self._called:
            assert self._called.wait_for(lambda: len(self.calls) >= count, PATIENCE_S), self.calls
            return list(self.calls)

    def mute(self, *, muted: bool) -> None:
        if self.muted is None:
            raise Refused("This panel has no sounder.")
        self.muted = muted

    def _did(self, what: str, control: str, ms: int | None) -> None:
        if not self.simulated:
            raise Refused("This panel is real: press its button.")
        if control not in {c.id for c in self.config.controls}:
            raise NotHere("button", control)
        with self._called:
            self.calls.append((what, control, ms))
            self._called.notify_all()
