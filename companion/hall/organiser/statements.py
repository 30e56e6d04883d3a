"""Writes what the archive keeps beside tables' journals, as the statements for it, and reads all of it again."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.fields.decode import decoder_of
from companion.hall.organiser.clocks import RoundClock
from companion.hall.organiser.view import CallHere, ResultOf, SaidToTables
from companion.hall.wire.messages import Ask, HouseRule

Statement = tuple[str, tuple[Any, ...]]
_calls = decoder_of(CallHere)
_rules = decoder_of(HouseRule)
_asks = decoder_of(Ask)


class Keep(msgspec.Struct, frozen=True):
    """Holds what is to be written. Of two with one key, only the later one has to be."""

    key: tuple[Any, ...]
    statements: tuple[Statement, ...]


class ResumedHall(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the hall as it was when its organiser ended, in that start of the `machine`.

    `places` are the tables' names and journals, and the match that was over as the round began. `calls` are by table
    and journal. `rules` are the event's, by the ids under which tables are asked. `ruled` lists which table has
    answered which of them. `asks` are those without an answer, by table and id.
    """

    epoch_ms: int | None = None
    last_ms: int = 0
    machine: str = ""
    round_version: int = 0
    clock: RoundClock = RoundClock()
    pairings: Mapping[str, tuple[str, ...]] = {}
    places: Mapping[str, tuple[str, str, int]] = {}
    results: Sequence[ResultOf] = ()
    calls: Sequence[tuple[str, CallHere]] = ()
    said: Sequence[SaidToTables] = ()
    rules: Sequence[tuple[str, HouseRule]] = ()
    asks: Sequence[tuple[str, str, Ask]] = ()
    ruled: frozenset[tuple[str, str]] = frozenset()


def _put(sql_table: str, *key: object, values: tuple[Any, ...]) -> Keep:
    """Keeps a row in place of the one with that key, which its first columns hold."""
    columns = ", ".join("?" * (len(key) + len(values)))
    return Keep((sql_table, *key), ((f"INSERT OR REPLACE INTO {sql_table} VALUES ({columns})", (*key, *values)),))


def _delete(sql_table: str, **key: object) -> Keep:
    """Deletes the row with that key, whose columns are in the order of `_put`."""
    where = " AND ".join(f"{column} = ?" for column in key)
    return Keep((sql_table, *key.values()), ((f"DELETE FROM {sql_table} WHERE {where}", (*key.values(),)),))


def hall(*, epoch_ms: int, last_ms: int, round_version: int, machine: str) -> Keep:
    return _put("hall", 1, values=(epoch_ms, last_ms, round_version, machine))


def place(table: str, name: str, journal: str, over_before: int) -> Keep:
    return _put("place", table, values=(name, journal, over_before))


def round(clock: RoundClock) -> Keep:
    values = (clock.title, clock.length_ms, clock.ends_ms, clock.left_ms, clock.begun, clock.pause)
    return _put("round", clock.number, values=values)


def pairings(round: int, pairings: Mapping[str, tuple[str, ...]]) -> Keep:
    """Keeps these in place of what was paired in that round."""
    anew = tuple(
        ("INSERT INTO pairing VALUES (?, ?, ?)", (round, table, _json(players))) for table, players in pairings.items()
    )
    return Keep(("pairing", round), (("DELETE FROM pairing WHERE round = ?", (round,)), *anew))


def result(result: ResultOf, *, match: int | None) -> Keep:
    told = _json(result.score), _json(result.people), _json(result.agreed)
    values = (result.winner, result.title, *told, match)
    return _put("result", result.round, result.table, result.by_hand, values=values)


def no_result(round: int, table: str, *, by_hand: bool) -> Keep:
    """Takes back what was written by hand, or what the table sent."""
    return _delete("result", round=round, tbl=table, by_hand=by_hand)


def call(journal: str, call: CallHere) -> Keep:
    return _put("call", call.table, journal, call.id, values=(msgspec.json.encode(call),))


def no_call(journal: str, call: CallHere) -> Keep:
    """Deletes a call that was taken back, or is too old to be shown."""
    return _delete("call", tbl=call.table, journal=journal, id=call.id)


def keep_announcement(said: SaidToTables) -> Keep:
    return _put("said", said.id, values=(said.text, said.ms, said.round))


def unsaid(id: str) -> Keep:
    """Deletes an announcement that is too old to be shown."""
    statements = (("DELETE FROM said WHERE id = ?", (id,)), ("DELETE FROM ask WHERE id = ?", (id,)))
    return Keep(("said", id), statements)


def rule(id: str, rule: HouseRule) -> Keep:
    return _put("rule", id, values=(msgspec.json.encode(rule),))


def ask(table: str, id: str, ask: Ask, *, done: int = 0) -> Keep:
    """Keeps an ask. `done`: 0 on its way, 1 done, 2 not done."""
    return _put("ask", table, id, values=(msgspec.json.encode(ask), done))


def no_ask(table: str, id: str) -> Keep:
    """Deletes an ask whose outcome is of no more use."""
    return _delete("ask", tbl=table, id=id)


def not_ruled(table: str) -> Keep:
    """Forgets which rulings the table has: another box is there, without any of the event's."""
    sql = "DELETE FROM ask WHERE tbl = ? AND id IN (SELECT id FROM rule)"
    return Keep(("ruled", table), ((sql, (table,)),))


def tidied() -> Keep:
    """Deletes the outcomes of asks that are of no more use."""
    sql = "DELETE FROM ask WHERE done > 0 AND id NOT IN (SELECT id FROM said) AND id NOT IN (SELECT id FROM rule)"
    return Keep(("tidied",), ((sql, ()),))


def resumed(db: sqlite3.Connection) -> ResumedHall:
    """Reads the hall as it was kept. Raises sqlite3.Error, msgspec.DecodeError."""
    hall = db.execute("SELECT epoch_ms, last_ms, round_version, machine FROM hall").fetchone() or (None, 0, 0, "")
    found = db.execute("SELECT * FROM round ORDER BY number DESC LIMIT 1").fetchone()
    clock = RoundClock()
    if found is not None:
        number, title, length, ends, left, begun, pause = found
        clock = RoundClock(
            number=number, title=title, length_ms=length, ends_ms=ends, left_ms=left, begun=bool(begun), pause=pause
        )
    paired = db.execute("SELECT tbl, players FROM pairing WHERE round = ?", (clock.number,))
    told = db.execute(
        "SELECT said.id, text, ms, count(ask.id), coalesce(sum(done = 1), 0), round"
        " FROM said LEFT JOIN ask ON ask.id = said.id GROUP BY said.id ORDER BY ms"
    )
    return ResumedHall(
        epoch_ms=hall[0],
        last_ms=hall[1],
        round_version=hall[2],
        machine=hall[3],
        clock=clock,
        pairings={table: tuple(decoder_of(list[str]).decode(players)) for table, players in paired},
        places={
            table: (name, journal, over)
            for table, name, journal, over in db.execute("SELECT tbl, name, journal, over_before FROM place")
        },
        results=tuple(_result(row) for row in db.execute("SELECT * FROM result ORDER BY round, tbl, by_hand")),
        calls=tuple((journal, _calls.decode(body)) for journal, body in db.execute("SELECT journal, body FROM call")),
        said=tuple(SaidToTables(id=id, text=t, ms=ms, asked=a, shown=s, round=r) for id, t, ms, a, s, r in told),
        rules=tuple((id, _rules.decode(body)) for id, body in db.execute("SELECT id, body FROM rule ORDER BY id")),
        asks=tuple(
            (table, id, _asks.decode(body))
            for table, id, body in db.execute("SELECT tbl, id, body FROM ask WHERE done = 0 ORDER BY id")
        ),
        ruled=frozenset(db.execute("SELECT tbl, ask.id FROM ask JOIN rule ON rule.id = ask.id WHERE done > 0")),
    )


def _result(row: tuple[Any, ...]) -> ResultOf:
    round, table, by_hand, winner, title, score, people, agreed, _ = row
    return ResultOf(
        table=table,
        round=round,
        winner=winner,
        title=title,
        score=decoder_of(dict[str, int]).decode(score),
        people=decoder_of(dict[str, str]).decode(people),
        agreed=tuple(decoder_of(list[str]).decode(agreed)),
        by_hand=bool(by_hand),
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
