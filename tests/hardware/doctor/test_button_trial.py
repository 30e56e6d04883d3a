"""`warglass doctor --buttons`, from mock pin to printed line."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from click.testing import CliRunner, Result
from gpiozero.pins.mock import MockFactory, MockPin

from companion.app.cli import main
from companion.config import shipped_panel
from companion.panel.config import ControlConfig, PanelConfig
from hardware.doctor.pins import spare_pins
from tests.hardware.doctor.fake_machine import FakeMachine

GOLD, RED = ControlConfig(id="gold-30", gpio=5, timer="gold-30"), ControlConfig(id="red-30", gpio=12, timer="red-30")
TOML = """\
[panel]
name = "two"
[[panel.controls]]
id = "gold-30"
gpio = 5
timer = "gold-30"
[[panel.controls]]
id = "red-30"
gpio = 12
timer = "red-30"
"""


class Shorted(MockPin):
    """A pin that is wired to ground: its pull-up changes nothing."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self._change_state(False)


class Fingers(MockFactory):
    """Mock pins whose edges are stamped by the machine's clock, and fingers on them."""

    def __init__(self, machine: FakeMachine) -> None:
        super().__init__()
        self.machine = machine

    def ticks(self) -> float:
        return self.machine.clock.now() / 1e9

    def contact(self, gpio: int, *, pressed: bool) -> None:
        pin = self.pin(gpio)
        pin.drive_low() if pressed else pin.drive_high()


def machine() -> tuple[FakeMachine, Fingers]:
    made = FakeMachine(PanelConfig(name="two", controls=(GOLD, RED)))
    fingers = Fingers(made)
    made.pins = fingers
    return made, fingers


def press(fingers: Fingers, gpio: int, *, ticks: int, bounces: int = 0) -> Iterator[Callable[[], object]]:
    """Steps of a script: down, with bounces at once, `ticks` of a hundredth of a second, up."""

    def down() -> None:
        for _ in range(bounces):
            fingers.contact(gpio, pressed=True)
            fingers.contact(gpio, pressed=False)
        fingers.contact(gpio, pressed=True)

    yield down
    yield from [lambda: None] * (ticks - 1)
    yield lambda: fingers.contact(gpio, pressed=False)
    yield from [lambda: None] * 4


def run(made: FakeMachine, tmp_path: Path) -> Result:
    file = tmp_path / "warglass.toml"
    file.write_text(TOML)
    return CliRunner().invoke(main, ["doctor", "--buttons", "--config", str(file)], obj=made)


def test_each_press_is_a_line_with_its_bounces_and_its_length(tmp_path: Path) -> None:
    made, fingers = machine()
    made.script = [*press(fingers, 12, ticks=8, bounces=2), *press(fingers, 5, ticks=30)]
    result = run(made, tmp_path)
    assert result.output.splitlines() == [
        "Press each button once, in any order. Stop with Ctrl-C.",
        "  red-30 (GPIO 12): pressed, 2 bounces, 80 ms",
        "  gold-30 (GPIO 5): pressed, 0 bounces, 300 ms",
        "Every button works.",
    ]
    assert result.exit_code == 0
    assert not fingers.pins


def worn(fingers: Fingers, gpio: int) -> Iterator[Callable[[], object]]:
    """A press of a hundredth of a second's steps whose switch closes again after 70 ms."""
    for pressed, ticks in ((True, 2), (False, 5), (True, 6), (False, 30)):
        yield partial(fingers.contact, gpio, pressed=pressed)
        yield from [lambda: None] * (ticks - 1)


def test_a_switch_that_closes_again_by_itself_is_named(tmp_path: Path) -> None:
    made, fingers = machine()
    made.script = [*worn(fingers, 5), *press(fingers, 5, ticks=30), *worn(fingers, 12), *worn(fingers, 5)]
    result = run(made, tmp_path)
    assert "  gold-30 (GPIO 5): closed again by itself after 70 ms\n" in result.output
    assert "gold-30 (GPIO 5) is worn: it closes again after 70 ms, 1 of 2 times. Change it.\n" in result.output
    assert "red-30 (GPIO 12) is worn: it closes again after 70 ms, 1 of 1 times. Change it.\n" in result.output
    assert "Every button works.\n" in result.output


def test_buttons_that_were_never_pressed_are_named_at_the_end(tmp_path: Path) -> None:
    made, fingers = machine()
    made.script = [*press(fingers, 12, ticks=8)]
    result = run(made, tmp_path)
    assert result.exit_code == 1
    assert "Never pressed: gold-30 (GPIO 5).\n" in result.output
    assert "Every button works" not in result.output


def test_two_presses_at_once_are_two_lines(tmp_path: Path) -> None:
    made, fingers = machine()
    made.script = [
        lambda: fingers.contact(5, pressed=True),
        lambda: fingers.contact(12, pressed=True),
        *[lambda: None] * 3,
        lambda: fingers.contact(5, pressed=False),
        *[lambda: None] * 4,
        lambda: fingers.contact(12, pressed=False),
        *[lambda: None] * 20,
    ]
    assert run(made, tmp_path).output.splitlines()[1:] == [
        "  gold-30 (GPIO 5): pressed",
        "  red-30 (GPIO 12): pressed",
        "  gold-30 (GPIO 5): pressed, 0 bounces, 50 ms",
        "  red-30 (GPIO 12): pressed, 0 bounces, 90 ms",
        "Every button works.",
    ]


def test_a_button_that_is_down_from_the_start_is_said_to_be_shorted(tmp_path: Path) -> None:
    made, fingers = machine()
    fingers.pin(5, pin_class=Shorted)
    result = run(made, tmp_path)
    assert "  gold-30 (GPIO 5): already pressed. It is shorted to ground" in result.output
    assert "wrong pair of the switch's legs" in result.output
    assert "Never pressed: gold-30 (GPIO 5), red-30 (GPIO 12)" in result.output


def test_it_refuses_while_the_table_runs(tmp_path: Path) -> None:
    made, _ = machine()
    made.files["/sys/fs/cgroup/system.slice/warglass.service/cgroup.procs"] = b"812\n"
    result = run(made, tmp_path)
    assert result.exit_code == 1
    assert "Stop it first: sudo systemctl stop warglass" in result.output


def test_it_says_where_to_look_when_no_library_works(tmp_path: Path) -> None:
    made, _ = machine()
    made.libraries = {"lgpio": "not installed"}
    result = run(made, tmp_path)
    assert result.exit_code == 1
    assert "No pin library works here. `warglass doctor` tells why" in result.output


def test_a_pin_that_cannot_be_opened_is_no_traceback(tmp_path: Path) -> None:
    made, fingers = machine()
    fingers.reserve_pins(made, 12)
    result = run(made, tmp_path)
    assert result.exit_code == 1
    assert "A pin cannot be opened: " in result.output
    assert "`warglass doctor` tells who has it" in result.output


def test_a_button_on_a_pin_that_no_button_has_is_named_by_it(tmp_path: Path) -> None:
    """Once; and what is closed before anybody presses is something else's."""
    made, fingers = machine()
    fingers.pin(21, pin_class=Shorted)
    made.script = [*press(fingers, 13, ticks=8), *press(fingers, 13, ticks=8), *press(fingers, 12, ticks=8)]
    lines = run(made, tmp_path).output.splitlines()
    assert [line for line in lines if "no button is to be there" in line] == [
        "  GPIO 13: pressed, and no button is to be there. Move its wire to where it belongs, or write gpio = 13 for "
        "that button."
    ]
    assert not any("21" in line for line in lines)
    assert "Never pressed: gold-30 (GPIO 5)." in lines
    assert not fingers.pins


def test_pins_of_other_trades_are_no_spare_ones() -> None:
    spare = spare_pins(shipped_panel("full"))
    assert not {2, 3, 7, 8, 9, 10, 11, 14, 15, 18, 23} & set(spare)
    assert not {control.gpio for control in shipped_panel("full").controls} & set(spare)
