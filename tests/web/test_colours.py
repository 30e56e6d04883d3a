"""The colours of the sides, told apart by everybody and read on everything they stand on."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from tests.web.colour import DEUTERANOPE, PROTANOPE, Matrix, apart, ciede2000, contrast

STATIC = Path(__file__).parents[2] / "web" / "static"
SIDES = ("gold", "red", "spell")
GROUNDS = ("felt", "raised", "sunk")


def palettes() -> dict[str, dict[str, str]]:
    """The custom properties of dark, light and paper, each by its name; what a scheme leaves alone is the dark's."""
    dark, light = _roots("look.css")
    (paper,) = _roots("print.css")
    return {"dark": dark, "light": dark | light, "paper": dark | light | paper}


def _roots(sheet: str) -> list[dict[str, str]]:
    text = (STATIC / sheet).read_text(encoding="utf-8")
    return [dict(re.findall(r"--([\w-]+):\s*(#\w+)", block)) for block in re.findall(r":root\s*{([^}]*)}", text)]


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_that_were_published_with_the_formula(
    one: tuple[float, float, float], other: tuple[float, float, float], difference: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(difference, abs=5e-5)


def test_a_light_gold_and_red_that_looked_right_were_the_same_to_deuteranopes() -> None:
    assert apart("#875e00", "#ab2f1a", DEUTERANOPE) == pytest.approx(1.9, abs=0.05)


@pytest.mark.parametrize("scheme", palettes())
@pytest.mark.parametrize("eyes", [DEUTERANOPE, PROTANOPE], ids=["deuteranope", "protanope"])
def test_no_two_sides_look_alike_to_anybody(scheme: str, eyes: Matrix) -> None:
    colours = palettes()[scheme]
    found = {pair: apart(colours[pair[0]], colours[pair[1]], eyes) for pair in combinations(SIDES, 2)}
    assert {pair: far for pair, far in found.items() if far < 12} == {}


@pytest.mark.parametrize("scheme", palettes())
def test_every_side_can_be_read_on_every_ground_and_every_ground_on_a_side(scheme: str) -> None:
    """One figure says both: words in a side's colour on felt, and felt's words on what a side has filled."""
    colours = palettes()[scheme]
    found = {(side, ground): contrast(colours[side], colours[ground]) for side in SIDES for ground in GROUNDS}
    assert {pair: ratio for pair, ratio in found.items() if ratio < 4.5} == {}


def test_chits_are_of_the_paper_s_colours() -> None:
    chits = dict(re.findall(r"\.chit\.(\w+){--ink:(#\w+)}", (STATIC / "paper.css").read_text(encoding="utf-8")))
    paper = palettes()["paper"]
    assert chits == {side: paper[side] for side in ("gold", "red")}
    assert {side: ink for side, ink in chits.items() if contrast(ink, "#fff") < 4.5} == {}
