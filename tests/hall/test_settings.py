"""Which hall a table stands in: the configuration's, else the one whose card was scanned."""

import stat
from pathlib import Path

import pytest

from companion.fields.invalid import Invalid
from companion.hall.card import (
    CARD_FILE,
    From,
    HallCard,
    HallConfig,
    NotKept,
    hindrance,
    leave,
    standing,
    take_card,
    written,
)

CARD = HallCard(
    host="localhost", port=1883, hall="h", table="table-1", called="One", password="p", ca=b"", key=bytes(32)
)
OTHER = HallCard(
    host="localhost", port=1883, hall="h", table="table-2", called="Two", password="p", ca=b"", key=bytes(32)
)
NOBODYS = HallConfig()


def test_a_scanned_card_is_kept_for_the_service_alone_until_it_is_put_away(tmp_path: Path) -> None:
    assert standing(NOBODYS, tmp_path).card is None
    assert take_card(tmp_path, f" {written(CARD)}\n") == CARD
    assert take_card(tmp_path, written(OTHER)) == OTHER
    (kept,) = tmp_path.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    found = standing(NOBODYS, tmp_path)
    assert (found.card, found.source, found.trouble) == (OTHER, From.SCANNED, None)
    leave(tmp_path)
    leave(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert standing(NOBODYS, tmp_path).card is None


def test_the_configuration_goes_first(tmp_path: Path) -> None:
    take_card(tmp_path, written(CARD))
    found = standing(HallConfig(card=written(OTHER)), tmp_path)
    assert (found.card, found.source) == (OTHER, From.CONFIGURATION)


def test_what_is_no_card_is_not_taken_and_what_was_there_stays(tmp_path: Path) -> None:
    take_card(tmp_path, written(CARD))
    with pytest.raises(Invalid, match=r"^card: "):
        take_card(tmp_path, written(OTHER)[:-3])
    assert standing(NOBODYS, tmp_path).card == CARD


@pytest.mark.parametrize("data", [b"", b"WG1-", b"\xff" * 5000, written(CARD).encode()[:-1]])
def test_a_broken_file_is_a_sentence_and_no_end(tmp_path: Path, data: bytes) -> None:
    (tmp_path / CARD_FILE).write_bytes(data)
    found = standing(NOBODYS, tmp_path)
    assert found.card is None
    assert found.trouble is not None
    assert found.trouble.startswith(f"The hall's card in {tmp_path / CARD_FILE} cannot be used: it ")
    assert found.source is From.SCANNED


def test_a_folder_in_its_place_and_a_line_of_the_configuration_are_told_too(tmp_path: Path) -> None:
    (tmp_path / CARD_FILE).mkdir()
    trouble = standing(NOBODYS, tmp_path).trouble
    assert trouble is not None
    assert "cannot be read" in trouble
    trouble = standing(HallConfig(card="WG1-AAAA"), tmp_path).trouble
    assert trouble is not None
    assert trouble.startswith("The hall's card in [hall] of warglass.toml cannot be used: it is cut off")


def test_a_disk_that_takes_nothing_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match="cannot be kept"):
        take_card(tmp_path / "gone", written(CARD))
    with pytest.raises(NotKept, match="cannot be deleted"):
        leave(tmp_path / "gone")


def test_this_installation_can_stand_in_a_hall() -> None:
    assert hindrance() is None
