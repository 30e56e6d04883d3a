"""Describes a match on the live table: what is the same in every game, around the game's own functions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from companion.journal.check import Gap
from companion.table.commands import Command
from companion.table.errors import Refused
from companion.table.events import Event, Missing, Named, PutAway, Recovered, Refusal, TableEvent, TakenOut, Undone
from companion.table.game import Game, Own, Step
from companion.table.seats import Seat
from companion.table.state import MatchState, Stage
from companion.table.view import Over, Phase, TableView

S = TypeVar("S", bound=MatchState)

_TABLE_EVENTS = get_args(TableEvent)
_GOING_ON = {Phase.SETUP: "being set up", Phase.RUNNING: "running", Phase.PAUSED: "paused", Phase.ENDED: "over"}


class Match(msgspec.Struct, Generic[S], frozen=True):
    """Describes a game being played. It is immutable, its game's functions bound to its state. See Game for what they
    promise."""

    game: Game[S, Any, Any, Any]
    state: S

    @classmethod
    def start(cls, game: Game[S, Any, Any, Any], setup: bytes, *, now: int) -> "Match[S]":
        """Returns a fresh match. Raises msgspec.DecodeError where `setup` is not this game's JSON."""
        return Match(game, game.start(game.read_setup(setup), now))

    def decide(self, command: Command, now: int) -> Sequence[Event]:
        """Returns the events that a player's command brings about now. Raises Refused or NotHere, and then changes no
        state."""
        if isinstance(command, get_args(self.game.commands)):
            return self.game.decide(self.state, command, now)
        if isinstance(command, Command):
            raise Refused(f"That is not part of {self.game.title}.")
        raise TypeError(f"not a command: {command!r}")

    def own(self, what: Command | Event) -> Own | None:
        """Returns the side that alone may ask for the command, or take the event back; None: anybody at the table."""
        return self.game.own(self.state, what)

    def lapse(self, now: int) -> Sequence[Event]:
        """Returns the events of what is due by now."""
        return self.game.lapse(self.state, now)

    def recover(self, now: int) -> Sequence[Event]:
        """Returns the events of a restart, before any other. The last run's monotonic clock does not apply any more, so
        this uses the last event alone."""
        return [Recovered(sand_ns=self.state.latest_ns, mono_ns=now)] if self.state.clock.running else []

    def evolve(self, event: Event) -> Self:
        """Returns the match after `event`, which must not be an Undone. An undo needs the match's history, see
        `rewound`."""
        state = self.state.at(event)
        match event:
            case Refusal():
                pass
            case Missing():
                pass
            case Named():
                state = state.named(event)
            case PutAway():
                state = state.put_away(event)
            case Recovered() | TakenOut():
                state = state.recovered(event)
            case _:
                state = self.game.evolve(state, event)
        return replace(self, state=state)

    def saying(self, refusal: Refusal | None) -> Self:
        """Returns this match with a view that says what the panel refused."""
        return self if refusal is None else replace(self, state=replace(self.state, refusal=refusal))

    def rewound(self, undone: Undone) -> Self:
        """Returns this match, evolved afresh without the undone event, carried on from the instant of the undo."""
        return replace(self, state=self.state.rewound(undone))

    def due(self) -> int | None:
        """Returns the next monotonic instant at which something happens by itself, see `lapse`; None where it will
        not."""
        return self.game.due(self.state)

    def sand(self, now: int) -> int:
        """Returns sand time at the monotonic instant `now`, never before the last event."""
        return self.state.sand(now)

    def view(self, now: int) -> TableView:
        names = {seat.value: name for seat, name in self.names.items()}
        return replace(self.game.view(self.state, now), names=names)

    @property
    def names(self) -> Mapping[Seat, str]:
        """Returns who plays, and what each is called."""
        return self.game.names(self.state)

    @property
    def sides(self) -> Mapping[str, str]:
        """Returns what each side is called, by seat, apart from the names of players there."""
        nobody = replace(self.state, people={})
        return {seat.value: name for seat, name in self.game.names(nobody).items()}

    @property
    def wording(self) -> object:
        """Returns what sentences depend on beside the event. While it stays equal, so do they."""
        return self.game.wording(self.state)

    @property
    def standing(self) -> str:
        """Returns how the match stands, in a few words."""
        return "not begun" if self.state.stage is Stage.SETUP else self.game.standing(self.state)

    @property
    def score(self) -> Mapping[Seat, int]:
        """Returns what each seat has won by now. Empty in games whose books do not count."""
        return self.game.score(self.state)

    @property
    def going_on(self) -> str:
        """Returns what goes on at the table, such as "WarTime is running, 3 timers"."""
        phase = self.state.phase
        how = f"{self.game.title} is {_GOING_ON[phase]}"
        return how if phase is Phase.SETUP else f"{how}, {self.standing}"

    def undoable(self, event: Event) -> bool:
        """Returns whether it was a player's act, which `undo` can take back."""
        return not isinstance(event, _TABLE_EVENTS) and not isinstance(event, self.game.no_acts)

    def pressed(self, event: Event) -> bool:
        """Returns whether it was a press, whose instant counts beside the other side's."""
        return isinstance(event, self.game.presses)

    def sentence(self, event: Event) -> str:
        """Returns in words what an event was, the game's or one that befell it."""
        match event:
            case Refusal(reason=reason, times=1):
                return f"Refused: {reason}"
            case Refusal(reason=reason, times=times):
                return f"Refused {times} times: {reason}"
            case Recovered():
                return self.game.came_back
            case Named(seat=seat, name=name):
                return f"{self.sides[seat]} is {name}" if name else f"{self.sides[seat]} has no name any more"
            case PutAway():
                return "Saved for later"
            case Missing(since_ns=since, until_ns=until):
                return f"What happened between {Gap(since, until)} is missing"
            case TakenOut():
                return "Resumed, as it was saved"
            case _:
                return self.game.sentence(self.state, event)

    def act(self, event: Event) -> str:
        """Returns a player's act in a few words, for the button that takes it back."""
        return self.game.act(self.state, event)

    def side(self, event: Event) -> str | None:
        """Returns whose act it was; None where it was no side's."""
        return None if isinstance(event, _TABLE_EVENTS) else self.game.side(self.state, event)

    def report(self, events: Iterable[Event], *, sand_ns: int) -> msgspec.Struct:
        """Returns the report on a game that opened as this match and went through `events`, without those taken back.

        It reaches up to the game's end, else up to the sand time `sand_ns`. It goes through the events once.
        """
        return self.game.report(self.state, self.steps(events), sand_ns)

    def steps(self, events: Iterable[Event]) -> Iterator[Step[S]]:
        """Yields each of the events, in order, with the states before and after it."""
        match = self
        for event in events:
            after = match.evolve(event)
            yield Step(match.state, event, after.state)
            match = after

    @property
    def over(self) -> Over | None:
        """Returns how the match ended, without the figure that tells most; None until it has ended."""
        return self.game.over(self.state, self.names) if self.state.stage is Stage.OVER else None

    def with_telling(self, over: Over, report: msgspec.Struct) -> Over:
        """Returns `over` with the figure that tells most, by its report."""
        return replace(over, telling=self.game.telling(report, self.names))
