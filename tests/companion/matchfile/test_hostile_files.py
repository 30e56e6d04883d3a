"""A match file that anybody may have made: refused in a sentence, at little cost, and nothing has changed."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games
from companion.matchfile.files import (
    CARDS,
    HEADER,
    LARGEST,
    LARGEST_ROWS,
    ROWS,
    VERSION,
    NoMatchFile,
    digest,
    digest_of_cards,
    read,
    written,
)
from tests.companion.story.matches import ten_minutes
from tests.companion.story.test_story import ALL
from tests.cpu import TOO_DEAR_MS, costs_ms

EVERY = all_games()
Json = dict[str, Any]
SAMPLES = Path(__file__).parent / "samples"


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    table = ten_minutes(tmp_path_factory.mktemp("t") / "t.sqlite", rows=60)
    played = table.played(table.glance().number, most=ALL)
    table.close()
    return written(played, EVERY["wartime"])


def unpacked(data: bytes) -> tuple[Json, list[Json]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        rows = archive.read(ROWS).splitlines()
        return msgspec.json.decode(archive.read(HEADER)), [msgspec.json.decode(row) for row in rows]


def packed(header: Json, rows: list[Json], *, vouched: bool = True, **others: bytes) -> bytes:
    lines = [msgspec.json.encode(row) for row in rows]
    if vouched:
        setup = msgspec.json.encode(header["setup"])
        header = header | {"digest": digest(header["game"], setup, header["wall"], lines), "rows": len(lines)}
    return zipped({HEADER: msgspec.json.encode(header), ROWS: b"".join(line + b"\n" for line in lines), **others})


def zipped(entries: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, body in entries.items():
            archive.writestr(name, body)
    return out.getvalue()


def refused(data: bytes) -> str:
    def attempt() -> str:
        with pytest.raises(NoMatchFile) as caught:
            read(data, EVERY)
        return str(caught.value)

    said, cpu_ms = costs_ms(attempt)
    assert cpu_ms < TOO_DEAR_MS
    assert len(said) < 160
    return said


NOT_OURS: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "a photo": lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 5_000,
    "half a zip": lambda: zipped({HEADER: b"{}", ROWS: b""})[:60],
    "another zip": lambda: zipped({"word/document.xml": b"<a/>"}),
    "a way out of a folder": lambda: zipped({HEADER: b"{}", ROWS: b"", "../../etc/passwd": b"root"}),
    "a list": lambda: zipped({HEADER: b"[]", ROWS: b"\n"}),
    "no JSON": lambda: zipped({HEADER: b"\xff\xfe", ROWS: b"\n"}),
    "deep": lambda: zipped({HEADER: b"[" * 100_000, ROWS: b"\n"}),
    "packed otherwise": lambda: zipped({HEADER: b"{}", ROWS: b"\n"}, zipfile.ZIP_LZMA),
    "another format": lambda: zipped({HEADER: b'{"format": "warglass shelf", "version": 1}', ROWS: b"\n"}),
    "a bomb": lambda: zipped({HEADER: b'{"format":"warglass match","version":1}', ROWS: b"0" * (LARGEST_ROWS + 1)}),
    "too large": lambda: b"PK" + b"0" * LARGEST,
}


@pytest.mark.parametrize("make", NOT_OURS.values(), ids=NOT_OURS)
def test_what_is_no_match_file(make: Callable[[], bytes]) -> None:
    refused(make())


def test_a_newer_one_says_so(good: bytes) -> None:
    header, rows = unpacked(good)
    assert refused(packed(header | {"version": VERSION + 1, "setup": 3}, rows)).startswith("A newer Warglass wrote")


def test_a_game_that_is_not_known(good: bytes) -> None:
    header, rows = unpacked(good)
    assert "does not know that match's game, chess" in refused(packed(header | {"game": "chess"}, rows))


def test_a_row_that_was_changed_is_not_believed(good: bytes) -> None:
    header, rows = unpacked(good)
    rows[10]["mono"] += 1
    assert "not as it was written" in refused(packed(header, rows, vouched=False))
    rows[10]["mono"] -= 1
    assert "not as it was written" in refused(packed(header | {"wall": header["wall"] + 1}, rows, vouched=False))


def test_rows_that_are_no_match(good: bytes) -> None:
    """Each vouched for by whoever made it up."""
    header, rows = unpacked(good)
    undone = {"type": "undone", "sand_ns": 0, "mono_ns": 0}
    last, third = len(rows), rows[2]
    for changed in (
        rows[1:],
        [rows[0], *rows[2:]],
        [*rows, rows[-1]],
        [*rows[:-1], rows[-1] | {"event": {"type": "claimed"}}],
        [*rows[:-1], rows[-1] | {"event": {}}],
        [*rows[:-1], rows[-1] | {"mono": 2**70}],
        [*rows[:-1], rows[-1] | {"event": undone | {"seq": last}}],
        [*rows[:-1], rows[-1] | {"event": undone | {"seq": last + 5}}],
        [*rows[:-1], rows[-1] | {"event": undone | {"seq": third["seq"]}}],
    ):
        refused(packed(header, changed))
    refused(packed(header | {"setup": {"units": [[]] * 10}}, rows))
    refused(packed(header | {"setup": None}, rows))


def test_what_a_file_says_of_a_secret_or_a_phone_is_not_taken_in(good: bytes) -> None:
    header, rows = unpacked(good)
    rows[1]["source"] = "phone 7, gold, Anna"
    rows.append(
        rows[-1]
        | {
            "seq": len(rows) + 1,
            "event": {"type": "ticked", "sand_ns": 0, "side": "gold", "card": "Fireball", "on": True},
        }
    )
    brought = read(packed(header, rows), EVERY).played
    assert brought.rows[1].source == "phone, gold, Anna"
    assert b"Fireball" not in brought.rows[-1].event


@given(st.data())
def test_whatever_is_flipped_or_cut_off_is_refused_or_the_same(good: bytes, data: st.DataObject) -> None:
    spoilt = bytearray(good)
    for _ in range(data.draw(st.integers(1, 4))):
        spoilt[data.draw(st.integers(0, len(spoilt) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(spoilt[: data.draw(st.sampled_from([len(spoilt), len(spoilt) // 2, len(spoilt) - 30]))])
    try:
        brought = read(cut, EVERY)
    except NoMatchFile:
        return
    assert brought.played.rows == read(good, EVERY).played.rows


ODD = [None, -1, 0, 2**62, -(2**62), "", "gold", "neutral-600", "neutral-120", "x" * 5_000, [], {}, 1.5, True]


@given(st.data())
def test_whatever_is_made_up_within_the_rows(good: bytes, data: st.DataObject) -> None:
    """Vouched for: a liar can count a digest too. What is taken in can be played again; nothing else comes out."""
    header, rows = unpacked(good)
    at = data.draw(st.integers(0, len(rows) - 1))
    event = rows[at]["event"]
    name = data.draw(st.sampled_from([*event, "side", "timer", "seq"]))
    event[name] = data.draw(st.sampled_from(ODD))
    try:
        brought = read(packed(header, rows), EVERY)
    except NoMatchFile:
        return
    assert len(brought.played.rows) == len(rows)


def reworded(header: Json, rows: list[Json], cards: list[Json]) -> None:
    """A step to a version in which `who` is called `source`, and no card comes along that nobody uses."""
    for row in rows:
        row["source"] = row.pop("who")
    cards[:] = [each for each in cards if each["used"]]


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Warglass whose files are of version 2."""
    monkeypatch.setattr("companion.matchfile.files.VERSION", 2)
    monkeypatch.setattr("companion.matchfile.files.VERSION", 2)
    monkeypatch.setattr("companion.matchfile.files.STEPS", {1: reworded})


@pytest.mark.usefixtures("two")
def test_a_file_of_an_older_version_goes_through_every_step_to_todays(good: bytes) -> None:
    header, rows = unpacked(good)
    today = read(packed(header | {"version": 2}, rows), EVERY)
    then = [{"who" if name == "source" else name: value for name, value in row.items()} for row in rows]
    card = b'{"used":false}\n'
    old = packed(header | {"cards": digest_of_cards(card)}, then, **{CARDS: card})
    brought = read(old, EVERY)
    assert (brought.played, brought.digest) == (today.played, today.digest)
    assert brought.cards == {}


@pytest.mark.usefixtures("two")
def test_an_older_file_is_believed_no_more_than_one_of_today(good: bytes) -> None:
    header, rows = unpacked(good)
    then = [{"who" if name == "source" else name: value for name, value in row.items()} for row in rows]
    then[3]["mono"] += 1
    assert "not as it was written" in refused(packed(header, then, vouched=False))
    assert "its cards are not" in refused(packed(header | {"cards": "0" * 64}, then, **{CARDS: b'{"used":true}\n'}))
    assert "damaged" in refused(packed(header, rows))
    assert "damaged" in refused(packed(header, then, **{CARDS: b"[1]\n"}))


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.warglass")), ids=lambda path: path.stem)
def test_a_file_of_every_version_is_read(sample: Path) -> None:
    """Each version's is kept as it was written then: whoever raises the version adds one and the step to it."""
    brought = read(sample.read_bytes(), EVERY)
    assert len(brought.played.rows) >= 60
    assert brought.played.match.game == "wartime"


def test_there_is_a_sample_of_every_version() -> None:
    assert {path.stem for path in SAMPLES.glob("*.warglass")} == {f"version-{each}" for each in range(1, VERSION + 1)}


LONG, TURNED, BELL = "N" * 200_000, "Anna\u202enob", "Anna\x07"


@pytest.mark.parametrize("name", [LONG, TURNED, BELL, "", "Anna  Berger", "N" * 25])
def test_nobody_is_called_what_nobody_could_have_typed(good: bytes, name: str) -> None:
    header, rows = unpacked(good)
    named = rows[-1] | {"seq": len(rows) + 1, "event": {"type": "named", "sand_ns": 0, "seat": "gold", "name": name}}
    refused(packed(header, [*rows, named]))
    refused(packed(header, [*rows, named | {"event": named["event"] | {"seat": name, "name": None}}]))
    line = header | {"game": "battleline", "setup": {"choices": {}, "people": {"red": name}}}
    refused(packed(line, [named | {"seq": 1, "event": named["event"] | {"name": "Anna"}}]))


@pytest.mark.parametrize("text", [LONG, TURNED, BELL])
def test_no_text_in_a_file_is_longer_or_stranger_than_a_table_has_them(good: bytes, text: str) -> None:
    header, rows = unpacked(good)
    refusal = {"type": "refusal", "sand_ns": 0, "mono_ns": 0, "command": "start", "subject": None, "at_panel": False}
    last = {"seq": len(rows) + 1}
    said = [{"type": "eliminated", "sand_ns": 0, "unit": text}, refusal | {"reason": text}]
    for event in said:
        refused(packed(header, [*rows, rows[-1] | last | {"event": event}]))
    refused(packed(header, [*rows[:-1], rows[-1] | {"source": f"button {text[:150]}"[:200] + "\x07"}]))
    setup = header["setup"]
    spec = setup["timers"][0] | {"label": text}
    refused(packed(header | {"setup": setup | {"timers": [spec, *setup["timers"][1:]]}}, rows))
    refused(packed(header | {"setup": setup | {"timers": setup["timers"] * 1_000}}, rows))
