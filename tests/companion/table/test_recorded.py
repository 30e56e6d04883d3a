"""Journals that an earlier Warglass wrote, in recorded/: they are read as they always were, and written so too.

A file has the match's opening, its rows, and what its table showed once it had come back to them. `record.py` writes
new ones, and renews texts and new fields: where a change means to show something else, change what was seen by hand.
A game that nobody can play so any more, since its rules refuse it now, is only read.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.clock import ManualClock
from companion.games import all_games
from companion.journal.journal import Row
from tests.companion.table import record
from tests.companion.table.record import RECORDED, recorded
from tests.companion.table.recorded_games import GAMES, Played, RecordedRow, digest, journaled, seen
from tests.support import open_table, write_journal

NAMES = sorted(path.stem for path in RECORDED.glob("*.jsonl"))


REWORDED = {
    b": sit there first.": b". Take that seat first.",
    b"Knight already has Gold 60a:": b"Knight already has Valyance 60a:",
    b"Gold 30 is still running:": b"Valyance 30 is still running:",
    b"Red 60b is still running:": b"Firebrand 60b is still running:",
    b"two sides do, Gold and Red.": b"only two sides do.",
    b"Flag 4 is Gold's already.": b"Flag 4 is Team Gold's already.",
    b"is full on Gold's side:": b"is full on Team Gold's side:",
    b"between Azure and Gold, not before Red.": b"between Team Azure and Team Gold, not before Team Red.",
    b"That would leave Gold two": b"That would leave Team Gold two",
    b"It is Gold's turn.": b"It is Team Gold's turn.",
    b"The table does not ask about an end now.": b"Not ended: the table is not asking now.",
    b"The table asks about another end now: read it first.": (
        b"Not ended: the table now asks about another end. Read it first."
    ),
    b"Not begun yet. Each hold": b"The game has not begun. Each hold",
    b"Not begun yet: touch": b"The game has not begun: touch",
    b"Nobody has claimed flag": b"No side has claimed flag",
    b"Nothing runs in Battle Line: there is nothing to stop.": b"Battle Line has no clock to stop.",
    b"It is Red's Activation.": "It is Red’s Activation.".encode(),
    b"That one lies in Gold's own half: only the enemy damages it.": (
        "That counter is in Gold’s own half: only the enemy can damage it.".encode()
    ),
    b"is for the whole Force: no one Unit has it.": b"is for the whole Force, not for one Unit.",
    b"Fog asks for nobody now.": b"Fog does not hit any Unit now.",
    b"Lamp 1 is not Pinned.": b"Lamp 1 cannot Rally: it is not Pinned.",
    b"Lamp 1 is too late: another of its Force reacts to this.": (
        b"Lamp 1 cannot react: another of its Force reacted first."
    ),
    "Lamp 1’s dice for Fog are rolled and not applied.".encode(): (
        b"The dice of Lamp 1 for Fog are rolled and not applied."
    ),
    b"Night Watch has not bought Rocket Boots.": b"Night Watch did not buy Rocket Boots.",
    b"Nothing to pause here: Warzone has no sand.": b"Not paused: Warzone has no sand to stop.",
    b"Red has no Pass Counters left.": b"No Pass Counters are left for Red.",
    b"Red has not rolled yet.": b"Red must roll first.",
    b"Say how many Units Gold has.": b"Give the number of Units for Gold.",
    b"Wick is a Casualty.": b"Wick cannot do that: it is a Casualty.",
    b"Gold used Air Strike": b"Order used Air Strike",
    b'"unit":null,"card":"Fireball"}': b'"unit":null,"card":"Fireball","caster":"Orc"}',
    b'"count":1,"wounds":1,"by"': b'"count":1,"wounds":1,"pinned":true,"by"',
    b'"count":1,"wounds":2,"by"': b'"count":1,"wounds":2,"pinned":true,"by"',
}
"""What players were told when they were refused, and what they are told today, when a side goes by its name; who casts,
and that a Wound Counter brought a Pinned Counter, which are written today."""


def reworded(row: RecordedRow) -> RecordedRow:
    event = bytes(row.event)
    for then, today in REWORDED.items():
        event = event.replace(then, today)
    return msgspec.structs.replace(row, event=msgspec.Raw(event))


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_journal_is_read_as_it_was(name: str, tmp_path: Path) -> None:
    opened, rows, expected = recorded(name)
    path, clock = tmp_path / "t.sqlite", ManualClock(now=7_000_000_000, wall=rows[-1].wall)
    stored = [Row(row.seq, row.wall, row.mono, row.source, bytes(row.event)) for row in rows]
    write_journal(path, opened.game, bytes(opened.setup), stored)
    table = open_table(path, clock)
    replayed = seen(table, [])
    table.close()
    assert replayed.view == expected.view
    assert replayed.log == expected.log
    assert replayed.report == expected.report


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_game_played_today_writes_the_same_journal(name: str, tmp_path: Path) -> None:
    opened, rows, expected = recorded(name)
    players = Played(tmp_path / "t.sqlite")
    GAMES[name](players)
    players.table.close()
    today, written = journaled(players)
    assert written == [reworded(row) for row in rows]
    # A scenario may say more than it did, if what it said is still the same.
    read = all_games()[opened.game].read_setup
    assert (today.game, read(bytes(today.setup))) == (opened.game, read(bytes(opened.setup)))
    assert tuple(map(digest, players.views)) == expected.digests


# The tool that writes these files. See record.py.


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of recordings instead of recorded/, with one battle."""
    monkeypatch.setattr(record, "RECORDED", tmp_path)
    monkeypatch.setattr(record, "GAMES", {"battleline_by_name": GAMES["battleline_by_name"]})
    (tmp_path / "battleline_by_name.jsonl").write_bytes((RECORDED / "battleline_by_name.jsonl").read_bytes())
    return tmp_path


def rewrite(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Changes what the recording shows at the end."""
    *lines, last = file.read_bytes().splitlines()
    shown = msgspec.json.decode(last)
    change(shown)
    file.write_bytes(b"\n".join([*lines, msgspec.json.encode(shown)]) + b"\n")


def test_a_new_game_is_recorded_as_the_old_ones_are(files: Path) -> None:
    file = files / "battleline_by_name.jsonl"
    before = file.read_bytes()
    file.unlink()
    assert record.main() == 0
    # Its set-up may say more than it did.
    assert file.read_bytes().splitlines()[1:] == before.splitlines()[1:]


def test_a_new_field_at_its_default_and_a_text_are_renewed(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = files / "battleline_by_name.jsonl"
    before = file.read_bytes()

    def earlier(shown: dict[str, Any]) -> None:
        del shown["view"]["faults"]
        shown["view"]["over"]["title"] = "Red (Gold) has won it"

    rewrite(file, earlier)
    assert record.main() == 0
    assert file.read_bytes() == before
    assert "view.faults" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change",
    [
        lambda shown: shown["view"].update(phase="setup"),
        lambda shown: shown["view"].pop("undo_seq"),
        lambda shown: shown["view"].pop("flags"),
        lambda shown: shown["view"]["flags"].pop(),
        lambda shown: shown["log"].pop(),
        lambda shown: shown["digests"].pop(),
        lambda shown: shown["digests"].__setitem__(1, "0"),
    ],
)
def test_anything_else_is_refused_and_shown(
    change: Callable[[dict[str, Any]], object], files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = files / "battleline_by_name.jsonl"
    rewrite(file, change)
    before = file.read_bytes()
    assert record.main() == 1
    assert file.read_bytes() == before
    assert "battleline_by_name: not renewed." in capsys.readouterr().out
