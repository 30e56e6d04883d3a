"""Holds the claims of flags (Battle Line, Flags), the answers to their proofs, and how a battle begins and ends."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.battleline.match.checks import facing, not_over, seated, to_unclaimed
from companion.battleline.match.claims import Claims, not_now
from companion.battleline.match.plays import BattleEvent, FlagNumber, SideAct, SideEvent
from companion.battleline.match.state import Handed, State
from companion.table import commands as table
from companion.table.errors import Refused
from companion.table.events import Event
from companion.table.game import few_words
from companion.table.seats import Seat
from companion.table.state import Stage


class Claim(SideAct, frozen=True, kw_only=True):
    """Claims a flag; None for the one that the side's claim button is set to."""

    ADDRESSES = ("flags/{flag}/claim",)
    SUMMARY = "Claim a flag"

    flag: FlagNumber | None = None

    def decide(self, state: State, at: int) -> Sequence["Claimed"]:
        not_over(state)
        side, claims = self.side, Claims(state)
        seated(state, side)
        flag = self.flag if self.flag is not None else claims.button_flag(side)
        if flag is None:
            raise Refused(not_now(state, side) or "You can claim no flag yet.")
        facing(state, flag, side)
        to_unclaimed(state, flag)
        if (reason := not_now(state, side)) is not None:
            raise Refused(reason)
        verdict = claims.verdict(flag, side)
        if verdict is None or not verdict.claimable:
            raise Refused(f"Flag {flag}: not yet. {verdict.proof if verdict else ''}".strip())
        return [Claimed(sand_ns=at, side=side, flag=flag)]


class Claimed(SideEvent, frozen=True, kw_only=True):
    flag: int

    def apply(self, state: State) -> State:
        """Returns the state with the claim's proof before the other side, until that side agrees to it or plays on."""
        side, claimed = self.side, {**state.claimed, self.flag: self.side}
        won = state.layout.victors(claimed).get(side)
        own = state if state.turn is side else replace(state, acted=False, laid=None)
        proof = Handed(flag=self.flag, by=side, to=state.layout.across(self.flag, side), lying=state.lying)
        after = replace(own, stage=Stage.PLAY, turn=side, claimed=claimed, handed=(*state.handed, proof))
        if won is None and not after.tied:
            return after
        return replace(after.over(self), winner=side if won else None, victory=won)

    def sentence(self, state: State) -> str:
        return f"{state.name(self.side)} claims flag {self.flag}"

    def label(self, state: State) -> str:
        return few_words(f"{state.name(self.side)}'s claim of flag {self.flag}", f"claim of flag {self.flag}")


class Point(SideAct, frozen=True, kw_only=True):
    """Sets the side's claim button to the next flag that it can claim."""

    def decide(self, state: State, at: int) -> Sequence["Pointed"]:
        seated(state, self.side)
        claims = Claims(state)
        flags = claims.now(self.side)
        if not flags:
            raise Refused(not_now(state, self.side) or "You can claim no flag yet.")
        now = claims.button_flag(self.side)
        following = next((flag for flag in flags if now is not None and flag > now), flags[0])
        return [Pointed(sand_ns=at, side=self.side, flag=following)]


class Pointed(SideEvent, frozen=True, kw_only=True):
    flag: int

    def hides(self, earlier: Event) -> bool:
        return isinstance(earlier, Pointed) and earlier.side is self.side

    def answer(self, state: State) -> State:
        return state

    def apply(self, state: State) -> State:
        return replace(state, pointed={**state.pointed, self.side: self.flag})

    def sentence(self, state: State) -> str:
        return f"{state.name(self.side)}'s claim button is set to flag {self.flag}"

    def label(self, state: State) -> str:
        return few_words(f"{state.name(self.side)}'s claim button", "a claim button")


class Agree(SideAct, frozen=True, kw_only=True):
    """Agrees to the proof of another's claim of a flag, which then no longer waits for an answer."""

    ADDRESSES = ("flags/{flag}/agree",)
    SUMMARY = "Agree that another side's claim is proven"

    flag: FlagNumber

    def decide(self, state: State, at: int) -> Sequence["Agreed"]:
        """Returns no event where that side has answered already, on another phone perhaps."""
        not_over(state)
        seated(state, self.side)
        facing(state, self.flag, self.side)
        if state.claimed.get(self.flag) is not state.layout.across(self.flag, self.side):
            raise Refused(f"No side has claimed flag {self.flag} from {state.name(self.side)}.")
        if not any((each.to, each.flag) == (self.side, self.flag) for each in state.handed):
            return ()
        return [Agreed(sand_ns=at, side=self.side, flag=self.flag)]


class Agreed(SideEvent, frozen=True, kw_only=True):
    """Says that this side has seen the proof of the claim of that flag."""

    TIMELESS: ClassVar[bool] = True

    flag: int

    def answer(self, state: State) -> State:
        left = (each for each in state.handed if (each.to, each.flag) != (self.side, self.flag))
        return replace(state, handed=tuple(left))

    def apply(self, state: State) -> State:
        return state

    def sentence(self, state: State) -> str:
        return f"{state.name(self.side)} agrees to the claim of flag {self.flag}"

    def label(self, _: State) -> str:
        return f"the word on flag {self.flag}"


class Begun(BattleEvent, frozen=True, kw_only=True):
    def apply(self, state: State) -> State:
        return replace(state, stage=Stage.PLAY)

    def sentence(self, _: State) -> str:
        return "The battle begins"

    def label(self, _: State) -> str:
        return "the start"


class Ended(BattleEvent, frozen=True, kw_only=True):
    winner: Seat | None = None

    def apply(self, state: State) -> State:
        return replace(state.over(self), winner=self.winner)

    def sentence(self, state: State) -> str:
        return f"{state.name(self.winner)} wins" if self.winner else "The battle ends"

    def label(self, _: State) -> str:
        return "the end"


def decide_for_the_table(state: State, command: table.Command, at: int) -> Sequence[BattleEvent]:
    """Returns what comes of a command that every game knows. Raises Refused or NotHere."""
    match command:
        case table.Begin():
            if state.stage is not Stage.SETUP:
                raise Refused("The battle has begun already.")
            return [Begun(sand_ns=at)]
        case table.End(winner=winner):
            not_over(state)
            if winner is not None:
                seated(state, winner)
            return [Ended(sand_ns=at, winner=winner)]
    raise Refused("Battle Line has no clock to stop.")
