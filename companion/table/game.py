"""Describes a game among those that the table can open, and what its report and its cards give to all."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import UnionType
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.fields.decode import decoder_of
from companion.table.commands import Command, GameEvent
from companion.table.errors import NotHere
from companion.table.events import Event, TableEvent
from companion.table.seats import Seat, Side
from companion.table.state import MatchState
from companion.table.view import Over, TableView

# A demo: a match that plays itself, so that a newcomer sees a table at work. A player who acts in it makes it a real
# match.

LINGER_S = 10
"""Says for how many seconds a demo's end stays on the table."""


class Beat(msgspec.Struct, frozen=True):
    """Describes one act of a demo, so many seconds after its beginning."""

    at_s: float
    command: Command


class Demo(msgspec.Struct, frozen=True):
    """Says how far a demo has come. It began at the monotonic instant `began_ns`; `left` are the acts to come, in
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
    """Says what a match file needs to know about a game's cards, so that it can carry them."""

    kind: str
    """Names their kind in the library, such as "unit"."""
    used: Callable[[V], Iterable[str]]
    """Returns the ids of the cards that a match refers to, as everyone sees the match."""
    written: Callable[[bytes], bytes]
    """Returns one as match files have it, in JSON, from the library's bytes. Raises Invalid where those are not a card
    any more."""
    read: Callable[[bytes], tuple[str, bytes]]
    """Returns the id of a card in a match file, which anyone may have written, and what the library keeps. Raises
    Invalid."""


# Words for a button, which has little room.

ROOM = 28
"""Limits the undo button's text, in characters."""


def few_words(*ways: str) -> str:
    """Returns the first of these texts that fits on a button, else the last. Names can be long."""
    return next((way for way in ways if len(way) <= ROOM), ways[-1])


# What a game's report comes to, in the few numbers that all games have.


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Sums up a report in the numbers that all games have.

    `length_ms` is the game's length in sand time since its start signal. `actions` counts by seat how often that side
    acted in the game's own sense. `idle` is by seat the share of the game, 0 to 1, in which its command timers were
    free. It is their mean, and empty in games that do not have such timers.
    """

    length_ms: int
    actions: Mapping[str, int]
    idle: Mapping[str, float] = {}


# A place in a match that players would go back to.


class Place(msgspec.Struct, frozen=True):
    """Describes a place in a replay. `label` is a few words: "Turn 2", "Flag 3 is proven". `side` is the seat it is
    about, if any."""

    label: str
    side: str | None = None


# Which figure of a report tells most of a game: the one that is farthest from the ordinary.

ALL = "all"
"""Keys the sentence for everyone else, beside one sentence for each seat."""


class Figure(msgspec.Struct, frozen=True):
    """Describes one figure of a side's. `off` is how far it is from the ordinary, in the unit that a game uses for all
    its figures.

    `yours` says the figure to that side, `its` to everyone else.
    """

    off: float
    yours: str
    its: str


def telling(figures: Mapping[Seat, Sequence[Figure]]) -> dict[str, str]:
    """Returns each side's figure that is farthest off, and for everyone else the farthest of these. Of equal ones it
    takes the first. Every side needs at least one."""
    most = {seat: max(own, key=lambda figure: figure.off) for seat, own in figures.items()}
    said = {seat.value: figure.yours for seat, figure in most.items()}
    return {**said, ALL: max(most.values(), key=lambda figure: figure.off).its}


# A game among those that the table can open.

S = TypeVar("S", bound=MatchState)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=GameEvent[Any])
U = TypeVar("U", bound=msgspec.Struct)


class Step(msgspec.Struct, Generic[S], frozen=True):
    """Describes an event, and the states before and after it."""

    was: S
    event: Event
    now: S


class Own(msgspec.Struct, frozen=True):
    """Says which side alone may do or see something, and what to call it: "secret"."""

    side: Side
    what: str


class Game(ABC, Generic[S, C, E, U]):
    """Is all that the table knows of a game: its types, and pure functions over its state (the Decider pattern).

    A game must have the words and types at the top, and all that is abstract here. It may have the rest. Instants named
    `now` are monotonic nanoseconds. Events carry sand time, see SandClock. Match does what every game has alike: undo,
    restarts, refusals, the log.
    """

    # What a game is.

    name: ClassVar[str]
    """Names it in the API and the journal, such as "wartime"."""
    title: ClassVar[str]
    """Names it as players say it."""
    came_back: ClassVar[str]
    """Says in the log that the service restarted."""
    commands: ClassVar[UnionType]
    """Lists every command it understands, those for every game included."""
    events: ClassVar[UnionType]

    no_acts: ClassVar[tuple[type[Event], ...]] = ()
    """Lists its events that `undo` passes over: what happens by itself, and what a player does for himself. A match in
    which a player caused any of them is still saved for later, never lost."""
    asks: ClassVar[tuple[type[Event], ...]] = ()
    """Lists its events with which one side asks the other for a ruling, such as which correction follows a dispute."""
    presses: ClassVar[tuple[type[Event], ...]] = ()
    """Lists its events that are a press whose instant counts beside the other side's, for the gaps in the log. Empty
    where players take turns."""
    goes_by_people: ClassVar[bool] = False
    """Says whether its sides are called as their players are, instead of by names of their own."""
    cards: ClassVar[Cards[Any] | None] = None
    """Describes the cards that a table keeps and a match refers to. None: the match itself holds all that it needs."""
    demo: ClassVar[Sequence[Beat]] = ()
    """Lists what both sides do in a match that is set up by the books and plays itself. Empty where the game has no
    demo."""

    # What a match starts from.

    setups: type[U]
    """Names the type that a match starts from, kept in the journal as JSON. It holds no secrets: a hall gets it as it
    is."""

    @abstractmethod
    def setup(self, choices: bytes | None) -> U:
        """Returns the usual setup, by the rule choices that the library has for this game, as JSON."""

    def scenario(self, scenario: str, kept: bytes | None, choices: bytes | None) -> U:  # noqa: ARG002
        """Returns the setup of the scenario with this id, from the library's JSON of it and of the rule choices. Raises
        NotHere, always where the game has no scenarios."""
        raise NotHere("scenario", scenario)

    def again(self, setup: U, state: S) -> U:  # noqa: ARG002
        """Returns the setup of the next match, from this one's setup and its last state."""
        return setup

    def seated(self, setup: U, people: Mapping[str, str]) -> U:  # noqa: ARG002
        """Returns the setup for players with these names, by seat. Without effect unless `goes_by_people`."""
        return setup

    @abstractmethod
    def start(self, setup: U, now: int) -> S:
        """Returns the state of a match that is set up at the instant `now`."""

    # What happens in it.

    @abstractmethod
    def decide(self, state: S, command: C, now: int) -> Sequence[E]:
        """Returns the events that a command brings about now. Raises Refused or NotHere, and then changes no state."""

    def own(self, state: S, what: C | E) -> Own | None:  # noqa: ARG002
        """Returns the side that alone may ask for this command, or take this event back; None: anybody at the table.

        A phone of another seat is refused before the rules look at the command. The log does not show why that side
        itself was refused. So neither gives away what the side has sealed.
        """
        return None

    def due(self, state: S) -> int | None:  # noqa: ARG002
        """Returns the next instant at which something happens by itself."""
        return None

    def lapse(self, state: S, now: int) -> Sequence[E]:  # noqa: ARG002
        """Returns the events that have happened by themselves by now."""
        return ()

    def evolve(self, state: S, event: E) -> S:
        """Returns the state after an event. Total: any event may follow any other, because undo leaves gaps."""
        evolved: S = event.apply(state)
        return evolved

    # What players see of it.

    @abstractmethod
    def view(self, state: S, now: int) -> TableView:
        """Returns what phones and screens are drawn from."""

    @abstractmethod
    def names(self, state: S) -> Mapping[Seat, str]:
        """Returns who plays, in the order of play: the one name by which every text for players calls each of them."""

    def called(self, state: S) -> str:  # noqa: ARG002
        """Returns what is played beside the game's title, such as a scenario's name. Empty where it has no name."""
        return ""

    @abstractmethod
    def standing(self, state: S) -> str:
        """Returns how a match that has begun stands, in a few words, such as "3 timers"."""

    def score(self, state: S) -> Mapping[Seat, int]:  # noqa: ARG002
        """Returns what each seat has won by now, as the book counts who is ahead. Empty where the book does not
        count."""
        return {}

    # What the log says of it.

    def sentence(self, state: S, event: E) -> str:
        """Returns what an event was, as one player would say it to another."""
        return event.sentence(state)

    def act(self, state: S, event: E) -> str:
        """Returns the act in a few words, for the button that would take it back: "Knight's flip". See `few_words`."""
        return event.label(state)

    def side(self, state: S, event: E) -> str | None:  # noqa: ARG002
        """Returns whose act it was; None where it was no side's."""
        return event.by

    def wording(self, state: S) -> object:  # noqa: ARG002
        """Returns what names and sentences depend on beside the event, such as the units' names now. While it stays
        equal, so do they, and the log keeps its words."""
        return None

    # What there is to tell of it afterwards.

    @abstractmethod
    def report(self, opening: S, steps: Iterable[Step[S]], sand_ns: int) -> msgspec.Struct:
        """Returns the report on a match that opened as this state and went through these steps, without those taken
        back.

        It reaches up to the match's end, else up to that sand time. The steps come one by one and may be very many:
        none is kept.
        """

    @abstractmethod
    def figures(self, report: Any) -> Figures:
        """Returns what its own report comes to in the numbers that all games have."""

    def place(self, was: S, event: E, now: S) -> Place | None:  # noqa: ARG002
        """Returns what a step, from the state before an event to the state after it, is in a replay; None for most
        steps."""
        return None

    @abstractmethod
    def over(self, state: S, names: Mapping[Seat, str]) -> Over:
        """Returns how a match ended, from its last state and these names, but without its `telling`."""

    @abstractmethod
    def telling(self, report: Any, names: Mapping[Seat, str]) -> dict[str, str]:
        """Returns the figure of its own report that tells most, see `telling` in this module."""

    # How the journal's bytes are read.

    def read_setup(self, data: bytes) -> U:
        """Raises msgspec.DecodeError where it is not this game's JSON."""
        setup: U = decoder_of(self.setups).decode(data)
        return setup

    @property
    def read_event(self) -> Callable[[bytes], Event]:
        """Reads an event, this game's or the table's own, from its JSON. Raises msgspec.DecodeError."""
        return decoder_of(self.events | TableEvent).decode


AnyGame = Game[Any, Any, Any, Any]
