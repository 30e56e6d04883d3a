"""A chess clock among the games that the table can open: two timers, of which one runs. All times are sand time,
nanoseconds."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.clock import MS, SECOND
from companion.table.commands import Begin, Command, End, GameAct, GameEvent, Pause, Resume, union
from companion.table.errors import Refused
from companion.table.game import ALL, Figures, Game, Step
from companion.table.seats import Seat, Side
from companion.table.state import MatchState, SandClock, Stage
from companion.table.view import Over, Reason, TableView, Timer, TimerState

SECONDS = 600
"""What each side has for the whole game."""


class Setup(msgspec.Struct, frozen=True):
    """Nothing to choose."""


class State(MatchState, frozen=True, kw_only=True):
    """`spent_ns` has what each side used up in its finished turns; `turn` is whose time runs, since `since_ns`."""

    spent_ns: dict[Side, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, 0))
    turn: Side = Side.GOLD
    since_ns: int = 0
    presses: int = 0
    winner: Seat | None = None

    @property
    def idle(self) -> bool:
        return self.stage is not Stage.PLAY

    def left_ns(self, side: Side, sand_ns: int) -> int:
        """Returns what that side has left at that sand time."""
        running = sand_ns - self.since_ns if side is self.turn and self.stage is Stage.PLAY else 0
        return max(0, SECONDS * SECOND - self.spent_ns[side] - running)

    @property
    def falls_ns(self) -> int:
        """Returns the sand time at which the side to move has nothing left."""
        return self.since_ns + SECONDS * SECOND - self.spent_ns[self.turn]


# The one act, and what comes of it.


class ChessEvent(GameEvent[State], frozen=True, kw_only=True):
    """Says what has happened to the clock."""


class Press(GameAct[State, ChessEvent], frozen=True, kw_only=True):
    """Says that this side has moved: its own time stands, the other's runs."""

    ADDRESSES = ("press",)
    SUMMARY = "This side has moved"

    side: Side

    @property
    def subject(self) -> str | None:
        return self.side.value

    def decide(self, state: State, at: int) -> Sequence[ChessEvent]:
        _running(state)
        if self.side is not state.turn:
            raise Refused("It is the other side's turn.")
        return [Pressed(sand_ns=at, side=self.side)]


class Pressed(ChessEvent, frozen=True, kw_only=True):
    side: Side

    @property
    def by(self) -> str | None:
        return self.side.value

    def apply(self, state: State) -> State:
        used = {**state.spent_ns, self.side: state.spent_ns[self.side] + self.sand_ns - state.since_ns}
        turn = self.side.other
        return replace(state, spent_ns=used, turn=turn, since_ns=self.sand_ns, presses=state.presses + 1)

    def sentence(self, _: State) -> str:
        return f"{self.side.value.title()} has moved"

    def label(self, _: State) -> str:
        return f"{self.side.value.title()}'s move"


# What every game knows, and what happens by itself.


class Begun(ChessEvent, frozen=True, kw_only=True):
    """`mono_ns` is when on the monotonic clock, as in every event that sets time going."""

    mono_ns: int

    def apply(self, state: State) -> State:
        clock = state.clock.started(sand_ns=self.sand_ns, now=self.mono_ns)
        return replace(state, stage=Stage.PLAY, since_ns=self.sand_ns, clock=clock)

    def sentence(self, _: State) -> str:
        return "The clock runs"

    def label(self, _: State) -> str:
        return "the start"


class Fell(ChessEvent, frozen=True, kw_only=True):
    """This side's time was up."""

    side: Side

    def apply(self, state: State) -> State:
        return replace(state.over(self), winner=Seat(self.side.other.value))

    def sentence(self, _: State) -> str:
        return f"{self.side.value.title()}'s time is up"

    def label(self, _: State) -> str:
        return "the flag's fall"


class Paused(ChessEvent, frozen=True, kw_only=True):
    def apply(self, state: State) -> State:
        return replace(state, clock=state.clock.stopped(self.sand_ns))

    def sentence(self, _: State) -> str:
        return "Paused"

    def label(self, _: State) -> str:
        return "the pause"


class Resumed(ChessEvent, frozen=True, kw_only=True):
    mono_ns: int

    def apply(self, state: State) -> State:
        return replace(state, clock=state.clock.started(sand_ns=self.sand_ns, now=self.mono_ns))

    def sentence(self, _: State) -> str:
        return "Resumed"

    def label(self, _: State) -> str:
        return "the resumption"


class Ended(ChessEvent, frozen=True, kw_only=True):
    winner: Seat | None = None

    def apply(self, state: State) -> State:
        return replace(state.over(self), winner=self.winner)

    def sentence(self, _: State) -> str:
        return "Game over" if self.winner is None else f"{self.winner.title} wins"

    def label(self, _: State) -> str:
        return "the end"


ACTS = (Press,)


def _running(state: State) -> None:
    if state.stage is not Stage.PLAY or not state.clock.running:
        raise Refused("The clock stands still.")


# What phones and screens see, and what there is to tell of it afterwards.


class ChessView(TableView, frozen=True, kw_only=True):
    """Two timers, `gold` and `red`. `winner` is the seat that won, None as long as none has."""

    winner: str | None = None
    refused: dict[str, Reason | None]


class ChessReport(msgspec.Struct, frozen=True, kw_only=True):
    """How many moves were made, and what each side had left."""

    moves: int
    left_ms: dict[str, int]


class ChessClock(Game[State, Command, ChessEvent, Setup]):
    """Is the chess clock as the table knows it."""

    name = "chessclock"
    title = "Chess Clock"
    came_back = "Warglass came back: the clock stands where it stood"
    commands = union((*ACTS, Begin, Pause, Resume, End))
    events = union((Begun, Pressed, Fell, Paused, Resumed, Ended))
    no_acts = (Fell,)

    setups = Setup

    def setup(self, _: bytes | None) -> Setup:
        return Setup()

    def start(self, _: Setup, now: int) -> State:
        """Returns two full timers; the time that passes before the start is not counted."""
        return State(clock=SandClock().started(sand_ns=0, now=now))

    def decide(self, state: State, command: Command, now: int) -> Sequence[ChessEvent]:
        at = state.sand(now)
        match command:
            case GameAct():
                return command.decide(state, at)
            case Begin():
                if state.stage is not Stage.SETUP:
                    raise Refused("The game has begun.")
                return [Begun(sand_ns=at, mono_ns=now)]
            case Pause():
                _running(state)
                return [Paused(sand_ns=at)]
            case Resume():
                if state.stage is not Stage.PLAY or state.clock.running:
                    raise Refused("The game is not paused.")
                return [Resumed(sand_ns=at, mono_ns=now)]
            case End(winner=winner):
                if state.stage is Stage.OVER:
                    raise Refused("The game is over.")
                return [Ended(sand_ns=at, winner=winner)]
        raise Refused("The clock does not know that.")

    def due(self, state: State) -> int | None:
        """Returns when the time that runs will be up."""
        return state.clock.instant(state.falls_ns) if state.stage is Stage.PLAY else None

    def lapse(self, state: State, now: int) -> Sequence[ChessEvent]:
        falls = self.due(state)
        return [Fell(sand_ns=state.falls_ns, side=state.turn)] if falls is not None and falls <= now else []

    def view(self, state: State, now: int) -> ChessView:
        return ChessView(
            server_ms=now // MS,
            game="chessclock",
            phase=state.phase,
            paused=state.paused,
            timers=tuple(_timer(state, side, state.sand(now)) for side in Side),
            winner=None if state.winner is None else state.winner.value,
            refused={side.value: state.refused(side.value) for side in Side},
        )

    def names(self, _: State) -> Mapping[Seat, str]:
        return {seat: seat.title for seat in (Seat.GOLD, Seat.RED)}

    def standing(self, state: State) -> str:
        return f"{state.turn.value.title()} to move"

    def report(self, opening: State, steps: Iterable[Step[State]], sand_ns: int) -> ChessReport:
        state = opening
        for step in steps:
            state = step.now
        at = state.latest_ns if state.stage is Stage.OVER else sand_ns
        return ChessReport(moves=state.presses, left_ms={side.value: state.left_ns(side, at) // MS for side in Side})

    def figures(self, report: ChessReport) -> Figures:
        """Moves are made in turn."""
        return Figures(
            length_ms=sum(SECONDS * 1000 - left_ms for left_ms in report.left_ms.values()),
            actions={side: (report.moves + 1 - at) // 2 for at, side in enumerate(report.left_ms)},
        )

    def over(self, state: State, names: Mapping[Seat, str]) -> Over:
        return Over(
            winner=None if state.winner is None else state.winner.value,
            title="Game over" if state.winner is None else f"{names[state.winner]} wins",
        )

    def telling(self, report: ChessReport, _: Mapping[Seat, str]) -> dict[str, str]:
        """A side is told what it had left, everyone else how many moves were made."""
        left = {side: f"You had {left_ms // 1000} s left." for side, left_ms in report.left_ms.items()}
        return {**left, ALL: f"{report.moves} moves."}


def _timer(state: State, side: Side, sand_ns: int) -> Timer:
    runs = state.stage is Stage.PLAY and state.turn is side
    ends = state.clock.instant(state.falls_ns) if runs else None
    return Timer(
        id=side.value,
        label=side.value.title(),
        side=side.value,
        kind="clock",
        seconds=SECONDS,
        state=TimerState.ACTIVE if runs else TimerState.AVAILABLE,
        remaining_ms=state.left_ns(side, state.latest_ns if state.stage is Stage.OVER else sand_ns) // MS,
        ends_ms=None if ends is None else ends // MS,
    )


CHESS = ChessClock()
