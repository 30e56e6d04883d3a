"""`make install` and `make uninstall`, on a Pi that is a folder. tests/kernel does it on a machine."""

import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion import __version__
from companion.config import load_config
from tests.systemd.pi import ROOT, WHEELS, Pi


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_there_and_back_and_again(pi: Pi) -> None:
    """A first install asks for a reboot; after that one it starts; then nothing changes any more; then all is gone."""
    before = pi.tree()
    first = pi.run("install")
    assert first.returncode == 0, first.stderr
    assert "REBOOT NOW" in first.stdout
    assert "Warglass is at  http://" in first.stdout
    assert pi.asked("systemctl") == [
        "daemon-reload",
        "--quiet enable warglass",
        "--quiet enable --now warglass-clock.path",
    ]
    assert "dtoverlay=i2c-mux,pca9548,addr=0x70\n" in pi.text("boot/firmware/config.txt")
    assert load_config(pi.root / "etc/warglass.toml").web.port == 80
    assert pi.text("etc/systemd/system/warglass.service") == (ROOT / "systemd/warglass.service").read_text()
    assert (pi.root / "usr/local/bin/warglass").readlink() == pi.root / "opt/warglass/bin/warglass"
    assert pi.groups() == ["root", "i2c", "gpio", "spi"]

    (pi.root / "run/warglass-reboot").unlink()
    installed = pi.tree()
    second = pi.run("install")
    assert second.returncode == 0, second.stderr
    assert pi.tree() == installed
    assert pi.asked("systemctl")[-1] == "restart warglass"
    assert not any("venv --clear" in asked for asked in pi.asked("python3"))

    state = pi.root / "var/lib/warglass"
    state.mkdir()
    (state / "table.sqlite").write_text("a game")
    for left in ("warglass-hotspot/wifi.json", "private/warglass-clock/set"):
        (pi.root / "run" / left).parent.mkdir(parents=True)
        (pi.root / "run" / left).write_text("until the next start")
    (pi.root / "run/warglass-clock").symlink_to("private/warglass-clock")
    gone = pi.run("uninstall")
    assert gone.returncode == 0, gone.stderr
    assert pi.asked("systemctl")[:2] == ["--quiet disable --now warglass-clock.path", "--quiet disable --now warglass"]
    assert f"The games stay in {state}" in gone.stdout
    assert pi.asked("chown") == [f"-R root:root {state}"], "a number of a user that is gone may become another's"
    shutil.rmtree(state)
    (pi.root / "run/private").rmdir()
    assert pi.tree() == before
    assert (pi.groups(), pi.users()) == (["root", "i2c"], ["root"])
    assert pi.run("uninstall").returncode == 0


UNPLUGGED = """
from companion.system import addresses
addresses.interfaces = lambda: ()
"""
PLUGGED = """
from companion.system import addresses
from companion.system.addresses import Interface
addresses.interfaces = lambda: (Interface(name="eth0", address="192.168.1.5", wired_in=True),)
"""
NAMED = r"http://[^/ :]+\.local/"
TO_DO = r".*\n.* sudo nmtui\n.* sudo warglass hotspot auto"


@pytest.mark.parametrize(
    ("network", "avahi", "said"),
    [
        (PLUGGED, True, rf"{NAMED} or http://192\.168\.1\.5/$"),
        (UNPLUGGED, True, rf"{NAMED}  as soon as{TO_DO}"),
        (UNPLUGGED, False, rf"the address that its screens show  as soon as{TO_DO}"),
    ],
    ids=("on a LAN", "alone", "alone and nameless"),
)
def test_it_says_where_phones_find_it_or_what_to_do_first(tmp_path: Path, network: str, avahi: bool, said: str) -> None:
    pi = Pi(tmp_path, config_txt=None)
    pi.network(network)
    if not avahi:
        (pi.root / "etc/avahi/services").rmdir()
    done = pi.run("install")
    assert re.search(f"^Warglass is at  {said}", done.stdout, re.MULTILINE), done.stdout
    assert "127.0.0.1" not in done.stdout
    assert "Join code       K7MQ2P" in done.stdout


def test_systemd_listens_where_the_configuration_says(pi: Pi) -> None:
    (pi.root / "etc/warglass.toml").write_text('[web]\nhost = "::"\n')
    assert pi.run("install").returncode == 0
    shipped = (ROOT / "systemd/warglass.socket").read_text()
    assert shipped.count("\nListenStream=0.0.0.0:80\n") == 1
    assert pi.text("etc/systemd/system/warglass.socket") == shipped.replace("=0.0.0.0:80\n", "=[::]:8080\n")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what an installation reads of this one, without what running it here has left."""
    place = tmp_path / "checkout"
    for folder in ("companion", "hardware", "web", "systemd", "docs"):
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__", "all"))
    for file in ("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy2(ROOT / file, place)
    return place


def with_owners(place: Path) -> list[tuple[str, int, int, int]]:
    """Every path with its owner, mode and time of change."""
    found = sorted(place.rglob("*"))
    return [(str(each), (at := each.lstat()).st_uid, at.st_mode, at.st_mtime_ns) for each in found]


def test_a_checkout_is_left_as_it_was(pi: Pi, checkout: Path) -> None:
    """It is somebody's, who could not delete what root leaves in it. Nothing is run from it but the scripts."""
    (checkout / "companion/system/addresses.py").write_text("raise SystemExit('from the checkout')\n")
    before = with_owners(checkout)
    for script in ("install", "uninstall"):
        done = pi.run(script, checkout=checkout)
        assert done.returncode == 0, done.stderr
    assert with_owners(checkout) == before


def test_what_is_the_players_own_stays(pi: Pi) -> None:
    """Their panel, their port, their command of the same name, their later edits of config.txt."""
    mine = 'panel = "starter"\n\n[web]\nport = 8080\n'
    (pi.root / "etc/warglass.toml").write_text(mine)
    (pi.root / "usr/local/bin/warglass").write_text("mine")
    assert pi.run("install").returncode == 0
    config_txt = pi.root / "boot/firmware/config.txt"
    assert "i2c-mux" not in config_txt.read_text()
    with config_txt.open("a") as file:
        file.write("dtparam=spi=on\n")
    announced = ET.parse(pi.root / "etc/avahi/services/warglass.service")
    assert announced.findtext("service/port") == "8080"
    assert announced.findtext("service/type") == "_http._tcp"
    done = pi.run("uninstall")
    assert "etc/warglass.toml is yours and stays" in done.stdout
    assert (pi.text("etc/warglass.toml"), pi.text("usr/local/bin/warglass")) == (mine, "mine")
    assert config_txt.read_text() == "dtparam=audio=on\ndtparam=spi=on\n"


def test_offline_it_takes_everything_from_a_folder(pi: Pi) -> None:
    pi.run("install", WHEELS="/media/stick")
    pip = [asked for asked in pi.asked("environment-python") if " -m pip " in asked]
    assert len(pip) == 3
    assert all("--no-index --find-links /media/stick" in asked for asked in pip)
    assert pip[1].endswith(f" --no-deps --no-build-isolation {ROOT}"), "from this checkout"


@pytest.mark.parametrize(("hall", "lock"), [({}, "locked"), ({"HALL": "1"}, "locked-hall")])
def test_it_upgrades_to_the_locked_versions_and_checks_their_sums(pi: Pi, hall: dict[str, str], lock: str) -> None:
    assert pi.run("install", **hall).returncode == 0
    (first, *_) = [asked for asked in pi.asked("environment-python") if " -m pip " in asked]
    assert first.endswith(f" install --upgrade --require-hashes --requirement {ROOT}/systemd/{lock}.txt")


@pytest.mark.parametrize(
    ("lock", "extra"), [("systemd/locked", None), ("systemd/locked-hall", "hall"), ("tests/locked", "dev")]
)
def test_what_is_locked_is_what_the_project_asks_for(lock: str, extra: str | None) -> None:
    text = (ROOT / f"{lock}.txt").read_text()
    locked = {name.lower(): version for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needs = [*wanted["dependencies"], *(wanted["optional-dependencies"][extra] if extra else [])]
    for need in map(Requirement, needs):
        if need.name == "warglass":
            continue  # its extra for halls, in a lock of its own too
        assert need.specifier.contains(locked[need.name.lower().replace(".", "-")]), need
    assert text.count("==") <= text.count("--hash=sha256:")


def installed_pins(pi: Pi) -> list[str]:
    """The pin libraries in the environment, with their versions."""
    app = pi.root / "opt/warglass"
    return [f"{name} {(app / name).read_text()}" for name in ("gpiod", "lgpio") if (app / name).exists()]


# One of those for whom the index has the same.
@pytest.mark.parametrize(("machine", "python"), {str(wheels): where for where, wheels in WHEELS.items()}.values())
def test_the_pins_are_read_by_what_the_index_has_for_the_machine(pi: Pi, machine: str, python: str) -> None:
    pi.wheels(machine, python)
    done = pi.run("install")
    if machine != "armv7l":
        assert installed_pins(pi) == ["gpiod 2.5.0"]
    elif python in ("3.11", "3.12"):
        assert installed_pins(pi) == ["lgpio 0.2.2.0"]
    else:
        assert installed_pins(pi) == []
        assert "python3-lgpio        on Raspberry Pi OS" in done.stderr
        assert "python3-libgpiod     on Debian" in done.stderr
    assert done.returncode == (0 if installed_pins(pi) else 1)


@pytest.mark.parametrize("own", ["gpiod", "lgpio"])
def test_where_no_wheel_is_to_be_had_the_systems_own_serves(pi: Pi, own: str) -> None:
    pi.wheels("armv7l", "3.13")
    pi.fault(f"system-{own}")
    done = pi.run("install")
    assert done.returncode == 0, done.stderr
    assert f"through the system's python3-{own}\n" in done.stdout
    assert "--system-site-packages" in pi.text("opt/warglass/pyvenv.cfg")


def test_a_library_of_the_same_name_is_not_left_behind(pi: Pi) -> None:
    """As an install of before this had bounds has it."""
    pi.wheels("armv7l", "3.11")
    assert pi.run("install").returncode == 0
    (pi.root / "opt/warglass/gpiod").write_text("1.5.4")
    assert pi.run("install").returncode == 0
    assert installed_pins(pi) == ["lgpio 0.2.2.0"]


def test_one_set_of_bounds_holds_everywhere() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    bounds = {each.partition(";")[0] for each in extras["pi"]} - {"RPi.GPIO>=0.7.1,<0.8"}
    script, make = (ROOT / "systemd/python.sh").read_text(), (ROOT / "Makefile").read_text()
    assert bounds == {"gpiod>=2.3,<3", "lgpio>=0.2.2,<0.3"}
    assert all(f"'{each}'" in script and f"'{each}'" in make for each in bounds)


def uncompiled(python: Path) -> str:
    """What a start of this Python's Warglass would have to compile anew, from what it says of its imports."""
    everything = "import companion.app.service, web.app, hardware.backend"
    command = [python, "-I", "-B", "-v", "-c", everything]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert "companion/app/service.py" in said
    return "\n".join(re.findall(r"^# code object from [^'].*$", said, re.MULTILINE))


@pytest.mark.deep
def test_what_pip_makes_of_a_folder_of_wheels_runs(pi: Pi, tmp_path: Path, checkout: Path) -> None:
    """The one test here with a real environment and a real pip, as on a Pi without a network."""
    pi.has_real_python()
    before = with_owners(checkout)
    wheels = tmp_path / "wheels"
    make = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--wheel-dir",
        str(wheels),
    ]
    locked = ["--require-hashes", "--requirement", str(ROOT / "systemd/locked.txt")]
    for what in (locked, ["gpiod>=2.3,<3"]):
        subprocess.run([*make, *what], check=True, timeout=300)
    for _ in range(2):
        # pip takes the 0 for the value of "compile", whatever the name of the variable says.
        offline = {"WHEELS": str(wheels), "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_NO_COMPILE": "0"}
        done = pi.run("install", checkout=checkout, **offline)
        assert done.returncode == 0, done.stderr
        assert uncompiled(pi.root / "opt/warglass/bin/python") == ""
        assert with_owners(checkout) == before
    command = pi.root / "usr/local/bin/warglass"
    asked = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert asked.stdout.strip().endswith(__version__)
    assert pi.run("uninstall").returncode == 0
    assert not (pi.root / "opt/warglass").exists()


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        ("no-venv", "sudo apt install python3-venv"),
        ("no-network", "sudo make install WHEELS="),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_begun(pi: Pi, fault: str, advice: str) -> None:
    pi.fault(fault)
    done = pi.run("install")
    assert done.returncode == 1
    assert advice in done.stderr
    assert not (pi.root / "etc/warglass.toml").exists()
    assert pi.asked("systemctl") == []


def test_a_configuration_that_is_wrong_is_named_before_anything_is_switched_on(pi: Pi) -> None:
    (pi.root / "etc/warglass.toml").write_text('panel = "ful"\n')
    done = pi.run("install")
    assert done.returncode == 1
    assert "warglass.toml, line 1: panel: must be one of" in done.stderr
    assert "Traceback" not in done.stderr
    assert pi.text("boot/firmware/config.txt") == "dtparam=audio=on\n"


def test_a_service_that_does_not_start_is_no_success(tmp_path: Path) -> None:
    pi = Pi(tmp_path, config_txt=None)
    pi.fault("no-start")
    done = pi.run("install")
    assert done.returncode == 1
    assert "There is no config.txt" in done.stdout
    assert "journalctl -u 'warglass*'" in done.stderr


@pytest.mark.parametrize("script", ["install", "install-hall", "uninstall"])
def test_make_runs_it_and_only_root_changes_the_system(script: str) -> None:
    made = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert made.stdout.split()[-1] == f"systemd/{script}.sh"
    as_somebody = (ROOT / "systemd/places.sh").read_text().replace("$EUID", "1000") + f"as_root {script}"
    done = subprocess.run(["bash", "-c", as_somebody], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"sudo make {script}" in done.stderr


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed here")
@pytest.mark.parametrize("folder", ["systemd", "tests"])
def test_shellcheck_has_nothing_to_say(folder: str) -> None:
    scripts = sorted((ROOT / folder).glob("*.sh"))
    assert scripts
    done = subprocess.run(
        ["shellcheck", "-x", *scripts], cwd=ROOT / folder, capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
