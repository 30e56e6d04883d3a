"""What a panel's maker is told although nothing is wrong."""

import pytest

from companion.config import shipped_panel
from companion.panel.config import ControlConfig, PanelConfig, ScreenConfig, SpiConfig
from companion.panel.notes import claimed_pins, notes


def screen(name: str, *, mux: int | None = None, channel: int | None = None, address: int = 0x3C) -> ScreenConfig:
    return ScreenConfig(id=name, shows=("gold-30",), mux=mux, channel=channel, address=address)


@pytest.mark.parametrize(
    ("panel", "key", "what"),
    [
        (PanelConfig(name="a", controls=(ControlConfig(id="x", gpio=14),)), "controls[0].gpio", "serial console"),
        (PanelConfig(name="a", sounder=15), "sounder", "serial console"),
        (PanelConfig(name="a", rail_ma=501), "rail_ma", "leave pins 1 and 17 empty"),
        (PanelConfig(name="a", light=8), "light", "CE0 of SPI"),
        (
            PanelConfig(name="a", light=7, screens=(ScreenConfig(id="x", shows=("gold-30",), spi=SpiConfig()),)),
            "light",
            "spi0-1cs",
        ),
        (PanelConfig(name="a", screens=(screen("x", address=0x7A),)), "screens[0].address", "0x3d is used"),
        (PanelConfig(name="a", screens=(screen("x", address=0x3E),)), "screens[0].address", "0x3c and 0x3d"),
        (
            PanelConfig(name="a", screens=(screen("x", mux=0x70, channel=0), screen("y", mux=0x71, channel=3))),
            "screens[1].mux",
            "disconnect_on_idle",
        ),
        (
            PanelConfig(name="a", screens=tuple(screen(f"s{each}", address=0x3C + each) for each in range(4))),
            "screens",
            "711 Ω (too strong)",
        ),
    ],
)
def test_notes(panel: PanelConfig, key: str, what: str) -> None:
    assert any(found == key and what in note for found, note in notes(panel)), list(notes(panel))


def test_nothing_is_said_of_what_is_usual() -> None:
    assert list(notes(PanelConfig(name="a", screens=(screen("x"),), controls=(ControlConfig(id="x", gpio=5),)))) == []


def test_the_shipped_panels_have_no_surprises() -> None:
    """No pin of theirs is an interface's; pull-ups are the modules' matter."""
    assert [key for key, _ in notes(shipped_panel("full"))] == ["screens"]
    assert list(notes(shipped_panel("starter"))) == []


@pytest.mark.parametrize("pin", range(7, 12))
def test_a_pin_that_an_interface_claims_is_named_by_its_key(pin: int) -> None:
    panel = PanelConfig(name="a", controls=(ControlConfig(id="x", gpio=5), ControlConfig(id="y", gpio=pin)))
    [(key, note)] = claimed_pins(panel)
    assert key == "controls[1].gpio"
    assert f"GPIO {pin}" in note
