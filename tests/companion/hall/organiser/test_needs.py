"""Which table is the most urgent."""

from hypothesis import given
from hypothesis import strategies as st

from companion.hall.organiser.view import (
    GONE_MS,
    QUIET_MS,
    CallHere,
    Need,
    Others,
    Playing,
    RoundView,
    TableHere,
    natural,
    need,
    place,
)

CALL = CallHere(table="one", id=1, since_ms=5, state="called")
PLAYS = Playing(game="wartime", online=True, begun=True, quiet_ms=20_000, seq=100)
RUNNING = RoundView(number=1, ends_ms=10**6, begun=True)
ELSEWHERE = Others.of([PLAYS] * 5)


def asked(round: RoundView = RUNNING, others: Others = ELSEWHERE, **more: object) -> tuple[Need, str]:
    return need(Playing(**{**{"game": "wartime", "online": True, "begun": True, "seq": 100}, **more}), others, round)  # type: ignore[arg-type]


def test_the_most_pressing_need_is_told() -> None:
    assert asked() == (Need.NOTHING, "")
    assert asked(call=CALL, online=False, paused=True) == (Need.JUDGE, "A judge was called.")
    assert asked(online=False, paused=True)[0] is Need.SILENT
    assert asked(paused=True, over="Gold won.") == (Need.DONE, "Gold won.")
    assert asked(paused=True)[0] is Need.PAUSED
    assert asked(over="Gold won.", online=False)[0] is Need.SILENT
    assert asked(over="Gold won.", online=False, settled=True)[0] is Need.DONE


def test_a_table_of_another_day_is_not_missed() -> None:
    assert asked(online=False, silent_for_ms=GONE_MS, expected=False) == (Need.NOTHING, "Not here today.")
    assert asked(online=False, silent_for_ms=GONE_MS, expected=True)[0] is Need.SILENT
    assert asked(online=False, silent_for_ms=GONE_MS - 1, expected=False)[0] is Need.SILENT


def test_a_pause_of_all_is_nobody_s_own() -> None:
    assert asked(RoundView(number=1, left_ms=5, begun=True), paused=True)[0] is Need.NOTHING
    assert asked(RoundView(), paused=True)[0] is Need.PAUSED
    assert asked(paused=True, begun=False)[0] is Need.NOTHING


def test_a_table_is_behind_by_silence_or_by_how_little_has_happened() -> None:
    assert asked(quiet_ms=QUIET_MS) == (Need.BEHIND, "No act for 5 minutes.")
    slow = Others.of([Playing(game="wartime", online=True, begun=True, quiet_ms=QUIET_MS, seq=100)] * 5)
    assert asked(others=slow, quiet_ms=QUIET_MS)[0] is Need.NOTHING
    assert asked(others=slow, quiet_ms=2 * QUIET_MS)[0] is Need.BEHIND
    assert asked(seq=49)[0] is Need.BEHIND
    assert asked(seq=50)[0] is Need.NOTHING
    assert asked(others=Others.of([PLAYS] * 2), seq=1)[0] is Need.NOTHING


def test_tables_are_in_the_order_of_need() -> None:
    def table(name: str, need: Need, **more: object) -> TableHere:
        return TableHere(table=name, name=name, need=need, why="", online=True, **more)  # type: ignore[arg-type]

    late, early = (CallHere(table="x", id=1, since_ms=ms, state="called") for ms in (9, 3))
    tables = [
        table("t10", Need.NOTHING),
        table("t9", Need.NOTHING),
        table("b", Need.JUDGE, call=early),
        table("a", Need.JUDGE, call=late),
        table("d", Need.SILENT, silent_ms=4),
        table("c", Need.SILENT, silent_ms=8),
        table("e", Need.DONE),
    ]
    assert [each.table for each in sorted(tables, key=place)] == ["b", "a", "d", "c", "e", "t9", "t10"]


@given(st.integers(0, 10**30), st.integers(0, 10**30))
def test_numbers_in_names_are_sorted_by_size(one: int, two: int) -> None:
    assert (natural(f"table {one} left") < natural(f"table {two} left")) == (one < two)
