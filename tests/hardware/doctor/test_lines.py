"""Each line of `warglass doctor`, on a healthy Pi and on one with that very fault, through the command."""

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from PIL import Image

from companion.app.cli import main
from companion.config import load_config, shipped_panel
from companion.panel.config import ControlConfig, PanelConfig, ScreenConfig
from hardware.doctor.installation import Installation
from hardware.doctor.report import Section, examine
from hardware.oled.chips import driver_for
from hardware.simulated.chips import Ssd1306Chip
from tests.hardware.doctor.fake_machine import FakeMachine
from tests.hardware.doctor.faults import FAULTS, STATE, stray

Look = tuple[int, str, list[dict[str, Any]]]
SMALL = '[panel]\nname = "mine"\n[[panel.screens]]\nid = "one"\nshows = ["gold-30"]\n'


def look(machine: FakeMachine, *options: str) -> Look:
    """The exit status, the text with its line ends gone, and the findings of the JSON: of one examination."""
    arguments = ["doctor", "--state", STATE, *options]
    examined: list[tuple[Section, ...]] = []

    def once(at: Installation) -> tuple[Section, ...]:
        if not examined:
            examined.append(examine(at))
        return examined[0]

    with patch("hardware.doctor.report.examine", once):
        text = CliRunner().invoke(main, arguments, obj=machine)
        told = CliRunner().invoke(main, [*arguments, "--json"], obj=machine)
    assert text.exit_code == told.exit_code, text.output
    return text.exit_code, " ".join(text.output.split()), json.loads(told.output)["findings"]


def of(findings: list[dict[str, Any]], check: str, subject: str | None = None) -> dict[str, Any]:
    found = [each for each in findings if each["check"] == check and subject in (None, each.get("subject", ""))]
    assert len(found) == 1, found
    return found[0]


@pytest.fixture(scope="module")
def healthy() -> Look:
    return look(FakeMachine())


def test_a_healthy_pi_has_every_line_ok_and_nothing_to_do(healthy: Look) -> None:
    status, text, findings = healthy
    assert status == 0
    assert text.startswith("All is well. Machine ")
    assert {each["check"] for each in findings if each["verdict"] == "ok"} == {
        *("board", "system", "python", "power", "clock"),
        *("config", "service", "state", "disk"),
        *("gpio", "fifo", "library", "pins", "buttons"),
        *("i2c", "speed", "mux", "screen"),
        *("address", "name", "port", "hotspot"),
    }
    passed_over = [each for each in findings if each["verdict"] == "skipped"]
    assert [(each["check"], each.get("subject")) for each in passed_over] == [
        ("table", None),
        ("library", "RPi.GPIO"),
        ("spi", None),
    ]
    assert all(each["verdict"] == "ok" for each in findings if each not in passed_over)
    assert not [each for each in findings if "advice" in each or "command" in each]


@pytest.mark.parametrize(
    ("check", "subject", "says"),
    [
        ("board", "", "Raspberry Pi 4 Model B Rev 1.4"),
        ("system", "", "Debian GNU/Linux 12 (bookworm), kernel 6.6.31+rpt-rpi-v8 aarch64"),
        ("python", "", "Python 3.11"),
        ("power", "", "has been good since the start"),
        ("clock", "", "2026-01-01 00:00 UTC, synchronised"),
        ("config", "", "panel 'full' with 12 screens, 13 buttons"),
        ("service", "", "not running"),
        ("state", "", f"{STATE} is made at the first start"),
        ("disk", "", "8,000 MB free"),
        ("gpio", "", "/dev/gpiochip0 can be opened"),
        ("fifo", "", "state directory"),
        ("library", "gpiod", "works, and is used"),
        ("library", "lgpio", "works too"),
        ("library", "RPi.GPIO", "it cannot work on a Raspberry Pi 5; not needed, for gpiod works"),
        ("pins", "", "15 pins of pinctrl-bcm2711: all free"),
        ("i2c", "bus 1", "/dev/i2c-1 can be opened"),
        ("mux", "0x70, bus 1", "12 of 12 screens behind it answer"),
        ("screen", "red-60b", "answers at 0x3d on bus 1, channel 3"),
        ("address", "", "phones open http://192.168.1.20:8080/"),
        ("name", "", "phones may open http://warglass.local:8080/ as well"),
        ("port", "", "8080 is free"),
    ],
)
def test_what_each_line_says_when_all_is_well(healthy: Look, check: str, subject: str, says: str) -> None:
    _, text, findings = healthy
    assert says in of(findings, check, subject)["found"]
    assert says in text


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_what_to_do_is_said(fault: str) -> None:
    spoil, check, subject, verdict, says, advice = FAULTS[fault]
    machine = FakeMachine()
    spoil(machine)
    status, text, findings = look(machine)
    line = of(findings, check, subject)
    assert line["verdict"] == verdict
    assert says in line["found"]
    assert advice in f"{line.get('advice', '')} {line.get('command', '')}"
    assert bool(line.get("advice")) == (verdict in ("warn", "fail"))
    assert status == any(each["verdict"] == "fail" for each in findings)
    if verdict != "skipped":
        assert line["found"] in text
        assert line.get("advice", "") in text
        assert line.get("command", "") in text


def test_every_line_that_can_be_bad_is_so_in_some_test(healthy: Look) -> None:
    bad = {check for _, check, _, verdict, _, _ in FAULTS.values() if verdict in ("warn", "fail")}
    # What may be wrong with a configuration has tests of its own below. Wires are no line where nothing is wrong.
    assert bad | {"config", "spi"} == {each["check"] for each in healthy[2]} | {"wires"}


@pytest.mark.parametrize(
    ("text", "says", "advice"),
    [
        ("panel = ", "line 1: write a value after the equals sign", "sudo nano +1 "),
        (
            '[web]\npost = 80\npanel = "none"',
            "line 2: web: there is no key post, but there is port",
            "sudo nano +2 ",
        ),
        (SMALL.replace('["gold-30"]', '["gold-31"]'), "panel.screens[0].shows: there is no timer", "sudo nano"),
    ],
)
def test_a_wrong_configuration_is_a_line_and_the_machine_is_looked_at_all_the_same(
    tmp_path: Path, text: str, says: str, advice: str
) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text(text)
    status, printed, findings = look(FakeMachine(), "--config", str(file))
    line = of(findings, "config")
    assert (status, line["verdict"]) == (1, "fail")
    assert says in line["found"]
    assert advice in f"{line['advice']} {line['command']}"
    assert str(file) in printed
    assert of(findings, "gpio")["verdict"] == "ok"
    for check in ("pins", "i2c", "speed", "screen", "spi", "address", "port"):
        assert (of(findings, check)["verdict"], of(findings, check)["found"]) == (
            "skipped",
            "the configuration cannot be read",
        )


def test_a_configuration_that_is_not_there_is_named() -> None:
    _, _, findings = look(FakeMachine(), "--config", "/nowhere.toml")
    line = of(findings, "config")
    assert line["found"] == "/nowhere.toml: is not there"
    assert ("command" in line, "--config" in line["advice"]) == (False, True)


def test_a_table_without_a_panel_needs_no_pins_and_no_buses(tmp_path: Path) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text('panel = "none"\n')
    machine = FakeMachine(PanelConfig(name="none"))
    machine.files = {}
    status, _, findings = look(machine, "--config", str(file))
    assert status == 0
    for check in ("gpio", "library", "pins", "i2c", "speed", "screen"):
        assert of(findings, check)["verdict"] == "skipped"


def test_pages_for_this_machine_alone_are_worth_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text('panel = "full"\n[web]\nhost = "127.0.0.1"\n')
    line = of(look(FakeMachine(), "--config", str(file))[2], "address")
    assert (line["verdict"], line["command"]) == ("warn", f"sudo nano {file}")


def test_another_bus_is_switched_on_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text(SMALL + "bus = 3\n")
    screen = ScreenConfig(id="one", shows=("gold-30",), bus=3)
    machine = FakeMachine(PanelConfig(name="mine", screens=(screen,), controls=(ControlConfig(id="a", gpio=5),)))
    line = of(look(machine, "--config", str(file))[2], "i2c")
    assert (line["verdict"], line["found"]) == ("fail", "there is no /dev/i2c-3")
    assert "dtoverlay" in line["advice"]


@pytest.mark.parametrize(
    ("faults", "last"),
    [
        (["no avahi"], "1 warning: the table works, but could do better."),
        (["no disk", "no avahi", "no time"], "1 failure, 2 warnings. Start at the top"),
        (["no disk", "a foreign host"], "2 failures, 0 warnings. Start at the top"),
    ],
)
def test_the_last_line_counts(faults: list[str], last: str) -> None:
    machine = FakeMachine()
    for fault in faults:
        FAULTS[fault][0](machine)
    assert last in look(machine)[1]


def test_screens_that_were_not_asked_share_a_line_in_the_table_but_not_in_json() -> None:
    machine = FakeMachine()
    del machine.files["/dev/i2c-1"]
    _, text, findings = look(machine)
    assert " - 12 screens not asked: there is no /dev/i2c-1 " in text
    assert len([each for each in findings if each["check"] == "screen"]) == 12


SPI = """\
[panel]
name = "mine"
[[panel.screens]]
id = "one"
shows = ["gold-30"]
spi = {device = 1}
"""


@pytest.mark.parametrize(
    ("device", "owner", "says", "command"),
    [
        ("/dev/spidev0.1", "pi", "/dev/spidev0.1 can be opened", ""),
        ("/dev/spidev0.0", "pi", "there is no /dev/spidev0.1", "sudo raspi-config nonint do_spi 0 && sudo reboot"),
        ("/dev/spidev0.1", "root", "pi may not open", "sudo usermod -aG spi $USER"),
    ],
)
def test_a_screen_on_spi_needs_its_device(tmp_path: Path, device: str, owner: str, says: str, command: str) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text(SPI)
    machine = FakeMachine()
    machine.files[device] = b""
    machine.forbidden |= {device} if owner != machine.user else set()
    machine.groups[device] = "spi"
    machine.line_users = {25: "sysfs"}
    _, text, findings = look(machine, "--config", str(file))
    line = of(findings, "spi", "one")
    assert (line["verdict"], line.get("command", "")) == ("fail" if command else "ok", command)
    assert says in line["found"]
    assert says in text
    assert of(findings, "screen")["found"] == "the panel has no screens on I2C"
    assert of(findings, "pins")["found"] == "GPIO 25 (one, reset) is taken by sysfs"


def test_what_sits_before_the_multiplexer_is_no_lost_screen() -> None:
    machine = FakeMachine()
    machine.missing("gold-30")
    for channel in range(8):
        stray(machine, 0x68, channel=channel)
    line = of(look(machine)[2], "screen", "gold-30")
    assert "something answers" not in line["found"]


def test_the_installed_service_has_a_state_directory_of_its_own() -> None:
    machine = FakeMachine()
    machine.owners["/var/lib/warglass"] = "warglass"
    told = CliRunner().invoke(main, ["doctor", "--json"], obj=machine)
    line = of(json.loads(told.output)["findings"], "state")
    assert line["verdict"] == "skipped"
    assert "/var/lib/warglass is the service's own" in line["found"]


@pytest.mark.parametrize(("idle", "verdicts"), [("-1\n", ["ok", "warn"] * 2), ("-2\n", ["ok"] * 2)])
def test_two_multiplexers_on_a_bus_must_let_go(tmp_path: Path, idle: str, verdicts: list[str]) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text('panel = "full-2-multiplexers"\n')
    machine = FakeMachine(shipped_panel("full-2-multiplexers"))
    machine.muxes = {(1, 0x70), (1, 0x71)}
    for mux in machine.muxes:
        machine.files[f"/sys/bus/i2c/devices/{mux[0]}-{mux[1]:04x}/idle_state"] = idle.encode()
    muxes = [each for each in look(machine, "--config", str(file))[2] if each["check"] == "mux"]
    assert [each["verdict"] for each in muxes] == verdicts
    assert all("disconnect_on_idle" in each["advice"] for each in muxes if each["verdict"] == "warn")


def test_a_driver_of_the_kernels_that_draws_on_a_screen_is_told(tmp_path: Path) -> None:
    file = tmp_path / "warglass.toml"
    file.write_text(SMALL)
    machine = FakeMachine(PanelConfig(name="mine", screens=(ScreenConfig(id="one", shows=("gold-30",)),)))
    machine.files["/sys/bus/i2c/devices/1-003c/driver"] = b""
    line = of(look(machine, "--config", str(file))[2], "screen", "one")
    assert (line["verdict"], "a driver of the kernel's own" in line["found"]) == ("warn", True)
    assert "ssd1306" in line["advice"]


TWO = SMALL + 'address = 0x3C\n[[panel.screens]]\nid = "two"\nshows = ["red-30"]\naddress = 0x3D\n'


def panel_of(text: str, tmp_path: Path) -> tuple[FakeMachine, tuple[str, str]]:
    file = tmp_path / "warglass.toml"
    file.write_text(text)
    return FakeMachine(load_config(file).panel), ("--config", str(file))


def test_wires_of_the_bus_itself_that_are_swapped_silence_all_that_is_on_it(tmp_path: Path) -> None:
    machine, options = panel_of(TWO, tmp_path)
    machine.missing("one", "two")
    line = of(look(machine, *options)[2], "wires", "bus 1")
    assert line["found"] == "neither one nor two answers"
    assert "SDA belongs on pin 3 and SCL on pin 5" in line["advice"]


@pytest.mark.parametrize("there", [True, False])
def test_screens_on_another_bus_than_is_written_are_found_there(tmp_path: Path, there: bool) -> None:
    """The bus that is named may be one that the Pi does not have, or another of its own."""
    text = TWO.replace("address", "bus = 3\naddress")
    machine, options = panel_of(text, tmp_path)
    machine.missing("one", "two")
    machine.wire().attach(0x3D, Ssd1306Chip(width=128, height=64))
    if there:
        machine.files["/dev/i2c-3"] = machine.files["/sys/bus/i2c/devices/i2c-3"] = b""
    findings = look(machine, *options)[2]
    line = of(findings, "wires" if there else "i2c", "bus 3")
    assert line["verdict"] == "fail"
    assert "on bus 1" in line["found"]
    assert "Write bus = 1 for these screens" in line["advice"]


def test_a_module_that_cannot_be_read_is_asked_whether_it_is_there() -> None:
    machine = FakeMachine()
    wire = machine.wire(channel=0)
    wire.fail(lambda length: 0 if length else None)
    status, _, findings = look(machine)
    assert (status, of(findings, "screen", "gold-30")["verdict"]) == (0, "ok")


def test_asking_a_hundred_times_changes_nothing_in_a_chip_that_the_table_draws_on() -> None:
    machine = FakeMachine()
    screen = machine.panel.screens[0]
    driver = driver_for(screen, machine.simulator.link(screen))
    driver.bring_up()
    picture = Image.new("1", (128, 64), 1)
    driver.show(picture)
    before = machine.simulator.chips[screen.id].picture().tobytes()
    assert of(look(machine)[2], "screen", screen.id)["found"].endswith("100 of 100 times")
    assert machine.simulator.chips[screen.id].picture().tobytes() == before
    assert driver.heartbeat() > 0
    assert driver.show(picture) == 0
