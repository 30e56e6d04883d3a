"""A whole shelf written into one file and brought back: no event is lost, by count and by hash."""

import hashlib
import io
import os
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.app.cli import main
from companion.backup.files import (
    HEADER,
    LINES,
    BackupHeader,
    EventLine,
    MatchLine,
    NoShelfFile,
    ShelfFile,
    TableLine,
    write,
)
from companion.clock import ManualClock
from companion.games import all_games
from companion.journal.beside import faults
from companion.journal.journal import Journal, Row
from companion.system.state import claim
from tests.companion.story.matches import play
from tests.companion.table.evenings import GAMES, Evening
from tests.cpu import TOO_DEAR_MS, costs_ms
from tests.support import open_table

NAME = "table.sqlite"
TABLES = {
    "match": "SELECT id, game, setup, wall FROM match WHERE setup != x'' ORDER BY id",
    "event": "SELECT match, seq, wall, mono, source, event, chain FROM event ORDER BY match, seq",
    "library": "SELECT game, kind, id, body FROM library ORDER BY game, kind, id",
    "away": "SELECT match, wall, called, standing FROM away ORDER BY place",
    "on_table": "SELECT match FROM on_table",
}


def everything(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    db = sqlite3.connect(folder / NAME)
    try:
        return {name: db.execute(query).fetchall() for name, query in TABLES.items()}
    finally:
        db.close()


def run(*words: object) -> str:
    done = CliRunner().invoke(main, ["shelf", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.output


def wrong(*words: object) -> str:
    done = CliRunner().invoke(main, ["shelf", *map(str, words)])
    assert done.exit_code != 0
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output


def evening(folder: Path, *games: str, seed: int = 1) -> None:
    """A table with a few games, one of them put away, and things kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, game in enumerate(games or GAMES):
        table = Evening(folder / NAME, game, seed=seed + number, breaks=8).play(40).table
        table.keep("wartime", "scenario", f"own-{seed}", b'{"id":"own"}')
        table.keep("table", "note", "same", f'"{seed}"'.encode())
        table.close()
        Evening.leave()


@given(seed=st.integers(0, 100_000))
def test_a_new_table_gets_all_that_the_old_one_had(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    old, new = tmp_path_factory.mktemp("old"), tmp_path_factory.mktemp("new")
    evening(old, seed=seed)
    said = run("export", "--state", old, old / "all.shelf")
    assert run("import", "--look", old / "all.shelf") == said
    assert run("import", "--state", new, old / "all.shelf").startswith(said.strip())
    assert everything(new) == everything(old)
    assert faults(new / NAME, running=False) == ([], None)
    tables = [open_table(folder / NAME, ManualClock()) for folder in (old, new)]
    assert tables[0].view() == tables[1].view()
    for table in tables:
        table.close()


def test_the_same_again_changes_nothing(tmp_path: Path) -> None:
    evening(tmp_path)
    run("export", "--state", tmp_path, tmp_path / "all.shelf")
    before = everything(tmp_path)
    assert "0 matches with 0 events came" in run("import", "--state", tmp_path, tmp_path / "all.shelf")
    assert everything(tmp_path) == before
    assert faults(tmp_path / NAME, running=False) == ([], None)


def test_another_table_gets_what_it_has_not_got(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    evening(one, "wartime", seed=1)
    evening(other, "warzone", seed=50)
    on_table, before = everything(other)["on_table"], everything(other)
    run("export", "--state", one, tmp_path / "all.shelf")
    said = run("import", "--state", other, tmp_path / "all.shelf")
    assert "Another note same is here already" in said
    after = everything(other)
    assert after["on_table"] == on_table
    assert after["event"][: len(before["event"])] == before["event"]
    theirs = [row[1:6] for row in everything(one)["event"]]
    assert [row[1:6] for row in after["event"][len(before["event"]) :]] == theirs
    assert faults(other / NAME, running=False) == ([], None)
    run("import", "--state", other, "--replace", tmp_path / "all.shelf")
    assert ("table", "note", "same", b'"1"') in everything(other)["library"]


@pytest.mark.parametrize("page_bytes", [1, 3_000, 4 * 1024 * 1024])
def test_a_match_that_went_on_since_is_known_and_one_that_went_another_way_is_not(
    page_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few rows there is room for at a time."""
    monkeypatch.setattr("companion.backup.restore._PAGE_BYTES", page_bytes)
    clock = ManualClock(now=1_000_000_000, wall=1_790_000_000_000_000_000)
    table = open_table(tmp_path / NAME, clock)
    play(table, clock, rows=700)
    table.close()
    run("export", "--state", tmp_path, tmp_path / "all.shelf")
    journal = Journal(tmp_path / NAME)
    last = journal.rows(2)[-1]
    journal.append(2, [Row(last.seq + 1, last.wall, last.mono, last.source, b'{"type":"coderenewed","sand_ns":0}')])
    journal.close()
    assert "0 matches" in run("import", "--state", tmp_path, tmp_path / "all.shelf")
    lines = ShelfFile(tmp_path / "all.shelf").lines()
    changed = [_from_a_button(each) if isinstance(each, EventLine) and each.seq == 600 else each for each in lines]
    put_together(tmp_path / "other.shelf", changed)
    assert "1 matches with 702 events came" in run("import", "--state", tmp_path, tmp_path / "other.shelf")
    assert faults(tmp_path / NAME, running=False) == ([], None)


def _from_a_button(line: EventLine) -> EventLine:
    return msgspec.structs.replace(line, source="button red-30")


def put_together(path: Path, lines: list[object], **header: object) -> None:
    """A file that vouches for whatever is in it."""
    texts = [msgspec.json.encode(each) + b"\n" for each in lines]
    kinds = [msgspec.json.decode(text)["row"] for text in texts]
    said = {
        "format": "warglass shelf", "version": 1, "wall": 0, "kept": kinds.count("kept"),
        "matches": kinds.count("match"), "events": kinds.count("event"),
        "digest": hashlib.sha256(b"".join(texts)).hexdigest(),
    } | header  # fmt: skip
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(LINES, b"".join(texts))
        archive.writestr(HEADER, msgspec.json.encode(said))


MATCH = MatchLine(match=1, game="wartime", setup=b"{}", wall=5)
EVENT = EventLine(seq=1, wall=1, mono=1, source="clock", event=b"{}")
BAD: dict[str, Callable[[Path], object]] = {
    "nothing": lambda path: path.write_bytes(b""),
    "a photo": lambda path: path.write_bytes(b"\x89PNG" + b"\0" * 999),
    "another zip": lambda path: path.write_bytes(zipped({"a.txt": b"a"})),
    "a way out": lambda path: path.write_bytes(zipped({"../shelf.json": b"{}", LINES: b""})),
    "no end": lambda path: path.write_bytes(zipped({HEADER: header(), LINES: b'{"row":"table","match":1}'})),
    "no JSON": lambda path: path.write_bytes(zipped({HEADER: header(), LINES: b"\xff\n"})),
    "deep": lambda path: path.write_bytes(zipped({HEADER: header(), LINES: b"[" * 100_000 + b"\n"})),
    "a long line": lambda path: path.write_bytes(zipped({HEADER: header(), LINES: b"0" * (9 * 1024 * 1024)})),
    "an event of no match": lambda path: put_together(path, [EVENT]),
    "a row missing": lambda path: put_together(path, [MATCH, msgspec.structs.replace(EVENT, seq=2)]),
    "twice the same": lambda path: put_together(path, [MATCH, EVENT, EVENT]),
    "two of one number": lambda path: put_together(path, [MATCH, MATCH]),
    "another count": lambda path: put_together(path, [MATCH, EVENT], events=2),
    "another digest": lambda path: put_together(path, [MATCH, EVENT], digest="0" * 64),
    "another format": lambda path: put_together(path, [MATCH], format="warglass match"),
}


def header() -> bytes:
    said = BackupHeader(format="warglass shelf", version=1, wall=0, kept=0, matches=0, events=0, digest="")
    return msgspec.json.encode(said)


def zipped(entries: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in entries.items():
            archive.writestr(name, body)
    return out.getvalue()


@pytest.mark.parametrize("make", BAD.values(), ids=BAD)
def test_what_is_no_shelf_file_changes_nothing(make: Callable[[Path], object], tmp_path: Path) -> None:
    make(tmp_path / "bad")

    def attempt() -> None:
        with pytest.raises(NoShelfFile):
            ShelfFile(tmp_path / "bad")

    assert costs_ms(attempt)[1] < TOO_DEAR_MS
    said = wrong("import", "--state", tmp_path / "table", tmp_path / "bad")
    assert str(tmp_path / "bad") in said
    assert not (tmp_path / "table").exists()


@pytest.mark.parametrize("event", [b"{}", b'{"type":"flipped","sand_ns":0,"timer":"no-such"}'])
def test_one_that_lay_on_the_table_and_cannot_be_replayed_here_comes_all_the_same(event: bytes, tmp_path: Path) -> None:
    evening(tmp_path, "warzone")
    before = everything(tmp_path)
    lines = [MATCH, msgspec.structs.replace(EVENT, event=event), TableLine(match=1)]
    put_together(tmp_path / "one", [msgspec.structs.replace(MATCH, setup=setup()), *lines[1:]])
    assert "1 matches with 1 events came" in run("import", "--state", tmp_path, tmp_path / "one")
    assert everything(tmp_path)["away"] == before["away"]


def setup() -> bytes:
    return msgspec.json.encode(all_games()["wartime"].setup(None))


def test_a_newer_one_says_so(tmp_path: Path) -> None:
    put_together(tmp_path / "new", [MATCH], version=2)
    assert "A newer Warglass wrote" in wrong("import", "--state", tmp_path, tmp_path / "new")


@given(data=st.data())
def test_whatever_is_flipped_or_cut_off_is_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("t") / "one"
    put_together(path, [MATCH, EVENT])
    good = list(ShelfFile(path).lines())
    spoilt = bytearray(path.read_bytes())
    spoilt[data.draw(st.integers(0, len(spoilt) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(spoilt[: data.draw(st.sampled_from([len(spoilt), len(spoilt) // 2]))]))
    try:
        again = ShelfFile(path)
    except NoShelfFile:
        return
    assert list(again.lines()) == good


def test_a_table_that_runs_is_left_alone(tmp_path: Path) -> None:
    evening(tmp_path / "one", "wartime")
    run("export", "--state", tmp_path / "one", tmp_path / "all.shelf")
    lock = claim(tmp_path / "other")
    try:
        assert "already" in wrong("import", "--state", tmp_path / "other", tmp_path / "all.shelf")
    finally:
        os.close(lock)


def test_the_file_is_its_owners_alone_and_never_half_of_one(tmp_path: Path) -> None:
    evening(tmp_path, "wartime")
    run("export", "--state", tmp_path, tmp_path / "all.shelf")
    assert (tmp_path / "all.shelf").stat().st_mode & 0o777 == 0o600
    before = (tmp_path / "all.shelf").read_bytes()

    class Full(io.BytesIO):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write(tmp_path / NAME, Full(), running=False, wall_ns=0)
    assert (tmp_path / "all.shelf").read_bytes() == before
    assert wrong("export", "--state", tmp_path, tmp_path / "nowhere" / "all.shelf")


KILLED = """
import os, sys, signal
from pathlib import Path
from companion.backup.files import ShelfFile
from companion.backup.restore import bring_back
from companion.journal.journal import Journal
folder, file, at = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
left = at
append = Journal.append
def counted(self, match, rows):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    append(self, match, rows)
Journal.append = counted
folder.mkdir(exist_ok=True)
bring_back(ShelfFile(file), Journal(folder / "table.sqlite"), games={}, replace=False, wall_ns=0)
"""


def test_a_kill_in_the_middle_leaves_nothing_or_everything(tmp_path: Path) -> None:
    old = tmp_path / "old"
    evening(old)
    run("export", "--state", old, tmp_path / "all.shelf")
    for at in (0, 1, 2):
        new = tmp_path / f"new{at}"
        done = subprocess.run([sys.executable, "-c", KILLED, new, tmp_path / "all.shelf", str(at)], check=False)
        assert done.returncode == -signal.SIGKILL
        assert not everything(new)["event"]
        run("import", "--state", new, tmp_path / "all.shelf")
        assert everything(new) == everything(old)
        assert faults(new / NAME, running=False) == ([], None)


def test_a_thousand_matches(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    evening(old, "battleline")
    journal = Journal(old / NAME)
    match = journal.last_match()
    assert match is not None
    rows = journal.rows(match.id)
    with journal.together():
        for number in range(1000):
            journal.bring(match.game, match.setup, rows, wall_ns=match.wall + number + 1)
    journal.close()
    said = run("export", "--state", old, tmp_path / "all.shelf")
    assert run("import", "--state", new, tmp_path / "all.shelf").startswith(said.strip())
    assert len(everything(old)["match"]) > 1000
    assert everything(new) == everything(old)
