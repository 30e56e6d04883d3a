"""A game among those that the table can open, and what its report and its cards give to all."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Any, Generic, Self, TypeVar

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.table.commands import Command
from companion.table.events import Event, TableEvent
from companion.table.seats import Seat, Side
from companion.table.state import MatchState
from companion.table.view import Over, TableView

# A demo: a match that plays itself, so that a newcomer sees a table at work. Who acts in it has it from then on.

LINGER_S = 10
"""So long its end is shown."""


class Beat(msgspec.Struct, frozen=True):
    """Describes one act of a demo, so many seconds after its beginning."""

    at_s: float
    command: Command


class Demo(msgspec.Struct, frozen=True):
    """Says how far a demo has come that began at the monotonic instant `began_ns`; `left` are the acts to come, in
    order."""

    began_ns: int
    left: Sequence[Beat]
    ends_ns: int

    @classmethod
    def of(cls, script: Sequence[Beat], *, now: int) -> Self:
        """Returns a demo that begins now."""
        return cls(now, script, now + round((script[-1].at_s + LINGER_S) * SECOND))

    @property
    def due(self) -> int:
        """Returns the monotonic instant of its next act, or of its end where none is left."""
        return self.began_ns + round(self.left[0].at_s * SECOND) if self.left else self.ends_ns

    def after_next(self) -> Self:
        """Returns the demo once its next act is done."""
        return replace(self, left=self.left[1:])


# Cards that a table keeps for a game, to which its matches refer by their ids.

V = TypeVar("V", bound=TableView)


class Cards(msgspec.Struct, Generic[V], frozen=True, kw_only=True):
    """Says what a match file has to know of them to bring them along."""

    kind: str
    """What the library keeps them as, such as "unit"."""
    used: Callable[[V], Iterable[str]]
    """The ids of those that a match refers to which everyone sees so."""
    written: Callable[[bytes], bytes]
    """One as files have it, in JSON, from what the library has. Raises Invalid where that is none any more."""
    read: Callable[[bytes], tuple[str, bytes]]
    """The id of one in a file that anybody may have made, and what the library is to have. Raises Invalid."""


# Words for a button, which has little room.

ROOM = 28
"""Characters that the button for undo has room for."""


def few_words(*ways: str) -> str:
    """Returns the first of these ways to say it that has room on a button, for names can be long; else the last."""
    return next((way for way in ways if len(way) <= ROOM), ways[-1])


# What a game's report comes to in a few numbers that all games have.


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """`length_ms` is the game's length in sand time since its start signal, `actions` by seat how often that side acted
    in the game's own sense, and `idle` by seat which share of the game, 0 to 1, its command timers lay free: the mean
    over them, in games that have such timers."""

    length_ms: int
    actions: Mapping[str, int]
    idle: Mapping[str, float] = {}


# A place in a match's story that players would go back to.


class Place(msgspec.Struct, frozen=True):
    """`label` in a few words: "Turn 2", "Flag 3 is proven". `side` is the seat it is about, if any."""

    label: str
    side: str | None = None


# Which figure of a report tells most of a game: the one that is farthest from the ordinary.

ALL = "all"
"""Where there is a sentence for each seat: what is said to everyone else."""


class Figure(msgspec.Struct, frozen=True):
    """Describes one figure of a side's. `off` is how far from the ordinary it is, in whatever all of a game's are
    measured; `yours` says it to that side, `its` to everyone else."""

    off: float
    yours: str
    its: str


def telling(figures: Mapping[Seat, Sequence[Figure]]) -> dict[str, str]:
    """Of each side the figure that is farthest off, and for everyone else the farthest of these; of equal ones the
    first. No side is without any."""
    most = {seat: max(own, key=lambda figure: figure.off) for seat, own in figures.items()}
    said = {seat.value: figure.yours for seat, figure in most.items()}
    return {**said, ALL: max(most.values(), key=lambda figure: figure.off).its}


# A game among those that the table can open.

S = TypeVar("S", bound=MatchState)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
U = TypeVar("U", bound=msgspec.Struct)


class Step(msgspec.Struct, Generic[S], frozen=True):
    """Describes an event, and the states before and after it."""

    was: S
    event: Event
    now: S


def _nothing(state: Any, now: int) -> Sequence[Any]:  # noqa: ARG001
    return ()


def _never(state: Any) -> int | None:  # noqa: ARG001
    return None


def _nothing_else(state: Any, *_: Any) -> None:  # noqa: ARG001
    return None


def _nameless(state: Any) -> str:  # noqa: ARG001
    return ""


def _scoreless(state: Any) -> Mapping[Seat, int]:  # noqa: ARG001
    return {}


class Own(msgspec.Struct, frozen=True):
    """Whose alone something is, and what to call it: "secret"."""

    side: Side
    what: str


class Game(msgspec.Struct, Generic[S, C, E, U], frozen=True, kw_only=True):
    """Everything the table knows of a game: its types, and the pure functions over its state (the Decider pattern).

    Instants named `now` are monotonic nanoseconds; what events carry is sand time (see SandClock). What every game has
    alike (undo, restarts, refusals, the log) is none of its business: see Match.
    """

    name: str
    """In the API and the journal, such as "wartime"."""
    title: str
    """As players say it."""
    came_back: str
    """What the log says after a restart."""
    commands: UnionType
    """Every command it understands, those for every game included."""
    events: UnionType
    no_acts: tuple[type[Event], ...] = ()
    """Its events that are nothing to take back, so `undo` passes them over: what happens by itself, and what a player
    does for himself. A match with any of a player's in it is put away all the same, never lost."""
    asks: tuple[type[Event], ...] = ()
    """Its events with which one side asks the other for a ruling, such as what is to be put right after a dispute."""
    presses: tuple[type[Event], ...] = ()
    """Its events that are a press whose instant counts beside the other side's, for the gaps in the log: none where
    players take turns."""

    setups: type[U]
    """What a match starts from; in the journal as JSON. It holds nothing secret: a hall gets it as it is."""
    setup: Callable[[bytes | None], U]
    """The usual one, by the table choices that the library has for this game, as JSON."""
    scenario: Callable[[str, bytes | None, bytes | None], U] | None = None
    """That of the scenario of this id, which the library has as this JSON, by those table choices. Raises NotHere.
    None: there are none."""
    again: Callable[[U, S], U] | None = None
    """That of the next match, when one that started so is put away like this. None: the same once more."""

    seated: Callable[[U, Mapping[str, str]], U] | None = None
    """That, for people who are called so, by seat. None: its sides have names of their own, whoever plays."""

    opened: Callable[[U, int], S]
    """Set up at the instant `now`."""
    decide: Callable[[S, C, int], Sequence[E]]
    """The events that a command brings about now. Raises Refused or NotHere, and then nothing has changed."""
    own: Callable[[S, C | E], Own | None] = _nothing_else
    """The side that alone may ask for this command, or take this event back; None: anybody at the table. Who sits
    elsewhere is refused before the rules are asked, and why that side itself was is not in the log: so neither tells
    what it has sealed."""
    due: Callable[[S], int | None] = _never
    """The next instant at which something happens by itself."""
    lapse: Callable[[S, int], Sequence[E]] = _nothing
    """What has happened by itself by now."""
    evolve: Callable[[S, E], S]
    """The state after an event. Total: any event may follow any other, for undo leaves gaps."""

    view: Callable[[S, int], TableView]
    """What phones and screens are drawn from."""
    names: Callable[[S], Mapping[Seat, str]]
    """Who plays, in the order of play, and the one name that everything a player reads calls each by."""
    called: Callable[[S], str] = _nameless
    """What is played, beside the game's title, such as a scenario's name; empty where that has none."""
    standing: Callable[[S], str]
    """How a match that has begun stands, in a few words, such as "3 timers"."""
    score: Callable[[S], Mapping[Seat, int]] = _scoreless
    """What each seat has won by now, as the book counts who is ahead; empty where it counts nothing."""
    sentence: Callable[[S, E], str]
    """What an event was, as one player would tell another."""
    act: Callable[[S, E], str]
    """It in a few words, for the button that would take it back: "Knight's flip". See `few_words`."""
    side: Callable[[S, E], str | None]
    """Whose act it was; None where it was no side's."""
    wording: Callable[[S], object] = _nothing_else
    """What names and sentences depend on beside the event, such as what units are called now: as long as it is equal,
    so are they, and no line of the log is put into words anew."""
    report: Callable[[S, Iterable[Step[S]], int], msgspec.Struct]
    """What there is to tell of a match that opened as this state and went through these steps, none of them taken back:
    up to its end, else up to that sand time. The steps come one by one and may be very many: none is kept."""
    figures: Callable[[Any], Figures]
    """What its own report comes to in the numbers that all games have."""
    place: Callable[[S, E, S], Place | None] = _nothing_else
    """What a step, from the state before an event to that after it, is to whoever looks back; None for most."""
    cards: Cards[Any] | None = None
    """Those that a table keeps and a match refers to. None: all that it needs is in the match."""
    over: Callable[[S, Mapping[Seat, str]], Over]
    """How a match ended that was left as this state, with these names, but for its `telling`."""
    telling: Callable[[Any, Mapping[Seat, str]], dict[str, str]]
    """The figure of its own report that tells most, see companion.table.game."""

    demo: Sequence[Beat] = ()
    """What both sides do in a match that is set up by the books and plays itself; empty where there is none."""

    def read_setup(self, data: bytes) -> U:
        """Raises msgspec.DecodeError where it is not this game's JSON."""
        setup: U = _decoder(self.setups).decode(data)
        return setup

    @property
    def read_event(self) -> Callable[[bytes], Event]:
        """Reads an event, this game's or the table's own, from its JSON. Raises msgspec.DecodeError."""
        return _decoder(self.events | TableEvent).decode


AnyGame = Game[Any, Any, Any, Any]


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
