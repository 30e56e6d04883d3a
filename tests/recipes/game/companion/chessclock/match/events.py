"""What happens to a chess clock. All times are sand time, nanoseconds."""

from companion.table.events import Event
from companion.table.seats import Seat, Side


class Begun(Event, frozen=True, kw_only=True):
    """`mono_ns` is when on the monotonic clock, as in every event that sets time going."""

    mono_ns: int


class Pressed(Event, frozen=True, kw_only=True):
    side: Side


class Fell(Event, frozen=True, kw_only=True):
    """This side's time was up."""

    side: Side


class Paused(Event, frozen=True, kw_only=True):
    pass


class Resumed(Event, frozen=True, kw_only=True):
    mono_ns: int


class Ended(Event, frozen=True, kw_only=True):
    winner: Seat | None = None


ChessEvent = Begun | Pressed | Fell | Paused | Resumed | Ended
