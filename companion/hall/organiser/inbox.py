"""Keeps what has come from the broker, in the order it came, and says what a client of the broker has to do."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from companion.hall.wire import messages as codec
from companion.hall.wire.messages import Answer, Here, Link, Log, Result, Round, State
from companion.hall.wire.topics import Name, Part, Place, placed, round_topic

MOST = 5_000
MOST_BYTES = 16 * 1024 * 1024
"""With more than that, the client waits: the broker keeps messages meanwhile, or hangs up and sends all again later."""


class Message(msgspec.Struct, frozen=True):
    """Holds a published message."""

    topic: str
    payload: bytes


class Broker(msgspec.Struct, frozen=True):
    """Says that the broker is there from now on, or is not: `trouble` says why, "" where it is."""

    trouble: str


class Inbox:
    """Queues messages. Any thread may call."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._messages: deque[Message | Broker] = deque()
        self._bytes = 0
        self._called = False
        self._closed = False

    def put(self, message: Message | Broker) -> None:
        """Adds a message, and waits while there is no room. After `close` it drops the message."""
        with self._changed:
            self._changed.wait_for(self._room)
            if not self._closed:
                self._messages.append(message)
                self._bytes += _size(message)
                self._changed.notify_all()

    def waiting(self) -> int:
        """Counts the messages that have not been taken yet."""
        return len(self._messages)

    def call(self) -> None:
        """Ends a running `take` without a message."""
        with self._changed:
            self._called = True
            self._changed.notify_all()

    def take(self, most: int, timeout: float) -> list[Message | Broker]:
        """Takes up to so many, once there is one; none after `timeout` seconds or a call."""
        with self._changed:
            self._changed.wait_for(lambda: self._messages or self._called or self._closed, timeout)
            self._called = False
            taken = [self._messages.popleft() for _ in range(min(most, len(self._messages)))]
            self._bytes -= sum(map(_size, taken))
            self._changed.notify_all()
        return taken

    def close(self) -> None:
        """Ends all waits, for good."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _room(self) -> bool:
        return self._closed or (len(self._messages) < MOST and self._bytes < MOST_BYTES)


class Client(Protocol):
    """Puts what the tables send, and whether the broker is there, into the inbox that it was made for."""

    def start(self) -> None:
        """Returns at once, whatever the broker does."""

    def hear_here(self, *, wanted: bool) -> None:
        """Has it bring Part.HERE too, or not: this organiser's own messages come back then."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Sends it at least once, if the broker is there. Any thread may call, and none waits."""

    def stop(self) -> None: ...


ClientFactory = Callable[[Inbox], Client]


def _size(message: Message | Broker) -> int:
    return len(message.payload) if isinstance(message, Message) else 0


# What the organiser receives, read.

What = Link | State | Result | Log | Answer


class Said(msgspec.Struct, frozen=True):
    """Holds what a table sent; or what this organiser, or the one before it, sent of one."""

    place: Place
    what: What | Here


Heard = Broker | Round | Said


def read(hall: Name, message: Message | Broker) -> Heard | None:
    """Reads a message. Returns None where it is not of a table in this hall, is empty, or cannot be read."""
    if isinstance(message, Broker):
        return message
    if message.topic == round_topic(hall):
        return codec.read(message.payload, Round)
    place = placed(hall, message.topic)
    if place is None or not message.payload:
        return None
    # What a side has sealed is in the journal's rows, which no page shows.
    what = _what(place.part, message.payload if place.part is Part.LOG else codec.without_directions(message.payload))
    return None if what is None else Said(place, what)


def _what(part: Part, payload: bytes) -> What | Here | None:
    match part:
        case Part.LINK:
            return codec.read(payload, Link)
        case Part.STATE:
            return codec.read(payload, State)
        case Part.LOG:
            return codec.read(payload, Log)
        case Part.RESULT:
            return codec.read(payload, Result)
        case Part.ANSWER:
            return codec.read_answer(payload)
        case Part.HERE:
            return codec.read(payload, Here)
        case Part.ASK:
            return None
