"""The unit under a real systemd: coming up, staying within its fence, going down, coming back."""

import re
from base64 import b64encode
from typing import Any

import pytest

from companion.table.view import TimerState
from companion.wartime.scenario.scenario import BOX
from tests.kernel.box import GPIO, ROOT, SCREENS, Box

INVENTED = ROOT / "tests" / "companion" / "warzone" / "invented"
CONNECTION_REFUSED = 7
"""curl's."""
OUTSIDE = "203.0.113.5"
INSIDE = "192.168.7.5"
RUN_MS = {spec.id: 1000 * spec.seconds for spec in BOX}
SYNCED_MS = 2500
"""The journal is synced once a second; an emulated disk takes its time."""
ADDRESS_ON_LOOPBACK = """python3 - <<'EOF'
import fcntl, socket, struct
with socket.socket() as any_socket:
    for name, address in ((b"lo:1", "{}"), (b"lo:2", "{}")):
        request = struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(address))
        fcntl.ioctl(any_socket, 0x8916, request)  # SIOCSIFADDR
EOF"""


def test_comes_up_and_tells_systemd(box: Box) -> None:
    assert box.show("ActiveState") == "active"
    box.until(lambda: box.show("StatusText") == box.status(), within=15)
    assert box.run("curl -sS -o /dev/null -w '%{http_code}' http://localhost/healthz") == "200"


def test_stays_within_its_fence(box: Box) -> None:
    """What the kernel says of the process, not what the unit asks for."""
    process = box.show("MainPID")
    status = dict(re.findall(r"^(\w+):\s+(.*)$", box.run(f"cat /proc/{process}/status"), re.MULTILINE))
    assert [int(status[kind], 16) for kind in ("CapBnd", "CapEff", "CapAmb", "CapInh")] == [0] * 4
    assert box.run(f"cat /proc/{process}/uid_map | wc -l").strip() == "2", "root and itself"
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert box.run(f"ps -o user= -p {process}").strip() == "warglass"
    inside = f"nsenter --target {process} --mount"
    assert box.tried(f"{inside} touch /etc/x /opt/warglass/x /home/x")[0] != 0
    assert box.tried(f"{inside} test -w /sys/class/gpio/export")[0] == 0
    assert box.tried(f"{inside} test -w /sys/module/i2c_core/uevent")[0] != 0


def test_keeps_its_own_files_in_its_state_and_its_pins_want_none(box: Box) -> None:
    found = box.run("stat -c '%U %a %n' /var/lib/warglass /var/lib/warglass/*").split("\n")
    assert found[0] == "warglass 700 /var/lib/warglass"
    assert not [name for name in found[1:] if name and not name.startswith("warglass ")]
    assert box.run("find /var /run /tmp /opt/warglass -name '.lgd-nfy*'") == ""


def test_answers_the_lan_and_nobody_else(box: Box) -> None:
    """Through the socket that systemd opened, which is all it has."""
    box.run(ADDRESS_ON_LOOPBACK.format(OUTSIDE, INSIDE))
    ask = "curl -sS -m 3 -o /dev/null --interface {0} http://{0}/healthz"
    assert box.tried(ask.format(INSIDE)) == (0, "")
    timed_out = 28
    assert box.tried(ask.format(OUTSIDE))[0] == timed_out


def test_a_stop_is_not_undone_by_phones_that_ask_again(box: Box) -> None:
    box.run("systemctl stop warglass")
    assert box.tried("curl -sS -m 3 -o /dev/null http://localhost/healthz")[0] == CONNECTION_REFUSED
    assert box.show("ActiveState") == "inactive"
    box.start()


def test_another_port_in_the_configuration_is_named_until_it_is_installed(box: Box) -> None:
    good = box.run("cat /etc/warglass.toml")
    mark = box.cursor()
    box.configure(good.replace("port = 80\n", "port = 8080\n"))
    try:
        assert box.tried("systemctl restart warglass")[0] != 0
        assert "0.0.0.0:8080, and systemd does on 0.0.0.0:80" in box.said(mark)
        assert "sudo make install" in box.said(mark)
        assert (box.show("NRestarts"), box.show("ExecMainStatus")) == ("0", "78")
        assert box.tried("curl -sS -m 3 -o /dev/null http://localhost/healthz")[0] == CONNECTION_REFUSED
    finally:
        box.configure(good)
        box.start()


def test_reads_files_in_a_process_that_stays_within_the_same_fence(box: Box) -> None:
    data = [(INVENTED / name).read_bytes() for name in ("Lamps.cat", "Lamps_Eternal.gst")]
    files = [{"name": f"{number}.cat", "data": b64encode(each).decode()} for number, each in enumerate(data)]
    assert len(box.post("/api/warzone/units/import", files=files)["units"]) == 8
    process = box.show("MainPID")
    assert box.tried(f"pgrep -P {process}") == (1, "")


def test_a_stop_leaves_every_screen_dark_and_the_sand_where_it_was(box: Box) -> None:
    box.post("/api/table/begin")
    box.press("gold-60a@0")
    box.until(lambda: len(box.flips()) == 1, within=10)
    box.run("curl -sSN localhost/api/events >/root/events 2>&1 & until test -s /root/events; do sleep 0.1; done")
    stop = "systemctl stop warglass 2>/dev/null"
    took_us = box.run(f"b=$EPOCHREALTIME; {stop}; e=$EPOCHREALTIME; echo $((${{e/./}} - ${{b/./}}))")
    box.tell(f"a stop with a stream open: {int(took_us) / 1e6:.1f} s")
    assert box.show("Result") == "success", "a stop that waits for a stream is ended by systemd"
    assert [screen for screen in SCREENS if box.lit(screen)] == []
    box.start()
    assert box.table().paused
    assert box.get("/api/log")["events"][-1]["type"] == "paused"


class Game:
    """A game with sand falling on both sides, and what has to be left of it whatever happens from here on."""

    def __init__(self, box: Box) -> None:
        self._box = box
        box.post("/api/table/begin")
        box.press("gold-60a@0")
        box.until(lambda: len(box.flips()) == 1, within=10)
        # Neither runs out before a watchdog has lost its patience: sand falls on while a process stands still.
        box.post("/api/timers/red-90/flip")
        self._flips = [flip["seq"] for flip in box.flips()]
        self._process = box.show("MainPID")

    def comes_back(self, *, within: float) -> list[dict[str, Any]]:
        """Another process takes over, paused, with the sand as it was at the last flip. Returns the flips that it knows
        of beyond those that the game began with."""
        box = self._box
        box.until(
            lambda: box.show("MainPID") not in ("0", self._process) and box.show("ActiveState") == "active",
            within=within,
        )
        table = box.table()
        assert table.paused
        flips = box.flips()
        assert [flip["seq"] for flip in flips][: len(self._flips)] == self._flips
        sand = {timer.id: timer.remaining_ms for timer in table.timers if timer.state is TimerState.ACTIVE}
        fell_ms = {flip["timer"]: flips[-1]["mono_ms"] - flip["mono_ms"] for flip in flips}
        assert sand == {timer: pytest.approx(RUN_MS[timer] - ms, abs=1) for timer, ms in fell_ms.items()}
        box.until(lambda: box.wrong() == [], within=30)
        return flips[len(self._flips) :]


def test_a_kill_loses_nothing_and_systemd_brings_it_back_paused(box: Box) -> None:
    game = Game(box)
    box.run(f"kill -KILL {box.show('MainPID')}")
    game.comes_back(within=60)


def test_a_process_that_stands_still_is_started_again_by_the_watchdog(box: Box) -> None:
    game = Game(box)
    mark = box.cursor()
    box.run(f"kill -STOP {box.show('MainPID')}")
    game.comes_back(within=120)
    said = box.said(mark)
    assert "Watchdog timeout" in said
    assert "most recent call first" in said, "where every thread stood"


def test_a_power_cut_loses_nothing_that_was_a_second_old(box: Box) -> None:
    game = Game(box)
    box.until(lambda: box.table().server_ms - box.flips()[-1]["mono_ms"] > SYNCED_MS, within=20)
    pressed = ["gold-30", "red-30", "gold-90", "red-60a"]
    box.press(*(f"{control}@{150 * number}" for number, control in enumerate(pressed)))
    box.cut_the_power()
    left = [flip["timer"] for flip in game.comes_back(within=120)]
    assert left == pressed[: len(left)]
    box.tell(
        f"power cut: of {len(pressed)} presses in the half second before it {len(left)} are left, of older ones all"
    )


def test_a_broken_configuration_names_key_and_line_and_starts_nothing(box: Box) -> None:
    good = box.run("cat /etc/warglass.toml")
    own = (ROOT / "companion" / "panel" / "shipped" / "full.toml").read_text(encoding="utf-8")
    box.run("systemctl stop warglass")
    mark = box.cursor()
    line = 1 + own.split("\n").index(f"gpio = {GPIO['gold-60a']}")
    box.configure(own.replace(f"gpio = {GPIO['gold-60a']}\n", "gpio = 99\n"))
    try:
        assert box.tried("systemctl start warglass")[0] != 0
        assert f"/etc/warglass.toml, line {line}: panel.controls[1].gpio:" in box.said(mark)
        assert (box.show("ActiveState"), box.show("NRestarts"), box.show("ExecMainStatus")) == ("failed", "0", "78")
        assert [screen for screen in SCREENS if box.lit(screen)] == []
    finally:
        box.configure(good)
