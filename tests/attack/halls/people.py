"""Calls of a judge and confirmed results of a hall whose parts are killed, held against what people were told.

Whatever a box or the organiser's page has acknowledged is in a ledger. At the end every call is open at its table and
at the organiser, or answered, or taken back. Every answer is in its table's log, and every result in the archive.
"""

import random
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec

from companion.clock import SystemClock
from companion.hall.calls import ID, KIND, TABLE, Remembered
from companion.hall.organiser.hall import FILE
from companion.hall.port import HallPort
from companion.table.commands import End
from companion.table.errors import Refused
from companion.table.events import CallTakenBack, JudgeAnswered, Source, SourceKind
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import CallState
from tests.attack.halls.archived import JOURNAL
from tests.attack.halls.club import Club
from web.http.access import COOKIE, Access

LEDGER = "people.jsonl"
CALLS, ENDS = 0.02, 0.01
"""How often a call of a judge is made or taken back between two acts, and how often a match is ended that has no result
in its round yet. A table begins a hundred new matches at once and then one a minute: with more, its players would wait.
"""
NEW_ROUND = 0.1
"""How often the organiser goes on to the next round when looking at the page."""
ASK_S = 5


class Ledger:
    """What one process was told is done, a line each: a kill cuts none that was written before."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LEDGER

    def note(self, **what: Any) -> None:
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(what) + b"\n")

    @staticmethod
    def read(folder: Path) -> Iterator[dict[str, Any]]:
        with suppress(FileNotFoundError):
            yield from map(msgspec.json.decode, (folder / LEDGER).read_bytes().splitlines())


class Players:
    """Those at one box: they call judges, and confirm how matches end."""

    def __init__(self, table: Table, hall: HallPort, state: Path) -> None:
        self._table, self._hall, self._ledger = table, hall, Ledger(state)

    def act(self, chance: random.Random) -> bool:
        """Does perhaps one thing of theirs. Returns True once a match has ended, and another one may begin."""
        hall, over = self._table.view().hall, self._table.view().over
        with suppress(Refused):
            if hall is not None and chance.random() < CALLS:
                self._calls(chance)
            counts = hall is not None and hall.round is not None and hall.result is None
            if over is None and counts and chance.random() < ENDS:
                winner = chance.choice((Seat.GOLD, Seat.RED, None))
                self._table.dispatch(End(winner=winner), source=_phone("gold"))
            result = None if hall is None else hall.result
            if over is not None and (hall is None or result is not None):
                # They never undo an end that they have confirmed, or may have before the box was killed: that would
                # take the result back.
                if result is not None and not result.sent:
                    self._confirm()
                return True
        return over is not None and chance.random() < CALLS

    def _calls(self, chance: random.Random) -> None:
        before = self._table.view().hall
        call = None if before is None else before.call
        if call is None or call.state is CallState.ANSWERED:
            self._hall.call_judge(source=_phone("gold"), words="May I?")
            after = self._table.view().hall
            if after is not None and after.call is not None:
                self._ledger.note(called=after.call.id)
        elif chance.random() < 0.2:
            self._hall.take_back(source=_phone("red"))

    def _confirm(self) -> None:
        for seat in self._table.view().names:
            self._hall.agree(seat, agreed=True, source=_phone(seat))
        hall = self._table.view().hall
        if hall is not None and hall.round is not None and hall.result is not None and hall.result.sent:
            self._ledger.note(round=hall.round.number, winner=hall.result.winner)


def _phone(seat: str) -> Source:
    return Source(SourceKind.PHONE, "1", seat, "Anna")


class Organiser:
    """Whoever has its page open: answers calls, and goes on to the next round."""

    def __init__(self, club: Club) -> None:
        self._club, self._ledger = club, Ledger(club.place)
        access = Access(club.folder.place, SystemClock())
        self._cookie = access.join(access.code, address="127.0.0.1", name="Kim") or ""
        self._answers = 0

    def act(self, chance: random.Random) -> None:
        """As far as the organiser answers: it may have been killed."""
        with suppress(OSError, urllib.error.URLError):
            view = self._ask("")
            if not view["round"]["number"] or chance.random() < NEW_ROUND:
                self._ask("/round/new", {"title": "Round", "minutes": 60})
            for call in view["calls"]:
                if call["state"] != "answered" and chance.random() < 0.5:
                    self._answers += 1
                    said = {"call": call["id"], "who": "Kim", "text": f"Answer {self._answers}."}
                    self._ask(f"/tables/{call['table']}/answer", said)
                    self._ledger.note(table=call["table"], **said)

    def _ask(self, what: str, body: dict[str, Any] | None = None) -> Any:
        """Raises OSError."""
        url = f"http://127.0.0.1:{self._club.port}"
        headers = {"Cookie": f"{COOKIE}={self._cookie}", "Content-Type": "application/json", "Origin": url}
        data = None if body is None else msgspec.json.encode(body)
        asked = urllib.request.Request(f"{url}/api/hall{what}", data, {**headers, "X-Warglass": "1"})
        with urllib.request.urlopen(asked, timeout=ASK_S) as answer:
            return msgspec.json.decode(answer.read())


def wrong(club: Club) -> tuple[Mapping[str, int], list[str]]:
    """Counts what was acknowledged, and lists what of it is not so. Raises sqlite3.Error while others write."""
    counts = {"calls": 0, "answers": 0, "results": 0}
    found = []
    with closing(sqlite3.connect(club.folder.place / FILE, timeout=10)) as db:
        calls = {
            (table, id): msgspec.json.decode(body) for table, id, body in db.execute("SELECT tbl, id, body FROM call")
        }
        results = {
            (table, round): winner for table, round, winner in db.execute("SELECT tbl, round, winner FROM result")
        }
    answers = [*Ledger.read(club.place)]
    for table, state in club.states.items():
        known, answered, back = _at_table(state)
        mine = {id: call for (of, id), call in calls.items() if of == table}
        is_open = known.call is not None and known.call.state is not CallState.ANSWERED
        theirs = {id for id, call in mine.items() if call["state"] != "answered"}
        if theirs != ({known.call.id} if is_open and known.call is not None else set()):
            found.append(f"{table} has the call {known.call}, the organiser {theirs} open")
        for each in Ledger.read(state):
            if "called" in each:
                counts["calls"] += 1
                id = each["called"]
                if id > known.calls or not (id in answered or id in back or (is_open and known.call.id == id)):  # type: ignore[union-attr]
                    found.append(f"{table}: call {id} is gone")
            else:
                counts["results"] += 1
                there = results.get((table, each["round"]), "not there")
                if there != each["winner"]:
                    found.append(f"{table}: the result of round {each['round']} is {there}, not {each['winner']}")
        for each in (each for each in answers if each["table"] == table):
            counts["answers"] += 1
            if answered.get(each["call"]) != each["text"] and each["call"] not in back:
                found.append(f"{table}: call {each['call']} was not answered with {each['text']}")
    return counts, found


def _at_table(state: Path) -> tuple[Remembered, Mapping[int, str], set[int]]:
    """What it remembers of its hall, and of its log the answers to calls, and the calls that were taken back."""
    with closing(sqlite3.connect(state / JOURNAL, timeout=10)) as db:
        kept = db.execute(
            "SELECT body FROM library WHERE game = ? AND kind = ? AND id = ?", (TABLE, KIND, ID)
        ).fetchone()
        rows = db.execute("SELECT event FROM event WHERE CAST(event AS TEXT) LIKE '%\"call\"%'").fetchall()
    events = [msgspec.json.decode(event) for (event,) in rows]
    answered = {each["call"]: each["answer"] for each in events if each["type"] == JudgeAnswered.__name__.lower()}
    back = {each["call"] for each in events if each["type"] == CallTakenBack.__name__.lower()}
    return Remembered.read(kept[0] if kept else None), answered, back
