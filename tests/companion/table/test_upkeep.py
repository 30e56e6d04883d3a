"""What is done about the table itself is told in the log by name, and is no part of any game."""

import msgspec
import pytest

from companion.choices import reading
from companion.clock import SECOND, ManualClock
from companion.table.commands import Undo
from companion.table.errors import Refused
from companion.table.events import (
    AskedToLeave,
    BackedUp,
    ClockSet,
    CodeRenewed,
    Deleted,
    HouseRuled,
    SatDown,
    Source,
    SourceKind,
    Upkeep,
)
from companion.table.opening import New, ThrowAway
from companion.table.rule_choices import AgreedChoices
from companion.warzone.choices import ARMOR_BOUNDS, CHOICES, ArmorBounds, WarzoneChoices
from tests.support import PHONE, Players, Says, entries

ANNA = Source(SourceKind.PHONE, "1", "gold", "Anna")
BEN = Source(SourceKind.PHONE, "3", "red", "Ben")


@pytest.mark.parametrize(
    ("event", "source", "text"),
    [
        (AskedToLeave(phone="phone 3, red"), ANNA, "Anna asked phone 3 (Firebrand) to leave"),
        (AskedToLeave(phone=str(BEN)), ANNA, "Anna asked phone 3 (Ben, Firebrand) to leave"),
        (AskedToLeave(phone="phone 3, look"), PHONE, "Phone 1 asked phone 3 to leave"),
        (SatDown(seat="red"), BEN, "Phone 3 (Ben) takes the seat of Firebrand"),
        (SatDown(seat="both"), Source(SourceKind.PHONE, "3", "both"), "Phone 3 takes the seat of both sides"),
        (CodeRenewed(), Source(SourceKind.PHONE, "2", "gold"), Says("Valyance", "phone 2", "new join code")),
        (BackedUp(matches=12), ANNA, "Anna downloaded a backup: 12 games"),
        (BackedUp(matches=1, restored=True), BEN, "Ben restored a backup: 1 game"),
        (Deleted(kind="unit card", name="Hounds"), BEN, "Ben deleted the unit card Hounds"),
        (ClockSet(by_ns=250_000 * SECOND), BEN, Says("Ben", "clock", "2 days slow")),
        (ClockSet(by_ns=-3600 * SECOND), PHONE, Says("Phone 1", "clock", "1 hour fast")),
        (HouseRuled(change="added", id="x", question="Is it dark?"), BEN, "House ruling added: Is it dark?"),
    ],
)
def test_it_is_told_by_name_and_outlives_a_restart(players: Players, event: Upkeep, source: Source, text: str) -> None:
    players.begin().flip("gold-30")
    before, report = players.table.view(), players.table.report()
    players.table.note(event, source=source)
    view = players.table.view()
    assert view.last[-1].text == text
    assert (view.undo, view.undo_seq, view.timers) == (before.undo, before.undo_seq, before.timers)
    assert players.table.report() == report
    assert text in players.restart().texts()
    assert players.table.view().undo_seq == before.undo_seq


def test_a_clock_that_is_set_meanwhile_moves_no_sand_and_later_times_are_right(players: Players) -> None:
    players.begin().flip("gold-30")
    players.wait(5)
    step, clock = 250_000 * SECOND, players.clock
    later = ManualClock(now=clock.now(), wall=clock.wall() + step)
    before = players.table.view()
    clock._wall += step
    players.table.note(ClockSet(by_ns=step), source=BEN)
    assert players.table.view().timers == before.timers
    players.flip("red-30")
    flipped, noted, earlier = (entry for entry, _ in entries(players.table)[-1:-4:-1])
    assert flipped.wall_ns == noted.wall_ns == later.wall()
    assert noted.wall_ns - earlier.wall_ns == step + 5 * SECOND
    assert (earlier.mono_ns, noted.mono_ns) == (later.now() - 5 * SECOND, later.now())


def test_undo_passes_over_it(players: Players) -> None:
    players.begin().flip("gold-30")
    players.table.note(CodeRenewed(), source=ANNA)
    players.table.note(AskedToLeave(phone=str(BEN)), source=ANNA)
    undo = players.table.view().undo_seq
    assert undo is not None
    assert players.do(Undo(seq=undo)).last[-1].text.startswith("Undone: Valyance 30")


def test_who_throws_a_game_away_is_told(players: Players) -> None:
    players.begin().flip("gold-30")
    players.do(New(game="battleline"))
    (away,) = players.table.unfinished()
    players.do(ThrowAway(match=away.match), BEN)
    assert players.texts() == ["Ben deleted a game: WarTime, Open game, 1 timer"]
    with pytest.raises(Refused):
        players.do(ThrowAway(match=away.match), BEN)
    assert len(players.texts()) == 1


def test_each_choice_that_changes_is_told(players: Players) -> None:
    agreed = AgreedChoices(table=players.table, game="warzone", kind=WarzoneChoices, choices=CHOICES)
    other = next(each for each in ArmorBounds if each is not WarzoneChoices().armor_bounds)
    changed = WarzoneChoices(armor_bounds=other)
    for _ in range(2):
        agreed.agree(changed, source=ANNA)
    now = reading(ARMOR_BOUNDS, changed)
    assert players.texts() == [f"Anna chose for the table: {now.question} {now.label}"]


def test_a_row_of_before_reads_as_before() -> None:
    row = b'{"type":"houseruled","sand_ns":5,"change":"added","id":"x","question":"Why?"}'
    assert msgspec.json.encode(msgspec.json.decode(row, type=HouseRuled)) == row
