"""A table with a whole panel: mock pins and simulated chips below the real drivers, beside the pages of the venue."""

import json
from pathlib import Path

from playwright.sync_api import Page

from companion.clock import MS, SECOND, Clock, SystemClock
from companion.config import shipped_panel
from companion.panel.port import PanelPort
from hardware.faces.face import placed
from hardware.games.registry import face_for
from hardware.screens.screen import shift_at
from hardware.simulated.simulator import SimulatedPanel, Simulator
from tests.browser.conftest import until
from tests.browser.venue import Venue
from tests.hardware.rig import JOINED, with_hands
from tests.support import PATIENCE_S

_DRAWN = """async (id) => {
    const ram = new Uint8Array(await (await fetch(`/api/panel/screens/${id}`)).arrayBuffer());
    const canvas = document.querySelector(`[data-screen="${id}"] canvas`);
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < canvas.width * canvas.height; at += 1) {
        const [x, y] = [at % canvas.width, Math.floor(at / canvas.width)];
        const lit = (ram[(y >> 3) * canvas.width + x] >> (y & 7)) & 1;
        if (lit !== Number(data[at * 4] > 100)) return false;
    }
    return true;
}"""
"""Whether a screen of the panel's page is what is in its RAM, pixel for pixel."""


class SkippingClock:
    """The machine's clocks, and the time that was skipped."""

    def __init__(self) -> None:
        self._clock = SystemClock()
        self._skipped = 0

    def now(self) -> int:
        return self._clock.now() + self._skipped

    def wall(self) -> int:
        return self._clock.wall() + self._skipped

    def skip(self, *, seconds: float) -> None:
        self._skipped += round(seconds * SECOND)


class WholeTable(Venue):
    """Pages and a full panel with a hand for each side. Nobody waits for sand: time can be skipped."""

    def __init__(self, state: Path) -> None:
        self.clock = SkippingClock()
        super().__init__(state, self.clock)
        self._wires.start()

    def _wired(self, clock: Clock) -> PanelPort:
        self._config = with_hands(shipped_panel("full"))
        self._simulator = Simulator(self._config, clock=clock, khz=None)
        self._wires = SimulatedPanel(
            config=self._config, simulator=self._simulator, table=self.table, clock=clock, invite=lambda: JOINED
        )
        return self._wires

    def press(self, control: str) -> None:
        """A finger on one of the panel's buttons, and off it."""
        self._wires.press(control, ms=60)

    def shows(self, page: Page, *timers: str) -> None:
        """Waits until the screens of these timers, and the panel's page with them, show the table as it is."""
        for screen in self.lit(*timers):
            until(page, f"await ({_DRAWN})({json.dumps(screen)})")

    def lit(self, *timers: str) -> list[str]:
        """Waits until the screens of these timers show the table as it is."""
        found = [screen for screen in self._config.screens if set(screen.shows) & set(timers)]
        late = self.clock.now() + PATIENCE_S * SECOND
        for screen in found:
            while not self._right(screen.id, screen.shows):
                assert self.clock.now() < late, screen.id
                self.table.wait(self.table.version, 0.02)
        return [screen.id for screen in found]

    def _right(self, screen: str, shows: tuple[str, ...]) -> bool:
        now, chip = self.clock.now(), self._simulator.chips[screen]
        face = face_for(shows, self.table.view(), now // MS)
        shift = shift_at(now, self._config.rest)
        return chip.picture().tobytes() == placed(face, (chip.width, chip.height), shift=shift).tobytes()

    def close(self) -> None:
        self.table.stop()
        self._wires.stop()
        super().close()
