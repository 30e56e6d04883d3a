"""What every pin library has to do alike, on a real chip.

Not RPi.GPIO: it writes to a Raspberry Pi's own processor, which no virtual machine has. Its fake is in
tests/hardware/pins, as the others' are.
"""

import json
from collections.abc import Iterator

import pytest

from tests.hardware.pins.behaviours import behaviours_of
from tests.kernel.box import HERE, ROOT, Box

LIBRARIES = ("gpiod", "lgpio")
ALL = [(library, behaviour) for library in LIBRARIES for behaviour in behaviours_of(library)]


@pytest.fixture(scope="module")
def wrong(machine: Box) -> Iterator[dict[str, dict[str, str]]]:
    """Of each library's behaviours what went wrong with them, while no service has the pins."""
    machine.run("systemctl stop warglass; mkdir -p /root/pins")
    machine.guest.put(ROOT / "tests" / "hardware" / "pins" / "behaviours.py", "/root/pins/behaviours.py")
    machine.guest.put(HERE / "pins_in_guest.py", "/root/pins/pins_in_guest.py")
    run = "cd /root/pins && LG_WD=/root/pins /opt/warglass/bin/python pins_in_guest.py"
    yield {library: json.loads(machine.run(f"{run} {library}")) for library in LIBRARIES}
    machine.start()


@pytest.mark.parametrize(("library", "behaviour"), ALL)
def test_it_behaves(wrong: dict[str, dict[str, str]], library: str, behaviour: str) -> None:
    assert not wrong[library][behaviour], wrong[library][behaviour]
