"""What the organiser is told, read."""

import msgspec

from companion.hall.organiser.inbox import Broker, Message
from companion.hall.wire import codec
from companion.hall.wire.from_hall import Round
from companion.hall.wire.from_table import Answer, Link, Log, Result, State
from companion.hall.wire.topics import Name, Part, Place, placed, round_topic

What = Link | State | Result | Log | Answer


class Said(msgspec.Struct, frozen=True):
    """By a table."""

    place: Place
    what: What


Heard = Broker | Round | Said


def read(hall: Name, message: Message | Broker) -> Heard | None:
    """None for what is no table's of this hall, says nothing, or cannot be read."""
    if isinstance(message, Broker):
        return message
    if message.topic == round_topic(hall):
        return codec.read(message.payload, Round)
    place = placed(hall, message.topic)
    if place is None or not message.payload:
        return None
    what = _what(place.part, message.payload)
    return None if what is None else Said(place, what)


def _what(part: Part, payload: bytes) -> What | None:
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
        case Part.ASK:
            return None
