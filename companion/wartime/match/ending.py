"""Pauses and ends a game (WarTime Rulebook, Game End), and what sides answer when a victory condition has come true."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.table import commands as table
from companion.table.errors import NotYours, Refused
from companion.table.seats import Seat, Side
from companion.table.state import Stage
from companion.wartime.match.checks import ArmyEvent, WarTimeAct, WarTimeEvent, not_over, not_standing
from companion.wartime.match.setup import begin
from companion.wartime.match.state import AgreedEnd, Finish, State
from companion.wartime.scenario.parts import ARMIES, Condition, UnitSpec

# The end that the table asks about.


class FinishAct(WarTimeAct, frozen=True, kw_only=True):
    """Answers whether the game has ended. `winner` guards against an answer to an earlier question."""

    winner: Side | None = None

    def open_finish(self, state: State) -> Finish:
        """Returns the finish that the table asks about. Raises Refused."""
        asked = finish(state)
        if asked is None:
            raise Refused("Not ended: the table is not asking now.")
        if self.winner not in (None, asked.winner):
            raise Refused("Not ended: the table now asks about another end. Read it first.")
        return asked


class AgreeEnd(FinishAct, frozen=True, kw_only=True):
    """Agrees for that seat to the end that the table asks about; the game ends when both do. Without a seat both
    agree."""

    ADDRESSES = ("table/agree-end",)
    SUMMARY = "Agree that the game has ended"

    seat: Seat | None = None

    def decide(self, state: State, at: int) -> Sequence["EndAgreed | Ended"]:
        asked = self.open_finish(state)
        side = self.seat and self.seat.side
        sides = agreed(state, asked)
        if side is None or side.other in sides:
            return [Ended(sand_ns=at, winner=asked.winner, how=asked.how)]
        if side in sides:
            raise NotYours(ARMIES[side.other], "answer")
        return [EndAgreed(sand_ns=at, side=side, winner=asked.winner, how=asked.how)]


class EndAgreed(ArmyEvent, frozen=True, kw_only=True):
    """Records that this side agrees that `winner` has won as `how` says. The game ends when the other side agrees
    too."""

    LABEL = "answer"

    winner: Side
    how: str

    def apply(self, state: State) -> State:
        said = Finish(self.winner, self.how)
        return replace(state, agreed_end=AgreedEnd(said, (*agreed(state, said), self.side)))

    def sentence(self, _: State) -> str:
        return f"{ARMIES[self.side]} agrees to the end: {self.how}"


class PlayOn(FinishAct, frozen=True, kw_only=True):
    """Continues the game although a victory condition has come true."""

    ADDRESSES = ("table/play-on",)
    SUMMARY = "Play on after a victory condition came true"

    def decide(self, state: State, at: int) -> Sequence["PlayedOn"]:
        asked = self.open_finish(state)
        return [PlayedOn(sand_ns=at, winner=asked.winner, how=asked.how)]


class PlayedOn(WarTimeEvent, frozen=True, kw_only=True):
    """Records that the players continue although `winner` has won as `how` says. The table does not ask about that
    again."""

    LABEL = "playing on"

    winner: Side
    how: str

    def apply(self, state: State) -> State:
        return replace(state, played_on=(*state.played_on, Finish(self.winner, self.how)), agreed_end=None)

    def sentence(self, _: State) -> str:
        return f"The game goes on, although {self.how}"


def finishes(state: State) -> Iterator[Finish]:
    """Yields each victory condition that has come true, the scenario's own first."""
    if state.stage is not Stage.PLAY:
        return
    for condition in state.scenario.conditions:
        if _holds(state, condition):
            yield Finish(condition.side, condition.fact)
    for side in Side:
        lost = state.forces[side.other]
        if lost.units and all(lost.is_eliminated(unit) for unit in lost.units):
            yield Finish(side, f"{ARMIES[side]} has destroyed every unit")


def finish(state: State) -> Finish | None:
    """Returns the finish that the table asks about: the first on which the players have not played on."""
    return next((each for each in finishes(state) if each not in state.played_on), None)


def agreed(state: State, finish: Finish) -> tuple[Side, ...]:
    """Returns the sides that agree that the game ends with this finish."""
    return state.agreed_end.sides if state.agreed_end and state.agreed_end.finish == finish else ()


def forget_answers(state: State) -> State:
    """Returns the state without answers about a finish that is no longer true, so that it can be asked again."""
    if not state.played_on and state.agreed_end is None:
        return state
    true = tuple(finishes(state))
    kept = state.agreed_end if state.agreed_end and state.agreed_end.finish in true else None
    return replace(state, played_on=tuple(each for each in state.played_on if each in true), agreed_end=kept)


def _holds(state: State, condition: Condition) -> bool:
    side, foe = condition.side, state.forces[condition.side.other]
    lost = sum(
        spec.is_one_of(condition.of)
        for unit in foe.eliminated
        if (spec := state.spec_of(side.other, unit) or UnitSpec(side=side.other, name=unit))
    )
    held = set(state.forces[side].standing.values())
    razed = {place for place, pile in state.ground.features.items() if not pile.left}
    return lost >= (condition.destroy or 0) and held.issuperset(condition.hold) and razed.issuperset(condition.raze)


# Pauses, and the end.


def decide_for_the_table(state: State, command: table.Command, at: int, now: int) -> Sequence[WarTimeEvent]:
    """Returns what comes of a command that every game knows. Raises Refused."""
    if isinstance(command, table.End) and command.winner is not None and state.stage is Stage.OVER:
        winner = command.winner.side
        if state.winner is winner:
            raise Refused(f"{ARMIES[winner]} has won already.")
        return [Won(sand_ns=at, winner=winner)]
    not_over(state)
    match command:
        case table.Begin(seat=seat):
            if state.stage is not Stage.SETUP:
                raise Refused("The game has begun already.")
            not_standing(state)
            return [begin(state, seat and seat.side, at)]
        case table.Pause():
            if state.paused:
                raise Refused("Paused already.")
            if state.idle:
                raise Refused("No timer is running yet.")
            return [Paused(sand_ns=at)]
        case table.Resume():
            if not state.paused:
                raise Refused("The game is not paused.")
            return [Resumed(sand_ns=at, mono_ns=now)]
        case table.End(winner=seat):
            if state.stage is Stage.SETUP:
                raise Refused("The game has not begun.")
            return [Ended(sand_ns=at, winner=seat and seat.side)]
    raise TypeError(f"not a command of WarTime: {command!r}")


class Paused(WarTimeEvent, frozen=True, kw_only=True):
    SENTENCE = "Paused"
    LABEL = "the pause"

    def apply(self, state: State) -> State:
        return replace(state, clock=state.clock.stopped(self.sand_ns))


class Resumed(WarTimeEvent, frozen=True, kw_only=True):
    """Records that the sand falls again. `mono_ns` is the sand clock's new anchor."""

    SENTENCE = "Resumed"
    LABEL = "the resumption"

    mono_ns: int

    def apply(self, state: State) -> State:
        return replace(state, clock=state.clock.started(sand_ns=self.sand_ns, now=self.mono_ns))


class Ended(WarTimeEvent, frozen=True, kw_only=True):
    """Records the end. `how` is the victory condition that the table counted."""

    LABEL = "the end"

    winner: Side | None = None
    how: str | UnsetType = UNSET

    def apply(self, state: State) -> State:
        return replace(state.over(self), winner=self.winner, won_how=self.how or "")

    def sentence(self, _: State) -> str:
        if self.winner is None:
            return "The game ends"
        army = ARMIES[self.winner]
        return f"{army} wins" if self.how is UNSET else f"{army} wins: {self.how.removeprefix(army).strip()}"


class Won(WarTimeEvent, frozen=True, kw_only=True):
    """Records who won a game that is over already: its time had run out, or it was ended without a winner. The end
    itself stays where it was (Game End: "the game ends immediately")."""

    LABEL = "who won"

    winner: Side

    def apply(self, state: State) -> State:
        return replace(state, winner=self.winner, won_how="") if state.stage is Stage.OVER else state

    def sentence(self, _: State) -> str:
        return f"{ARMIES[self.winner]} wins"
