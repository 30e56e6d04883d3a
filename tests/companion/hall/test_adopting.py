"""What comes of a match that another box has played is gathered and laid on the table; or nothing changes."""

import contextlib
import struct
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.clock import MS
from companion.errors import WarglassError
from companion.hall import adopting as bounds
from companion.hall.adopting import EXPIRES_NS
from companion.hall.card import HallCard
from companion.hall.organiser.rounds import Restoring, part
from companion.hall.rows import CardBox, Strongbox, Where, link_of, row_of, sealed_link
from companion.hall.wire.messages import Answer, Done, NotDone, Opening, Restore
from companion.journal import store as chain
from companion.table.commands import Begin, Undo
from companion.table.errors import Refused
from companion.table.opening import Adopt, New, TakeOut
from companion.table.seats import Side
from companion.table.view import TimerState
from tests.companion.hall.archive import JOURNAL, Kept, adopting, over, set_up, state
from tests.companion.hall.boxes import OpenBox
from tests.companion.table.recorded_games import GAMES, Played
from tests.companion.table.test_away import failing_disk, stands
from tests.companion.wartime import acts as w
from tests.support import Players, Says


@pytest.fixture
def there(tmp_path: Path) -> Players:
    """A box on which 20 s of a 60 s timer have fallen as something happened for the last time, and 5 more since."""
    players = Players(tmp_path / "there.sqlite")
    players.do(New())
    players.begin().flip("gold-60a", "Archer")
    players.wait(20)
    players.flip("red-90")
    players.wait(5)
    return players


@pytest.fixture
def kept(there: Players) -> Kept:
    return Kept(there.table, there.table.glance().number)


def test_the_sand_stands_to_the_nanosecond_as_of_the_last_row(kept: Kept, players: Players) -> None:
    set_up(players, kept.cut(2))
    view = players.table.view()
    assert view.paused
    assert (players.timer("gold-60a").remaining_ms, players.timer("red-90").remaining_ms) == (40_000, 90_000)
    assert players.timer("gold-60a").unit == "Archer"
    assert players.texts()[-2:] == [
        Says("archive of Table 3", "same sand"),
        Says("Warglass restarted"),
    ]
    players.wait(500)
    assert players.timer("gold-60a").remaining_ms == 40_000
    players.do(w.Resume())
    players.wait(39)
    assert players.timer("gold-60a").remaining_ms == 1000
    players.wait(1)
    assert players.timer("gold-60a").state is TimerState.AVAILABLE


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"unheard_ms": 5900}, ", up to 5 s of sand may have fallen since"),
        ({"lacks": 1}, ", without its last entry, which was lost"),
        ({"lacks": 7, "unheard_ms": 900}, ", without its last 7 entries, which were lost"),
        ({"unheard_ms": -5000}, ""),
    ],
)
def test_the_log_says_what_is_known_to_be_lost(
    kept: Kept, players: Players, more: dict[str, object], said: str
) -> None:
    set_up(players, kept.cut(100, **more))
    told = f"Set up again from the hall's archive of Table 3: same match, same sand{said}"
    assert told in players.texts()
    assert told in players.restart().texts()


def test_sand_that_stood_did_not_fall_unheard(there: Players, players: Players) -> None:
    there.do(w.Pause())
    set_up(players, Kept(there.table, 2).cut(100, unheard_ms=9000))
    assert players.texts()[-1].endswith("same match, same sand")


def test_what_lay_there_is_put_away(kept: Kept, players: Players) -> None:
    players.do(New(game="battleline"))
    players.do(Begin())
    set_up(players, kept.cut(100))
    (away,) = players.table.unfinished()
    assert (away.game, players.table.game) == ("battleline", "wartime")
    players.do(TakeOut(match=away.match))
    assert [each.game for each in players.table.unfinished()] == ["wartime"]
    players.do(TakeOut(match=players.table.unfinished()[0].match))
    assert players.timer("gold-60a").remaining_ms == 40_000


def test_the_journal_has_the_rows_to_the_byte_and_an_archive_gets_all_of_it(
    there: Players, kept: Kept, players: Players
) -> None:
    before = there.table.written(2, after=0, most=100, size=10**6)
    set_up(players, kept.cut(100))
    number = players.table.glance().number
    after = players.table.written(number, after=0, most=100, size=10**6)
    assert after.rows[: len(before.rows)] == before.rows
    assert after.match is not None
    assert before.match is not None
    assert (after.match.setup, after.match.wall) == (before.match.setup, before.match.wall)
    again = Kept(players.table, number)
    third = Players(players.path.with_name("third.sqlite"))
    set_up(third, again.cut(1))
    assert stands(third) == stands(players)


def test_a_match_in_which_nothing_happened_is_set_up_too(players: Players, tmp_path: Path) -> None:
    there = Players(tmp_path / "there.sqlite")
    there.do(New(scenario="ten-minutes"))
    set_up(players, Kept(there.table, 2).cut(100))
    assert players.table.view().scenario.id == "ten-minutes"  # type: ignore[attr-defined]
    assert not players.table.view().paused


def test_what_the_organiser_sends_of_its_archive_is_what_a_table_takes(players: Players, tmp_path: Path) -> None:
    """More rows than go into one message, part by part, each after the one before was kept."""
    there = Players(tmp_path / "there.sqlite")
    there.do(New())
    there.begin()
    for _ in range(60):
        for command in (w.Flip(timer="gold-30"), w.Touch(side=Side.RED), w.Free(timer="gold-30"), Undo(), Undo()):
            there.do(command)
    there.flip("gold-60a")
    there.wait(9)
    kept = Kept(there.table, 2)
    sending = Restoring(
        id="r1", table="table-3", journal=JOURNAL, match=2, last=len(kept.rows), heard_until_ms=there.clock.now() // MS
    )
    taken, sent = adopting(players), 0
    while sending.after < sending.last:
        beside = None if sending.after else kept.opening
        ask = part(sending, kept.rows[sending.after :], beside, chain=kept.chain, until_ms=0)
        assert taken.take(over(ask)) == Done()
        sending, sent = replace(sending, after=ask.rows[-1].seq), sent + 1
    assert sent == 3
    assert players.texts()[-2].endswith("same match, same sand, up to 9 s of sand may have fallen since")
    assert stands(players) == stands(there.restart())


# What is refused, and then nothing has changed


@contextlib.contextmanager
def nothing_changes(players: Players) -> Iterator[None]:
    players.do(New(game="battleline"))
    players.do(Begin())
    before, away, number = players.table.view(), players.table.unfinished(), players.table.glance().number
    yield
    assert players.table.view() == before
    assert players.table.unfinished() == away
    assert players.table.glance().number == number
    assert players.table.written(number, after=0, most=9, size=9).next is None


def last_of(players: Players, asks: list[Restore], *, box: Strongbox | None = None) -> Answer:
    taken = adopting(players, box=box)
    return [taken.take(ask) for ask in asks][-1]


def without_chain(kept: Kept) -> Kept:
    kept.chain = ""
    return kept


CHANGED = "That match is not what the other box wrote: a row is missing or was changed."


@pytest.mark.parametrize("chained", [True, False])
def test_an_archive_that_changed_a_row_is_refused(kept: Kept, players: Players, chained: bool) -> None:
    """Where nobody knows how its chain ends, it has to be believed."""
    kept.rows[2] = replace(kept.rows[2], mono=kept.rows[2].mono + 1)
    if chained:
        with nothing_changes(players):
            assert last_of(players, kept.cut(100)) == NotDone(why=CHANGED)
    else:
        set_up(players, without_chain(kept).cut(100))


def test_an_archive_that_lost_its_last_row_is_refused(kept: Kept, players: Players) -> None:
    kept.rows.pop()
    with nothing_changes(players):
        assert last_of(players, kept.cut(100)) == NotDone(why=CHANGED)


def test_one_that_changed_what_the_match_began_with_is_refused(kept: Kept, players: Players) -> None:
    assert kept.opening is not None
    kept.opening = replace(kept.opening, wall=kept.opening.wall + 1)
    with nothing_changes(players):
        assert last_of(players, kept.cut(100)) == NotDone(why=CHANGED)


@pytest.mark.parametrize("seq", [1, 3])
def test_what_nobody_here_knows_is_refused_and_says_where(kept: Kept, players: Players, seq: int) -> None:
    kept.rows[seq - 1] = replace(kept.rows[seq - 1], event=msgspec.Raw(b'{"type":"sneezed","sand_ns":1}'))
    with nothing_changes(players):
        answer = last_of(players, without_chain(kept).cut(100))
        assert isinstance(answer, NotDone)
        assert answer.why == (Says(f"Row {seq}", "openly", "Update"))


def test_what_its_game_cannot_read_is_refused_and_nothing_of_it_told(
    there: Players, players: Players, caplog: pytest.LogCaptureFixture
) -> None:
    """As where a newer Warglass knows more cards."""
    kept, box = Kept(there.table, 2), OpenBox()
    event = b'{"type":"sneezed","card":"Haste","sand_ns":1}'
    where = Where(JOURNAL, 2)
    sealed = box.seal(struct.pack(">I", len(event)) + event, where, 3)
    kept.rows[2] = replace(kept.rows[2], sealed=sealed)
    match = there.table.written(2, after=0, most=100, size=10**6).match
    assert match is not None
    rows = [msgspec.structs.astuple(row_of(row, where, box=box)) for row in kept.rows]
    kept.chain = sealed_link(chain.end((2, match.game, match.setup, match.wall), rows), where, box=box)
    with nothing_changes(players):
        answer = last_of(players, kept.cut(100))
        assert isinstance(answer, NotDone)
        assert answer.why.startswith("That match cannot be read here, so this one stays on the table")
        assert "sneezed" not in answer.why
    assert "row 3: Invalid value 'sneezed'" in caplog.text


def opening(game: str, setup: bytes) -> Opening:
    return Opening(game=game, setup=msgspec.Raw(setup), wall=0)


@pytest.mark.parametrize(
    ("begins", "why"),
    [
        (
            Opening(game="chess", setup=msgspec.Raw(b"{}"), wall=0),
            "This Warglass does not know that match's game, chess",
        ),
        (
            Opening(game="wartime", setup=msgspec.Raw(b"[]"), wall=0),
            "That match cannot be read here, so this one stays",
        ),
    ],
)
def test_what_it_does_not_know_is_refused(kept: Kept, players: Players, begins: Opening, why: str) -> None:
    kept.opening = begins
    with nothing_changes(players):
        answer = last_of(players, without_chain(kept).cut(100))
        assert isinstance(answer, NotDone)
        assert answer.why.startswith(why)


def test_rows_that_do_not_follow_each_other_are_refused_by_the_table_too(there: Players, players: Players) -> None:
    written = there.table.written(2, after=0, most=100, size=10**6)
    assert written.match is not None
    adopt = Adopt(game="wartime", setup=written.match.setup, wall_ns=0, rows=written.rows[1:], was=2, table="Table 3")
    with nothing_changes(players), pytest.raises(Refused, match="lacks some of its rows"):
        players.do(adopt)


def test_a_disk_that_fails_leaves_all_as_it_is(kept: Kept, players: Players) -> None:
    asks = kept.cut(100)
    with nothing_changes(players), failing_disk(players.path):
        answer = last_of(players, asks)
        assert isinstance(answer, NotDone)
        assert "so this game stays on the table: " in answer.why
    set_up(players, asks)


# What is gathered


def test_it_waits_for_every_row_and_for_the_opening(kept: Kept, players: Players) -> None:
    asks = sorted(kept.cut(1), key=lambda ask: ask.after)
    first = asks.pop(0)
    taken = adopting(players)
    for ask in [replace(first, opening=None), *asks, *asks]:
        assert taken.take(ask) == Done()
        assert players.texts() == []
    assert taken.take(first) == Done()
    assert players.timer("gold-60a").remaining_ms == 40_000
    number = players.table.glance().number
    assert taken.take(first) == Done()
    assert players.table.glance().number == number, "nothing is set up twice"


def test_one_at_a_time_until_nothing_comes_of_it_any_more(kept: Kept, players: Players) -> None:
    one, *rest = kept.cut(1)
    taken = adopting(players)
    assert taken.take(one) == Done()
    other = replace(one, restoring="r2")
    for _ in range(3):
        assert taken.take(other) == NotDone(why=Says("Another match", "set up"))
        players.clock.advance(ns=EXPIRES_NS // 3)
    assert taken.take(rest[0]) == Done()
    players.clock.advance(ns=EXPIRES_NS + 1)
    taken.expire()
    assert [taken.take(replace(ask, restoring="r2")) for ask in (one, *rest)][-1] == Done()
    assert players.timer("gold-60a").remaining_ms == 40_000


def test_parts_that_do_not_fit_are_refused_and_all_of_it_let_go(kept: Kept, players: Players) -> None:
    one, two, *_ = sorted(kept.cut(1), key=lambda ask: ask.after)
    for wrong, why in (
        (replace(two, last=9), Says("two matches")),
        (replace(two, was=two.was + 1), Says("two matches")),
        (replace(two, chain=other_end(two)), Says("end in two")),
        (replace(two, rows=(replace(two.rows[0], seq=99),)), Says("Row 99", "none", f"{two.last}")),
        (replace(two, rows=(replace(two.rows[0], seq=0),)), Says("Row 0", "none", f"{two.last}")),
        (replace(one, rows=(replace(one.rows[0], mono=3),)), Says("Row 1", "twice")),
    ):
        with nothing_changes(players):
            taken = adopting(players)
            assert [taken.take(each) for each in (one, wrong, two)] == [Done(), NotDone(why=why), NotDone(why=why)]
            assert taken.take(replace(one, restoring="r2")) == Done()


def other_end(part: Restore) -> str:
    return sealed_link(b"another", Where(part.journal, part.was), box=OpenBox())


def test_memory_is_bounded(kept: Kept, players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    with nothing_changes(players):
        most = bounds.MOST_ROWS
        many = NotDone(why=Says(f"more than {most} rows"))
        assert adopting(players).take(kept.cut(100, last=most + 1)[0]) == many
        monkeypatch.setattr(bounds, "MOST_BYTES", 300)
        taken = adopting(players)
        answers = [taken.take(ask) for ask in kept.cut(1)]
        assert isinstance(answers[-1], NotDone)
        assert "too large for a table" in answers[-1].why


def card(key: bytes = b"k" * 32, *, table: str = "table-3") -> HallCard:
    return HallCard(host="broker", port=8883, hall="club", table=table, called="Table 3", password="p", ca=b"", key=key)


def test_a_replacement_opens_what_was_sealed_with_its_own_card_alone(tmp_path: Path, players: Players) -> None:
    there = Played(tmp_path / "there.sqlite")
    GAMES["wartime_in_secret"](there)
    kept = Kept(there.table, there.table.glance().number, box=CardBox(card()))
    asks = kept.cut(100)
    assert any(row.sealed for row in kept.rows)
    for other in (card(b"x" * 32), card(table="table-4")):
        with nothing_changes(players):
            answer = last_of(players, asks, box=CardBox(other))
            assert isinstance(answer, NotDone)
            assert answer.why.startswith("What players sealed does not open with this table's card")
    set_up(players, asks, box=CardBox(card()))
    assert state(players) == state(there.restart())  # type: ignore[arg-type]


def test_with_a_new_card_what_nobody_sealed_is_set_up_all_the_same(there: Players, players: Players) -> None:
    """Only who has the old one could check the end of its chain."""
    kept = Kept(there.table, 2, box=CardBox(card()))
    assert kept.chain
    set_up(players, kept.cut(100), box=CardBox(card(b"new" + b"k" * 29)))
    assert players.timer("gold-60a").remaining_ms == 40_000


def test_a_sealed_row_is_no_link_and_a_link_no_row(tmp_path: Path, players: Players) -> None:
    there = Played(tmp_path / "there.sqlite")
    GAMES["wartime_in_secret"](there)
    box = CardBox(card())
    kept = Kept(there.table, there.table.glance().number, box=box)
    last = next(row for row in kept.rows if row.sealed)
    where = Where(JOURNAL, kept.match)
    assert link_of(last.sealed or "", where, box=box) is None
    moved = replace(last, sealed=sealed_link(b"l" * 16, where, box=box))
    with pytest.raises(WarglassError, match="does not open"):
        row_of(moved, where, box=box)
