"""What ties a table to a hall is no part that a game needs."""

from pathlib import Path

import pytest

from companion.app.table_hall import TableHall
from companion.clock import ManualClock
from companion.hall import settings
from companion.hall.config import HallConfig
from companion.hall.port import ASK_FIRST
from companion.table.errors import Refused
from companion.table.history import SERVICE
from tests.support import open_table


def hall_of(folder: Path, card: str = "") -> TableHall:
    clock = ManualClock()
    table = open_table(folder / "t.sqlite", clock)
    return TableHall(table=table, clock=clock, state=folder, config=HallConfig(card=card), shelf=lambda: None)


def test_no_fault_of_a_halls_ends_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> settings.Standing:
        raise OSError("nobody foresaw that")

    monkeypatch.setattr(settings, "standing", broken)
    hall = hall_of(tmp_path, card="WG1-x")
    hall.start()
    assert hall._table.view().faults == ("This table cannot stand in its hall: see the service's log.",)
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
