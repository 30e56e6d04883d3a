"""`warglass hall`, as whoever sets one up uses it; and that a table without one knows nothing of it."""

import errno
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.cli import main
from companion.app.hall import hall_directory
from companion.hall.card import TABLES_OWN, fingerprint, link, read_card, standing, take_card
from companion.hall.config import HallConfig
from companion.hall.enrol.folder import HallFolder
from tests.hall.clients import Client, HallBroker, login
from tests.support import PATIENCE_S, Says, free_port

CARD = re.compile(r"^WG1-[A-Za-z0-9_-]+$", re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "hall"
    port = str(free_port())
    said = warglass(
        made, "new", "club-night", "--broker", "hall.local", "--broker", "192.168.1.10", "--broker-port", port
    )
    assert said.exit_code == 0, said.output
    assert f"mosquitto -c {made / 'broker' / 'mosquitto.conf'}" in said.output
    return made


def warglass(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["hall", *arguments, "--folder", str(folder)])


def test_a_card_out_of_the_terminal_lets_a_table_in(folder: Path, tmp_path: Path) -> None:
    said = warglass(folder, "enrol", "table-7", "--called", "The big one")
    assert said.exit_code == 0, said.output
    assert "No broker runs with this folder here" in said.output
    (text,) = CARD.findall(said.output)
    state = tmp_path / "state"
    state.mkdir()
    take_card(state, text)
    card = standing(HallConfig(), state).card
    assert card is not None
    assert (card.host, card.table, card.called) == ("hall.local", "table-7", "The big one")
    assert fingerprint(card) in said.output
    broker = HallBroker(HallFolder(folder), tmp_path / "broker").start()
    try:
        client = Client(login(card))
        assert client.reason == "Success"
        gone = warglass(folder, "remove", "table-7")
        assert (gone.exit_code, gone.output) == (0, "")
        client.wait_until_gone()
        client.close()
    finally:
        broker.stop()


def test_a_new_card_calls_the_table_what_the_old_one_did(folder: Path) -> None:
    warglass(folder, "enrol", "table-7", "--called", "The big one")
    assert "The big one (table-7)" in warglass(folder, "enrol", "table-7", "--again").output
    renamed = warglass(folder, "enrol", "table-7", "--again", "--called", "The small one")
    assert "The small one (table-7)" in renamed.output


def test_a_whole_hall_is_enrolled_onto_paper(folder: Path, tmp_path: Path) -> None:
    paper = tmp_path / "cards.html"
    said = warglass(folder, "enrol", "--tables", "3", "--sheet", str(paper), "--at", "192.168.1.5")
    assert said.exit_code == 0, said.output
    assert "3 cards are in" in said.output
    assert not CARD.search(said.output)
    assert stat.S_IMODE(paper.stat().st_mode) == 0o600
    page = paper.read_text()
    cards = [read_card(text) for text in re.findall(r"WG1-[A-Za-z0-9_-]+", page)]
    assert [card.table for card in cards] == [f"table-{number}" for number in range(1, 4)]
    assert [card.called for card in cards[:2]] == ["Table 1", "Table 2"]
    assert page.count("<svg") == 3


def test_a_hall_that_grows_keeps_its_cards(folder: Path) -> None:
    warglass(folder, "enrol", "--tables", "2")
    said = warglass(folder, "enrol", "--tables", "3")
    assert said.exit_code == 0, said.output
    assert [read_card(text).table for text in CARD.findall(said.output)] == ["table-3"]
    assert "These keep their cards: table-1, table-2." in said.output
    assert warglass(folder, "enrol", "--tables", "3").output == Says("All 3", "already")
    assert len(CARD.findall(warglass(folder, "enrol", "--tables", "3", "--again").output)) == 3
    assert "--again makes a new one" in warglass(folder, "enrol", "table-1").output


@pytest.mark.parametrize(
    ("at", "where"),
    [
        ("", "table-1.local"),
        ("{table}.club.example:8080", "table-1.club.example:8080"),
        ("192.168.1.5", "192.168.1.5"),
        ("[fe80::1]:80", "[fe80::1]:80"),
    ],
)
def test_a_card_says_where_its_table_is(folder: Path, tmp_path: Path, at: str, where: str) -> None:
    said = warglass(folder, "enrol", "table-1", *(["--at", at] if at else []))
    assert f"Table 1 (table-1), at http://{where}/" in said.output
    (text,) = CARD.findall(said.output)
    card = read_card(text)
    assert link(card, at=at or TABLES_OWN) == f"http://{where}/hall#{text}"
    assert read_card(link(card)) == card
    assert read_card(f"http://warglass.local/hall?card={text}") == card, "as the first cards were"
    paper = tmp_path / "cards.html"
    warglass(folder, "enrol", "table-1", "--again", "--sheet", str(paper), *(["--at", at] if at else []))
    assert f"at {where}." in paper.read_text()


def test_how_the_organiser_goes_about_it_is_kept(folder: Path) -> None:
    assert "at 127.0.0.1, port" in warglass(folder, "set", "--home-assistant").output
    assert "at hall.local, port" in warglass(folder, "set", "--broker-elsewhere").output
    assert "Now give the broker at hall.local what is in" in warglass(folder, "enrol", "table-1").output
    assert HallFolder(folder).register.home_assistant
    said = warglass(folder, "set", "--broker-here", "--no-home-assistant").output
    assert "at 127.0.0.1, port" in said
    assert "Home Assistant gets no table." in said


def test_what_is_printed_is_what_was_said_and_no_markup(folder: Path, tmp_path: Path) -> None:
    paper = tmp_path / "cards.html"
    assert warglass(folder, "enrol", "t", "--called", "<b>&co", "--sheet", str(paper)).exit_code == 0
    assert "<h1>&lt;b&gt;&amp;co</h1>" in paper.read_text()


def test_cards_that_find_no_paper_are_not_lost(folder: Path, tmp_path: Path) -> None:
    said = warglass(folder, "enrol", "table-1", "--sheet", str(tmp_path / "no" / "such" / "folder.html"))
    assert said.exit_code == 0
    assert "cannot be written" in said.output
    assert CARD.search(said.output)


def test_a_reader_is_told_all_it_needs(folder: Path) -> None:
    said = warglass(folder, "enrol", "--reader", "home-assistant")
    assert said.exit_code == 0, said.output
    assert re.search(r"^User +home-assistant\nPassword +[A-Za-z0-9_-]{22}$", said.output, re.MULTILINE)
    assert str(folder / "ca.pem") in said.output


def test_a_broker_that_moved_says_which_cards_look_elsewhere(folder: Path) -> None:
    assert "look for it at" not in warglass(folder, "move", "hall.local", "10.0.0.1").output
    assert "look for it at hall.local" in warglass(folder, "move", "10.0.0.1").output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["enrol"], "Name the tables"),
        (["enrol", "a", "--reader", "b"], "Name the tables"),
        (["enrol", "a", "b", "--called", "x"], "--called is for one table"),
        (["enrol", "Table 7"], "'Table 7' cannot be a name here: small letters"),
        (["enrol", "a", "--called", ""], "has 1 to 40 letters"),
        (["enrol", "a", "--at", "http://x/"], "--at must be a name or an address"),
        (["enrol", "a", "--at", "{box}.local"], "--at must be a name or an address"),
        (["remove", "nobody"], "This hall does not have a table or reader named nobody"),
        (["move", "example.org"], "Make a new hall for that"),
        (["new", "again"], "is not empty"),
    ],
)
def test_what_cannot_be_is_said_in_words(folder: Path, arguments: list[str], said: str) -> None:
    done = warglass(folder, *arguments)
    assert done.exit_code != 0
    assert said in done.output
    assert "Traceback" not in done.output


def test_an_evening_begins_on_a_disk_that_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    begun: list[Path] = []
    monkeypatch.setattr("companion.app.hall._organise", lambda opened, **_: begun.append(opened.place))
    monkeypatch.setattr("companion.system.state.replace", full)
    said = warglass(folder, "run")
    assert (said.exit_code, begun) == (0, [folder])
    assert "stays as it was" in said.output


def test_without_a_hall_it_says_how_one_is_made(tmp_path: Path) -> None:
    for arguments in (["run"], ["enrol", "table-1"], []):
        done = warglass(tmp_path, *arguments)
        assert done.exit_code == 1
        assert f"no hall in {tmp_path}" in done.output


def test_its_folder_is_beside_the_tables_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert hall_directory(None) == tmp_path / "warglass-hall"
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/warglass-hall")
    assert hall_directory(None) == Path("/var/lib/warglass-hall")
    assert hall_directory(Path("/x")) == Path("/x")


RUN = """
import os, pathlib, signal, sys
import companion.app.cli
from companion.app.service import Service
from companion.config import load_config

def ready(address, code):
    print(*sorted(sys.modules), sep="\\n", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)

state = pathlib.Path(sys.argv[1])
(state / "warglass.toml").write_text('panel = "starter"\\n[web]\\nhost = "127.0.0.1"\\nport = 0\\n')
Service(config=load_config(state / "warglass.toml"), state=state, simulate=True).run(ready)
"""


def test_a_table_in_no_hall_imports_nothing_of_one(tmp_path: Path) -> None:
    command = [sys.executable, "-c", RUN, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE_S)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert {"flask", "gpiozero"} <= loaded, "it did run"
    assert not {"paho", "cryptography", "networkx"} & loaded


def test_who_has_not_the_extra_is_told_how_to_get_it(tmp_path: Path) -> None:
    blocked = "import sys; sys.modules['cryptography'] = None\nfrom companion.app.cli import main; main()"
    command = [sys.executable, "-c", blocked, "hall", "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode == 1
    assert "is missing, which halls need" in done.stderr
    assert "Traceback" not in done.stderr
