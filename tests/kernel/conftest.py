"""One virtual machine for all kernel tests.

WARGLASS_HIL names a directory with a bench.py that boots it: `boot(tar=…)` gives a guest with a GPIO chip, and SSD1306
panels on I2C buses or behind a multiplexer. Tests take the `box`, in any order, and leave wires and configuration as
they found them; only an uninstallation comes last.
"""

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.kernel.box import Box, payload

GUEST_PYTHON = (3, 11)
HERE = Path(__file__).parent


def why_not() -> str | None:
    """What is missing for a virtual machine here; None where nothing is."""
    place = os.environ.get("WARGLASS_HIL")
    if not place:
        return "WARGLASS_HIL does not say where the virtual machine's bench.py is"
    if not (Path(place) / "bench.py").is_file():
        return f"there is no bench.py in WARGLASS_HIL={place}"
    if shutil.which("qemu-system-x86_64") is None:
        return "qemu-system-x86_64 is not installed"
    if (sys.version_info[:2], platform.machine()) != (GUEST_PYTHON, "x86_64"):
        return "the virtual machine has Python 3.11 on x86-64: run this with the same"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = why_not()
    # It leaves the others nothing to test.
    items.sort(key=lambda item: item.path == HERE / "test_uninstall.py")
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.kernel)
            if reason is not None:
                item.add_marker(pytest.mark.skip(reason=reason))


class QemuThatRestarts:
    """What the bench needs of subprocess. Its guest ends when it restarts; this one keeps its disk and comes up."""

    DEVNULL = subprocess.DEVNULL
    STDOUT = subprocess.STDOUT

    @staticmethod
    def Popen(command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
        return subprocess.Popen([*command, "-action", "reboot=reset"], **options)


MEASURED = pytest.StashKey[list[str]]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    figures = config.stash.get(MEASURED, [])
    if figures:
        terminalreporter.section("measured in the virtual machine")
    for figure in figures:
        terminalreporter.write_line(figure)


@contextmanager
def booted(packed: Path, config: pytest.Config) -> Iterator[Box]:
    """A machine with that payload, and nothing installed yet. What it measures is told at the end of the run."""
    spec = importlib.util.spec_from_file_location("bench", Path(os.environ["WARGLASS_HIL"]) / "bench.py")
    assert spec is not None
    assert spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    with warnings.catch_warnings():
        # While the guest boots, the bench drops the sockets that it tried in vain.
        warnings.simplefilter("ignore", ResourceWarning)
        bench.subprocess = QemuThatRestarts
        guest = bench.boot(tar=packed)
    try:
        box = Box(guest)
        box.figures = config.stash.setdefault(MEASURED, box.figures)
        yield box
    finally:
        guest.socket.close()
        guest.close()


@pytest.fixture(scope="session")
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """The box with everything installed, and a phone that has joined."""
    with booted(payload(tmp_path_factory.mktemp("payload")), request.config) as box:
        box.said_at_install = box.install()
        # Nobody waits with the plug for the kernel to write what was installed.
        box.cut_the_power()
        box.start()
        box.join()
        yield box


@pytest.fixture
def box(machine: Box) -> Box:
    """The box running, with a new game that has not begun."""
    machine.start()
    machine.new_game()
    return machine
