"""What each seat has won by now, as the books count it: held to the reports that were recorded."""

from pathlib import Path

import msgspec
import pytest

from companion.clock import ManualClock
from companion.journal.journal import Row
from companion.table.commands import Begin
from companion.table.opening import New
from companion.table.seats import Seat
from tests.companion.table.test_recorded import NAMES, recorded
from tests.support import Players, open_table, write_journal


def counted(game: str, report: bytes) -> dict[str, int]:
    """By the report that was recorded: the flags held, the Victory Points of its last line."""
    told = msgspec.json.decode(report)
    if game == "battleline":
        holders = [flag["holder"] for flag in told["flags"]]
        return {side["side"]: holders.count(side["side"]) for side in told["sides"]}
    if game == "warzone":
        return {side["side"]: sum(line["value"] for line in side["vps"]["lines"]) for side in told["sides"]}
    return {}


@pytest.mark.parametrize("name", NAMES)
def test_the_score_is_what_the_report_counts(name: str, tmp_path: Path) -> None:
    opened, rows, expected = recorded(name)
    stored = [Row(row.seq, row.wall, row.mono, row.source, bytes(row.event)) for row in rows]
    write_journal(tmp_path / "t.sqlite", opened.game, bytes(opened.setup), stored)
    table = open_table(tmp_path / "t.sqlite", ManualClock(now=7_000_000_000, wall=rows[-1].wall))
    score = table.match.score
    table.close()
    assert {seat.value: count for seat, count in score.items()} == counted(opened.game, bytes(expected.report))


def test_some_of_them_won_something() -> None:
    won = {name: counted(opened.game, bytes(seen.report)) for name in NAMES for opened, _, seen in [recorded(name)]}
    assert any(sum(score.values()) > 1 for name, score in won.items() if name.startswith("battleline"))
    assert any(sum(score.values()) > 1 for name, score in won.items() if name.startswith("warzone"))


@pytest.mark.parametrize(("game", "score"), [("battleline", {Seat.GOLD: 0, Seat.RED: 0}), ("wartime", {})])
def test_nobody_has_won_anything_as_it_begins(players: Players, game: str, score: dict[Seat, int]) -> None:
    players.do(New(game=game))
    assert players.table.match.score == score
    players.do(Begin())
    assert players.table.match.score == score
