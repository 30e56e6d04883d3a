"""The unit that runs Warglass on a Pi: what it may touch, and how little else."""

import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from companion.clock import SECOND
from companion.system.watchdog import FAIR_NS, feeding_ns
from tests.support import PATIENCE_S
from web.http.server import THREADS

UNIT = Path(__file__).parents[2] / "systemd" / "warglass.service"
WORST_EXPOSURE = 10
"""Tenths: 1.0 of 10 on the scale of `systemd-analyze security`."""


@pytest.fixture(scope="module")
def unit() -> dict[str, list[str]]:
    return keys(UNIT)


@pytest.fixture(scope="module")
def listening() -> dict[str, list[str]]:
    return keys(UNIT.with_suffix(".socket"))


def keys(place: Path) -> dict[str, list[str]]:
    """Every key with its values in order, sections thrown together."""
    found = defaultdict(list)
    for line in place.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found[key].append(value)
    return found


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here")
def test_exposes_little() -> None:
    asked = ["systemd-analyze", "security", "--offline=true", f"--threshold={WORST_EXPOSURE}", "--no-pager", str(UNIT)]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_tells_systemd_when_it_is_ready_and_comes_back_after_a_crash(unit: dict[str, list[str]]) -> None:
    assert unit["Type"] == ["notify"]
    assert unit["ExecStart"] == ["/opt/warglass/bin/warglass run"]
    assert unit["Restart"] == ["on-failure"]


def test_a_watchdog_is_patient_with_a_fair_turn_on_a_slow_bus(unit: dict[str, list[str]]) -> None:
    """A turn on the bus that is just fair may begin right after the watchdog was fed, and is over when it is next."""
    (patience_s,) = map(int, unit["WatchdogSec"])
    fed_ns = feeding_ns({"WATCHDOG_USEC": str(patience_s * 1_000_000)}, pid=1)
    assert fed_ns is not None
    assert fed_ns < FAIR_NS < patience_s * SECOND


def test_reaches_pins_and_buses_and_no_other_device(unit: dict[str, list[str]]) -> None:
    assert unit["DevicePolicy"] == ["closed"]
    assert set(unit["DeviceAllow"]) == {"char-gpiochip rw", "char-i2c rw", "char-spi rw", "char-*gpiomem rw"}
    assert "PrivateDevices" not in unit
    assert unit["SupplementaryGroups"] == ["gpio i2c spi"]


def test_has_a_user_of_its_own_and_no_power_at_all(unit: dict[str, list[str]]) -> None:
    made = UNIT.with_name("warglass.sysusers.conf").read_text(encoding="utf-8")
    assert f"\nu {unit['User'][0]} " in made
    assert unit["CapabilityBoundingSet"] == [""]
    for key in ("PrivateUsers", "NoNewPrivileges", "MemoryDenyWriteExecute", "ProtectKernelModules", "PrivateTmp"):
        assert unit[key] == ["yes"], key


def test_writes_its_state_and_no_other_file(unit: dict[str, list[str]]) -> None:
    assert unit["ProtectSystem"] == ["strict"]
    assert unit["StateDirectory"] == ["warglass"]
    assert all(path.startswith("-/sys/") for path in " ".join(unit["ReadWritePaths"]).split())


def test_answers_the_lan_alone_and_calls_nobody(unit: dict[str, list[str]], listening: dict[str, list[str]]) -> None:
    assert unit["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert unit["IPAddressDeny"] == listening["IPAddressDeny"] == ["any"]
    assert "IPAddressAllow" not in unit
    allowed = set(" ".join(listening["IPAddressAllow"]).split())
    assert allowed == {"localhost", "link-local", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"}


def test_its_port_comes_and_goes_with_it(unit: dict[str, list[str]], listening: dict[str, list[str]]) -> None:
    """Else a phone that asks again would start what somebody has stopped."""
    assert unit["Wants"] == ["warglass.socket"]
    assert listening["BindsTo"] == ["warglass.service"]


def test_a_worker_steps_back_and_the_table_outlives_it(unit: dict[str, list[str]]) -> None:
    """companion.system.sandbox: what it asks the kernel for is let through, and its end is not the service's."""
    *before, last = unit["SystemCallFilter"]
    assert before == ["@system-service", "~@privileged @resources"]
    assert last.split() == ["setpriority", "nice"], "setpriority is how Linux does it, nice on some machines"
    assert unit["OOMPolicy"] == ["continue"]
    assert int(unit["TasksMax"][0]) >= THREADS + 50


def test_a_broken_configuration_is_not_tried_again(unit: dict[str, list[str]], tmp_path: Path) -> None:
    broken = tmp_path / "warglass.toml"
    broken.write_text("[web]\nport = 99999\n", encoding="utf-8")
    # A process of its own: a start switches the collector off for all that come after.
    command = [sys.executable, "-m", "companion", "run", "--config", str(broken), "--state", str(tmp_path / "state")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"{broken}, line 2: web.port" in answer.stderr
    assert unit["RestartPreventExitStatus"] == ["CONFIG"]
    assert answer.returncode == os.EX_CONFIG
    assert not (tmp_path / "state").exists()
