"""A hall's units, and what a table's own may do once it stands in one. tests/hall/test_forged.py: what the broker lets
through."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support import PATIENCE_S
from tests.systemd.pi import ROOT, Pi
from tests.systemd.test_unit import UNIT, keys

UNITS = ("warglass-hall.service", "warglass-broker.service")
FENCE = UNIT.with_name("warglass.service.hall.conf")
WORST_EXPOSURE = 11
WORST_OF_A_TABLE = 14
"""Tenths of 10 on the scale of `systemd-analyze security`."""
LAN = {"localhost", "link-local", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"}
STATE = "var/lib/warglass-hall"


def exposes_at_most(tenths: int, unit: Path) -> None:
    asked = ["systemd-analyze", "security", "--offline=true", f"--threshold={tenths}", "--no-pager", str(unit)]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert answer.returncode == 0, answer.stdout + answer.stderr


needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here"
)


@needs_analyze
@pytest.mark.parametrize("unit", UNITS)
def test_exposes_little(unit: str) -> None:
    exposes_at_most(WORST_EXPOSURE, UNIT.with_name(unit))


@needs_analyze
def test_a_table_in_a_hall_exposes_little_more(tmp_path: Path) -> None:
    before, install, after = UNIT.read_text().partition("[Install]")
    (tmp_path / UNIT.name).write_text(before + FENCE.read_text() + install + after)
    exposes_at_most(WORST_OF_A_TABLE, tmp_path / UNIT.name)


@pytest.mark.parametrize("name", [*UNITS, FENCE.name])
def test_calls_the_lan_and_nobody_beyond(name: str) -> None:
    found = keys(UNIT.with_name(name))
    assert set(" ".join(found["IPAddressAllow"]).split()) == LAN
    assert found["SocketBindDeny"] == ["any"]
    # What is allowed to a table in a hall is taken out of what its own unit denies.
    assert keys(UNIT if name == FENCE.name else UNIT.with_name(name))["IPAddressDeny"] == ["any"]


def test_a_table_opens_no_port_and_gets_nothing_else() -> None:
    found = keys(FENCE)
    assert "SocketBindAllow" not in found
    assert set(found) == {"RestrictAddressFamilies", "IPAddressAllow", "SocketBindDeny"}
    assert found["RestrictAddressFamilies"] == ["AF_INET AF_INET6"]


@pytest.mark.parametrize("unit", UNITS)
def test_has_a_user_of_its_own_and_no_power_at_all(unit: str) -> None:
    found = keys(UNIT.with_name(unit))
    made = UNIT.with_name("warglass-hall.sysusers.conf").read_text(encoding="utf-8")
    assert made.startswith(f"u {found['User'][0]} ")
    assert found["CapabilityBoundingSet"] == [""]
    for key in ("PrivateUsers", "NoNewPrivileges", "MemoryDenyWriteExecute", "ProtectKernelModules", "PrivateTmp"):
        assert found[key] == ["yes"], key
    assert found["ProtectSystem"] == ["strict"]


def test_the_broker_sees_what_it_reads_and_writes_nothing() -> None:
    found = keys(UNIT.with_name("warglass-broker.service"))
    assert found["TemporaryFileSystem"] == ["/var/lib:ro"]
    assert found["BindReadOnlyPaths"] == [f"/{STATE}/broker"]
    assert "StateDirectory" not in found
    assert "ReadWritePaths" not in found
    assert found["ExecStart"] == [f"/usr/sbin/mosquitto -c /{STATE}/broker/mosquitto.conf"]


def test_a_table_is_let_into_halls_by_whoever_installs_it_and_stays_so_until_told(tmp_path: Path) -> None:
    pi = Pi(tmp_path, config_txt=None)
    place = pi.root / "etc/systemd/system/warglass.service.d/hall.conf"
    for said, there in (({}, False), ({"HALL": "1"}, True), ({}, True), ({"HALL": "0"}, False), ({}, False)):
        done = pi.run("install", **said)
        assert done.returncode == 0, done.stderr
        assert place.exists() == there
        (asked, *_) = (each for each in pi.asked("environment-python") if " -m pip " in each)
        assert asked.endswith("/locked-hall.txt" if there else "/locked.txt")
    assert not place.parent.exists()
    assert pi.run("install", HALL="1").returncode == 0
    assert place.read_text() == FENCE.read_text()
    (place.parent / "mine.conf").write_text("[Service]\n")
    assert pi.run("uninstall").returncode == 0
    assert [path.name for path in place.parent.iterdir()] == ["mine.conf"], "what is somebody's stays"


def test_a_hall_there_and_back_and_again(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    without = pi.run("install-hall")
    assert without.returncode == 1
    assert "sudo apt install mosquitto" in without.stderr
    (pi.root / "usr/sbin").mkdir()
    (pi.root / "usr/sbin/mosquitto").touch(mode=0o755)
    before = pi.tree()

    first = pi.run("install-hall")
    assert first.returncode == 0, first.stderr
    assert "sudo -u warglass-hall warglass hall new club-night" in first.stdout
    assert pi.asked("systemctl") == ["daemon-reload", f"--quiet enable {' '.join(UNITS)}"]
    assert pi.users() == ["root", "warglass-hall"]
    assert not (pi.root / "etc/systemd/system/warglass.service").exists(), "no table comes with it"
    for unit in UNITS:
        assert pi.text(f"etc/systemd/system/{unit}") == (ROOT / "systemd" / unit).read_text()

    (pi.root / STATE / "hall.json").write_text("{}")
    installed = pi.tree()
    second = pi.run("install-hall")
    assert second.returncode == 0, second.stderr
    assert pi.tree() == installed
    assert pi.asked("systemctl")[-1] == f"restart {' '.join(UNITS)}"

    gone = pi.run("uninstall")
    assert gone.returncode == 0, gone.stderr
    assert f"The hall stays in {pi.root / STATE}" in gone.stdout
    assert pi.asked("chown") == [f"-R root:root {pi.root / STATE}"], (
        "a number of a user that is gone may become another's"
    )
    shutil.rmtree(pi.root / STATE)
    assert pi.tree() == before
    assert pi.users() == ["root"]


def test_a_hall_that_was_kept_is_handed_to_its_user_before_the_broker_starts(tmp_path: Path) -> None:
    """The broker's unit hands nothing over, and is the first to read there."""
    pi = Pi(tmp_path)
    (pi.root / "usr/sbin").mkdir()
    (pi.root / "usr/sbin/mosquitto").touch(mode=0o755)
    assert pi.run("install-hall").returncode == 0
    (pi.root / STATE / "hall.json").write_text("{}")
    assert pi.run("uninstall").returncode == 0
    again = pi.run("install-hall")
    assert again.returncode == 0, again.stderr
    handed, restart = f"chown -R warglass-hall:warglass-hall {pi.root / STATE}", f"systemctl restart {' '.join(UNITS)}"
    assert [line for line in pi.log() if line in (handed, restart)] == [handed, restart]


def test_a_table_and_a_hall_on_one_machine_go_together(tmp_path: Path) -> None:
    pi = Pi(tmp_path, config_txt=None)
    (pi.root / "usr/sbin").mkdir()
    (pi.root / "usr/sbin/mosquitto").touch(mode=0o755)
    before = pi.tree()
    assert pi.run("install", HALL="1").returncode == 0
    assert pi.run("install-hall").returncode == 0
    assert pi.users() == ["root", "warglass", "warglass-hall"]
    assert pi.run("uninstall").returncode == 0
    shutil.rmtree(pi.root / STATE)
    assert pi.tree() == before
    assert pi.users() == ["root"]
