"""What each pin library costs on a real kernel: a service that rests, and a press. Run by `make bench-kernel`.

The guest is emulated: the figures are upper bounds, and good for comparing the libraries with each other. RPi.GPIO is
not among them: it needs a Raspberry Pi's own processor.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kernel.box import GPIO, PANEL, SITE, Box
from tests.kernel.conftest import why_not

HERE = Path(__file__).parent
LIBRARIES = ("gpiod", "lgpio")
AWAY = "/root/away"
SETTLING_S = 300
RESTING_S = 30
STILL = 0.6
"""Share of a core below which a service has made its pages ready: until then it takes all of one."""
FULL = 'panel = "full"\n\n[web]\nport = 80\n'
BUTTONS = '[web]\nport = 80\n\n[panel]\nname = "buttons"\n' + "".join(
    f'\n[[panel.controls]]\nid = "{control.id}"\ngpio = {control.gpio}\n'
    + (f'timer = "{control.timer}"\n' if control.timer else "")
    for control in PANEL.controls
)
PANELS = {f"{len(PANEL.controls)} buttons": BUTTONS, "the full panel": FULL}


@pytest.fixture(scope="module", autouse=True)
def ready(machine: Box) -> None:
    assert why_not() is None
    for script in ("rest.py", "presses.py"):
        machine.guest.put(HERE / script, f"/root/{script}")


@contextmanager
def only(box: Box, library: str) -> Iterator[None]:
    """What is tried before it is not there, and no service runs."""
    box.run("systemctl stop warglass; mkdir -p " + AWAY)
    if library != "gpiod":
        box.run(f"mv {SITE}/gpiod {AWAY}")
    try:
        yield
    finally:
        box.run(f"systemctl stop warglass; test ! -e {AWAY}/gpiod || mv {AWAY}/gpiod {SITE}")


@pytest.mark.parametrize("library", LIBRARIES)
def test_press(machine: Box, library: str) -> None:
    gpios = " ".join(str(gpio) for gpio in GPIO.values())
    with only(machine, library):
        said = machine.run(f"cd {AWAY} && LG_WD={AWAY} /opt/warglass/bin/python /root/presses.py {library} {gpios}")
    found = json.loads(said)
    late = sorted(found["late"])
    p50, p99 = (late[round(share * (len(late) - 1))] / 1e6 for share in (0.5, 0.99))
    heard = f"{len(late)} of {found['made']} presses heard"
    machine.tell(f"{library}: {heard}, from the kernel's stamp to the input thread p50 {p50:.2f} ms, p99 {p99:.2f} ms")


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("library", LIBRARIES)
def test_rest(machine: Box, library: str, panel: str) -> None:
    with only(machine, library), machine.configured(PANELS[panel]):
        machine.run("systemctl reset-failed warglass; systemctl start warglass")
        rest = f"python3 /root/rest.py {machine.show('MainPID')}"
        machine.until(lambda: bool(json.loads(machine.run(f"{rest} 3"))["core"] < STILL), within=SETTLING_S)
        found = json.loads(machine.run(f"{rest} {RESTING_S}"))
    core, wakes = 100 * found["core"], found["wakes"]
    threads = ", ".join(f"{rate:.1f}" for rate in found["threads"] if rate >= 0.1)
    machine.tell(f"{library}, {panel}, at rest: {core:.2f} % of a core, {wakes:.1f} wake-ups a second ({threads})")
