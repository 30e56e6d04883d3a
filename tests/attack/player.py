"""A phone that does everything that a table acknowledges, and keeps a ledger of it."""

import random
import threading
from collections.abc import Sequence
from typing import Any

from tests.attack.caller import Answer, Caller
from tests.attack.ledger import Ledger

TIMERS = ("gold-30", "red-30", "gold-60a", "red-60a", "gold-90", "red-90")
READS = 0.3
"""The share of acts after which the whole log is read: what it shows has to outlive a kill too."""
MOST_AWAY = 12
"""So many games lie unfinished at most: the list shows fifty."""


class Player:
    """One act after another, each waited for. `act` is for one thread, `tap` for another."""

    def __init__(self, phone: Caller, ledger: Ledger, code: str, chance: random.Random) -> None:
        self._phone = phone
        self._ledger = ledger
        self._code = code
        self._chance = chance
        self._done = 0
        self._did = threading.Condition()
        self._acts: Sequence[tuple[int, Any]] = (
            (10, self._flip), (3, self._undo), (2, self._pause), (2, self._lay), (3, self._new), (2, self._take_out),
            (2, self._join), (2, self._rule), (2, self._keep), (1, self._discard), (1, self._throw_away),
            (1, self._end),
        )  # fmt: skip

    def wait_for(self, acts: int, timeout_s: float) -> None:
        """Until so many acts were acknowledged."""
        with self._did:
            assert self._did.wait_for(lambda: self._done >= acts, timeout_s), "the service acknowledges nothing"

    def act(self) -> None:
        if not self._ledger.cookie:
            self._join()
        weights = [weight for weight, _ in self._acts]
        self._chance.choices(self._acts, weights)[0][1]()
        if self._chance.random() < READS:
            self._ledger.read(self._phone)

    def tap(self, phone: Caller) -> None:
        """A tap of somebody who does not know what else is being done."""
        turn = self._ledger.turn
        answer = phone.post(f"/api/timers/{random.choice(TIMERS)}/{random.choice(('flip', 'free'))}")
        if answer.status == 200:
            self._ledger.trust(answer.said)
            flipped = [line["seq"] for line in answer.said["last"] if " flipped" in line["text"]]
            self._ledger.tapped(turn, flipped)

    def _ask(self, method: str, path: str, body: Any = None) -> Answer:
        self._ledger.under_way = path, body
        answer = self._phone.ask(method, path, body)
        if not self._ledger.turn % 2:
            self._ledger.under_way = None
        if answer.status >= 500:
            self._ledger.found.wrong(f"{answer.status} {method} {path}", str(answer.said))
        if answer.status == 200:
            self._ledger.found.add("acknowledged")
            self._ledger.trust(answer.said)
            with self._did:
                self._done += 1
                self._did.notify_all()
        return answer

    def _flip(self) -> None:
        for timer in self._chance.sample(TIMERS, 3):
            self._ask("POST", f"/api/timers/{timer}/{self._chance.choice(('flip', 'flip', 'free', 'turn'))}", {})

    def _undo(self) -> None:
        for _ in range(self._chance.randint(1, 3)):
            self._ask("POST", "/api/table/undo", {})

    def _pause(self) -> None:
        self._ask("POST", f"/api/table/{self._chance.choice(('pause', 'resume', 'begin'))}", {})

    def _end(self) -> None:
        self._ask("POST", "/api/table/end", {"winner": "gold"})

    def _lay(self) -> None:
        card = f"{self._chance.choice('ROYGBP')}{self._chance.randint(1, 10)}"
        side = self._chance.choice(("gold", "red"))
        self._ask("POST", f"/api/battleline/match/flags/{self._chance.randint(1, 9)}/lay", {"side": side, "card": card})
        self._ask("POST", f"/api/warzone/match/sides/{side}/muster", {"activations": 3})

    def _new(self) -> None:
        game = self._chance.choice(("wartime", "wartime", "warzone", "battleline"))
        self._replace("/api/table/new", {"game": game})
        self._ask("POST", "/api/table/begin", {})

    def _take_out(self) -> None:
        if self._ledger.away:
            number = self._chance.choice(list(self._ledger.away))
            self._replace("/api/table/take-out", {"match": number}, taken_out=number)

    def _replace(self, path: str, body: dict[str, Any], taken_out: int | None = None) -> None:
        self._ledger.read(self._phone)
        self._ledger.coming()
        if self._ask("POST", path, body).status == 200:
            self._ledger.came(self._phone, taken_out=taken_out)
        else:
            self._ledger.found.wrong(f"{path} is refused", str(body))

    def _throw_away(self) -> None:
        while len(self._ledger.away) > MOST_AWAY:
            number = self._chance.choice(list(self._ledger.away))
            if self._ask("POST", "/api/table/throw-away", {"match": number}).status == 200:
                del self._ledger.away[number]
                self._ledger.thrown.add(number)

    def _join(self) -> None:
        own = self._phone.cookie
        self._phone.cookie = ""
        seat = self._chance.choice(("both", "gold", "red", "look"))
        seat = seat if self._ledger.cookie else "both"
        said = self._ask("POST", "/api/join", {"code": self._code, "seat": seat}).said
        if said["phone"] in self._ledger.joined:
            self._ledger.found.wrong("two phones have one number", str(said["phone"]))
        self._ledger.joined[said["phone"]] = self._phone.cookie, seat
        self._ledger.cookie = self._ledger.cookie or self._phone.cookie
        self._phone.cookie = own or self._phone.cookie

    def _rule(self) -> None:
        id = f"house-{self._chance.randint(1, 6)}"
        answer = f"Answer {self._chance.random()}"
        self._put(f"/api/house-rulings/{id}", {"id": id, "game": "wartime", "question": "Is it?", "answer": answer})

    def _keep(self) -> None:
        id = f"own-{self._chance.randint(1, 6)}"
        shipped = self._phone.get("/api/scenarios/example-cards").said
        self._put(f"/api/scenarios/{id}", {**shipped, "id": id, "name": f"Own {self._chance.randint(1, 999)}"})

    def _put(self, path: str, body: dict[str, Any]) -> None:
        if self._ask("PUT", path, body).status == 200:
            self._ledger.kept[path] = body

    def _discard(self) -> None:
        there = [path for path, body in self._ledger.kept.items() if body is not None]
        if there:
            path = self._chance.choice(there)
            if self._ask("DELETE", path).status == 200:
                self._ledger.kept[path] = None
