"""The log tells who did it, as far as it is known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.names import LONGEST, tidy
from companion.table.events import CLOCK, SERVICE, Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Side
from companion.table.view import LogLine
from tests.companion.wartime import acts as c
from tests.companion.warzone import acts as z
from tests.support import BUTTON, PHONE, Players, entries

SEATS = ("gold", "red", "azure", "both", "look")


def phone(seat: str | None = None, player: str | None = None) -> Source:
    return Source(SourceKind.PHONE, "2", seat, player)


def last(players: Players) -> LogLine:
    return players.table.view().last[-1]


@pytest.mark.parametrize(
    ("source", "device", "who"),
    [
        (phone(), "phone 2", "phone 2"),
        (phone("look"), "phone 2", "phone 2"),
        (phone("both"), "phone 2", "phone 2"),
        (phone("azure"), "phone 2", "phone 2"),
        (phone("red"), "phone 2", "Firebrand's phone 2"),
        (phone("red", "Anna"), "phone 2", "Anna"),
        (phone("both", "Anna, Countess"), "phone 2", "Anna, Countess"),
        (BUTTON, "button gold-30", "button gold-30"),
    ],
)
def test_the_log_tells_who_and_with_what(players: Players, source: Source, device: str, who: str) -> None:
    players.do(c.Begin(), source)
    assert (last(players).source, last(players).who) == (device, who)
    assert (entries(players.restart().table)[0][1].source, last(players).source) == (device, "service")
    assert entries(players.table)[0][1].who == who


def test_sand_that_runs_out_is_the_clocks(players: Players) -> None:
    players.begin().flip("gold-30")
    players.wait(31)
    assert (last(players).source, last(players).who) == ("clock", "clock")


def test_a_phone_goes_by_what_its_side_is_called_in_this_match(players: Players) -> None:
    players.do(New(game="warzone"))
    players.do(z.SetSize(size=50), phone("red"))
    assert last(players).who == "Red's phone 2"
    players.do(z.Muster(side=Side.RED, name="Legion", activations=3))
    assert [line.who for _, line in entries(players.table)] == ["Legion's phone 2", "phone 1"]


def test_the_journal_has_the_phone_first_and_then_who_held_it(players: Players) -> None:
    players.do(c.Begin(), phone("gold", "Anna"))
    players.do(c.Pause(), phone("gold"))
    players.do(c.Resume(), PHONE)
    assert [entry.source for entry, _ in entries(players.table)] == ["phone 2, gold, Anna", "phone 2, gold", "phone 1"]


@pytest.mark.parametrize("text", ["phone 1", "phone", "button red-30", "clock", "service"])
def test_a_row_of_before_is_read_as_before(text: str) -> None:
    source = Source.read(text)
    assert (source.device, str(source), source.seat, source.player) == (text, text, None, None)


def test_the_tables_own_are_read_back() -> None:
    assert (Source.read(str(CLOCK)), Source.read(str(SERVICE))) == (CLOCK, SERVICE)


def is_name(text: str) -> bool:
    try:
        return tidy(text) == text
    except ValueError:
        return False


@given(
    number=st.integers(1, 999).map(str),
    seat=st.sampled_from(SEATS),
    player=st.none() | st.text(min_size=1, max_size=LONGEST).filter(is_name),
)
def test_what_is_written_is_read_back(number: str, seat: str, player: str | None) -> None:
    source = Source(SourceKind.PHONE, number, seat, player)
    assert Source.read(str(source)) == source
    assert str(source).startswith(f"phone {number}, {seat}")


@given(text=st.text())
def test_whatever_stands_in_a_journal_is_read(text: str) -> None:
    player = Source.read(text).player
    assert player is None or is_name(player)
