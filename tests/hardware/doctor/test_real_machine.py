"""This very machine, as far as any machine can be told to answer the same; and the kernel's structs, byte by byte."""

import fcntl
import os
import socket
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from hardware.doctor import real_machine
from hardware.doctor.machine import Port
from hardware.doctor.real_machine import RealMachine
from hardware.pins.library import GpioChip, LineUser, chip_at, user_of_line
from tests.support import PATIENCE_S, free_port


def test_files_are_read_found_and_owned(tmp_path: Path) -> None:
    machine = RealMachine()
    file = tmp_path / "a.txt"
    file.write_bytes(b"x")
    assert machine.read(str(file)) == b"x"
    assert machine.glob(f"{tmp_path}/*.txt") == [str(file)]
    assert machine.glob(f"{tmp_path}/*/*.txt") == []
    assert machine.may_open(str(file))
    assert not machine.may_open(str(tmp_path / "b"))
    assert machine.owner(str(file)) == machine.user
    assert machine.owner(str(tmp_path / "b")) is None
    assert machine.inode(str(file)) == os.stat(file).st_ino  # noqa: PTH116
    assert machine.inode(str(tmp_path / "b")) is None
    with pytest.raises(FileNotFoundError):
        machine.read(str(tmp_path / "b"))


def test_the_disk_of_a_folder_that_is_not_there_yet_is_its_parents(tmp_path: Path) -> None:
    free = RealMachine().free_bytes(str(tmp_path / "not" / "yet"))
    there = os.statvfs(tmp_path)
    assert free == pytest.approx(there.f_bavail * there.f_frsize, rel=0.05)


def test_versions_and_clocks_are_the_systems_own() -> None:
    machine = RealMachine()
    assert machine.python == sys.version_info[:2]
    assert machine.kernel.startswith(os.uname().release)
    assert machine.hostname == os.uname().nodename
    before = time.time_ns()
    assert before <= machine.clock.wall() <= time.time_ns()
    assert machine.synchronised() in (True, False)


class _Page(BaseHTTPRequestHandler):
    body = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""


@pytest.mark.parametrize(
    ("body", "who"),
    [
        (b'{"status":"ok"}', Port.OURS),
        (b'{"status":"stopped"}', Port.OURS),
        (b"<h1>It works</h1>", Port.TAKEN),
        (b'{"status":"ok","version":"1"}', Port.TAKEN),
        (b"[]", Port.TAKEN),
    ],
)
def test_who_has_a_port_is_told_by_its_answer(body: bytes, who: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_machine, "_ANSWER_S", PATIENCE_S)
    page = type("Page", (_Page,), {"body": body})
    port = free_port()  # one of the kernel's own choosing may be somebody else's as soon as it is closed
    with HTTPServer(("127.0.0.1", port), page) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        assert RealMachine().port("0.0.0.0", port) is who
        thread.join()
    assert RealMachine().port("0.0.0.0", port) is Port.FREE


def test_a_program_that_does_not_speak_http_is_another_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def hang_up() -> None:
            listening.accept()[0].close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        assert RealMachine().port("127.0.0.1", listening.getsockname()[1]) is Port.TAKEN
        thread.join()


def test_an_address_of_somebody_else_is_not_here() -> None:
    assert RealMachine().port("192.0.2.99", 8080) is Port.NOT_HERE


def test_the_kernels_answer_about_a_chip_is_taken_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Offsets from the kernel's gpio.h: name, label, lines of a chip."""
    device = tmp_path / "gpiochip0"
    device.touch()

    def answer(_: int, request: int, asked: bytes) -> bytes:
        assert (request, len(asked)) == (0x8044B401, 68)
        return b"gpiochip0".ljust(32, b"\0") + b"pinctrl-bcm2711".ljust(32, b"\0") + struct.pack("=I", 58)

    monkeypatch.setattr(fcntl, "ioctl", answer)
    assert chip_at(str(device)) == GpioChip(path=str(device), label="pinctrl-bcm2711", lines=58)


@pytest.mark.parametrize(
    ("flags", "consumer", "user"),
    [(0, b"", None), (1, b"spi0 CS1", LineUser(name="spi0 CS1")), (1 | 1 << 2, b"", LineUser(name=""))],
)
def test_the_kernels_answer_about_a_line_is_taken_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, flags: int, consumer: bytes, user: LineUser | None
) -> None:
    device = tmp_path / "gpiochip0"
    device.touch()

    def answer(_: int, request: int, asked: bytes) -> bytes:
        assert (request, len(asked)) == (0xC100B405, 256)
        assert asked[64:68] == struct.pack("=I", 7)
        return b"GPIO7".ljust(32, b"\0") + consumer.ljust(32, b"\0") + struct.pack("=IIQ", 7, 0, flags) + bytes(176)

    monkeypatch.setattr(fcntl, "ioctl", answer)
    assert user_of_line(str(device), 7) == user


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        (
            b'{"version":3,"faults":["GPIO 5 (pin 29) is held by spi0."],"timers":[]}',
            ("GPIO 5 (pin 29) is held by spi0.",),
        ),
        (b'{"version":3}', ()),
        (b"<h1>Wait</h1>", None),
        (b'{"faults":7}', None),
    ],
)
def test_a_running_table_is_asked_for_its_faults(
    body: bytes, faults: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(real_machine, "_ANSWER_S", PATIENCE_S)
    page = type("Page", (_Page,), {"body": body})
    with HTTPServer(("127.0.0.1", 0), page) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        assert RealMachine().table_faults("0.0.0.0", server.server_port) == faults
        thread.join()
        gone = server.server_port
    assert RealMachine().table_faults("0.0.0.0", gone) is None


def test_a_file_belongs_to_a_group(tmp_path: Path) -> None:
    assert RealMachine().group(str(tmp_path)) == tmp_path.group()
    assert RealMachine().group(str(tmp_path / "b")) is None
