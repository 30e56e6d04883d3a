"""A table, a broker and an organiser on one machine, by the units that the installer puts there: a real systemd keeps
them apart, a real power cut ends them all. In a virtual machine of its own, in order."""

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kernel.box import CURL, THERE, Box, bring_debs, payload
from tests.kernel.conftest import booted

FOLDER = "/var/lib/warglass-hall"
UNITS = ("warglass-broker", "warglass-hall")
SLOW_S = 240
"""What takes a Pi some seconds, on an emulated processor that others share."""
ROWS = f"""
import sqlite3
db = sqlite3.connect("file:{FOLDER}/hall.sqlite?mode=ro", uri=True)
print(db.execute("SELECT count(*) FROM row JOIN match ON of = id WHERE tbl = 'table-1'").fetchone()[0])
"""


class Hall:
    """The organiser's side of the box."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def command(self, *arguments: str) -> str:
        """`warglass hall`, as its own user runs it."""
        said = shlex.join(["warglass", "hall", *arguments, "--folder", FOLDER])
        return self.box.run(f"cd / && runuser -u warglass-hall -- {said}")

    def active(self) -> list[str]:
        return [self.box.tried(f"systemctl is-active {unit}")[1].strip() for unit in UNITS]

    def tables(self) -> dict[str, Any]:
        """As the organiser's page has them; none while it does not answer."""
        status, said = self.box.tried(f"{CURL} -f http://localhost:8090/api/hall")
        return {each["table"]: each for each in json.loads(said)["tables"]} if status == 0 else {}

    def online(self, table: str = "table-1") -> bool:
        return bool(self.tables().get(table, {}).get("online"))

    def archived(self) -> int:
        """Rows of the first table."""
        return int(self.box.run(f"/opt/warglass/bin/python -I -c {shlex.quote(ROWS)}"))

    def comes(self) -> None:
        """Waits until the first table is there."""
        try:
            self.box.until(self.online, within=SLOW_S)
        except AssertionError as error:
            said = self.box.run("journalctl --no-pager -o short -n 400 -u 'warglass*' | grep -v 'File\\|Thread'")
            hall = self.box.tried(f"{CURL} http://localhost:8090/api/hall")[1][:600]
            raise AssertionError(f"{self.box.get('/api/table')['hall']} {hall}\n{said}") from error


@pytest.fixture(scope="module")
def hall(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A box with a table that is let into no hall, Debian's Mosquitto, and a hall's units without a hall."""
    packed = payload(tmp_path_factory.mktemp("payload"), extras="pi,hall")
    bring_debs(packed, "broker", "mosquitto")
    with booted(packed, request.config) as box:
        box.install()
        box.lay_out("broker")
        box.said_at_install = box.run(f"cd {THERE} && systemd/install-hall.sh")
        box.start()
        box.join()
        yield Hall(box)


def card(said: str) -> str:
    (found,) = re.findall(r"WG1-\S+", said)
    return str(found)


def test_the_units_wait_until_there_is_a_hall(hall: Hall) -> None:
    assert "Now make the hall" in hall.box.said_at_install
    assert hall.active() == ["inactive", "inactive"]
    hall.command("new", "club-night", "--broker", "127.0.0.1")
    hall.box.run(f"systemctl start {' '.join(UNITS)}")
    hall.box.until(lambda: hall.box.tried(f"{CURL} -f http://localhost:8090/healthz")[0] == 0, within=SLOW_S)
    assert hall.active() == ["active", "active"]
    assert hall.box.run(f"stat -c '%U %a' {FOLDER} {FOLDER}/ca.key {FOLDER}/organiser.key").split() == [
        *("warglass-hall", "700"),
        *("warglass-hall", "600"),
        *("warglass-hall", "600"),
    ]
    hidden = hall.box.tried(
        "nsenter -t $(systemctl show -P MainPID warglass-broker) -m -- ls /var/lib/warglass-hall/ca.key"
    )
    assert hidden[0] != 0, "the broker does not see what its certificate is signed with"


def test_a_table_that_was_not_let_in_says_what_to_do(hall: Hall) -> None:
    said = hall.command("enrol", "table-1", "--called", "Table 1")
    assert "No broker runs" not in said
    hall.box.until(lambda: "table-1" in hall.tables(), within=SLOW_S)
    with pytest.raises(RuntimeError, match=r"On its machine:  sudo make install HALL=1"):
        hall.box.post("/api/hall/card", card=card(said))
    hall.box.run(f"cd {THERE} && HALL=1 systemd/install.sh")
    hall.box.start()
    hall.box.post("/api/hall/card", card=card(said))
    hall.comes()


def test_what_is_played_is_in_the_archive(hall: Hall) -> None:
    hall.box.new_game()
    hall.box.post("/api/table/begin")
    hall.box.post("/api/timers/gold-30/flip")
    rows = len(hall.box.get("/api/log")["events"])
    assert rows
    hall.box.until(lambda: hall.archived() >= rows, within=SLOW_S)


def test_what_is_killed_comes_back_and_the_table_with_it(hall: Hall) -> None:
    for unit in UNITS:
        hall.box.run(f"systemctl kill -s KILL {unit}")
        hall.box.until(lambda: hall.active() == ["active", "active"], within=SLOW_S)
        hall.comes()
    hall.box.run("systemctl stop warglass-broker")
    hall.box.post("/api/table/pause")
    assert hall.box.get("/api/table")["paused"]
    hall.box.run("systemctl start warglass-broker")
    hall.comes()


def test_who_is_enrolled_or_removed_is_in_or_out_at_once(hall: Hall) -> None:
    hall.command("enrol", "table-2")
    hall.box.until(lambda: "table-2" in hall.tables(), within=SLOW_S)
    assert hall.online()
    hall.command("remove", "table-1")
    hall.box.until(lambda: not hall.online(), within=SLOW_S)
    hall.box.post("/api/hall/card", card=card(hall.command("enrol", "table-1")))
    hall.comes()
    hall.box.run("systemctl reload warglass-broker")
    hall.comes()


def test_a_power_cut_costs_the_hall_nothing(hall: Hall) -> None:
    before = hall.archived()
    hall.box.run("sync")
    hall.box.cut_the_power()
    hall.box.until(lambda: hall.active() == ["active", "active"], within=SLOW_S)
    hall.comes()
    assert hall.archived() >= before
    assert set(hall.tables()) == {"table-1", "table-2"}


def test_none_of_it_was_refused_anything(hall: Hall) -> None:
    """What the sandbox keeps from them, they do not want."""
    said = hall.box.run("journalctl --no-pager -o cat -u warglass-broker -u warglass-hall -u warglass")
    assert [line for line in said.splitlines() if re.search("Operation not permitted|Traceback|seccomp", line)] == []


def test_what_is_uninstalled_keeps_the_hall(hall: Hall) -> None:
    hall.box.uninstall()
    assert hall.active() == ["inactive", "inactive"]
    assert hall.box.tried(f"test -e {FOLDER}/hall.json")[0] == 0
    assert hall.box.tried("systemctl cat warglass-hall")[0] != 0
