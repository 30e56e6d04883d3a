"""What goes through a hall of a journal: everything but what a side has sealed, which only the table's card opens."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.battleline.match.game import Setup as BattleSetup
from companion.errors import WarglassError
from companion.games import all_games
from companion.hall.rows import Where, log_row, row_of
from companion.hall.wire.messages import LogRow
from companion.journal.journal import Journal, Row
from companion.table.commands import Begin, Command, Undo
from companion.table.events import Event
from companion.table.opening import SCENARIO, New
from companion.table.seats import Side
from companion.warzone.scenarios import Primary, Secondary, WarzoneScenario
from tests.companion.hall.boxes import OpenBox
from tests.companion.table.recorded_games import WARTIME_SECRETS, Played
from tests.companion.table.test_recorded import NAMES, recorded
from tests.companion.wartime import acts as w
from tests.companion.warzone import acts as z
from tests.companion.warzone.match import seats as warzone
from tests.support import Players

GAMES = all_games()
HERE = Where("0123456789abcdef", 7)
HIDING = {kind for game in GAMES.values() for kind in get_args(game.events) if kind.public is not Event.public}


def rows_of(name: str) -> tuple[str, list[Row]]:
    opened, rows, _ = recorded(name)
    return opened.game, [Row(row.seq, row.wall, row.mono, row.source, bytes(row.event)) for row in rows]


def told(game: str, row: Row, *, key: str = "key") -> LogRow:
    return log_row(row, HERE, read_event=GAMES[game].read_event, box=OpenBox(key))


def over_the_wire(row: LogRow) -> LogRow:
    return msgspec.json.decode(msgspec.json.encode(row), type=LogRow)


def in_the_clear(row: LogRow) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(row, sealed=None))


@pytest.mark.parametrize("name", NAMES)
def test_a_row_comes_back_to_the_byte(name: str) -> None:
    game, rows = rows_of(name)
    for row in rows:
        gone = over_the_wire(told(game, row))
        assert row_of(gone, HERE, box=OpenBox()) == row
        kind = type(GAMES[game].read_event(row.event))
        assert (gone.sealed is not None) == (kind in HIDING)
        if gone.sealed is None:
            assert bytes(gone.event) == row.event
        else:
            event = GAMES[game].read_event(bytes(gone.event))
            assert type(event) is kind
            assert event == event.public()


def test_every_kind_that_hides_something_is_in_the_recorded_games() -> None:
    met = {type(GAMES[game].read_event(row.event)) for name in NAMES for game, rows in [rows_of(name)] for row in rows}
    assert met >= HIDING
    assert len(HIDING) == 5


cards = st.text(min_size=1, max_size=60)
hands = st.lists(cards, max_size=8).map(tuple)
sides = st.sampled_from(Side)
secrets = st.one_of(
    st.tuples(*[st.builds(w.Ticked, sand_ns=st.just(5), side=st.just(Side.RED), card=cards, on=st.booleans())] * 2),
    st.tuples(*[st.builds(w.Dealt, sand_ns=st.just(5), side=st.just(Side.GOLD), cards=hands)] * 2),
    st.tuples(
        *[
            st.builds(
                w.Mustered,
                sand_ns=st.just(5),
                side=st.just(Side.GOLD),
                units=st.just(("Archer",)),
                cards=hands | st.just(msgspec.UNSET),
            )
        ]
        * 2
    ),
    st.tuples(
        *[
            st.builds(
                z.Sealed,
                sand_ns=st.just(5),
                side=st.just(Side.RED),
                owner=cards,
                picks=st.lists(st.sampled_from(Secondary), max_size=2).map(tuple),
            )
        ]
        * 2
    ),
    st.tuples(
        *[
            st.builds(
                z.PrimarySealed,
                sand_ns=st.just(5),
                side=st.just(Side.RED),
                owner=cards,
                pick=st.none() | st.sampled_from(Primary),
            )
        ]
        * 2
    ),
)


@given(secrets)
def test_events_that_differ_only_in_a_secret_look_the_same_and_are_as_long(pair: tuple[Event, Event]) -> None:
    game = "wartime" if pair[0].__class__.__module__ == w.__name__ else "warzone"
    one, other = (told(game, Row(3, 1, 2, "phone 1", msgspec.json.encode(event))) for event in pair)
    assert in_the_clear(one) == in_the_clear(other)
    assert one.sealed is not None
    assert other.sealed is not None
    lengths = [len(msgspec.json.encode(event)) for event in pair]
    if max(lengths) < 900:
        assert len(one.sealed) == len(other.sealed)


class Twins:
    """Tables that differ in nothing but what players have sealed, by the byte of what travels of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def travels(self, play: Callable[[Players, bool], None], first: bool) -> tuple[bytes, list[LogRow]]:
        self._count += 1
        players = Played(self._folder / f"{self._count}.sqlite")
        play(players, first)
        players.table.close()
        journal = Journal(players.path)
        match = journal.last_match()
        assert match is not None
        rows = [told(match.game, row) for row in journal.rows(match.id)]
        journal.close()
        return match.setup, rows


def hands_ticked(players: Players, first: bool) -> None:
    """One card of three that were dealt, or another; one that goes back; choices that are refused."""
    gold, red = Side.GOLD, Side.RED
    players.table.keep("wartime", SCENARIO, "secrets", WARTIME_SECRETS)
    players.do(New(game="wartime", scenario="secrets"))
    players.do(w.Deal(side=gold, lot=5))
    *others, mine = sorted(players.table.match.state.forces[gold].dealt, reverse=first)
    commands: list[Command] = [
        w.Tick(side=gold, choose=mine),
        w.Tick(side=gold, choose="no such card" if first else "nor this"),
        w.Tick(side=gold, choose=others[0]),
        w.Tick(side=gold, drop=mine if first else others[0]),
        w.Muster(side=gold, units=("Archer", "Hero"), cards=(mine,) if first else (mine, others[0])),
        Undo(),
        w.Tick(side=red, choose="Haste" if first else "Fireball"),
        Begin(),
        w.Flip(timer="gold-30", unit="Archer"),
    ]
    for command in commands:
        players.do(command)


def objectives_sealed(players: Players, first: bool) -> None:
    players.do(New(game="warzone"))
    warzone.prepare(players, scenario=WarzoneScenario.KEY_POSITIONS)
    for side in Side:
        players.do(z.SealPrimary(side=side, owner="phone 1", pick=Primary.LEFT if first else Primary.RIGHT))
    players.do(Begin())


def picks_sealed(players: Players, first: bool) -> None:
    players.do(New(game="warzone"))
    picks = (Secondary.ESCORT, Secondary.HOLD_GROUND) if first else (Secondary.HOLD_GROUND, Secondary.SACRIFICE)
    players.do(z.Seal(side=Side.GOLD, owner="phone 1" if first else "phone 2", picks=picks))
    players.do(Undo())
    players.do(z.Seal(side=Side.GOLD, owner="phone 1", picks=picks))


@pytest.mark.parametrize("play", [hands_ticked, objectives_sealed, picks_sealed])
def test_tables_that_differ_in_a_secret_travel_alike(play: Callable[[Players, bool], None], tmp_path: Path) -> None:
    twins = Twins(tmp_path)
    (setup, one), (same, other) = twins.travels(play, True), twins.travels(play, False)
    assert setup == same, "what a match begins with holds no secret"
    assert [in_the_clear(row) for row in one] == [in_the_clear(row) for row in other]
    assert [len(row.sealed or "") for row in one] == [len(row.sealed or "") for row in other]
    assert any(row.sealed for row in one)
    assert [row.sealed for row in one] != [row.sealed for row in other], "they did differ"


def test_another_key_does_not_open_it() -> None:
    row = Row(3, 1, 2, "phone 1", msgspec.json.encode(w.Ticked(sand_ns=5, side=Side.RED, card="Haste")))
    with pytest.raises(WarglassError, match="another key"):
        row_of(told("wartime", row), HERE, box=OpenBox("other"))
    with pytest.raises(WarglassError, match="another key"):
        row_of(told("wartime", row), Where(HERE.journal, 8), box=OpenBox())


@pytest.mark.parametrize("data", [b"", b"\0\0", b"\0\0\0\x05abcd"])
def test_what_opens_and_is_no_row_says_so(data: bytes) -> None:
    row = told("wartime", Row(3, 1, 2, "phone 1", msgspec.json.encode(w.Ticked(sand_ns=5, side=Side.RED))))
    broken = msgspec.structs.replace(row, sealed=OpenBox().seal(data, HERE, 3))
    with pytest.raises(WarglassError, match=r"^What players sealed in row 3 opens, but is no row of a journal\.$"):
        row_of(broken, HERE, box=OpenBox())


def test_what_this_warglass_cannot_read_travels_sealed() -> None:
    row = Row(3, 1, 2, "phone 1", b'{"type":"sneezed","card":"Haste","sand_ns":1}')
    gone = told("wartime", row)
    assert b"Haste" not in bytes(gone.event)
    assert row_of(gone, HERE, box=OpenBox()) == row


def test_what_matches_begin_with_is_open_to_all() -> None:
    """Choices, who plays, the series, and scenarios, which every page shows: a field more is to be thought about."""
    fields: dict[str, Any] = {name: set(game.setups.__struct_fields__) for name, game in GAMES.items()}
    assert fields["warzone"] == {"choices"}
    assert fields["battleline"] == set(BattleSetup.__struct_fields__) == {"choices", "players", "series", "people"}
    assert fields["wartime"] == {
        *("id", "name", "text", "victory", "time_limit", "terrain", "features", "lines", "time_spaces", "items"),
        *("neutral", "conditions"),
        *("units", "cards", "timers", "choices"),
    }
