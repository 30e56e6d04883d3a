"""A Warglass box in a virtual machine: a real kernel's pins and buses, the project's own unit, fingers from outside."""

import json
import shlex
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.config import load_config
from companion.wartime.match.views import WarTimeView
from hardware.faces.face import draw
from hardware.games.faces import face_for

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PANEL = load_config(HERE / "warglass.toml").panel
SCREENS = {screen.id: screen for screen in PANEL.screens}
GPIO = {control.id: control.gpio for control in PANEL.controls}
CHECKOUT = ("companion", "hardware", "web", "systemd", "pyproject.toml", "README.md", "LICENSE")
SITE = "/opt/warglass/lib/python3.11/site-packages"
THERE = "/root/payload/checkout"
NEVER_ENDING = 1_000_000
START_S = 90
"""The guest is emulated: what takes a second on a Pi takes ten here."""
CURL = (
    "curl -sS -m 20 -b /root/cookies -c /root/cookies -H 'Origin: http://localhost' -H 'X-Warglass: 1' "
    "-H 'Content-Type: application/json'"
)


def payload(folder: Path) -> Path:
    """This checkout, and what pip makes of it and all it needs on a Pi for a Python like this one, as a tar file."""
    site = folder / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--target", str(site), str(ROOT), "lgpio"], check=True, capture_output=True, timeout=300)
    # Something is left for the installer to compile.
    shutil.rmtree(site / "companion" / "app" / "__pycache__")
    packed = folder / "payload.tar"
    with tarfile.open(packed, "w") as tar:
        tar.add(site, "site")
        for part in CHECKOUT:
            tar.add(ROOT / part, f"checkout/{part}", filter=_fresh)
    return packed


def _fresh(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """A checkout in which nothing was run yet."""
    return None if "__pycache__" in member.name else member


class Box:
    """The guest, from outside. One thread."""

    def __init__(self, guest: Any) -> None:
        self.guest = guest
        self.before = ""
        self.checkout_before = ""
        self.said_at_install = ""

    def install(self) -> str:
        """What `sudo make install` does on a Pi whose I2C is on already. Returns what it printed.

        The distribution has no rules for the pins, and no group for SPI. pip would take minutes in an emulator: an
        environment is there, and in it a pip that lays out what pip has laid out outside. tests/systemd has the real.
        """
        self.run("rm /etc/udev/rules.d/99-com.rules && groupdel spi")
        self.run("mkdir /boot/firmware && echo dtparam=i2c_arm=on,i2c_arm_baudrate=400000 > /boot/firmware/config.txt")
        self.plug()
        self.guest.put(HERE / "fingers.py", "/root/fingers.py")
        self.before = self.machine()
        self.run("python3 -m venv --without-pip /opt/warglass")
        self.guest.put(HERE / "pip_main.py", f"{SITE}/pip/__main__.py")
        self.configure((HERE / "warglass.toml").read_text(encoding="utf-8"))
        self.run(f"chown -R nobody {THERE}")
        self.checkout_before = self.checkout()
        return self.run(f"cd {THERE} && systemd/install.sh")

    def uninstall(self) -> str:
        return self.run(f"cd {THERE} && systemd/uninstall.sh")

    def checkout(self) -> str:
        """Every file of the checkout with its owner and mode."""
        return self.run(f"find {THERE} -printf '%p %u %M\\n' | sort")

    def machine(self) -> str:
        """What an installation may touch: every file with its owner and mode, and the users and groups."""
        folders = "/boot /etc /opt /usr/local"
        not_ours = "-name '*-' -o -name .pwd.lock -o -name warglass.toml"
        files = self.run(f"find {folders} ! \\( {not_ours} \\) -printf '%p %M %u %g %l\\n' | sort")
        return files + self.run("cat /etc/passwd /etc/group /boot/firmware/config.txt")

    def plug(self) -> None:
        self.guest.plug(buses=(1, 10), addresses=(0x3C, 0x3D))

    def cut_the_power(self) -> None:
        """The machine starts again at once: nothing is written that was not on the disk, nobody is told."""
        self.guest.socket.sendall(json.dumps({"cmd": "echo b > /proc/sysrq-trigger"}).encode() + b"\n")
        self.guest.buffer = b""
        self.guest._line(START_S)
        self.plug()

    def configure(self, text: str) -> None:
        self.run(f"printf %s {shlex.quote(text)} > /etc/warglass.toml")

    def run(self, command: str) -> str:
        """What the command printed. Raises RuntimeError where it fails."""
        return str(self.guest.run(command, check=True)["out"])

    def tried(self, command: str) -> tuple[int, str]:
        """The exit status of a command that may fail, and what it printed."""
        answer = self.guest.run(command)
        return answer["rc"], answer["out"]

    # The service

    def start(self) -> None:
        """The service running, begun now if it is not, with every screen answering."""
        self.run("systemctl reset-failed warglass; systemctl start warglass")
        self.until(self.whole, within=START_S)

    def whole(self) -> bool:
        return all(screen["online"] for screen in self.get("/api/panel")["screens"])

    def show(self, field: str) -> str:
        return self.run(f"systemctl show -P {field} warglass").strip()

    def said(self, since: str) -> str:
        """What the service and systemd have written to the log since the cursor."""
        return self.run(f"journalctl --no-pager -o cat -u warglass --after-cursor={shlex.quote(since)}")

    def cursor(self) -> str:
        """Where the log stands now."""
        return self.run("journalctl --no-pager -n 0 --show-cursor").rpartition("cursor: ")[2].strip()

    # The phone

    def get(self, path: str) -> Any:
        return json.loads(self.run(f"{CURL} --fail-with-body http://localhost{path}"))

    def post(self, path: str, **body: object) -> Any:
        data = shlex.quote(json.dumps(body))
        return json.loads(self.run(f"{CURL} --fail-with-body -d {data} http://localhost{path}"))

    def join(self) -> None:
        code = self.run("runuser -u warglass -- /opt/warglass/bin/warglass join-code --state /var/lib/warglass")
        self.post("/api/join", code=code.strip())

    def table(self) -> WarTimeView:
        return msgspec.convert(self.get("/api/table"), WarTimeView)

    def flips(self) -> list[dict[str, Any]]:
        """The flips in the dispute log, by the instant of the press."""
        return [event for event in self.get("/api/log?limit=1000")["events"] if event["type"] == "flipped"]

    # The panel

    def press(self, *presses: str, frozen: bool = False) -> dict[str, tuple[int, int]]:
        """Presses `control@ms` of each; when that was, nanoseconds before and after."""
        asked = [f"{GPIO[control]}@{ms}" for control, _, ms in (each.partition("@") for each in presses)]
        stopped = f"--frozen {self.show('MainPID')}" if frozen else ""
        made = json.loads(self.run(f"python3 /root/fingers.py {stopped} {' '.join(asked)}"))
        return {each.partition("@")[0]: tuple(made[str(GPIO[each.partition("@")[0]])]) for each in presses}

    def ram(self, screen: str) -> bytes:
        """The 1,024 bytes in the chip."""
        return bytes(self.guest.ram(SCREENS[screen].bus, SCREENS[screen].address))

    def sees(self, screen: str) -> bytes:
        """The screen as somebody in front of it sees it: 64 rows of 128 bits, a set bit is light."""
        place = SCREENS[screen]
        header, _, bits = bytes(self.guest.picture(place.bus, place.address)).partition(b"128 64\n")
        assert header == b"P4\n"
        return bits

    def lit(self, screen: str) -> bool:
        place = SCREENS[screen]
        return "on 1" in self.guest.state(place.bus, place.address).splitlines()

    def picture_now(self, screen: str) -> bytes:
        """What the screen is to show of the table as it is now, drawn here; good as long as the table stands still."""
        view = self.table()
        return draw(face_for(SCREENS[screen].shows, view, view.server_ms), 128, 64).tobytes()

    def shows(self, screen: str) -> bool:
        """Whether the screen shows what it is to show, while the table stands still."""
        return self.lit(screen) and self.sees(screen) == self.picture_now(screen)

    @contextmanager
    def unplugged(self, screen: str) -> Iterator[None]:
        place = SCREENS[screen]
        self.guest.unplug(place.bus, place.address)
        try:
            yield
        finally:
            self.guest.replug(place.bus, place.address)

    @contextmanager
    def failing(self, *screens: str) -> Iterator[None]:
        """Every transfer to them goes unacknowledged."""
        places = [(SCREENS[screen].bus, SCREENS[screen].address) for screen in screens]
        for bus, address in places:
            self.guest.fail_next(bus, address, NEVER_ENDING)
        try:
            yield
        finally:
            for bus, address in places:
                self.guest.fail_next(bus, address, 0)

    @contextmanager
    def without_pins(self) -> Iterator[None]:
        """No GPIO chip in the machine."""
        self.run("echo 0 > /sys/kernel/config/gpio-sim/pi/live")
        try:
            yield
        finally:
            self.run("echo 1 > /sys/kernel/config/gpio-sim/pi/live && udevadm settle")

    def until(self, condition: Callable[[], bool], *, within: float) -> float:
        """Asks until it is so and returns after how many seconds that was. Each question is a way into the guest and
        back, so there is nothing to wait for in between."""
        began = time.monotonic()
        while True:
            try:
                if condition():
                    return time.monotonic() - began
            except RuntimeError as error:
                trouble: Exception | None = error
            else:
                trouble = None
            if time.monotonic() - began > within:
                raise AssertionError(f"not within {within} s") from trouble
