"""What ties a table to a hall is no part that a game needs."""

from pathlib import Path

import pytest
from msgspec import UNSET

from companion.app.table_hall import TableHall
from companion.clock import ManualClock
from companion.hall import card as settings
from companion.hall.card import HallCard, written
from companion.hall.config import HallConfig
from companion.hall.link.link import HallLink
from companion.hall.port import ASK_FIRST
from companion.table.errors import Refused
from companion.table.events import SERVICE
from tests.support import Says, open_table

CARD = HallCard(
    host="127.0.0.1", port=1, hall="club", table="table-7", called="Table 7", password="x", ca=b"", key=bytes(32)
)


def hall_of(folder: Path, card: str = "") -> TableHall:
    clock = ManualClock()
    table = open_table(folder / "t.sqlite", clock)
    return TableHall(table=table, clock=clock, state=folder, config=HallConfig(card=card), shelf=lambda: None)


def test_no_fault_of_a_halls_ends_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> settings.CardStanding:
        raise OSError("nobody foresaw that")

    monkeypatch.setattr(settings, "standing", broken)
    hall = hall_of(tmp_path, card="WG1-x")
    hall.start()
    assert hall._table.view().faults == (Says("cannot join its hall", "log"),)
    hall.stop()


def test_a_card_that_is_none_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "hall.card").write_text("WG1-cut")
    hall = hall_of(tmp_path)
    hall.start()
    (fault,) = hall._table.view().faults
    assert "cannot be used" in fault
    assert hall.held is None
    with pytest.raises(Refused, match=ASK_FIRST[:30]):
        hall.call_judge(source=SERVICE)


@pytest.mark.parametrize("text", ["WG1-cut", "", "x" * 5000, written(CARD)[:-1]])
def test_a_card_that_cannot_be_used_can_be_put_away(tmp_path: Path, text: str) -> None:
    kept = tmp_path / "hall.card"
    kept.write_text(text)
    hall = hall_of(tmp_path)
    hall.start()
    assert hall.stuck in hall._table.view().faults
    hall.leave()
    assert not kept.exists()
    assert hall.stuck == ""
    assert hall._table.view().faults == ()
    with pytest.raises(Refused, match=ASK_FIRST[:30]):
        hall.leave()


def test_a_card_in_the_configuration_that_cannot_be_used_is_told_where_to_change_it(tmp_path: Path) -> None:
    hall = hall_of(tmp_path, card="WG1-cut")
    hall.start()
    assert "warglass.toml" in hall.stuck
    with pytest.raises(Refused, match="Remove it there"):
        hall.leave()


def test_what_this_warglass_lacks_for_halls_is_said_as_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.take_card(tmp_path, written(CARD))
    monkeypatch.setattr(settings, "hindrance", lambda: "No way to a broker. On its machine:  sudo make install HALL=1")
    hall = hall_of(tmp_path)
    hall.start()
    assert hall._table.view().faults == ("No way to a broker. On its machine:  sudo make install HALL=1",)
    hall.leave()
    assert hall._table.view().faults == ()


def test_a_hall_that_cannot_be_opened_leaves_nothing_of_itself_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: HallLink) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(HallLink, "start", broken)
    hall = hall_of(tmp_path)
    hall.take(written(CARD))
    assert hall.held is None
    assert hall._table.hall is None
    assert "cannot join its hall" in hall.stuck
    monkeypatch.undo()
    hall.take(written(CARD))
    assert (hall.held is not None, hall.stuck, hall._table.view().faults) == (True, "", ())
    hall.stop()


def test_after_its_end_nothing_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[HallLink] = []
    monkeypatch.setattr(HallLink, "start", started.append)
    hall = hall_of(tmp_path)
    hall.stop()
    for act in (lambda: hall.take(written(CARD)), hall.leave):
        with pytest.raises(Refused, match="stopping"):
            act()
    hall.start()
    assert started == []
    assert list(tmp_path.glob("hall.card*")) == []
    hall.stop()


def test_a_place_that_another_box_has_taken_is_taken_back_by_another_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[HallLink] = []
    monkeypatch.setattr(HallLink, "start", lambda self: started.append(self))  # noqa: PLW0108 - a list's own is not bound
    hall = hall_of(tmp_path)
    hall.take(written(CARD))
    with pytest.raises(Refused, match="No other box has taken"):
        hall.take_place(source=SERVICE)
    (_, desk, _) = hall._at or pytest.fail("it stands in no hall")
    desk.offline("another box stands in the hall", aside=True)
    assert hall._table.hall is not None
    assert hall._table.hall.aside is True
    hall.take_place(source=SERVICE)
    (card, again, _) = hall._at or pytest.fail("it stands in no hall")
    assert (card, again.boot, again.journal) == (CARD, desk.boot + 1, desk.journal)
    assert len(started) == 2
    assert hall._table.hall.aside is UNSET
    hall.stop()
