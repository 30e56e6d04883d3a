"""A healthy Pi with the full panel, and ways to spoil it: everything is in memory, and time is turned by hand."""

import errno
from collections.abc import Callable, Iterator
from fnmatch import fnmatch

from gpiozero import Factory
from gpiozero.pins.mock import MockFactory

from companion.clock import SECOND, ManualClock
from companion.config import shipped_panel
from companion.panel.config import PanelConfig, ScreenConfig
from hardware.doctor.machine import Port
from hardware.pins.library import Attempt, GpioChip, LineUser
from hardware.simulated.simulator import Simulator
from hardware.simulated.wires import SimulatedBus
from hardware.transport import I2cBus, ScreenLink
from tests.companion.hotspot.air import Air

OS = b'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n'
CONFIG_TXT = b"# dtparam=spi=on\ndtparam=i2c_arm=on\ndtoverlay=i2c-mux,pca9548,addr=0x70\n"
FIRST_CHANNEL = 10
MUX = (1, 0x70)
FULL = shipped_panel("full")


class FakeMachine:
    """A Machine whose every answer is a field: a test spoils one."""

    def __init__(self, panel: PanelConfig | None = None) -> None:
        self.panel = panel or FULL
        self.clock = ManualClock()
        self.simulator = Simulator(self.panel, clock=self.clock, khz=None)
        self.files = {
            "/proc/device-tree/model": b"Raspberry Pi 4 Model B Rev 1.4\0",
            "/etc/os-release": OS,
            "/boot/firmware/config.txt": CONFIG_TXT,
            "/sys/devices/platform/soc/soc:firmware/get_throttled": b"0\n",
            "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4, "big"),
            "/sys/bus/i2c/devices/i2c-1": b"",
            "/dev/i2c-1": b"",
            "/dev/gpiochip0": b"",
            "/run/avahi-daemon/socket": b"",
            "/proc/mounts": b"/dev/mmcblk0p2 / ext4 rw,noatime 0 0\nproc /proc proc rw 0 0\n",
            "/proc/locks": b"1: POSIX  ADVISORY  WRITE 900 b3:02:77 0 EOF\n",
        }
        self.forbidden: set[str] = set()
        self.owners = {"/": "root", "/home/pi": "pi"}
        self.groups = {"/dev/gpiochip0": "gpio", "/dev/i2c-1": "i2c"}
        self.inodes: dict[str, int] = {}
        self.free = 8_000_000_000
        self.user = "pi"
        self.variables: dict[str, str] = {}
        self.python = (3, 11)
        self.kernel = "6.6.31+rpt-rpi-v8 aarch64"
        self.in_step = True
        self.hostname = "warglass"
        self.address = "192.168.1.20"
        self.port_state = Port.FREE
        self.air = Air()
        self.faults: tuple[str, ...] | None = ()
        self.libraries = {"gpiod": "", "lgpio": "", "RPi.GPIO": "Cannot determine SOC peripheral base address"}
        self.pins: Factory = MockFactory()
        self.chips = {"/dev/gpiochip0": GpioChip(path="/dev/gpiochip0", label="pinctrl-bcm2711", lines=58)}
        self.line_users: dict[int, str] = {}
        self.shorted: set[int] = set()
        self.muxes = {MUX}
        self.hanging: set[int] = set()
        self.loose: dict[str, int] = {}
        """By screen, of how many transfers one fails."""
        self.script: list[Callable[[], object]] = []
        """What happens while time passes, one a wait; at its end the user has had enough."""

    # What a test does to it

    def missing(self, *screens: str) -> None:
        """Pulls the plugs of these screens."""
        for screen in self.panel.screens:
            if screen.id in screens:
                self.simulator.bus(screen).unplug(screen.address)

    def wire(self, *, channel: int | None = None) -> SimulatedBus:
        root = self.simulator.bus(ScreenConfig(id="-", shows=("gold-30",)))
        return root if channel is None else root.channel(MUX[1], channel)

    # What doctor asks of it

    def wait(self, seconds: float) -> None:
        if not self.script:
            raise KeyboardInterrupt
        self.script.pop(0)()
        self.clock.advance(ns=round(seconds * SECOND))

    def read(self, path: str) -> bytes:
        if path in self.forbidden:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        if path not in self.files:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        return self.files[path]

    def glob(self, pattern: str) -> list[str]:
        return sorted(path for path in {*self.files, *self.owners} if fnmatch(path, pattern))

    def may_open(self, path: str) -> bool:
        return path not in self.forbidden and (path in self.files or self.owners.get(path) == self.user)

    def owner(self, path: str) -> str | None:
        return self.owners.get(path)

    def group(self, path: str) -> str | None:
        return self.groups.get(path)

    def inode(self, path: str) -> int | None:
        return self.inodes.get(path)

    def free_bytes(self, path: str) -> int:
        return self.free

    def environment(self, name: str) -> str | None:
        return self.variables.get(name)

    def synchronised(self) -> bool:
        return self.in_step

    def lan_address(self) -> str:
        return self.address

    def network(self) -> Air:
        return self.air

    def port(self, host: str, port: int) -> Port:
        return self.port_state

    def table_faults(self, host: str, port: int) -> tuple[str, ...] | None:
        return self.faults

    def pin_libraries(self) -> Iterator[Attempt]:
        for library, trouble in self.libraries.items():
            for gpio in self.shorted:
                self.pins.pin(gpio)._get_state = lambda: 0
            yield Attempt(library, None if trouble else self.pins, trouble)

    def gpio_chip(self, path: str) -> GpioChip:
        if path in self.forbidden:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return self.chips[path]

    def line_user(self, path: str, line: int) -> LineUser | None:
        name = self.line_users.get(line) if self.chips[path].label.startswith("pinctrl") else None
        return None if name is None else LineUser(name=name)

    def channel(self, bus: int, mux: int, channel: int) -> int:
        if (bus, mux) not in self.muxes or f"/dev/i2c-{bus}" not in self.files:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        return FIRST_CHANNEL + channel

    def bus(self, number: int) -> I2cBus:
        if number >= FIRST_CHANNEL:
            return _Opened(self, number, self.wire(channel=number - FIRST_CHANNEL))
        if number != 1 and f"/dev/i2c-{number}" in self.files:
            return _Opened(self, number, self.simulator.bus(ScreenConfig(id="-", shows=("gold-30",), bus=number)))
        return _Opened(self, number, self.wire())

    def link(self, screen: ScreenConfig) -> ScreenLink:
        return self.simulator.link(screen)


class _Opened:
    """A simulated bus that may be missing, forbidden, hanging or loose."""

    def __init__(self, machine: FakeMachine, number: int, bus: SimulatedBus) -> None:
        self._machine = machine
        self._number = number
        self._bus = bus
        self._transfers = 0
        self.close, self.write = bus.close, bus.write

    def read(self, address: int) -> int:
        self._check(address)
        return self._bus.read(address)

    def answers(self, address: int) -> bool:
        try:
            self._check(address)
        except OSError as error:
            if error.errno == errno.EREMOTEIO:
                return False
            raise
        return self._bus.answers(address)

    def _check(self, address: int) -> None:
        device = f"/dev/i2c-{self._number if self._number < FIRST_CHANNEL else 1}"
        if device not in self._machine.files:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", device)
        if device in self._machine.forbidden:
            raise PermissionError(errno.EACCES, "Permission denied", device)
        if self._number in self._machine.hanging:
            raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")
        self._transfers += 1
        for screen in self._machine.panel.screens:
            number = screen.bus if screen.channel is None else FIRST_CHANNEL + screen.channel
            every = self._machine.loose.get(screen.id, 0)
            if every and (number, screen.address) == (self._number, address) and self._transfers % every == 0:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
