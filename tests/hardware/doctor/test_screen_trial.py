"""`warglass doctor --screens`, from the command down to display RAM."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops

from companion.app.cli import main
from companion.panel.config import ScreenConfig
from hardware.doctor.trials import nameplate
from hardware.faces.face import draw
from tests.hardware.doctor.fake_machine import FakeMachine


def pages(picture: Image.Image) -> bytes:
    """The display RAM that a picture is, bit by bit: 128 columns a page, bit 0 on top."""
    return bytes(
        sum((picture.getpixel((column, 8 * page + bit)) != 0) << bit for bit in range(8))
        for page in range(picture.height // 8)
        for column in range(picture.width)
    )


def run(machine: FakeMachine, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["doctor", "--screens", *options], obj=machine)
    return result.exit_code, result.output


def test_every_screen_shows_its_own_name_and_ends_dark() -> None:
    machine = FakeMachine()
    chips = machine.simulator.chips
    seen: list[dict[str, bytes]] = []
    machine.script = [lambda: seen.append({name: chip.visible_bytes for name, chip in chips.items() if chip.on})] * 3
    status, printed = run(machine)
    assert status == 0
    screens = [screen.id for screen in machine.panel.screens]
    for index, screen in enumerate(machine.panel.screens):
        assert seen[0][screen.id] == pages(draw(nameplate(screen, lit=index == 0), 128, 64))
    for before, after, turn in zip(seen, seen[1:], range(2), strict=False):
        assert [name for name in screens if before[name] != after[name]] == screens[turn : turn + 2]
    assert len(set(seen[0].values())) == 12
    assert not any(chip.on for chip in chips.values())
    assert "  red-60b (bus 1, channel 3, address 0x3d): shows its name\n" in printed
    assert "Is each frame whole?" in printed


def test_a_screen_that_is_plugged_in_late_is_named_then() -> None:
    machine = FakeMachine()
    machine.missing("gold-30")
    wire = machine.wire(channel=0)
    machine.script = [lambda: None, lambda: wire.plug(0x3C), *[lambda: None] * 4]
    status, printed = run(machine)
    assert status == 0
    told = [line for line in printed.splitlines() if "gold-30 " in line]
    assert [line.rpartition(": ")[2] for line in told] == ["does not answer", "shows its name"]


def test_screens_that_never_answered_are_named_at_the_end() -> None:
    machine = FakeMachine()
    machine.missing("gold-30", "red-90")
    status, printed = run(machine)
    assert status == 1
    assert "Still silent: gold-30, red-90." in printed


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        ({"/sys/fs/cgroup/system.slice/warglass.service/cgroup.procs": b"812\n"}, "sudo systemctl stop warglass"),
        ({"/etc/warglass.toml": b""}, "/etc/warglass.toml: is not there"),
    ],
)
def test_it_refuses_politely(spoil: dict[str, bytes], says: str) -> None:
    machine = FakeMachine()
    machine.files.update(spoil)
    status, printed = run(machine)
    assert status == 1
    assert says in printed
    assert not any(chip.on for chip in machine.simulator.chips.values())


def test_a_panel_without_screens_has_nothing_to_show(tmp_path: Path) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text('panel = "none"')
    assert run(FakeMachine(), "--config", str(file)) == (1, f"Error: There are no screens in {file}.\n")


@pytest.mark.parametrize("height", [32, 64])
@pytest.mark.parametrize("name", ["a", "neutral-600", "the third from the left"])
def test_a_nameplate_fits_whatever_the_name(name: str, height: int) -> None:
    screen = ScreenConfig(id=name, shows=("gold-30",), bus=22, mux=0x77, channel=7)
    dark = draw(nameplate(screen, lit=False), 128, height)
    sides = ((0, 0, 1, height), (127, 0, 128, height), (0, 0, 128, 1), (0, height - 1, 128, height))
    assert all(ImageChops.invert(dark.crop(side)).getbbox() is None for side in sides), "the frame is whole"
    assert dark.crop((1, 1, 2, height - 1)).getbbox() is dark.crop((126, 1, 127, height - 1)).getbbox() is None
    assert dark.crop((2, 2, 126, height - 2)).getbbox() is not None
    light = draw(nameplate(screen, lit=True), 128, height)
    assert pages(light) == bytes(byte ^ 0xFF for byte in pages(dark))


def test_only_one_thing_at_a_time_is_asked() -> None:
    result = CliRunner().invoke(main, ["doctor", "--screens", "--json"], obj=FakeMachine())
    assert result.exit_code == 2
    assert "Choose one of" in result.output
