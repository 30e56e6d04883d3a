"""A Warglass box in a virtual machine: a real kernel's pins and buses, the project's own unit, fingers from outside."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.clock import MS
from companion.config import shipped_panel
from companion.panel.notes import boot_lines
from companion.wartime.match.views import WarTimeView
from hardware.faces.face import placed
from hardware.games.registry import face_for
from hardware.screens.screen import shift_at

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
HIL = Path(os.environ.get("HIL", Path.home() / ".cache/warglass-hil"))
PANEL = shipped_panel("full")
SCREENS = {screen.id: screen for screen in PANEL.screens}
GLASS = (128, 64)
GPIO = {control.id: control.gpio for control in PANEL.controls}
CHECKOUT = ("companion", "hardware", "web", "systemd", "docs", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
SITE = "/opt/warglass/lib/python3.11/site-packages"
THERE = "/root/payload/checkout"
PANELS = "/sys/kernel/debug/ssd1306"
NEVER_ENDING = 1_000_000
STAMPING_NS = 2 * MS
"""How much later than the finger the emulated chip's interrupt may be, the emulator's own pauses included."""
Place = tuple[int, ...]
"""Where the bench finds a screen: its number behind the multiplexer, or its bus and its address."""
START_S = 600
"""The guest is emulated: what takes a second on a Pi takes ten here, and longer where others share the processor."""
INSTALL_S = 1200
"""All of it is compiled."""
CURL = (
    "curl -sS -m 20 -b /root/cookies -c /root/cookies -H 'Origin: http://localhost' -H 'X-Warglass: 1' "
    "-H 'Content-Type: application/json'"
)


def payload(folder: Path, *, extras: str = "pi") -> Path:
    """This checkout, and what pip makes of it and all it needs on a Pi for a Python like this one, as a tar file."""
    site = folder / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # lgpio is for the tests of pin libraries: where gpiod is, nothing asks for it.
    wanted = (f"{ROOT}[{extras}]", "lgpio>=0.2.2,<0.3")
    subprocess.run([*install, "--target", str(site), *wanted], check=True, capture_output=True, timeout=300)
    # Something is left for the installer to compile.
    shutil.rmtree(site / "companion" / "app" / "__pycache__")
    packed = folder / "payload.tar"
    with tarfile.open(packed, "w") as tar:
        tar.add(site, "site")
        for part in CHECKOUT:
            tar.add(ROOT / part, f"checkout/{part}", filter=_fresh)
    return packed


def bring_debs(packed: Path, name: str, *packages: str, modules: bool = False) -> None:
    """Adds Debian's packages and what they need to a payload; fetches them where that was not done before."""
    there = HIL / "debs" / f"{name}.tar"
    if not there.exists():
        environment = {**os.environ, "MODULES": "1" if modules else ""}
        fetch = [HERE / "debs.sh", HIL / "out" / "disk.raw", there, *packages]
        subprocess.run(fetch, check=True, capture_output=True, timeout=600, env=environment)
    with tarfile.open(packed, "a") as tar:
        tar.add(there, f"{name}.tar")


def _fresh(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """A checkout in which nothing was run yet."""
    return None if "__pycache__" in member.name else member


class Box:
    """The guest, from outside. One thread."""

    def __init__(self, guest: Any) -> None:
        self.guest = guest
        self.places: dict[str, Place] = {screen: (number,) for number, screen in enumerate(SCREENS)}
        self.figures: list[str] = []
        self.before = ""
        self.checkout_before = ""
        self.said_at_install = ""

    def install(self) -> str:
        """What `sudo make install` does on a Pi whose I2C is on already. Returns what it printed.

        pip would take minutes in an emulator: an environment is there, and in it a pip that lays out what pip has laid
        out outside. tests/systemd has the real.
        """
        self.become_a_pi()
        self.before = self.machine()
        self.run("python3 -m venv --without-pip /opt/warglass")
        self.guest.put(HERE / "pip_main.py", f"{SITE}/pip/__main__.py")
        self.run(f"chown -R nobody {THERE}")
        self.checkout_before = self.checkout()
        return str(self.guest.run(f"cd {THERE} && systemd/install.sh", timeout=INSTALL_S, check=True)["out"])

    def become_a_pi(self) -> None:
        """Makes of the guest what a Pi is before anything is installed: its I2C on, no rules for the pins, and no group
        for SPI, which the distribution does not have."""
        self.run("rm /etc/udev/rules.d/99-com.rules && groupdel spi")
        switched_on = shlex.quote("\n".join(boot_lines(PANEL)))
        self.run(f"mkdir /boot/firmware && echo {switched_on} > /boot/firmware/config.txt")
        self.plug()
        for script in ("fingers.py", "bursts.py", "worn.py"):
            self.guest.put(HERE / script, f"/root/{script}")

    def lay_out(self, name: str) -> None:
        """Packages that came with the payload, see `bring_debs`, but for what they leave to their own scripts."""
        self.run(f"tar --keep-directory-symlink -C / -xf /root/payload/{name}.tar && ldconfig")

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
        """The board, its pins and the panel, with power."""
        self.guest.plug_behind_mux(panels=[(screen.channel, screen.address) for screen in PANEL.screens])

    def plug_panel(self) -> None:
        """The panel alone, where another one was."""
        channels = ",".join(str(screen.channel) for screen in PANEL.screens)
        addresses = ",".join(str(screen.address) for screen in PANEL.screens)
        self.run(f"modprobe i2c-panel-sim bus=1 muxaddr=0x70 chan={channels} addr={addresses}")
        self.run("echo pca9548 0x70 > /sys/bus/i2c/devices/i2c-1/new_device && udevadm settle")

    def cut_the_power(self) -> None:
        """The machine starts again at once: nothing is written that was not on the disk, nobody is told."""
        self.guest.socket.sendall(json.dumps({"cmd": "echo b > /proc/sysrq-trigger"}).encode() + b"\n")
        self.guest.buffer = b""
        self.guest._line(START_S)
        self.plug()

    def configure(self, text: str) -> None:
        self.run(f"printf %s {shlex.quote(text)} > /etc/warglass.toml")

    @contextmanager
    def configured(self, text: str) -> Iterator[None]:
        """The service has to be started with this configuration; afterwards with its own again."""
        good = self.run("cat /etc/warglass.toml")
        self.run("systemctl stop warglass")
        self.configure(text)
        try:
            yield
        finally:
            self.run("systemctl stop warglass")
            self.configure(good)

    @contextmanager
    def crowded(self, *, hogs: int, phones: int) -> Iterator[None]:
        """Busy loops that share the service's part of the processor, and so many phones, each with a stream and a page
        that it asks for over and over."""
        busy = "sh -c 'while :; do :; done'"
        asking = "curl -s --interface 127.0.0.2 -o /dev/null 'http://localhost/#[1-9999999]'"
        stream = "curl -sN --interface 127.0.0.2 -o /dev/null http://localhost/api/events"
        commands = [busy] * hogs + [asking, stream] * phones
        pids = self.run("".join(f"setsid {command} >/dev/null 2>&1 & echo $!\n" for command in commands)).split()
        group = f"/sys/fs/cgroup{self.show('ControlGroup')}/cgroup.procs"
        try:
            self.run("".join(f"echo {pid} > {group}\n" for pid in pids[:hogs]))
            yield
        finally:
            self.run(f"kill -KILL {' '.join(pids)}" if pids else "true")

    def run(self, command: str) -> str:
        """What the command printed. Raises RuntimeError where it fails."""
        return str(self.guest.run(command, check=True)["out"])

    def tried(self, command: str) -> tuple[int, str]:
        """The exit status of a command that may fail, and what it printed."""
        answer = self.guest.run(command)
        return answer["rc"], answer["out"]

    def tell(self, figure: str) -> None:
        """Something measured, to be printed when all is over."""
        self.figures.append(figure)

    # The service

    def start(self) -> None:
        """The service running, begun now if it is not, with every screen answering."""
        self.run("systemctl reset-failed warglass; systemctl start warglass")
        self.until(self.whole, within=START_S)

    def whole(self) -> bool:
        return all(screen["online"] for screen in self.get("/api/panel")["screens"])

    def show(self, field: str) -> str:
        return self.run(f"systemctl show -P {field} warglass").strip()

    @staticmethod
    def status(*, screens: int = len(SCREENS), buttons: int = len(GPIO)) -> str:
        """What the service's status line says when so many of the panel's parts work."""
        return f"{screens} of {len(SCREENS)} screens, {buttons} of {len(GPIO)} buttons"

    def said(self, since: str) -> str:
        """What the service and systemd have written to the log since the cursor."""
        return self.run(f"journalctl --no-pager -o cat -u warglass --after-cursor={shlex.quote(since)}")

    def cursor(self) -> str:
        """Where the log stands now."""
        return self.run("journalctl --no-pager -n 0 --show-cursor").rpartition("cursor: ")[2].strip()

    # The phone

    def get(self, path: str) -> Any:
        return json.loads(self.run(f"{CURL} --fail-with-body 'http://localhost{path}'"))

    def post(self, path: str, **body: object) -> Any:
        data = shlex.quote(json.dumps(body))
        return json.loads(self.run(f"{CURL} --fail-with-body -d {data} 'http://localhost{path}'"))

    def join(self) -> None:
        code = self.run("runuser -u warglass -- /opt/warglass/bin/warglass join-code --state /var/lib/warglass")
        self.post("/api/join", code=code.strip())

    def new_game(self) -> None:
        """A game of WarTime that has not begun."""
        try:
            self.post("/api/table/new", game="wartime")
        except RuntimeError:
            # So many are put away already that this one has to be ended first.
            self.post("/api/table/end")
            self.post("/api/table/new", game="wartime")

    def table(self) -> WarTimeView:
        return msgspec.convert(self.get("/api/table"), WarTimeView)

    def log(self) -> list[dict[str, Any]]:
        """The dispute log, by the instant of the press, in pages of a thousand events."""
        events: list[dict[str, Any]] = []
        page = self.get("/api/log?limit=1000&after=0")
        while page["events"]:
            events += page["events"]
            page = self.get(f"/api/log?limit=1000&after={page['last']}")
        return events

    def log_until_now(self) -> list[dict[str, Any]]:
        """The same, once all that was pressed until now is in it: the pause button is pressed, and waited for."""
        last = self.press("pause@0")["pause"][0]
        self.until(
            lambda: any(act["source"] == "button pause" and act["mono_ms"] * MS > last for act in self.log()), within=99
        )
        return self.log()

    def flips(self) -> list[dict[str, Any]]:
        return [event for event in self.log() if event["type"] == "flipped"]

    # The panel

    def press(self, *presses: str, frozen_ms: float | None = None) -> dict[str, tuple[int, int]]:
        """Presses `control@ms` of each; when that was, nanoseconds before and after. With `frozen_ms` the service
        stands still meanwhile, and from the first press on for so long at least."""
        asked = [f"{GPIO[control]}@{ms}" for control, _, ms in (each.partition("@") for each in presses)]
        stopped = "" if frozen_ms is None else f"--frozen {self.show('MainPID')} {frozen_ms}"
        made = json.loads(self.run(f"python3 /root/fingers.py {stopped} {' '.join(asked)}"))
        return {each.partition("@")[0]: tuple(made[str(GPIO[each.partition("@")[0]])]) for each in presses}

    def told(self, screen: str) -> bytes:
        """What the service says is in the chip."""
        self.run(f"curl -sS -o /root/ram http://localhost/api/panel/screens/{screen}")
        return bytes(self.guest.get("/root/ram"))

    def ram(self, screen: str) -> bytes:
        """The 1,024 bytes in the chip."""
        return bytes(self.guest.ram(*self.places[screen]))

    def sees(self, screen: str) -> bytes:
        """The screen as somebody in front of it sees it: 64 rows of 128 bits, a set bit is light."""
        return _bits(bytes(self.guest.picture(*self.places[screen])))

    def lit(self, screen: str) -> bool:
        return "on 1" in self.guest.state(*self.places[screen]).splitlines()

    def picture_now(self, screen: str) -> bytes:
        """What the screen is to show of the table as it is now, drawn here; good as long as the table stands still."""
        return self._drawn(screen, self.table())

    def shows(self, screen: str) -> bool:
        """Whether the screen shows what it is to show, while the table stands still."""
        return self.lit(screen) and self.sees(screen) == self.picture_now(screen)

    def wrong(self) -> list[str]:
        """The screens that do not show what they are to show, while the table stands still: all looked at in one go."""
        view = self.table()
        files = " ".join(f"{PANELS}/p{number}/pbm" for (number,) in self.places.values())
        seen = self.run(f"for file in {files}; do base64 -w 0 $file; echo; done").split()
        pictures = zip(self.places, seen, strict=True)
        return [screen for screen, picture in pictures if _bits(b64decode(picture)) != self._drawn(screen, view)]

    def _drawn(self, screen: str, view: WarTimeView) -> bytes:
        """The picture, aside of its place by as much as it is just then against burn-in."""
        face = face_for(SCREENS[screen].shows, view, view.server_ms)
        return placed(face, GLASS, shift=shift_at(view.server_ms * MS, PANEL.rest)).tobytes()

    def fault(self, name: str, value: int, *screens: str) -> None:
        """The bench's own name for what is wrong with those screens, or right again."""
        for screen in screens:
            self.guest.fault(name, value, *self.places[screen])

    @contextmanager
    def unplugged(self, *screens: str) -> Iterator[None]:
        self.fault("present", 0, *screens)
        try:
            yield
        finally:
            for screen in screens:
                self.guest.replug(*self.places[screen])

    @contextmanager
    def failing(self, *screens: str) -> Iterator[None]:
        """Every transfer to them goes unacknowledged."""
        self.fault("fail_next", NEVER_ENDING, *screens)
        try:
            yield
        finally:
            self.fault("fail_next", 0, *screens)

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


def _bits(picture: bytes) -> bytes:
    header, _, bits = picture.partition(b"128 64\n")
    assert header == b"P4\n"
    return bits
