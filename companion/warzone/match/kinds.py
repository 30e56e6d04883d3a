"""Defines the kinds of acts and events in a game of Warzone, and the refusals that several acts share."""

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar

from msgspec import UNSET, UnsetType

from companion.names import same
from companion.table.commands import GameAct, GameEvent, typed
from companion.table.errors import AgainstTheBook, Refused
from companion.table.game import few_words
from companion.table.seats import Side, side_named
from companion.table.state import Stage
from companion.warzone.match.parts import UnitId
from companion.warzone.match.state import RALLIES, Force, State, TurnPhase, UnitState, called, possessive, unit_name

Agreed = str | UnsetType
"""Holds the book's objections to an act that the players agreed to play."""

# What happens. One act makes one event, so one undo takes one act back.


class WarzoneEvent(GameEvent[State], frozen=True, kw_only=True):
    """Says what has happened in a game of Warzone."""

    WHAT: ClassVar[str] = ""
    """Names it for the button that would undo it, such as "Force"."""
    SAYS: ClassVar[str] = ""
    """Holds the sentence of the log, behind who did it, where that is always the same."""

    def clear(self, state: State) -> State:
        """Returns the state without what is over as this event begins."""
        return state

    def follow(self, state: State) -> State:
        """Returns the state, which has this event already, with what continues after it."""
        return state

    @property
    def what(self) -> str:
        """Returns its name for the button that would undo it."""
        return self.WHAT

    def whose(self, state: State) -> str:  # noqa: ARG002
        """Returns that name with its owner's, such as "Hound’s Reaction". Never what is sealed."""
        return f"the {self.what}"

    def sentence(self, state: State) -> str:  # noqa: ARG002
        return self.SAYS

    def label(self, state: State) -> str:
        return few_words(self.whose(state), f"the {self.what}")


class ForceEvent(WarzoneEvent, frozen=True, kw_only=True):
    """Says what one side did."""

    side: Side

    @property
    def by(self) -> str | None:
        return self.side.value

    def who(self, state: State) -> str:
        """Returns what the log calls the side, or its Unit."""
        return called(state, self.side)

    def sentence(self, state: State) -> str:
        return f"{self.who(state)} {self.SAYS}"

    def whose(self, state: State) -> str:
        return f"{possessive(called(state, self.side))} {self.what}"


class UnitEvent(ForceEvent, frozen=True, kw_only=True):
    """Says what a Unit of the side's did, or what happened to it."""

    unit: str

    def who(self, state: State) -> str:
        return f"{possessive(called(state, self.side))} {unit_name(state, self.side, self.unit)}"

    def whose(self, state: State) -> str:
        return f"{possessive(unit_name(state, self.side, self.unit))} {self.what}"


# What players ask for.

AS_TYPED = typed(lambda _, text: text)
"""Marks a part of an address of which any text may be sent: what is not here gets a 404."""


class WarzoneAct(GameAct[State, WarzoneEvent], frozen=True, kw_only=True):
    """Asks for one act of a game of Warzone."""

    EVENT: ClassVar[type[WarzoneEvent]]
    """Names what comes of it. The event gets the act's own fields, as far as it has fields of these names."""

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        self.check(state)
        return [self.event(at)]

    def check(self, state: State) -> None:
        """Raises Refused, NotHere."""
        playing(state)

    def event(self, at: int, **more: object) -> WarzoneEvent:
        """Returns what comes of it at that sand time, with `more` that was worked out."""
        own = {name: getattr(self, name) for name in self.__struct_fields__ if name in self.EVENT.__struct_fields__}
        return self.EVENT(**{"sand_ns": at, **own, **more})


class ForceAct(WarzoneAct, frozen=True, kw_only=True):
    """`side` is whose act it is. Its screens show the refusal."""

    side: Annotated[Side, typed(lambda _, text: side_named(text))]

    @property
    def subject(self) -> str | None:
        return self.side.value


class OwnUnitAct(ForceAct, frozen=True, kw_only=True):
    """Asks for something about the Unit of that id in the side's own Force."""

    unit: Annotated[UnitId, AS_TYPED]

    def find_unit(self, state: State, phase: TurnPhase | None = None) -> UnitState:
        """Returns the Unit, which must not be a Casualty, in a game that is played, or only in that phase of a Turn.
        Raises Refused, NotHere."""
        if phase is None:
            playing(state)
        else:
            in_phase(state, phase)
        return standing(state.forces[self.side], self.unit)


class AgreedAct(OwnUnitAct, frozen=True, kw_only=True):
    """Asks for what the book can forbid and the players do all the same, by their own word.

    `against` lists objections that only the cards show. `agreed`: "we play it", whatever is against it.
    """

    DECLARES: ClassVar[bool] = False
    """Says that it announces an action, which is then still to be made."""

    agreed: bool = False
    against: tuple[str, ...] = ()

    def agreement(self, reasons: Iterable[str]) -> Agreed:
        """Returns all objections to it for the event, where the players agreed. Raises AgainstTheBook."""
        return agreement((*reasons, *self.against), agreed=self.agreed)


def agreement(reasons: Iterable[str], *, agreed: bool) -> Agreed:
    """Returns what the book has against an act, for the event, where the players agreed. Raises AgainstTheBook where
    they did not and it has something."""
    found = list(dict.fromkeys(reasons))
    if not found:
        return UNSET
    if not agreed:
        raise AgainstTheBook(" ".join(f"{each}." for each in found))
    return "; ".join(found)


# Refusals that several acts share.


def not_over(state: State) -> None:
    """Raises Refused once the game is over."""
    if state.stage is Stage.OVER:
        raise Refused("The game is over.")


def playing(state: State) -> None:
    """Raises Refused before the first Turn and after the last."""
    not_over(state)
    if state.stage is Stage.SETUP:
        raise Refused("Not begun yet. Tap Begin, or each hold a button.")


def in_phase(state: State, phase: TurnPhase) -> None:
    """Raises Refused in any other phase of the Turn."""
    playing(state)
    if state.turn_phase is not phase:
        raise Refused(_NOT_NOW[state.turn_phase])


_NOT_NOW = {
    TurnPhase.START: "First see who goes first.",
    TurnPhase.ACTIVATION: "Activations are still to come.",
    TurnPhase.END: "This Turn's Activations are over.",
}


def in_turn(state: State, side: Side) -> Force:
    """Returns the side's Force, which must be the Active Player's. Raises Refused."""
    in_phase(state, TurnPhase.ACTIVATION)
    if state.active is not side:
        raise Refused(f"It is {possessive(called(state, side.other))} Activation.")
    return state.forces[side]


def standing(force: Force, unit: str) -> UnitState:
    """Returns the Unit, which must not be a Casualty. Raises Refused, NotHere."""
    found = force.unit(unit)
    if found.fall is not None:
        raise Refused(f"{found.unit.name} cannot do that: it is a Casualty.")
    return found


def unused(state: State, side: Side, effect: str) -> None:
    """Raises Refused where the side has used the effect before: in this game, or in this Turn if it has it in each."""
    for used, turn in state.forces[side].used.items():
        if same(used, effect) and not (same(used, RALLIES) and turn < state.turn):
            raise Refused(f"{called(state, side)} used {used} in Turn {turn}.")
