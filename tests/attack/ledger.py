"""What a service has acknowledged, and whether it still knows."""

import json
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tests.attack.caller import Caller
from tests.attack.found import Found

Events = dict[int, str]
"""By number: what is known of an event."""

REFUSED = "refusal"
"""Events of this type may be summed up by the table itself."""


class Ledger:
    """What came back from one service: the log of the match on the table, of those that were put away, what is kept,
    who has joined. Any thread may write an acknowledged tap; all else belongs to the one who plays."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.cookie = ""
        self.on_table: Events = {}
        self.goes_on = False
        """Whether the match on the table would be put away."""
        self.away: dict[int, Events] = {}
        self.thrown: set[int] = set()
        self.kept: dict[str, Any] = {}
        """By address: what was put there; None where it was deleted."""
        self.joined: dict[int, tuple[str, str]] = {}
        """By phone: its cookie and its seat."""
        self.under_way: tuple[str, Any] | None = None
        """An act that was asked for and not yet answered: its address and body."""
        self.turn = 0
        """Counts the matches that came onto the table; odd while one is coming."""
        self._lock = threading.Lock()
        self._code = ""

    def code_of(self, state: Path) -> str:
        code = str(json.loads((state / "access.json").read_text())["code"])
        if self._code and code != self._code:
            self.found.wrong("the join code is another one after a kill")
        self._code = code
        return code

    def tapped(self, turn: int, seen: Collection[int]) -> None:
        """Acknowledged events of the match that was on the table at that turn."""
        with self._lock:
            if turn == self.turn and not turn % 2:
                for seq in seen:
                    self.on_table.setdefault(seq, "")
                self.found.add("acknowledged")

    def trust(self, view: dict[str, Any]) -> None:
        """An answer that says that something is not saved promises nothing; but the disk is well."""
        for fault in view.get("faults", ()):
            self.found.wrong("the table says that something is wrong", fault)

    def read(self, phone: Caller) -> None:
        """Takes down what the table shows now."""
        events, view = _log(phone), phone.get("/api/table").said
        with self._lock:
            self.on_table.update(events)
            self.goes_on = view["undo_seq"] is not None and view["phase"] != "ended"

    def coming(self) -> None:
        """Another match is about to come onto the table."""
        with self._lock:
            self.turn += 1

    def came(self, phone: Caller, *, taken_out: int | None) -> None:
        """It has come: what lay there was put away, or is gone, and what was taken out is as it was."""
        listed = _unfinished(phone)
        with self._lock:
            left, self.on_table = self.on_table, {}
            if taken_out is not None:
                self.on_table = self.away.pop(taken_out)
            new = [number for number in listed if number not in self.away]
            for number in new:
                self.away[number] = left
            if len(new) > 1 or (self.goes_on and not new):
                self.found.wrong("a game that was put away is not listed", f"{left} for {taken_out}")
            self.turn += 1
        self.compare(phone, "after it was taken out" if taken_out else "when another came")
        self.under_way = None

    def compare(self, phone: Caller, way: str) -> None:
        """Whether the match on the table has all that is known of it."""
        events = _log(phone)
        with self._lock:
            for text in _lost(self.on_table, events):
                self.found.wrong("an acknowledged event is lost", f"{text}, {way}")
            self.on_table.update(events)

    def hold(self, phone: Caller, *, way: str) -> None:
        """The service is back: whether it knows all that it had acknowledged."""
        listed, events = set(_unfinished(phone)), _log(phone)
        path, body = self.under_way or ("", None)
        self.under_way = None
        taken = body["match"] if path in ("/api/table/take-out", "/api/table/throw-away") else None
        for number in set(self.away) - listed - {taken}:
            self.found.wrong("a game that was put away is gone", f"{number}, {way}")
        for number in self.thrown & listed:
            self.found.wrong("a game that was thrown away is back", f"{number}, {way}")
        if self.turn % 2:
            self.turn += 1
            if listed != set(self.away) or _lost(self.on_table, events):
                self._replaced(listed - set(self.away), f"{path} {body}, {way}")
                if path == "/api/table/take-out":
                    self.on_table = self.away[taken]
        elif new := listed - set(self.away):
            self.found.wrong("a game lies on the table and is put away too", f"{new}, {way}")
        if taken not in listed:
            self.away.pop(taken, None)
        for text in _lost(self.on_table, events):
            self.found.wrong("an acknowledged event is lost", f"{text}, {path} {body}, {way}")
        self.on_table.update(events)
        self._hold_what_is_kept(phone, path, way)
        self._hold_who_has_joined(phone, way)

    def _replaced(self, new: set[int], way: str) -> None:
        """The act that was under way is done: all of it has to be."""
        left, self.on_table = self.on_table, {}
        for number in new:
            self.away[number] = left
        if self.goes_on and len(new) != 1:
            self.found.wrong("a game is neither on the table nor put away", way)

    def _hold_what_is_kept(self, phone: Caller, under_way: str, way: str) -> None:
        rulings = {f"/api/house-rulings/{each['id']}": each for each in phone.get("/api/house-rulings").said["rulings"]}
        for path, body in self.kept.items():
            answer = phone.get(path)
            there = rulings.get(path, answer.said if answer.status == 200 else None)
            if path == under_way:
                self.kept[path] = there
            elif body is None and there is not None:
                self.found.wrong("what was deleted is back", f"{path}, {way}")
            elif body is not None and (there is None or not body.items() <= there.items()):
                self.found.wrong("what was kept is not there", f"{path}, {way}")

    def _hold_who_has_joined(self, phone: Caller, way: str) -> None:
        for number, (cookie, seat) in list(self.joined.items())[-2:]:
            phone.cookie, own = cookie, phone.cookie
            said = phone.get("/api/join").said
            phone.cookie = own
            if (said["joined"], said["phone"], said["seat"]) != (True, number, seat):
                self.found.wrong("a phone that had joined is turned away", f"{number}, {way}")

    def take_all_out(self, phone: Caller) -> None:
        """Every game that was put away, one after another: whether each is as it was."""
        for number in list(self.away):
            self.read(phone)
            self.coming()
            answer = phone.post("/api/table/take-out", {"match": number})
            if answer.status != 200:
                self.found.wrong("a game that was put away cannot be taken out", f"{number}: {answer.said}")
                continue
            self.came(phone, taken_out=number)
            self.found.add("games taken out again")


def _log(phone: Caller) -> Events:
    """All of it, page by page."""
    page = phone.get("/api/log").said
    events = page["events"]
    while page.get("earlier"):
        page = phone.get(f"/api/log?before={page['first']}").said
        events += page["events"]
    return {
        event["seq"]: f"{event['type']} of {event['wall']} by {event['source']}"
        for event in events
        if event["type"] != REFUSED
    }


def _unfinished(phone: Caller) -> list[int]:
    return [game["match"] for game in phone.get("/api/table/unfinished").said["games"]]


def _lost(known: Events, now: Events) -> list[str]:
    return [f"{seq} {text}" for seq, text in known.items() if not now.get(seq, "").startswith(text) or seq not in now]
