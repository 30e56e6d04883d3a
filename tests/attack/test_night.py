"""Nights in short: `make attack` plays them to the end."""

from companion.table.refusals import ROWS, ROWS_A_SECOND
from tests.attack import abuse, night
from web.http.access import CHANGES, CHANGES_A_SECOND

MINUTES = 6


def test_a_night_leaves_nothing_behind() -> None:
    told = night.run(2000, seed=13)
    assert told["rows"] > 1000
    assert told["transfers_failed"] > 20
    assert told["checkpoints"] > 0
    assert told["drift_ns"] == told["turned_away"] == 0
    assert told["threads_grown"] <= 0, "one that a test before this left behind may end meanwhile"
    assert told["descriptors_grown"] <= 1, "what is opened once for all"


def test_a_night_of_abuse_fits_on_the_card() -> None:
    told = abuse.run(MINUTES / 60, seed=13)
    assert abuse.wrong(told) == []
    assert told["refused"] > 20 * 60 * MINUTES, "all of them are told"
    assert told["refusal_rows"] <= ROWS + 60 * MINUTES * ROWS_A_SECOND + CHANGES + 60 * MINUTES * CHANGES_A_SECOND
    acts = abuse.PHONES * (CHANGES + CHANGES_A_SECOND * 60 * MINUTES)
    assert told["rows"] - told["refusal_rows"] <= 2 * acts, "an act, and what happens by itself after it"
