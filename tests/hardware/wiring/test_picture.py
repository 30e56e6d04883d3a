"""The picture, read back: it says what the plan says, and every wire ends where it says it does."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import gpiozero
import pytest
from hypothesis import given, settings

from companion.config import WIRED, shipped_panel
from companion.panel.config import ControlConfig, PanelConfig, ScreenConfig, SpiConfig
from hardware.wiring.picture import picture
from hardware.wiring.plan import plan
from tests.hardware.wiring.drawn import Box, Drawn, DrawnWire, Segment, on_line
from tests.hardware.wiring.panels import panels

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
MUXES = ("0x70", "0x71")
HEADER = gpiozero.pi_info("c03112").headers["J8"].pins
SHIPPED = pytest.mark.parametrize("name", WIRED)
FLAT_SIDE_TOWARDS_YOU = {"BC547": "CBE", "2N3904": "EBC"}
"""Legs from the left (onsemi's data sheets BC546/D and 2N3903/D, TO-92: pins 1 to 3)."""


def drawn(panel: PanelConfig) -> Drawn:
    return Drawn(picture(plan(panel)))


@SHIPPED
def test_the_docs_show_what_the_command_draws(name: str) -> None:
    committed = (PICTURES / f"wiring-{name}.svg").read_text(encoding="utf-8")
    assert committed == picture(plan(shipped_panel(name))), "run `make pictures`"


@settings(max_examples=25)
@given(panel=panels())
def test_any_panel_is_drawn_as_it_is_configured(panel: PanelConfig) -> None:
    found = drawn(panel)
    _pins_are_led(panel, found)
    _parts_are_joined(panel, found)
    _wires_end(found)
    _nothing_hides(found)
    _nothing_is_off(found)


@SHIPPED
def test_no_two_wires_cross_on_the_shipped_panels(name: str) -> None:
    """But for the clock of a second multiplexer, which passes over the first one's data once."""
    found = drawn(shipped_panel(name))
    crossed = set()
    rails = [DrawnWire(f"{part}:rail", "", "", (line,)) for part, lines in found.rails.items() for line in lines]
    for one, other in combinations([*found.wires, *rails], 2):
        if one.source != other.source and not {one.target, other.target} & {one.source, other.source}:
            for mine in one.segments:
                for yours in other.segments:
                    if _cross(mine, yours, found.parts.values()):
                        crossed.add((one.target, other.target))
    assert crossed == ({("mux 1 0x70:SDA", "mux 1 0x71:SCL")} if name == "full-2-multiplexers" else set())


@SHIPPED
def test_no_two_labels_overlap_on_the_shipped_panels(name: str) -> None:
    found = drawn(shipped_panel(name))
    for (one, mine), (other, yours) in combinations(found.labels, 2):
        assert not mine.meets(yours), (one, other)


@SHIPPED
def test_the_transistor_switches_the_sounder_and_the_diode_lies_across_it(name: str) -> None:
    found = drawn(shipped_panel(name))
    assert found.joined("buzzer +") == {"buzzer +", "diode, stripe", "3.3 V"}
    assert found.joined("buzzer -") == {"buzzer -", "diode", "transistor C"}
    assert found.joined("transistor B") == {"transistor B", "header pin"}
    assert found.joined("transistor E") == {"transistor E", "ground"}
    assert {part: "".join(leg for _, leg in sorted(legs)) for part, legs in found.legs.items()} == FLAT_SIDE_TOWARDS_YOU


@SHIPPED
def test_rails_are_bridged_backed_and_measured(name: str) -> None:
    found = drawn(shipped_panel(name))
    for rail, capacitor, probe in (
        ("3v3", "capacitor +", "red probe"),
        ("ground", "capacitor -, stripe", "black probe"),
    ):
        left, right, bridge, measured = found.pieces[rail]
        assert left[-1][0] < right[0][0]
        assert on_line(bridge[0], left)
        assert on_line(bridge[-1], right)
        assert on_line(found.ends[capacitor][0], right)
        assert on_line(found.ends[probe][0], measured)
        assert found.joined(capacitor) == {capacitor}


def test_only_much_current_takes_a_second_pin() -> None:
    feeds = {
        name: [wire.source for wire in drawn(shipped_panel(name)).wires if wire.target == "3v3:rail"] for name in WIRED
    }
    assert feeds["starter"] == ["header:1"]
    assert all(sources == ["header:1", "header:17"] for name, sources in feeds.items() if name != "starter")


def test_every_multiplexer_has_the_pins_of_its_address_where_they_belong() -> None:
    """Two on the same wires differ by A0 alone."""
    sources = {wire.target: wire.source for wire in drawn(shipped_panel("full-2-multiplexers")).wires}
    high = {mux: {pin for pin in ("A0", "A1", "A2") if sources[f"mux 1 {mux}:{pin}"] == "3v3:rail"} for mux in MUXES}
    assert high == {"0x70": set(), "0x71": {"A0"}}
    for pin, header in (("SCL", 5), ("SDA", 3)):
        assert {sources[f"mux 1 {mux}:{pin}"] for mux in MUXES} == {f"header:{header}"}
    assert sources["screen gold-30:SCL"] == "mux 1 0x70:SC0"
    assert sources["screen red-30:SCL"] == "mux 1 0x71:SC0"


def test_a_wire_in_two_pieces_says_where_the_other_is() -> None:
    spi = [SpiConfig(device=0), SpiConfig(device=1, dc=5, reset=6)]
    screens = tuple(ScreenConfig(id=f"oled{each.device}", shows=("gold-30",), spi=each) for each in spi)
    found = drawn(PanelConfig(name="spi", screens=screens))
    said = [text for text, _ in found.labels]
    for text in ("screens CLK", "screens DIN", "oled0 CS", "oled1 CS", "oled0 DC", "oled1 RES"):
        assert said.count(text) == 1
    for wire in found.wires:
        if len(wire.pieces) == 2:
            x, y = wire.pieces[1][0]
            tag = Box(x - 10, y - 10, x + 10, y + 10)
            assert found.said_in(tag) == [wire.source.removeprefix("header:")]


def test_a_supply_of_its_own_is_not_joined_to_the_pi_s() -> None:
    screen = ScreenConfig(id="x", shows=("gold-30",))
    of_the_pi, own = (PanelConfig(name="p", screens=(screen,), rail_ma=limit) for limit in (500, 501))
    assert "header:1" in {wire.source for wire in drawn(of_the_pi).wires}
    assert "header:1" not in {wire.source for wire in drawn(own).wires}
    assert "3.3 V rail, from its own regulator" in [text for text, _ in drawn(own).labels]


def test_a_long_name_is_made_to_fit() -> None:
    name = "the button under the red general's thumb"
    panel = PanelConfig(
        name="long",
        screens=(ScreenConfig(id=name, shows=("gold-30",)),),
        controls=(ControlConfig(id=name, gpio=5),),
    )
    found = drawn(panel)
    for part in (f"screen {name}", f"button {name}"):
        [said] = [each for each in found.said_in(found.parts[part]) if each.startswith("the but")]
        assert said.endswith("…")
        [label] = [box for text, box in found.labels if text == said and found.parts[part].meets(box)]
        assert found.parts[part].left <= label.left
        assert label.right <= found.parts[part].right


def test_what_a_name_is_made_of_does_not_matter() -> None:
    panel = PanelConfig(name="<&>", controls=(ControlConfig(id='"a" & <b>', gpio=5),))
    assert 'button "a" & <b>' in drawn(panel).parts


def _pins_are_led(panel: PanelConfig, found: Drawn) -> None:
    """Every configured pin has its wire, by gpiozero's header, not by ours."""
    wanted = {f"button {each.id}": each.gpio for each in panel.controls}
    wanted |= {part: pin for part, pin in (("sounder", panel.sounder), ("light", panel.light)) if pin is not None}
    led: dict[str, list[str]] = {}
    for wire in found.wires:
        part, _, pin = wire.source.rpartition(":")
        target, _, _ = wire.target.rpartition(":")
        if part == "header" and target.partition(" ")[0] in ("button", "sounder", "light"):
            led.setdefault(target, []).append(HEADER[int(pin)].name)
    assert led == {part: [f"GPIO{gpio}"] for part, gpio in wanted.items()}
    assert not any(HEADER[int(wire.source[7:])].name == "5V" for wire in found.wires if wire.source[:7] == "header:")


def _parts_are_joined(panel: PanelConfig, found: Drawn) -> None:
    """Every part has power, ground and its bus, each once."""
    wires = found.wires
    into = Counter(wire.target for wire in wires)
    sources = {wire.target: wire.source for wire in wires}
    for screen in panel.screens:
        part = f"screen {screen.id}"
        mux = f"mux 1 {screen.mux:#x}" if screen.mux is not None else ""
        assert sources[f"{part}:VCC"] == "3v3:rail"
        assert sources[f"{part}:GND"] == "ground:rail"
        if screen.spi is not None:
            pins = [HEADER[int(sources[f"{part}:{pin}"][7:])] for pin in ("CLK", "DIN", "CS", "DC", "RES")]
            select = {0: "GPIO8", 1: "GPIO7"}[screen.spi.device]
            names = ["GPIO11", "GPIO10", select, f"GPIO{screen.spi.dc}", f"GPIO{screen.spi.reset}"]
            assert [pin.name for pin in pins] == names
            continue
        assert sources[f"{part}:SCL"] == (f"{mux}:SC{screen.channel}" if mux else "header:5")
        assert sources[f"{part}:SDA"] == (f"{mux}:SD{screen.channel}" if mux else "header:3")
        if mux:
            assert (sources[f"{mux}:SCL"], sources[f"{mux}:SDA"]) == ("header:5", "header:3")
            assert (sources[f"{mux}:VIN"], sources[f"{mux}:GND"]) == ("3v3:rail", "ground:rail")
            assert sources[f"{mux}:RST"] == "3v3:rail"
            for bit in range(3):
                wanted = "3v3:rail" if (screen.mux or 0) >> bit & 1 else "ground:rail"
                assert sources[f"{mux}:A{bit}"] == wanted
    for control in panel.controls:
        assert sources[f"button {control.id}:2"] == "ground:rail"
    assert {wire.source for wire in wires if wire.target == "3v3:rail"} <= {"header:1", "header:17"}
    assert all(count == 1 for target, count in into.items() if target not in ("ground:rail", "3v3:rail"))


def _wires_end(found: Drawn) -> None:
    """A wire ends at its pin's number, on its rail, or at the edge of its part beside its terminal's name."""
    for wire in found.wires:
        for end, point in ((wire.source, wire.pieces[0][0]), (wire.target, wire.pieces[-1][-1])):
            part, _, pin = end.rpartition(":")
            if part == "header":
                x, y = found.pins[int(pin)]
                assert point[1] == y
                assert (point[0] < x) == (int(pin) % 2 == 1)
            elif part in ("3v3", "ground"):
                assert any(on_line(point, rail) for rail in found.rails[part]), wire
            else:
                box = found.parts[part]
                assert box.on_edge(point), wire
                if part.startswith(("screen", "mux")):
                    assert pin in found.said_in(box)


def _nothing_hides(found: Drawn) -> None:
    """Wires may cross, but what lies along another comes from the same terminal."""
    for one, other in combinations(found.wires, 2):
        if one.source != other.source:
            for mine in one.segments:
                assert not any(_along(mine, yours) for yours in other.segments), (one, other)


def _nothing_is_off(found: Drawn) -> None:
    """Parts and labels are on the sheet."""
    for box in (*found.parts.values(), *(box for _, box in found.labels)):
        assert box.left >= 0, box
        assert box.right <= found.width
        assert box.top >= 0
        assert box.bottom <= found.height


def _along(mine: Segment, yours: Segment) -> bool:
    """Whether two segments share more than a point."""
    for axis in (0, 1):
        across = {point[axis] for point in (*mine, *yours)}
        if len(across) == 1:
            spans = [sorted(point[1 - axis] for point in each) for each in (mine, yours)]
            return min(spans[0][1], spans[1][1]) > max(spans[0][0], spans[1][0])
    return False


def _cross(mine: Segment, yours: Segment, covers: Iterable[Box]) -> bool:
    """Whether two segments, each level or upright, have a point in common that no part is drawn over."""
    common = []
    for axis in (0, 1):
        first = max(min(point[axis] for point in each) for each in (mine, yours))
        last = min(max(point[axis] for point in each) for each in (mine, yours))
        if first > last:
            return False
        common.append(first)
    return not any(box.left < common[0] < box.right and box.top < common[1] < box.bottom for box in covers)
