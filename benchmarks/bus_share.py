"""How much of one 400 kHz bus twelve animated screens behind a TCA9548A take at 10 frames a second.

Run it from the repository's root: python benchmarks/bus_share.py. Traffic is decoded by simulated chips; the time is
what the wire needs for it, channel switches included. The rival is the same pictures as whole frames.
"""

from companion.config import shipped_panel
from companion.table.view import Phase, TableView, TimerState
from companion.wartime.match.timers import TimerView
from companion.wartime.scenario.scenario import BOX, TimerKind
from hardware.faces.face import draw
from hardware.games.faces import face_for
from hardware.oled.chips import driver_for
from hardware.simulated.i2c import SimulatedBus, bus_seconds
from hardware.simulated.ssd1306 import Ssd1306Chip
from hardware.transport.link import I2cLink

KHZ = 400
FPS = 10
SECONDS = 30
FRAME = 1034


def running() -> TableView:
    """Every timer of the box, just flipped."""
    timers = tuple(
        TimerView(
            id=spec.id,
            label=spec.label,
            name=spec.name,
            tag=spec.tag,
            side=spec.side.value if spec.side else "neutral",
            kind=spec.kind,
            seconds=spec.seconds,
            state=TimerState.ACTIVE,
            remaining_ms=spec.seconds * 1000,
            ends_ms=spec.seconds * 1000,
            unit="Archer" if spec.kind is TimerKind.COMMAND else None,
        )
        for spec in BOX
    )
    return TableView(server_ms=0, game="wartime", phase=Phase.RUNNING, paused=False, timers=timers)


def main() -> None:
    wire = SimulatedBus()
    screens = []
    for config in shipped_panel("full").screens:
        assert config.mux is not None
        assert config.channel is not None
        bus = wire.channel(config.mux, config.channel)
        bus.attach(config.address, Ssd1306Chip())
        screens.append((driver_for(config, I2cLink(bus=bus, address=config.address)), config.shows))
    view = running()
    for screen, shows in screens:
        screen.bring_up()
        screen.show(draw(face_for(shows, view, 0), 128, 64))
    wire_bytes, transactions = wire.wire_bytes, wire.transactions
    busiest = 0.0
    for frame in range(1, SECONDS * FPS + 1):
        before = wire.wire_bytes, wire.transactions
        for screen, shows in screens:
            screen.show(draw(face_for(shows, view, frame * 1000 // FPS), 128, 64))
        round_s = bus_seconds(
            wire_bytes=wire.wire_bytes - before[0], transactions=wire.transactions - before[1], khz=KHZ
        )
        busiest = max(busiest, round_s)
    wire_bytes, transactions = wire.wire_bytes - wire_bytes, wire.transactions - transactions
    busy = bus_seconds(wire_bytes=wire_bytes, transactions=transactions, khz=KHZ)
    whole = len(screens) * SECONDS * FPS * bus_seconds(wire_bytes=FRAME, transactions=2, khz=KHZ)
    share, rival = 100 * busy / SECONDS, 100 * whole / SECONDS
    redraws = len(screens) * SECONDS * FPS
    name = f"12 screens at {FPS} fps"
    print(f"{name}, share of a {KHZ} kHz bus: {share:.1f} % (whole frames {rival:.1f}, ratio {rival / share:.1f})")
    print(f"{name}, wire with channel switches: {wire_bytes / redraws:.1f} bytes/redraw")
    print(f"{name}, busiest round: {1000 * busiest:.1f} ms (whole frames {1000 * whole / SECONDS / FPS:.1f})")


if __name__ == "__main__":
    main()
