"""The Debian package on a real systemd: installed, updated, broken on purpose, rolled back, removed, purged.

One life in order, in a virtual machine of its own, with pip's own work done in the emulator.
"""

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import __version__
from tests.kernel.box import ROOT, Box, bring_debs
from tests.kernel.conftest import booted

PATIENCE_S = 1200
"""For pip, on an emulated processor that others share."""
NEWER, BROKEN = "99.1", "99.2"


def another(deb: Path, version: str, *, broken: bool = False) -> Path:
    """The package as another version, which may not start."""
    tree = deb.parent / version
    subprocess.run(["dpkg-deb", "-R", deb, tree], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(control.read_text(encoding="utf-8").replace(f"Version: {__version__}", f"Version: {version}"))
    if broken:
        (path,) = (tree / "usr/share/warglass/wheels").glob("warglass-*.whl")
        with zipfile.ZipFile(path) as wheel:
            files = {each.filename: wheel.read(each) for each in wheel.infolist()}
        files["companion/app/service.py"] = b"raise SystemExit('broken on purpose')\n"
        with zipfile.ZipFile(path, "w") as wheel:
            for name, body in files.items():
                wheel.writestr(name, body)
    made = deb.with_name(f"{version}.deb")
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, made], check=True, capture_output=True)
    return made


@pytest.fixture(scope="module")
def box(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A machine with three packages beside it, and none of them installed."""
    folder = tmp_path_factory.mktemp("packages")
    environment = {**os.environ, "PYTHONS": "3.11", "MACHINES": "x86_64", "DEST": str(folder)}
    build = ["bash", ROOT / "systemd/deb/build.sh", sys.executable]
    subprocess.run(build, check=True, capture_output=True, timeout=600, env=environment)
    deb = folder / f"warglass_{__version__}_all.deb"
    packed = folder / "payload.tar"
    with tarfile.open(packed, "w") as tar:
        for each in (deb, another(deb, NEWER), another(deb, BROKEN, broken=True)):
            tar.add(each, each.name)
    bring_debs(packed, "venv", "python3-venv")
    with booted(packed, request.config) as box:
        box.lay_out("venv")
        box.become_a_pi()
        yield box


def does(box: Box, command: str) -> str:
    """What a command printed that may take pip's time."""
    answer = box.guest.run(f"{command} 2>&1", timeout=PATIENCE_S)
    assert answer["rc"] == 0, answer["out"][-3000:]
    return str(answer["out"])


def version(box: Box) -> str:
    return box.run("dpkg-query -W -f '${Version}' warglass")


def test_it_installs_and_a_button_flips_a_timer(box: Box) -> None:
    """Its dependencies were laid out, but not by dpkg."""
    does(box, f"dpkg --force-depends -i /root/payload/warglass_{__version__}_all.deb")
    box.start()
    box.join()
    box.new_game()
    box.post("/api/table/begin")
    box.press("gold-30@0")
    box.until(lambda: len(box.flips()) == 1, within=30)
    assert box.run("systemctl is-enabled warglass").strip() == "enabled"


def test_an_update_keeps_the_game(box: Box) -> None:
    assert f"Updated to {NEWER}." in does(box, f"warglass update /root/payload/{NEWER}.deb")
    assert version(box) == NEWER
    box.until(box.whole, within=PATIENCE_S)
    assert len(box.flips()) == 1


def test_a_version_that_does_not_answer_makes_way_for_the_one_before(box: Box) -> None:
    answer = box.guest.run(f"warglass update /root/payload/{BROKEN}.deb 2>&1", timeout=2 * PATIENCE_S)
    assert answer["rc"] != 0
    assert "the old version is at work again, and no game is lost" in answer["out"], answer["out"][-3000:]
    assert version(box) == NEWER
    box.until(box.whole, within=PATIENCE_S)
    assert len(box.flips()) == 1
    assert box.tried("test -e /var/cache/warglass")[0] != 0


def test_removed_it_leaves_the_games_and_purged_nothing(box: Box) -> None:
    does(box, "dpkg -r warglass")
    assert box.tried("test -e /opt/warglass || systemctl is-active warglass || command -v warglass")[0] != 0
    box.run("test -s /var/lib/warglass/table.sqlite")
    does(box, "dpkg -P warglass")
    assert box.tried("test -e /var/lib/warglass || test -e /etc/warglass.toml || getent passwd warglass")[0] != 0
