"""What a start does not wait for: first the faces, then the first page."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import PATIENCE_S

FIRST_FACES = """
import pathlib, sys
import companion.app.cli, companion.app.service
from companion.app.service import open_panel
from companion.clock import SystemClock
from companion.config import shipped_panel
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.table import Table

state, clock = pathlib.Path(sys.argv[1]), SystemClock()
table = Table(clock=clock, journal=Journal(state / "table.sqlite"), games=all_games(), game=FIRST)
panel = open_panel(
    shipped_panel("full"), simulate=True, scratch=state, table=table, clock=clock, invite=lambda: None
)
panel.start()
while not all(screen.online for screen in panel.describe().screens):
    table.wait(table.version, 0.01)
table.stop()
panel.stop()
table.close()
print(*sorted(sys.modules), sep="\\n")
"""
FIRST_PAGE = """
import pathlib, sys
import companion.app.cli, companion.app.site
from companion.clock import SystemClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.table import Table
from web.first import FirstSite
from web.http.access import Access
from web.site.assets import Assets

state, clock = pathlib.Path(sys.argv[1]), SystemClock()
table = Table(clock=clock, journal=Journal(state / "table.sqlite"), games=all_games(), game=FIRST)
first = FirstSite(table=table, access=Access(state, clock), assets=Assets())
assert first.app.test_client().get("/table", base_url="http://localhost").status_code == 200
table.close()
print(*sorted(sys.modules), sep="\\n")
"""
WHOLE_SERVICE = """
import os, pathlib, signal, sys
from companion.app.service import Service
from companion.config import Config, WebConfig, shipped_panel

config = Config(web=WebConfig(host="127.0.0.1", port=0), panel=shipped_panel("full"))
service = Service(config=config, state=pathlib.Path(sys.argv[1]), simulate=True)
service.run(lambda *_: os.kill(os.getpid(), signal.SIGTERM))
print(*sorted(sys.modules), sep="\\n")
"""

FACES_NEED = {
    "companion.clock", "companion.app", "companion.choices", "companion.config",
    "companion.errors", "companion.fields", "companion.games", "companion.hall",
    "companion.hotspot", "companion.names",
    "companion.people", "companion.journal", "companion.ledger", "companion.panel",
    "companion.readings", "companion.system", "companion.table", "companion.toml", "companion.wartime",
    "hardware.backend", "hardware.buttons", "hardware.claims", "hardware.faces", "hardware.games", "hardware.input",
    "hardware.oled", "hardware.panel", "hardware.parts", "hardware.pins", "hardware.screens",
    "hardware.signals", "hardware.simulated", "hardware.sound", "hardware.transport",
    "PIL", "click", "colorzero", "gpiozero", "luma", "msgspec", "smbus2", "typing_extensions",
}  # fmt: skip
"""All that the first faces wait for, the interpreter's own library aside: the folders of the house and the packages.
What comes here is read from the card, on a Pi, before anything is to be seen."""
OPTIONAL = {"cbor2", "_distutils_hack"}
"""What is there on some machines."""


def imported_by(script: str, state: Path) -> set[str]:
    """What is imported when the script is through."""
    command = [sys.executable, "-c", script, str(state)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What is imported when every screen shows its first face."""
    return imported_by(FIRST_FACES, tmp_path_factory.mktemp("faces"))


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What is imported when the first page has been answered."""
    return imported_by(FIRST_PAGE, tmp_path_factory.mktemp("page"))


def test_the_first_faces_wait_for_nothing_but_what_they_need(faces: set[str]) -> None:
    rooms = {".".join(name.split(".")[:2]) for name in faces if name.startswith(("companion.", "hardware.", "web."))}
    names = {name.partition(".")[0] for name in faces} - {"companion", "hardware"}
    packages = {name for name in names if name not in sys.stdlib_module_names and not name.startswith("__")}
    assert (rooms | packages) - OPTIONAL == FACES_NEED


@pytest.mark.parametrize(
    "later",
    [
        "companion.app.site",
        "companion.hall.desk",
        "companion.hall.wire",
        "cryptography",
        "hardware.doctor.report",
        "hardware.games.battleline",
        "hardware.games.warzone",
        "hardware.wiring.plan",
        "http",
        "networkx",
        "paho",
        "ssl",
        "xml",
    ],
)
def test_the_first_faces_wait_for_no_other_game_and_no_network(faces: set[str], later: str) -> None:
    assert "hardware.games.wartime" in faces
    assert not {name for name in faces if name == later or name.startswith(f"{later}.")}


@pytest.mark.parametrize(
    "later",
    [
        "hardware",
        "gpiozero",
        "luma",
        "PIL",
        "segno",
        "companion.rulings.ranking",
        "companion.warzone",
        "companion.battleline",
        "web.app",
        "web.warzone",
        "web.battleline",
        "web.wartime.measure",
    ],
)
def test_the_first_page_waits_for_no_panel_no_ruling_and_no_other_game(imported: set[str], later: str) -> None:
    assert "web.wartime.tiles" in imported
    assert not {name for name in imported if name == later or name.startswith(f"{later}.")}


def test_a_table_that_stands_in_no_hall_waits_for_nothing_of_one(tmp_path: Path) -> None:
    whole = imported_by(WHOLE_SERVICE, tmp_path)
    assert "web.app" in whole
    for later in ("companion.hall.link", "companion.hall.organiser", "cryptography", "networkx", "paho"):
        assert not {name for name in whole if name == later or name.startswith(f"{later}.")}
