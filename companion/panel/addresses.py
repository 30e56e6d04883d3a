"""Screens and multiplexers of a panel that would answer at one address."""

from collections.abc import Iterator

from companion.fields.invalid import FieldError
from companion.panel.config import PanelConfig


def address_problems(panel: PanelConfig) -> Iterator[FieldError]:
    """Each problem, by the key below `[panel]` that is at fault."""
    places: dict[tuple[int, int | None, int | None, int], str] = {}
    on_i2c = [(index, screen) for index, screen in enumerate(panel.screens) if screen.spi is None]
    plain = {(each.bus, each.address): each.id for _, each in on_i2c if each.mux is None}
    muxes = {(each.bus, each.mux) for _, each in on_i2c}
    for index, screen in on_i2c:
        key = f"screens[{index}]"
        address = screen.address
        if (screen.mux is None) != (screen.channel is None):
            yield FieldError(key, "a multiplexer needs both mux and channel")
        place = (screen.bus, screen.mux, screen.channel, address)
        if place in places:
            yield FieldError(
                f"{key}.address", f"{address:#x} is taken by another screen, {places[place]!r}, on the same wires"
            )
        places.setdefault(place, screen.id)
        if screen.mux is not None and (screen.bus, address) in plain:
            yield FieldError(
                f"{key}.address",
                f"{address:#x} is taken by {plain[screen.bus, address]!r}, which hangs on the bus itself and so "
                "answers on every channel: give one of them another address",
            )
        if (screen.bus, address) in muxes:
            yield FieldError(f"{key}.address", f"{address:#x} is the multiplexer's own address on this bus")
