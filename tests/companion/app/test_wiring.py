"""`warglass wiring`, as it is typed."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.cli import main
from tests.support import Says

PANEL = """\
[panel]
name = "mine"

[[panel.screens]]
id = "one"
shows = ["gold-30"]

[[panel.controls]]
id = "pause"
gpio = 6
"""


def wiring(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["wiring", *map(str, arguments)])


def test_the_table_the_budget_and_what_is_good_to_know() -> None:
    answer = wiring("--panel", "full")
    assert answer.exit_code == 0
    assert answer.output.startswith("Panel 'full'\n\nPower\n  pin 1 (3.3 V)")
    assert "multiplexer 0x70 SD3  screen red-60a SDA" in answer.output
    assert "left over                                84.4" in answer.output
    assert "panel.screens: pull-ups on the same wires add up" in answer.output


def test_a_panel_of_ones_own(tmp_path: Path) -> None:
    config = tmp_path / "warglass.toml"
    config.write_text(PANEL, encoding="utf-8")
    answer = wiring("--config", config)
    assert answer.exit_code == 0
    assert "pin 31 (GPIO 6)  button pause, one leg" in answer.output
    assert "Good to know" not in answer.output


def test_a_picture_and_a_list_instead(tmp_path: Path) -> None:
    drawing = tmp_path / "mine.svg"
    answer = wiring("--panel", "starter", "--svg", drawing, "--parts")
    assert drawing.read_text(encoding="utf-8").startswith("<svg ")
    assert answer.output.startswith(f"Wrote {drawing}")
    assert "  11  push button" in answer.output
    assert "pin 1" not in answer.output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("gpio = 6", "gpio = 2", "line 10: panel.controls[0].gpio: GPIO 2 is SDA"),
        ('shows = ["gold-30"]', 'shows = ["gold-30"]\nbus = 3', "panel.screens[0].bus: only bus 1"),
    ],
)
def test_what_cannot_be_wired_is_refused_by_its_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    config = tmp_path / "warglass.toml"
    config.write_text(PANEL.replace(old, new), encoding="utf-8")
    answer = wiring("--config", config)
    assert answer.exit_code == 1
    assert said in answer.output


def test_phones_alone_need_no_wires(tmp_path: Path) -> None:
    config = tmp_path / "warglass.toml"
    config.write_text('panel = "none"', encoding="utf-8")
    answer = wiring("--config", config)
    assert (answer.exit_code, answer.output) == (1, Says("'none'", "no wires"))


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    answer = wiring("--panel", "full", "--svg", tmp_path / "nowhere" / "x.svg")
    assert answer.exit_code == 1
    assert "x.svg cannot be written: No such file or directory" in answer.output


def test_one_panel_at_a_time(tmp_path: Path) -> None:
    answer = wiring("--panel", "full", "--config", tmp_path)
    assert answer.exit_code == 2
    assert "--config or --panel, not both" in answer.output
