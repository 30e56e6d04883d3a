"""What came from the broker, until the link's thread has time for it. It never grows beyond what is kept of each."""

from collections import deque
from threading import Event, Lock

import msgspec

MOST_ASKS = 32
"""So many wait; of more the oldest goes, for the hall asks again what nobody answers."""
MOST_ASKED_BYTES = 8 * 1024 * 1024
"""All of them together; the newest one waits whatever its size, which the broker bounds."""
_MOST_LINKS = 4


class Heard(msgspec.Struct, frozen=True):
    """An ask that came."""

    id: str
    payload: bytes


class LinkHeard(msgspec.Struct, frozen=True):
    """What the broker says of this table's own link. `retained`: it was there before the table subscribed."""

    payload: bytes
    retained: bool


class Inbox:
    """One connection's. The broker's thread puts in, the link's takes out; `wake` tells that there is something."""

    def __init__(self, wake: Event) -> None:
        self._wake = wake
        self._asks: deque[Heard] = deque()
        self._asked_bytes = 0
        self._asking = Lock()
        self._links: deque[LinkHeard] = deque(maxlen=_MOST_LINKS)
        self._round: bytes | None = None
        self._acked: deque[tuple[int, str]] = deque()
        self.greeted = False
        """Whether the broker has taken the table in."""
        self.subscribed = False
        self.refused: str | None = None
        """Why it did not, in MQTT's own words; or why nothing is to be heard there."""
        self.lost: str | None = None
        """Why the connection has ended, in MQTT's own words, or in none."""

    # The broker's thread

    def greet(self, refused: str | None) -> None:
        self.greeted, self.refused = refused is None, refused
        self._wake.set()

    def subscribe(self, refused: str | None) -> None:
        self.subscribed, self.refused = refused is None, refused
        self._wake.set()

    def ack(self, number: int, refused: str = "") -> None:
        """Only what was published, and is on its way: so this is no longer than that."""
        self._acked.append((number, refused))
        self._wake.set()

    def ask(self, id: str, payload: bytes) -> None:
        with self._asking:
            self._asks.append(Heard(id, payload))
            self._asked_bytes += len(payload)
            while len(self._asks) > 1 and (len(self._asks) > MOST_ASKS or self._asked_bytes > MOST_ASKED_BYTES):
                self._asked_bytes -= len(self._asks.popleft().payload)
        self._wake.set()

    def link(self, payload: bytes, *, retained: bool = False) -> None:
        self._links.append(LinkHeard(payload, retained))
        self._wake.set()

    def round(self, payload: bytes) -> None:
        self._round = payload
        self._wake.set()

    def lose(self, reason: str) -> None:
        """The first reason counts."""
        if self.lost is None:
            self.lost = reason
        self._wake.set()

    # The link's thread

    def next_ask(self) -> Heard | None:
        with self._asking:
            if not self._asks:
                return None
            heard = self._asks.popleft()
            self._asked_bytes -= len(heard.payload)
            return heard

    def next_link(self) -> LinkHeard | None:
        return self._links.popleft() if self._links else None

    def next_ack(self) -> tuple[int, str] | None:
        """What was published under that number has arrived; or was refused, in MQTT's own words."""
        return self._acked.popleft() if self._acked else None

    def next_round(self) -> bytes | None:
        found, self._round = self._round, None
        return found

    @property
    def asked(self) -> bool:
        return bool(self._asks)
