"""What a start does not wait for."""

import subprocess
import sys

import pytest

from tests.support import PATIENCE_S

FIRST_PAGE = """
import pathlib, sys
import companion.app.cli, companion.app.service
from companion.clock import SystemClock
from companion.games import FIRST, all_games
from companion.journal.journal import Journal
from companion.table.table import Table
from web.first import create_first
from web.http.access import Access
from web.site.assets import Assets

state, clock = pathlib.Path(sys.argv[1]), SystemClock()
table = Table(clock=clock, journal=Journal(state / "table.sqlite"), games=all_games(), game=FIRST)
first = create_first(table=table, access=Access(state, clock), assets=Assets())
assert first.test_client().get("/", base_url="http://localhost").status_code == 200
table.close()
print(*sorted(sys.modules), sep="\\n")
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What is imported when the first page has been answered."""
    state = tmp_path_factory.mktemp("state")
    command = [sys.executable, "-c", FIRST_PAGE, str(state)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "later",
    [
        "hardware",
        "gpiozero",
        "luma",
        "PIL",
        "segno",
        "companion.rulings.search",
        "companion.warzone",
        "companion.battleline",
        "web.app",
        "web.warzone",
        "web.battleline",
        "web.wartime.measure",
    ],
)
def test_the_first_page_waits_for_no_panel_no_ruling_and_no_other_game(imported: set[str], later: str) -> None:
    assert "web.wartime.table_page" in imported
    assert not {name for name in imported if name == later or name.startswith(f"{later}.")}
