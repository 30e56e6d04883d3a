"""`warglass doctor` beside a running table: what it sees of real pins and buses, and that it disturbs nothing."""

import json
from typing import Any

from tests.kernel.box import SCREENS, Box

DOCTOR = "/opt/warglass/bin/warglass doctor"


def looked(box: Box) -> tuple[int, dict[tuple[str, str], dict[str, Any]]]:
    """The exit status, and the findings by check and subject."""
    status, printed = box.tried(f"{DOCTOR} --json 2>/dev/null")
    findings = json.loads(printed)["findings"]
    return status, {(finding["check"], finding.get("subject", "")): finding for finding in findings}


def test_doctor_sees_the_pins_the_buses_and_every_screen(box: Box) -> None:
    status, found = looked(box)
    assert status == 0, found
    assert found["board", ""]["found"].startswith("Raspberry Pi 4")
    assert found["service", ""]["found"].startswith(f"running (process {box.show('MainPID')})")
    assert found["library", "gpiod"]["found"] == "works, and is used"
    assert found["pins", ""]["found"].endswith("held by the running table")
    assert found["port", ""]["found"] == "80 is the running table's"
    for screen in SCREENS:
        assert found["screen", screen]["verdict"] == "ok"
    assert box.whole()


def test_doctor_names_a_pulled_screen_and_what_it_leaves(box: Box) -> None:
    with box.unplugged("gold-30"):
        status, found = looked(box)
    assert status == 1
    assert [subject for (_, subject), each in found.items() if each["verdict"] == "fail"] == ["gold-30"]
    assert found["screen", "gold-30"]["found"].endswith("none to 0x3c")
    box.until(box.whole, within=10)


def test_doctor_leaves_pins_and_screens_to_the_table(box: Box) -> None:
    for trial in ("--buttons", "--screens"):
        status, printed = box.tried(f"{DOCTOR} {trial}")
        assert status == 1
        assert "sudo systemctl stop warglass" in printed
    assert box.whole()
