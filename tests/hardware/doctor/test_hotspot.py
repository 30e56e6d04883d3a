"""What doctor says of the table's own Wi-Fi."""

import pytest

from companion.hotspot.command import BLOCKED
from companion.hotspot.network import HotspotError, Mode, Profile
from companion.hotspot.wifi import Wifi
from hardware.doctor import network as hotspot
from hardware.doctor.installation import CheckVerdict, Finding
from hardware.doctor.network import check_hotspot
from tests.hardware.doctor.fake_machine import FakeMachine
from tests.hardware.doctor.test_examination import looked_at
from tests.support import Says


def found(machine: FakeMachine) -> Finding:
    (finding,) = check_hotspot(looked_at(machine))
    return finding


def with_mode(mode: Mode) -> FakeMachine:
    machine = FakeMachine()
    machine.air.saved = Profile(mode=mode, wifi=Wifi(name="Warglass", passphrase="k7mq2pxrwd4h"))
    return machine


def test_one_that_nobody_wants_is_no_fault_and_can_be_had() -> None:
    assert found(FakeMachine()).found == Says("off", "sudo warglass hotspot auto")
    assert found(with_mode(Mode.OFF)).verdict is CheckVerdict.OK


def test_one_that_is_wanted_stands_or_waits() -> None:
    machine = with_mode(Mode.AUTO)
    assert found(machine).found == "auto, closed now"
    machine.air.open_now = True
    assert found(machine).found == "auto, open now"


def test_what_keeps_it_closed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hotspot, "why_not", lambda _: BLOCKED)
    finding = found(with_mode(Mode.ON))
    assert finding.verdict is CheckVerdict.WARN
    assert finding.found.startswith("on, but: The Wi-Fi is switched off")
    assert "do_wifi_country" in finding.command


def test_without_networkmanager_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FakeMachine()

    def absent() -> Profile | None:
        raise HotspotError("There is no NetworkManager on this machine")

    monkeypatch.setattr(machine.air, "profile", absent)
    assert (found(machine).verdict, found(machine).found) == (
        CheckVerdict.SKIPPED,
        "There is no NetworkManager on this machine",
    )
