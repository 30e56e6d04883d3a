"""What happens between the command and READY: the faces come first, presses count, and a stop waits for no page."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import PATIENCE_S

INTERRUPTED = """
import builtins, os, signal, sys, threading
from companion.table.table import Table
from hardware.simulated.module import Module
from hardware.simulated.simulator import SimulatedPanel, Simulator

where, patience = sys.argv.pop(1), float(sys.argv.pop(1))
simulators, lit, all_lit, asked = [], set(), threading.Event(), threading.Event()
made, close, receive = Simulator.__init__, Simulator.close, Module.receive
wired, stopped = SimulatedPanel.__init__, SimulatedPanel.stop


def stop():
    os.kill(os.getpid(), signal.SIGTERM)


def making(simulator, config, **rest):
    simulators.append(simulator)
    made(simulator, config, **rest | {"khz": None})
    if where == "panel":
        stop()


def closing(simulator):
    seen = any(any(chip.visible_bytes) for chip in simulator.chips.values())
    print("lit" if seen else "dark", "after", len(lit), flush=True)
    close(simulator)


def wiring(panel, *, invite, **rest):
    panel.asks = invite
    wired(panel, invite=invite, **rest)


def stopping(panel):
    invite = panel.asks()
    print("the last face is of", invite and invite.link, flush=True)
    stopped(panel)


def receiving(module, payload):
    receive(module, payload)
    if module.on:
        lit.add(module)
        if len(lit) == 12:
            all_lit.set()


def noted(method):
    def noting(table, command, *, source, **at):
        done = method(table, command, source=source, **at)
        print(type(command).__name__, source, flush=True)
        asked.set()
        return done

    return noting


Simulator.__init__, Simulator.close, Module.receive = making, closing, receiving
Table.dispatch, Table.act = noted(Table.dispatch), noted(Table.act)
SimulatedPanel.__init__, SimulatedPanel.stop = wiring, stopping


def importing(name, *rest, **named):
    if name in ("companion.app.site", "web.app") and where.startswith(name):
        builtins.__import__ = imports
        all_lit.wait(patience)
        if where.endswith("deaf"):
            from web.http.server import Server
            Server.serve = lambda server: None
            return imports(name, *rest, **named)
        if where.endswith("breaks"):
            raise ImportError("this page is broken")
        if where.endswith("press"):
            simulators[0].pin(BUTTON).drive_low()
            simulators[0].pin(BUTTON).drive_high()
            asked.wait(patience)
        stop()
        if where.endswith("never"):
            threading.Event().wait()
    return imports(name, *rest, **named)


imports = builtins.__import__
from companion.app.cli import main
from companion.config import shipped_panel

BUTTON = next(each.gpio for each in shipped_panel("full").controls if each.pauses)
builtins.__import__ = importing
main(prog_name="warglass")
"""


def started(state: Path, where: str) -> "subprocess.CompletedProcess[str]":
    """A service that comes as far as `where` in its start, to its end."""
    run = ["run", "--simulate", "--host", "127.0.0.1", "--port", "0", "--state", str(state)]
    command = [sys.executable, "-c", INTERRUPTED, where, str(PATIENCE_S), *run]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


@pytest.mark.parametrize("where", ["companion.app.site never", "web.app never", "web.app"])
def test_a_stop_while_pages_are_imported_darkens_all_screens_and_waits_for_none_of_them(
    tmp_path: Path, where: str
) -> None:
    done = started(tmp_path, where)
    assert (done.stderr, done.returncode) == ("", 0)
    assert "dark after 12" in done.stdout
    assert "Join code" not in done.stdout


def test_a_stop_before_the_panel_stands_leaves_it_dark(tmp_path: Path) -> None:
    done = started(tmp_path, "panel")
    assert (done.stderr, done.returncode) == ("", 0)
    assert "dark after 0" in done.stdout


def test_a_press_before_there_are_pages_counts(tmp_path: Path) -> None:
    done = started(tmp_path, "companion.app.site press")
    assert (done.stderr, done.returncode) == ("", 0)
    assert "Flip button pause" in done.stdout.splitlines()


def test_pages_that_cannot_be_imported_end_the_service_in_the_dark(tmp_path: Path) -> None:
    done = started(tmp_path, "web.app breaks")
    assert done.returncode == 1
    assert "this page is broken" in done.stderr
    assert "dark after 12" in done.stdout


def test_a_server_that_ends_by_itself_ends_the_service_to_be_started_anew(tmp_path: Path) -> None:
    done = started(tmp_path, "companion.app.site deaf")
    assert done.returncode == 1
    assert "no longer answers phones" in done.stderr
    assert "Traceback" not in done.stderr
    assert "dark after 12" in done.stdout
