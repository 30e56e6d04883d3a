"""The picture, read back: it says what the plan says, and every wire ends where it says it does."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import gpiozero
import pytest
from hypothesis import given, settings

from companion.config import shipped_panel
from companion.panel.config import ControlConfig, PanelConfig, ScreenConfig, SpiConfig
from hardware.wiring.picture import picture
from hardware.wiring.plan import plan
from tests.hardware.wiring.drawn import Box, Drawn, DrawnWire, Segment, on_line
from tests.hardware.wiring.panels import panels

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
HEADER = gpiozero.pi_info("c03112").headers["J8"].pins
SHIPPED = pytest.mark.parametrize("name", ["full", "starter"])


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
    found = drawn(shipped_panel(name))
    rails = [DrawnWire(f"{part}:rail", "", "", (line,)) for part, lines in found.rails.items() for line in lines]
    for one, other in combinations([*found.wires, *rails], 2):
        if one.source != other.source and not {one.target, other.target} & {one.source, other.source}:
            for mine in one.segments:
                for yours in other.segments:
                    assert not _cross(mine, yours, found.parts.values()), (one, other)


@SHIPPED
def test_no_two_labels_overlap_on_the_shipped_panels(name: str) -> None:
    found = drawn(shipped_panel(name))
    for (one, mine), (other, yours) in combinations(found.labels, 2):
        assert not mine.meets(yours), (one, other)


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
            wanted = ["GPIO11", "GPIO10", select, f"GPIO{screen.spi.dc}", f"GPIO{screen.spi.reset}"]
            assert [pin.name for pin in pins] == wanted
            continue
        assert sources[f"{part}:SCL"] == (f"{mux}:SC{screen.channel}" if mux else "header:5")
        assert sources[f"{part}:SDA"] == (f"{mux}:SD{screen.channel}" if mux else "header:3")
        if mux:
            assert (sources[f"{mux}:SCL"], sources[f"{mux}:SDA"]) == ("header:5", "header:3")
            assert (sources[f"{mux}:VIN"], sources[f"{mux}:GND"]) == ("3v3:rail", "ground:rail")
    for control in panel.controls:
        assert sources[f"button {control.id}:2"] == "ground:rail"
    assert sources.get("3v3:rail", "header:1") == "header:1"
    assert all(count == 1 for target, count in into.items() if target != "ground:rail")


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
