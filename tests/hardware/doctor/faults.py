"""What can be wrong with a Pi, and what `warglass doctor` is to say about it."""

from collections.abc import Callable

from companion.hotspot.network import Mode, Profile
from companion.hotspot.wifi import Wifi
from hardware.doctor.machine import Port
from hardware.pins.library import GpioChip
from hardware.simulated.chips import Ssd1306Chip
from tests.hardware.doctor.fake_machine import MUX, FakeMachine

STATE = "/home/pi/.local/state/warglass"
Spoil = Callable[[FakeMachine], object]


def stray(machine: FakeMachine, address: int, *, channel: int | None) -> None:
    machine.wire(channel=channel).attach(address, Ssd1306Chip(width=128, height=64))


def moved_mux(address: int) -> Spoil:
    """Its address is another: nothing is at the old one."""

    def move(machine: FakeMachine) -> None:
        machine.wire().unplug(MUX[1])
        machine.wire().channel(address, 0)

    return move


def says_status(machine: FakeMachine, name: str, status: int) -> None:
    """A module whose chip says that of itself when it is read."""

    class Telling(Ssd1306Chip):
        @property
        def status(self) -> int:
            return status

    screen = next(each for each in machine.panel.screens if each.id == name)
    machine.simulator.bus(screen).attach(screen.address, Telling(width=128, height=64))


def gone(*paths: str) -> Spoil:
    return lambda machine: [machine.files.pop(path) for path in paths]


def written(path: str, content: bytes) -> Spoil:
    return lambda machine: machine.files.update({path: content})


def set_to(field: str, value: object) -> Spoil:
    return lambda machine: setattr(machine, field, value)


def both(*spoils: Spoil) -> Spoil:
    return lambda machine: [spoil(machine) for spoil in spoils]


MODEL = "/proc/device-tree/model"
THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
CGROUP = "/sys/fs/cgroup/system.slice/warglass.service/cgroup.procs"
UNIT = "/etc/systemd/system/warglass.service"
CLOCK = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
CONFIG = "/boot/firmware/config.txt"


def wants_a_hotspot(machine: FakeMachine) -> None:
    machine.air.saved = Profile(mode=Mode.ON, wifi=Wifi(name="Warglass", passphrase="k7mq2pxrwd4h"))
    machine.air.ready = False


FAULTS: dict[str, tuple[Spoil, str, str, str, str, str]] = {
    # what is done to the Pi, the line's check and subject, its verdict, what it says, what it advises or has one type
    "no Pi": (gone(MODEL), "board", "", "warn", "this machine is not a Raspberry Pi", "warglass run --simulate"),
    "another board": (written(MODEL, b"Rock 5B\0"), "board", "", "warn", "Rock 5B is not a", "--simulate"),
    "another system": (
        written("/etc/os-release", b'PRETTY_NAME="Debian GNU/Linux 11 (bullseye)"\nID=debian\nVERSION_ID="11"\n'),
        *("system", "", "warn", "bullseye", "Raspberry Pi OS 12 and 13"),
    ),
    "no os-release": (gone("/etc/os-release"), "system", "", "warn", "an unknown system", "12 and 13"),
    "an old Python": (set_to("python", (3, 9)), "python", "", "fail", "Python 3.9, but Warglass needs", "apt install"),
    "a new Python": (set_to("python", (3, 15)), "python", "", "fail", "needs 3.11 to 3.14", "Install Warglass again"),
    "undervoltage now": (written(THROTTLED, b"50005\n"), "power", "", "warn", "is too low", "short, thick cable"),
    "undervoltage before": (written(THROTTLED, b"50000\n"), "power", "", "warn", "was, since it started,", "supply"),
    "only hot": (written(THROTTLED, b"80008\n"), "power", "", "ok", "good since the start", ""),
    "a board that hides its voltage": (gone(THROTTLED), "power", "", "skipped", "does not tell", ""),
    "a hotspot without an antenna": (wants_a_hotspot, "hotspot", "", "warn", "on, but: ", "nmcli device"),
    "no time": (set_to("in_step", False), "clock", "", "warn", "not synchronised", "timedatectl set-ntp true"),
    "the year 1970": (
        lambda machine: machine.clock.advance(seconds=-1_767_225_000),
        *("clock", "", "warn", "1970-01-01 00:10 UTC, which cannot be", "sand is right all the same"),
    ),
    "the service runs": (written(CGROUP, b"812\n"), "service", "", "ok", "running (process 812)", ""),
    "a table by hand": (
        both(
            written("/proc/locks", b"1: FLOCK  ADVISORY  WRITE 911 b3:02:4711 0 EOF\n"),
            set_to("inodes", {f"{STATE}/lock": 4711}),
        ),
        *("service", "", "ok", "running (process 911)", ""),
    ),
    "the service stopped": (
        written(UNIT, b""),
        "service",
        "",
        "warn",
        "installed, but not",
        "systemctl start warglass",
    ),
    "state of somebody else": (
        set_to("owners", {"/": "root", STATE: "root"}),
        *("state", "", "fail", f"{STATE} cannot be written by pi", f"sudo chown -R $USER {STATE}"),
    ),
    "no place for state": (set_to("owners", {"/": "root"}), "state", "", "fail", "/ cannot be written", "--state"),
    "little disk": (set_to("free", 99_000_000), "disk", "", "warn", "99 MB free", "sudo apt clean"),
    "no disk": (set_to("free", 9_000_000), "disk", "", "fail", "9 MB free", "sudo apt clean"),
    "a disk that cannot be written": (
        written("/proc/mounts", b"/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n"),
        *("disk", "", "fail", f"read-only at /, so no game can be saved in {STATE}", "copy the card to a new one"),
    ),
    "a folder on a disk that cannot be written": (
        written("/proc/mounts", b"/dev/a / ext4 rw 0 0\n\n/dev/b /home/pi\\040x ext4 rw 0 0\n/dev/c /home ext4 ro 0\n"),
        *("state", "", "skipped", "on a disk that is read-only", ""),
    ),
    "a disk that forgets": (
        written("/proc/mounts", b"overlayroot / overlay rw,noatime 0 0\n"),
        *("disk", "", "warn", "is gone when the Pi is switched off", "disable_overlayfs"),
    ),
    "an old kernel": (
        set_to("kernel", "4.19.97-v7l+ armv7l"),
        *("system", "", "warn", "kernel 4.19 is older than 5.10", "sudo apt full-upgrade && sudo reboot"),
    ),
    "a table with a fault": (
        both(written(CGROUP, b"812\n"), set_to("faults", ("GPIO 5 (pin 29) is held by another program.",))),
        *("table", "", "warn", "GPIO 5 (pin 29) is held by another program", "tries again by itself"),
    ),
    "a table that says nothing": (
        both(written(CGROUP, b"812\n"), set_to("faults", None)),
        *("table", "", "warn", "it runs, but does not answer", "journalctl -eu warglass"),
    ),
    "a table without a fault": (written(CGROUP, b"812\n"), "table", "", "ok", "reports no fault", ""),
    "a shorted button": (
        set_to("shorted", {12}),
        *("buttons", "GPIO 12", "fail", "GPIO 12 (red-30) reads pressed", "take the two across from each other"),
    ),
    "a shorted button of a running table": (
        both(written(CGROUP, b"812\n"), set_to("shorted", {12})),
        *("buttons", "", "skipped", "left to the running table", ""),
    ),
    "a group that counts from the next login": (
        both(set_to("forbidden", {"/dev/gpiochip0"}), written("/etc/group", b"adm:x:4:\ngpio:x:993:anna,pi\n")),
        *("gpio", "", "fail", "pi may not open /dev/gpiochip0 yet", "Log out and in again"),
    ),
    "a chip of pins that is root's": (
        both(set_to("forbidden", {"/dev/gpiochip0"}), set_to("groups", {"/dev/gpiochip0": "root"})),
        *("gpio", "", "fail", "it is root's alone", "raspberrypi-sys-mods"),
    ),
    "no pins, so no library": (
        both(gone("/dev/gpiochip0"), set_to("libraries", {"lgpio": "can not open gpiochip"})),
        *("library", "", "skipped", "not tried: there is no /dev/gpiochip0", ""),
    ),
    "no pins": (gone("/dev/gpiochip0"), "gpio", "", "fail", "no /dev/gpiochip0", "sudo apt full-upgrade"),
    "no pins and no Pi": (gone("/dev/gpiochip0", MODEL), "gpio", "", "fail", "has no pins", "--simulate"),
    "not in the gpio group": (
        set_to("forbidden", {"/dev/gpiochip0"}),
        *("gpio", "", "fail", "pi may not open /dev/gpiochip0", "sudo usermod -aG gpio $USER"),
    ),
    "the chip does not say who": (
        set_to("forbidden", {"/dev/gpiochip0"}),
        *("pins", "", "skipped", "no GPIO chip that could be asked", ""),
    ),
    "LG_WD nowhere": (
        set_to("variables", {"LG_WD": "/nowhere"}),
        "fifo",
        "",
        "warn",
        "/nowhere (LG_WD)",
        "unset LG_WD",
    ),
    "LG_WD of one's own": (set_to("variables", {"LG_WD": "/home/pi"}), "fifo", "", "ok", "goes into /home/pi", ""),
    "gpiod has no wheel": (
        set_to("libraries", {"gpiod": "not installed (pip install gpiod)", "lgpio": ""}),
        *("library", "lgpio", "warn", "2,000 times a second", "pip install --only-binary gpiod gpiod"),
    ),
    "gpiod is not needed": (
        set_to("libraries", {"gpiod": "not installed (pip install gpiod)", "lgpio": ""}),
        *("library", "gpiod", "skipped", "not installed; not needed, for lgpio works", ""),
    ),
    "lgpio is missing": (
        set_to("libraries", {"lgpio": "not installed (pip install lgpio)", "RPi.GPIO": ""}),
        *("library", "lgpio", "skipped", "not installed; not needed, for RPi.GPIO works", ""),
    ),
    "no library": (
        set_to("libraries", {"lgpio": "not installed (pip install lgpio)", "RPi.GPIO": "not installed"}),
        *("library", "lgpio", "fail", "not installed", "pip install lgpio"),
    ),
    "no library beside the service": (
        both(written(UNIT, b""), set_to("libraries", {"lgpio": "not installed", "RPi.GPIO": "not installed"})),
        *("library", "lgpio", "fail", "not installed", "sudo /opt/warglass/bin/pip install lgpio"),
    ),
    "lgpio without its FIFO": (
        both(
            set_to("libraries", {"lgpio": "[Errno 2] No such file or directory: '.lgd-nfy-3'"}),
            set_to("variables", {"LG_WD": "/nowhere"}),
        ),
        *("library", "lgpio", "fail", "its FIFO cannot be made in /nowhere", "unset LG_WD"),
    ),
    "lgpio may not": (
        set_to("libraries", {"lgpio": "can not open gpiochip"}),
        *("library", "lgpio", "fail", "it may not open the pins", "usermod -aG gpio"),
    ),
    "RPi.GPIO alone on a Pi 5": (
        set_to("libraries", {"RPi.GPIO": "Cannot determine SOC peripheral base address"}),
        *("library", "RPi.GPIO", "fail", "cannot work on a Raspberry Pi 5", "Use gpiod."),
    ),
    "no Pi for lgpio": (
        set_to("libraries", {"lgpio": "unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo"}),
        *("library", "lgpio", "fail", "no Raspberry Pi", "--simulate"),
    ),
    "lgpio is out of sorts": (
        set_to("libraries", {"lgpio": "it rains"}),
        *("library", "lgpio", "fail", "it rains", "warglass doctor --json"),
    ),
    "a pin of SPI's": (
        set_to("line_users", {24: "spi0 CS1"}),
        *("pins", "GPIO 24", "fail", "GPIO 24 (neutral-120) is taken by spi0 CS1", "raspi-config nonint do_spi 1"),
    ),
    "a pin of another program": (
        set_to("line_users", {23: "lg"}),
        *("pins", "GPIO 23", "fail", "GPIO 23 (the lamp) is taken by lg", "give the lamp another gpio"),
    ),
    "a pin of the kernel's": (
        set_to("line_users", {5: ""}),
        *("pins", "GPIO 5", "fail", "GPIO 5 (gold-30) is taken by the kernel", "/etc/warglass.toml"),
    ),
    "a pin that is none of ours": (set_to("line_users", {4: "onewire@0"}), "pins", "", "ok", "all free", ""),
    "the header is another chip": (
        both(
            written("/dev/gpiochip4", b""),
            set_to(
                "chips",
                {
                    "/dev/gpiochip0": GpioChip(path="/dev/gpiochip0", label="gpio-brcmstb", lines=32),
                    "/dev/gpiochip4": GpioChip(path="/dev/gpiochip4", label="pinctrl-rp1", lines=54),
                },
            ),
            set_to("line_users", {6: "somebody"}),
        ),
        *("pins", "GPIO 6", "fail", "taken by somebody", "gold-60a"),
    ),
    "the service has its pins": (
        both(written(CGROUP, b"812\n"), set_to("line_users", {5: "lg", 6: "warglass"})),
        *("pins", "", "ok", "held by the running table", ""),
    ),
    "I2C is off": (
        both(gone("/dev/i2c-1", "/sys/bus/i2c/devices/i2c-1"), written(CONFIG, b"#dtparam=i2c_arm=on\n")),
        *("i2c", "bus 1", "fail", "I2C is not switched on", "sudo raspi-config nonint do_i2c 0 && sudo reboot"),
    ),
    "no restart yet": (
        gone("/dev/i2c-1", "/sys/bus/i2c/devices/i2c-1"),
        *("i2c", "bus 1", "fail", f"though {CONFIG} switches I2C on", "sudo reboot"),
    ),
    "an old config.txt": (
        both(
            gone("/dev/i2c-1", "/sys/bus/i2c/devices/i2c-1", CONFIG),
            written("/boot/config.txt", b"dtparam=i2c=on,i2c_arm_baudrate=400000\n"),
        ),
        *("i2c", "bus 1", "fail", "though /boot/config.txt switches I2C on", "sudo reboot"),
    ),
    "no i2c-dev": (gone("/dev/i2c-1"), "i2c", "bus 1", "fail", "module i2c-dev is not loaded", "sudo modprobe i2c-dev"),
    "no I2C and no Pi": (
        gone("/dev/i2c-1", "/sys/bus/i2c/devices/i2c-1", MODEL),
        *("i2c", "bus 1", "fail", "there is no /dev/i2c-1", "--simulate"),
    ),
    "not in the i2c group": (
        set_to("forbidden", {"/dev/i2c-1"}),
        *("i2c", "bus 1", "fail", "pi may not open /dev/i2c-1", "sudo usermod -aG i2c $USER"),
    ),
    "a slow bus": (
        written(CLOCK, (100_000).to_bytes(4, "big")),
        *("speed", "bus 1", "warn", "100 kHz is too slow: 12 screens follow", "dtparam=i2c_arm_baudrate=400000"),
    ),
    "a bus that is too fast": (
        written(CLOCK, (1_000_000).to_bytes(4, "big")),
        *("speed", "bus 1", "warn", "1000 kHz is more than the screens' chips take", "i2c_arm_baudrate=400000"),
    ),
    "a bus without a clock": (gone(CLOCK), "speed", "bus 1", "skipped", "does not report the clock", ""),
    "no mux overlay": (
        both(set_to("muxes", set()), written(CONFIG, b"dtparam=i2c_arm=on\n")),
        *("mux", "0x70, bus 1", "fail", "the kernel looks for none", "dtoverlay=i2c-mux,pca9548,addr=0x70"),
    ),
    "a mux overlay for another address": (
        both(set_to("muxes", set()), written(CONFIG, b"dtparam=i2c_arm=on\ndtoverlay=i2c-mux,pca9548,addr=0x71\n")),
        *(
            "mux",
            "0x70, bus 1",
            "fail",
            "the kernel looks for another",
            "Make that dtoverlay=i2c-mux,pca9548,addr=0x70",
        ),
    ),
    "no mux at the start": (
        set_to("muxes", set()),
        *("mux", "0x70, bus 1", "fail", "it answers now, but did not when the Pi was started", "sudo reboot"),
    ),
    "no mux, then and now": (
        both(set_to("muxes", set()), lambda machine: machine.wire().unplug(MUX[1])),
        *("mux", "0x70, bus 1", "fail", "no multiplexer answers", "VIN on 3.3 V"),
    ),
    "a mux without power": (
        lambda machine: machine.wire().unplug(MUX[1]),
        *("mux", "0x70, bus 1", "fail", "it has no power, or a wire is off", "Check its own wires: VIN on 3.3 V"),
    ),
    "a mux at 0x71": (
        moved_mux(0x71),
        *("mux", "0x70, bus 1", "fail", "it answers at 0x71, and /etc/warglass.toml has 0x70", "Put A0 to ground"),
    ),
    "a mux at 0x77": (
        moved_mux(0x77),
        *("mux", "0x70, bus 1", "fail", "it answers at 0x77", "Or write mux = 0x77 for its screens"),
    ),
    "no supply for the screens": (
        lambda machine: machine.missing(*(screen.id for screen in machine.panel.screens)),
        *("mux", "0x70, bus 1", "fail", "it answers, but none of the 12 screens behind it does", "the rails"),
    ),
    "two screens missing": (
        lambda machine: machine.missing("gold-30", "red-30"),
        *("mux", "0x70, bus 1", "ok", "10 of 12 screens behind it answer", ""),
    ),
    "the channels hang": (
        set_to("hanging", set(range(10, 18))),
        *("wires", "bus 1, channel 0", "fail", "SD0 or SC0 is held to ground", "Pull the plugs of channel 0"),
    ),
    "the bus hangs": (
        set_to("hanging", {1}),
        *("wires", "bus 1", "fail", "SDA or SCL is held to ground", "Pull the screens' plugs one after the other"),
    ),
    "a hanging bus keeps nobody waiting": (
        set_to("hanging", {1}),
        *("screen", "red-spell", "skipped", "not asked: bus 1, channel 4: Connection timed out", ""),
    ),
    "one resistor not moved": (
        lambda machine: machine.missing("gold-60a"),
        *("screen", "gold-60a", "fail", "most likely both modules on channel 0 are set to 0x3c, none to 0x3d"),
        "Move the address resistor on gold-60a's module, to 0x3d. To be sure, unplug each of the two in turn",
    ),
    "both resistors moved": (
        lambda machine: machine.missing("gold-30"),
        *("screen", "gold-30", "fail", "most likely both modules on channel 0 are set to 0x3d, none to 0x3c"),
        "no resistor is wrong: gold-30 has a loose wire or no power",
    ),
    "a dead channel": (
        lambda machine: machine.missing("gold-60b", "gold-90"),
        *("wires", "bus 1, channel 1", "fail", "neither gold-60b nor gold-90 answers, though the multiplexer does"),
        "Check the pair SD1 and SC1 of the multiplexer",
    ),
    "the screens of a dead channel": (
        lambda machine: machine.missing("gold-60b", "gold-90"),
        *("screen", "gold-90", "skipped", "as bus 1, channel 1, above", ""),
    ),
    "a screen that fails one time in three": (
        set_to("loose", {"red-60b": 3}),
        *("screen", "red-60b", "fail", "of 100 transfers to 0x3d on bus 1, channel 3 fail", "Press its plug home"),
    ),
    "a screen that fails one time in fifty": (
        set_to("loose", {"red-60b": 50}),
        *("screen", "red-60b", "warn", "2 of 100 transfers to 0x3d", "i2c_arm_baudrate=100000"),
    ),
    "a loose channel": (
        set_to("loose", {"red-60a": 4, "red-60b": 4}),
        *("wires", "bus 1, channel 3", "fail", "transfers fail, on all of its 2 screens", "SD3 and SC3"),
    ),
    "a loose bus": (
        lambda machine: machine.loose.update({screen.id: 5 for screen in machine.panel.screens}),
        *("wires", "bus 1", "fail", "240 of 1200 transfers fail, on all of its 12 screens", "SDA and SCL"),
    ),
    "an SH1106": (
        lambda machine: says_status(machine, "red-90", 0x08),
        *("screen", "red-90", "warn", "most likely its chip is an SH1106", 'chip = "sh1106" for red-90'),
    ),
    "an SSD1306 that says so": (
        lambda machine: says_status(machine, "red-90", 0x06),
        *("screen", "red-90", "ok", "100 of 100 times", ""),
    ),
    "another address": (
        lambda machine: [machine.missing("red-60a"), stray(machine, 0x3E, channel=3)],
        *("screen", "red-60a", "fail", "no answer at 0x3c on bus 1, channel 3, but a chip answers at 0x3e there"),
        "Write address = 0x3e for red-60a in /etc/warglass.toml, or move the address resistor",
    ),
    "another channel": (
        lambda machine: [machine.missing("gold-30"), stray(machine, 0x3C, channel=7)],
        *("screen", "gold-30", "fail", "but a chip answers there on bus 1, channel 7", "to bus 1, channel 0"),
    ),
    "a hanging channel": (
        set_to("hanging", {12}),
        *("screen", "red-30", "skipped", "not asked: bus 1, channel 2: Connection timed out", ""),
    ),
    "a screen behind no mux": (set_to("muxes", set()), "screen", "red-30", "skipped", "kernel has no channels", ""),
    "a screen on no bus": (gone("/dev/i2c-1"), "screen", "red-30", "skipped", "there is no /dev/i2c-1", ""),
    "no network": (set_to("address", "127.0.0.1"), "address", "", "warn", "on no network", "sudo nmtui"),
    "no avahi": (
        gone("/run/avahi-daemon/socket"),
        *("name", "", "warn", "no daemon answers for warglass.local", "sudo apt install avahi-daemon"),
    ),
    "a bad name": (set_to("hostname", "my_pi"), "name", "", "warn", "'my_pi' cannot be used", "hostnamectl"),
    "our own port": (set_to("port_state", Port.OURS), "port", "", "ok", "8080 is the running table's", ""),
    "a port taken": (
        set_to("port_state", Port.TAKEN),
        *("port", "", "fail", "8080 is taken by another program", "sudo ss -ltnp 'sport = :8080'"),
    ),
    "a low port": (set_to("port_state", Port.FORBIDDEN), "port", "", "fail", "below 1024", "port = 8080"),
    "a low port for the service": (
        both(written(UNIT, b""), set_to("port_state", Port.FORBIDDEN)),
        *("port", "", "skipped", "for the service alone", ""),
    ),
    "a foreign host": (set_to("port_state", Port.NOT_HERE), "port", "", "fail", "not an address of this", "host line"),
}
