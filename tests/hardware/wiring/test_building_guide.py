"""docs/building.md: its figures and pictures are the program's."""

import re
from pathlib import Path

import pytest

from companion.config import read_config, shipped_panel
from companion.panel.config import PI_RAIL_MA
from companion.panel.notes import LEAST_OHMS, parallel
from companion.panel.power import budget
from hardware.wiring.details import LEGS
from hardware.wiring.lists import shopping
from hardware.wiring.plan import plan

DOCS = Path(__file__).parents[3] / "docs"
PANELS = ("starter", "full-2-multiplexers", "full-8-channels", "full")
GUIDE = (DOCS / "building.md").read_text(encoding="utf-8")
WORDS = " ".join(GUIDE.split())


def row(title: str) -> list[str]:
    """The cells of the first table row that begins so, title aside."""
    line = next(line for line in GUIDE.splitlines() if line.startswith(f"| {title}"))
    return [cell.strip(" *") for cell in line.strip("|").split("|")[1:]]


def test_what_the_panels_have() -> None:
    panels = [shipped_panel(name) for name in PANELS]
    assert row("| `starter` | `full-2") == [f"`{name}`" for name in PANELS]
    assert [int(cell.split(",")[0]) for cell in row("Screens")] == [len(panel.screens) for panel in panels]
    assert [int(re.split("[:,]", cell)[0]) for cell in row("Buttons")] == [len(panel.controls) for panel in panels]
    assert row("TCA9548A boards") == ["none", "2, six channels of each", "1, all eight channels", "1, six channels"]
    moved = [sum(screen.address == 0x3D for screen in panel.screens) for panel in panels]
    assert row("Address resistors") == [str(count) for count in moved]
    assert row("Wires") == [str(len(plan(panel).wires)) for panel in panels]
    assert row("Draws at most") == [f"{budget(panel).most_ma:.0f} mA" for panel in panels]


@pytest.mark.parametrize(
    ("title", "others", "screens"),
    [
        ("1 screen", (), 1),
        ("2 screens", (), 2),
        ("2 multiplexers and 1", (10_000, 10_000), 1),
        ("multiplexer and 2", (10_000,), 2),
        ("3 screens", (), 3),
        ("4 screens", (), 4),
    ],
)
def test_how_pull_ups_add_up(title: str, others: tuple[float, ...], screens: int) -> None:
    together = [parallel(1800, *others, *[ohms] * screens) for ohms in (10_000, 4700)]
    assert row(title) == [f"{ohms:.0f} Ω" for ohms in together]
    bold = re.search(rf"^\| {re.escape(title)}.*\*\*\d+ Ω\*\*", GUIDE, re.MULTILINE)
    assert (bold is not None) == (min(together) < LEAST_OHMS)


def test_the_first_screen_and_button_are_the_starter_panel_s() -> None:
    """What is wired first is found by the panel that the guide has its reader configure."""
    wires = {str(wire.target): wire.source.pin for wire in plan(shipped_panel("starter")).wires}
    assert "| 3 (GPIO 2) | screen `SDA` |" in GUIDE
    assert (wires["screen gold:SDA"], wires["screen gold:SCL"], wires["button gold-30:1"]) == ("3", "5", "29")


def test_its_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", GUIDE)
    assert sorted(pictures) == [
        "pictures/oled-faces.png",
        "pictures/wiring-full-2-multiplexers.svg",
        "pictures/wiring-starter.svg",
    ]
    links = re.findall(r"\]\((pictures/[^)]+)\)", GUIDE)
    assert {f"pictures/wiring-{name}.svg" for name in PANELS} < set(links)
    assert all((DOCS / link).is_file() for link in links)


def test_how_many_parts_it_has_its_reader_buy() -> None:
    """The counts that grow with the panel; the large one's are the most of the three."""
    for title, what in (
        ("Push buttons", "push button"),
        ("Jumper wires, female to male, 20 cm", "jumper wire, female to male, 20 cm"),
        ("The same, 30 cm", "jumper wire, female to male, 30 cm"),
        ("Diode", "diode"),
        ("Electrolytic capacitor", "capacitor"),
    ):
        counts = [
            sum(part.count for part in shopping(plan(shipped_panel(name))) if part.what.startswith(what))
            for name in PANELS
        ]
        assert row(title)[:2] == [str(counts[0]), str(max(counts[1:]))], title


def test_what_screens_draw_is_said_as_it_is_reckoned() -> None:
    whole = budget(shipped_panel("full"))
    screens = next(draw for draw in whole.draws if draw.parts.startswith("screens"))
    assert f"Twelve screens draw some {screens.usual_ma:.0f} mA" in GUIDE
    assert f"{screens.most_ma:.0f} mA with every pixel lit" in WORDS
    assert f"The whole large panel draws {whole.usual_ma:.0f} and {whole.most_ma:.0f} mA" in WORDS
    assert f"an assumption: {PI_RAIL_MA} mA" in GUIDE


def test_legs_and_pins_are_where_the_picture_has_them() -> None:
    legs = {name: ", ".join(order) for name, order in LEGS}
    assert f"a BC547 has {legs['BC547']} from the left, a 2N3904 {legs['2N3904']}." in GUIDE
    wires = {str(wire.target): str(wire.source) for wire in plan(shipped_panel("full-2-multiplexers")).wires}
    assert "`RST` to the red rail" in GUIDE
    assert wires["mux 1 0x70:RST"] == wires["mux 1 0x71:A0"] == "3v3:rail"
    assert "`A0`, `A1` and `A2` to the black rail: then it answers at 0x70" in WORDS
    assert wires["mux 1 0x70:A0"] == "ground:rail"


@pytest.mark.parametrize("guide", ["README.md", "docs/building.md", "docs/installing.md"])
def test_nothing_is_fetched_from_nowhere(guide: str) -> None:
    assert "git clone" not in (DOCS.parent / guide).read_text(encoding="utf-8")


def test_its_own_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").casefold()).replace(" ", "-")
        for line in GUIDE.splitlines()
        if line.startswith("#")
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", GUIDE)) <= headings


def test_a_panel_like_another_is_one() -> None:
    lines = GUIDE[GUIDE.index("    [panel]\n") :].partition("\n\nWhat your table")[0].splitlines()
    own = read_config("\n".join(line.removeprefix("    ") for line in lines), name="guide").panel
    shipped = shipped_panel("full-2-multiplexers")
    assert (own.screens, own.controls) == (shipped.screens, shipped.controls)
    assert (own.light, own.sound.volume) == (27, 50)
