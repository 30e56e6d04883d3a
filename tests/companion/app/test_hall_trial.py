"""What a hall to try is made of."""

from pathlib import Path

import pytest

from companion.app import hall_trial
from companion.hall.card import NotKept, standing, take_card
from companion.hall.config import HallConfig


def test_a_card_that_could_not_be_kept_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(state: Path, text: str) -> None:
        if state.name == "table-2":
            raise NotKept("The card cannot be kept: No space left on device.")
        take_card(state, text)

    place = tmp_path / "try"
    monkeypatch.setattr(hall_trial, "take_card", full)
    with pytest.raises(NotKept):
        hall_trial.open_hall(place, count=3)
    monkeypatch.undo()
    before = standing(HallConfig(), place / "tables" / "table-1").card
    folder = hall_trial.open_hall(place, count=3)
    cards = [standing(HallConfig(), place / "tables" / f"table-{number}").card for number in (1, 2, 3)]
    assert [card and card.table for card in cards] == ["table-1", "table-2", "table-3"]
    assert cards[0] == before
    assert folder.register.tables.keys() == {"table-1", "table-2", "table-3"}
    assert hall_trial.open_hall(place, count=3).register == folder.register
