"""docs/building.md: its figures and pictures are the program's."""

import re
from pathlib import Path

import pytest

from companion.config import shipped_panel
from companion.panel.power import budget
from companion.panel.pullups import LEAST_OHMS, parallel
from hardware.wiring.plan import plan

DOCS = Path(__file__).parents[3] / "docs"
GUIDE = (DOCS / "building.md").read_text(encoding="utf-8")


def row(title: str) -> list[str]:
    """The cells of the first table row that begins so, title aside."""
    line = next(line for line in GUIDE.splitlines() if line.startswith(f"| {title}"))
    return [cell.strip(" *") for cell in line.strip("|").split("|")[1:]]


def test_what_the_panels_have() -> None:
    panels = [shipped_panel(name) for name in ("starter", "full")]
    assert [int(cell.split(",")[0]) for cell in row("Screens")] == [len(panel.screens) for panel in panels]
    assert [int(cell.split(":")[0]) for cell in row("Buttons")] == [len(panel.controls) for panel in panels]
    assert row("Wires") == [str(len(plan(panel).wires)) for panel in panels]
    assert row("Draws at most") == [f"{budget(panel).most_ma:.0f} mA" for panel in panels]


@pytest.mark.parametrize(
    ("title", "others", "screens"),
    [
        ("1 screen", (), 1),
        ("2 screens", (), 2),
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
    assert sorted(pictures) == ["pictures/oled-faces.png", "pictures/wiring-full.svg", "pictures/wiring-starter.svg"]
    assert all((DOCS / picture).is_file() for picture in pictures)


def test_its_own_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").casefold()).replace(" ", "-")
        for line in GUIDE.splitlines()
        if line.startswith("#")
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", GUIDE)) <= headings
