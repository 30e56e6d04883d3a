"""The screens of a whole panel on their simulated wires, and their writer, a round at a time."""

from collections.abc import Sequence

from companion.clock import MS
from hardware.faces.face import Face, placed
from hardware.games.registry import face_for
from hardware.screens.screen import Screen, shift_at
from hardware.screens.writer import BusWriter, Notice
from hardware.simulated.wires import SimulatedBus
from tests.hardware.rig import Rig


class Screens:
    """The rig's screens and their writer, a round at a time."""

    def __init__(self, rig: Rig, *, notices: Sequence[Notice] | None = None) -> None:
        """`notices`: all that a panel has, if nothing is said."""
        self.rig = rig
        self.all = {
            config.id: Screen(config=config, link=rig.simulator.link(config), clock=rig.clock)
            for config in rig.config.screens
        }
        self.writer = BusWriter(
            screens=list(self.all.values()),
            table=rig.players.table,
            clock=rig.clock,
            rest=rig.config.rest,
            notices=rig.notices if notices is None else notices,
        )

    def bus(self, screen: str) -> SimulatedBus:
        return self.rig.simulator.bus(self.all[screen].config)

    def rounds(self, *, ms: int = 0) -> None:
        """The writer's turn after each tenth of a second, and again for as long as it has something to do."""
        for _ in range(ms // 100 or 1):
            if ms:
                self.rig.players.wait(0.1)
            while not self.writer.round()[1]:
                pass

    def right(self, screen: str) -> bool:
        """Whether the chip shows, pixel for pixel, what the table is."""
        now_ms = self.rig.clock.now() // MS
        return self.shows(screen, face_for(self.all[screen].config.shows, self.rig.players.table.view(), now_ms))

    def shows(self, screen: str, face: Face) -> bool:
        """Whether the chip shows that face, pixel for pixel."""
        chip = self.rig.simulator.chips[screen]
        shift = shift_at(self.rig.clock.now(), self.rig.config.rest)
        return chip.picture().tobytes() == placed(face, (chip.width, chip.height), shift=shift).tobytes()

    def unplug(self, screen: str) -> None:
        self.rig.simulator.unplug(self.all[screen].config)

    def plug(self, screen: str) -> None:
        self.rig.simulator.plug(self.all[screen].config)
