"""A Raspberry Pi that is a folder: its files, and stand-ins for the commands that would change the machine."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "systemctl": 'test "$*" != "restart warglass" || test ! -e "$FAKE/no-start"',
    "systemd-sysusers": r"""
for each in $(sed -n 's/^g \([a-z0-9]*\) .*/\1/p' "$DESTDIR"/etc/sysusers.d/warglass*.conf); do
    grep -q "^$each:" "$FAKE/group" || echo "$each:x:990:" >> "$FAKE/group"
done
for each in $(sed -n 's/^u \([a-z-]*\) .*/\1/p' "$DESTDIR"/etc/sysusers.d/warglass*.conf); do
    grep -q "^$each:" "$FAKE/passwd" || echo "$each:x:991:991::/:/" >> "$FAKE/passwd"
done
""",
    "getent": 'grep "^$2:" "$FAKE/$1"',
    "groupdel": 'sed -i "/^$1:/d" "$FAKE/group"',
    "userdel": 'sed -i "/^$1:/d" "$FAKE/passwd"',
    "udevadm": "",
    "modprobe": "",
    "chown": "",
    "runuser": "echo K7MQ2P",
    # The system's Python: its -m venv makes a folder with a Python in it that takes note of what pip is asked for.
    "python3": """
case "$*" in
    "-I -B -c import ensurepip, venv") test ! -e "$FAKE/no-venv" ;;
    "-I -B -m venv "*)
        for folder; do :; done
        if [ "$5" = --clear ]; then rm -rf "$folder"; fi
        mkdir -p "$folder/bin" "$folder/lib"
        echo "$*" > "$folder/pyvenv.cfg"
        ln -sf "$FAKE/environment-python" "$folder/bin/python" ;;
    *) exec "$PYTHON" "$@" ;;
esac
""",
    "environment-python": """
folder=$(dirname "$(dirname "$0")")
on_the_system() { test -e "$FAKE/system-$1" && grep -q system "$folder/pyvenv.cfg"; }
case "$*" in
    "-I -B -m pip "*" uninstall --yes "*) rm "$folder/${@: -1}" ;;
    "-I -B -m pip "*" :all: "*) "$PYTHON" "$FAKE/index.py" "$folder" "${@: -1}" ;;
    "-I -B -m pip "*) test ! -e "$FAKE/no-network" && touch "$folder/bin/warglass" ;;
    "-I -B -c import gpiod;"*) grep -q "^2" "$folder/gpiod" || on_the_system gpiod ;;
    "-I -B -c import lgpio;"*) grep -q "^0.2" "$folder/lgpio" || on_the_system lgpio ;;
    "-I -B - "*) { cat "$FAKE/network"; cat; } | "$PYTHON" "$@" ;;
    *) exec "$PYTHON" "$@" ;;
esac
""",
}
INDEX = """
import json, sys
from pathlib import Path
from packaging.requirements import Requirement

folder, asked = Path(sys.argv[1]), Requirement(sys.argv[2])
wheels = json.loads((Path(__file__).parent / "wheels.json").read_text())[asked.name]
newest = max(asked.specifier.filter(wheels), default=None, key=lambda version: version.split("."))
if newest is None:
    sys.exit(f"ERROR: No matching distribution found for {asked}")
(folder / asked.name).write_text(newest)
"""
"""What pip does of an index that has these wheels for the machine."""
PYTHONS, MACHINES = ("3.11", "3.12", "3.13", "3.14"), ("armv7l", "aarch64", "x86_64")
WHEELS = {
    (machine, python): {
        "gpiod": ["1.5.4"] if machine == "armv7l" else ["1.5.4", "2.5.0"],
        "lgpio": ["0.0.0.2", "0.2.2.0"] if python in ("3.11", "3.12") else ["0.0.0.2"],
    }
    for machine in MACHINES
    for python in PYTHONS
}
"""The wheels that the index has by machine and Python: `python -m tests.systemd.index` asks the real one."""
FOLDERS = (
    "boot/firmware",
    "etc/NetworkManager/dispatcher.d",
    "etc/avahi/services",
    "etc/modules-load.d",
    "etc/systemd/system",
)
MORE_FOLDERS = ("etc/udev/rules.d", "opt", "run", "usr/local/bin", "var/lib")


class Pi:
    """`root` stands for /; `fault` names what is missing."""

    def __init__(self, place: Path, *, config_txt: str | None = "dtparam=audio=on\n") -> None:
        self.root = place / "root"
        self._fake = place / "fake"
        self._log = self._fake / "log"
        for folder in (*FOLDERS, *MORE_FOLDERS):
            (self.root / folder).mkdir(parents=True)
        if config_txt is not None:
            (self.root / "boot/firmware/config.txt").write_text(config_txt)
        self._fake.mkdir()
        (self._fake / "group").write_text("root:x:0:\ni2c:x:992:pi\n")
        (self._fake / "passwd").write_text("root:x:0:0::/root:/bin/bash\n")
        self.network("")
        (self._fake / "index.py").write_text(INDEX)
        self.wheels("aarch64", "3.11")
        for name, body in COMMANDS.items():
            command = self._fake / name
            command.write_text(f'#!/bin/bash\nprintf "%s\\n" "{name} $*" >> "$FAKE/log"\n{body}\n')
            command.chmod(0o755)

    def has_real_python(self) -> None:
        """From here on environments and pip are no stand-ins."""
        (self._fake / "python3").unlink()
        (self._fake / "python3").symlink_to(sys.executable)

    def wheels(self, machine: str, python: str) -> None:
        """The index has what it has for that machine and Python."""
        (self._fake / "wheels.json").write_text(json.dumps(WHEELS[machine, python]))

    def network(self, program: str) -> None:
        """Python that comes before whatever the installed Warglass is asked, to have it see another network."""
        (self._fake / "network").write_text(program)

    def fault(self, name: str) -> None:
        (self._fake / name).touch()

    def groups(self) -> list[str]:
        return [line.partition(":")[0] for line in (self._fake / "group").read_text().splitlines()]

    def users(self) -> list[str]:
        return [line.partition(":")[0] for line in (self._fake / "passwd").read_text().splitlines()]

    def run(self, script: str, *, checkout: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
        """`script` as `make` runs it in the checkout, with the log of commands begun anew."""
        self._log.write_text("")
        path = f"{self._fake}:{os.environ['PATH']}"
        faked = {"PATH": path, "FAKE": str(self._fake), "PYTHON": sys.executable, "DESTDIR": str(self.root)}
        return subprocess.run(
            [checkout / "systemd" / f"{script}.sh"],
            cwd=checkout,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
            env=os.environ | faked | environment,
        )

    def asked(self, command: str) -> list[str]:
        """What the last script asked of a command."""
        return [line.removeprefix(f"{command} ") for line in self.log() if line.startswith(f"{command} ")]

    def log(self) -> list[str]:
        """Every command that the last script asked, in order."""
        return self._log.read_text().splitlines()

    def text(self, path: str) -> str:
        return (self.root / path).read_text()

    def tree(self) -> dict[str, tuple[int, str]]:
        """Every path with its mode and what is in it."""
        return tree(self.root)


def tree(root: Path) -> dict[str, tuple[int, str]]:
    """Every path below `root` with its mode and what is in it."""
    return {str(path.relative_to(root)): _contents(path) for path in sorted(root.rglob("*"))}


def _contents(path: Path) -> tuple[int, str]:
    mode = path.lstat().st_mode
    if path.is_symlink():
        return mode, str(path.readlink())
    return mode, "" if path.is_dir() else path.read_text()
