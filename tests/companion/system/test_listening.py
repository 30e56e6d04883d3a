"""The socket that phones connect to: systemd's where it passes one, our own where not."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.system.listening import listen, place

ANSWER = "answered by the socket that was passed"
CHILD = f"""
import os
from companion.system.listening import listen
entrance = listen("127.0.0.1", int(os.environ["PORT"]), environment=os.environ | {{"LISTEN_PID": str(os.getpid())}})
print(os.get_inheritable(entrance.fileno()))
entrance.accept()[0].sendall(b"{ANSWER}")
"""
ELSEWHERE = """
import os
from companion.app.cli import main
os.environ["LISTEN_PID"] = str(os.getpid())
main()
"""


@pytest.mark.parametrize(
    ("host", "port", "written"),
    [
        ("0.0.0.0", 80, "0.0.0.0:80"),
        ("", 8080, "0.0.0.0:8080"),
        ("192.168.1.5", 80, "192.168.1.5:80"),
        ("::", 8080, "[::]:8080"),
        ("localhost", 80, "127.0.0.1:80"),
    ],
)
def test_is_written_as_systemd_reads_it(host: str, port: int, written: str) -> None:
    assert place(host, port) == written


@pytest.mark.parametrize("host", ["no such host", "warglass..local", "w" * 64])
def test_a_host_that_nobody_knows_is_an_error(host: str) -> None:
    with pytest.raises(OSError, match="not known"):
        place(host, 80)


@pytest.mark.parametrize("environment", [{}, {"LISTEN_PID": "1", "LISTEN_FDS": "1"}, {"LISTEN_PID": str(os.getpid())}])
def test_without_systemds_there_is_one_of_our_own(environment: dict[str, str]) -> None:
    with listen("127.0.0.1", 0, environment=environment) as own:
        assert own.getsockname()[0] == "127.0.0.1"


@pytest.fixture
def opened() -> "socket.socket":
    entrance = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    entrance.bind(("127.0.0.1", 0))
    entrance.listen()
    return entrance


def passed(entrance: socket.socket, program: str, *arguments: str) -> "subprocess.Popen[str]":
    """The program as systemd starts it: the socket is its descriptor 3."""
    return subprocess.Popen(
        ["bash", "-c", f'exec "$@" 3<&{entrance.fileno()}', "-", sys.executable, "-c", program, *arguments],
        pass_fds=[entrance.fileno()],
        env=os.environ | {"LISTEN_FDS": "1", "PORT": str(entrance.getsockname()[1])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_systemds_is_taken_and_handed_to_no_worker(opened: socket.socket) -> None:
    with opened, passed(opened, CHILD) as process, socket.create_connection(opened.getsockname()) as phone:
        assert phone.recv(100).decode() == ANSWER
        assert process.communicate()[0] == "False\n"


def test_one_that_listens_elsewhere_is_named_and_not_tried_again(opened: socket.socket, tmp_path: Path) -> None:
    """Somebody has edited [web]: the table does not quietly stay where it was."""
    written = tmp_path / "warglass.toml"
    written.write_text("[web]\nport = 8080\n", encoding="utf-8")
    arguments = ["run", "--simulate", "--config", str(written), "--state", str(tmp_path / "state")]
    with opened, passed(opened, ELSEWHERE, *arguments) as process:
        said = process.communicate()[1]
        assert f"0.0.0.0:8080, and systemd does on 127.0.0.1:{opened.getsockname()[1]}" in said
        assert "sudo make install" in said
        assert process.returncode == os.EX_CONFIG
