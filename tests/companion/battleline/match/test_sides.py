"""Sides go by the names of whoever plays, and none is ever taken for a suit."""

import unicodedata
from itertools import product
from pathlib import Path

import msgspec
import pytest

from companion.battleline.cards import Colour
from companion.battleline.choices import Players as Count
from companion.battleline.match.state import names
from companion.people import SITTERS, TABLE, Sitter
from companion.table.commands import End, Undo
from companion.table.errors import Refused
from companion.table.events import Named
from companion.table.opening import Again, New
from companion.table.seats import Seat
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import AZURE, GOLD, RED, seated, view
from tests.support import PHONE, Players, Says

LONGEST = "Maximiliane von Hohenfels"[:24]


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return seated(tmp_path / "t.sqlite")


def call(players: Players, seat: Seat, name: str | None) -> None:
    players.table.note(Named(seat=seat.value, name=name), source=PHONE)


def both(players: Players) -> None:
    call(players, GOLD, "Anna")
    call(players, RED, "Ben")


def shown(*people: str) -> list[str]:
    seats = tuple(Seat)[: len(people)]
    return [*names(seats, {seat.value: name for seat, name in zip(seats, people, strict=True) if name}).values()]


def test_who_plays_is_who_is_told_of(players: Players) -> None:
    both(players)
    assert view(players).names == {"gold": "Anna", "red": "Ben"}
    players.do(c.Lay(side=GOLD, flag=3, piece="R10"))
    assert view(players).undo_act == "Red 10 at flag 3"
    with pytest.raises(Refused, match=r"^You have played\. It is Ben's turn\.$"):
        players.do(c.Lay(side=GOLD, flag=3, piece="R9"))
    players.do(c.Scout(side=RED))
    assert (view(players).undo, view(players).undo_act) == ("Ben scouts", "Ben's Scout")
    players.do(End(winner=GOLD))
    assert view(players).over is not None
    assert (view(players).over.title, view(players).over.telling["all"][:9]) == ("Anna wins", "Anna laid")


def test_nobodys_side_is_a_team(players: Players) -> None:
    call(players, RED, "Ben")
    assert view(players).names == {"gold": "Team Gold", "red": "Ben"}
    call(players, RED, None)
    players.do(c.Lay(side=RED, flag=3, piece="R10"))
    assert players.texts() == ["Team Red is Ben", Says("Team Red", "no name"), "Team Red lays Red 10 at flag 3"]


def test_one_name_twice_and_one_that_is_a_suit_say_their_colour() -> None:
    assert shown("Anna", "anna") == ["Anna (Gold)", "anna (Red)"]
    assert shown("Anna", "Ben", "Anna") == ["Anna (Gold)", "Ben", "Anna (Azure)"]
    assert shown("Red", "Ben") == ["Red (Gold)", "Ben"]
    assert shown("Ben", "alexander") == ["Ben", "alexander (Red)"]
    assert shown("Team Red", "") == ["Team Red (Gold)", "Team Red"]


def looks(name: str) -> str:
    return unicodedata.normalize("NFKC", name).replace("\u200b", "").casefold()


@pytest.mark.parametrize("others", [*product(("", "Anna", "Red", "Team Gold", "Jos\u00e9", LONGEST), repeat=2)])
def test_no_side_is_called_as_another_or_as_a_suit(others: tuple[str, str]) -> None:
    suits = {colour.word.casefold() for colour in Colour}
    for name in (
        "", "Anna", "ANNA", "Gold", "Blue 7", "Team Azure", "Scout", LONGEST, "Red (Red)", "Team Gold (Azure)",
        "Ａｎｎａ", "An\u200bna", "R\u200bed", "\u200b", "Jose\u0301",
    ):  # fmt: skip
        found = [looks(each) for each in shown(name, *others)]
        assert len({*found}) == 3
        assert not suits & {*found}
        assert "" not in found


def test_a_name_is_no_act_and_outlives_undo_and_restart(players: Players) -> None:
    players.do(c.Lay(side=GOLD, flag=3, piece="R10"))
    both(players)
    assert view(players).undo_act == "Red 10 at flag 3"
    players.do(Undo())
    assert view(players).names == {"gold": "Anna", "red": "Ben"}
    players.restart()
    assert view(players).names == {"gold": "Anna", "red": "Ben"}
    assert players.texts()[0] == "Anna lays Red 10 at flag 3"
    assert players.texts()[3] == "Undone: Anna lays Red 10 at flag 3"


def test_the_next_battle_of_the_series_knows_them_and_so_does_one_taken_out(players: Players) -> None:
    both(players)
    players.do(c.Lay(side=GOLD, flag=3, piece="R10"))
    players.do(Again())
    assert view(players).names == {"gold": "Anna", "red": "Ben"}
    assert players.texts() == []


def test_a_battle_begins_with_who_sits_at_the_table(players: Players) -> None:
    sitting = (Sitter("azure", "Cleo", 3), Sitter("red", "Ben"), Sitter("gold", "Old", 1), Sitter("gold", "Anna", 2))
    players.table.keep(TABLE, SITTERS, SITTERS, msgspec.json.encode(sitting))
    players.do(New(game="battleline"))
    assert view(players).names == {"gold": "Anna", "red": "Ben"}
    players.table.keep(TABLE, SITTERS, SITTERS, b"[not JSON")
    players.do(New(game="battleline"))
    assert view(players).names == {"gold": "Team Gold", "red": "Team Red"}


def test_where_people_sit_puts_no_empty_battle_away(players: Players) -> None:
    both(players)
    assert players.table.unfinished_now is None


def test_long_names_leave_the_button_short_words(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", players=Count.THREE)
    for seat in (GOLD, RED, AZURE):
        call(players, seat, LONGEST)
    assert view(players).names["azure"] == f"{LONGEST} (Azure)"
    players.do(c.Scout(side=AZURE))
    assert view(players).undo_act == "Scout"
