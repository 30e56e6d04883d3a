"""Sets up a game: units and cards that a side chooses in secret, the start signal, and what stays off the board.

WarTime Rulebook, Set Up and Optional Rules (Set Up; Action Cards: "secretly select").
"""

import random
from collections.abc import Sequence
from typing import ClassVar, Self

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.names import like, same, spelt
from companion.table.errors import Refused
from companion.table.game import Own
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match.cards import chosen, find, may_have, still_chosen
from companion.wartime.match.checks import ArmyEvent, Name, Names, SideInPath, WarTimeAct, WarTimeEvent, counted
from companion.wartime.match.state import State
from companion.wartime.scenario.parts import ARMIES, HERO, CardKind
from companion.wartime.scenario.scenario import TimerKind

# Units and cards.


class ChoiceAct(WarTimeAct, frozen=True, kw_only=True):
    """Asks for a side's choice before the game, which only its own phones may change."""

    side: SideInPath

    def own(self, _: State) -> Own:
        return Own(self.side, "secret")

    def decide(self, state: State, at: int) -> Sequence[ArmyEvent]:
        if state.stage is not Stage.SETUP or state.locked:
            raise Refused("Units and cards are locked.")
        return [self.pick(state, at)]

    def pick(self, state: State, at: int) -> ArmyEvent:
        """Returns what comes of it while choices are open. Raises Refused."""
        raise NotImplementedError


class Deal(ChoiceAct, frozen=True, kw_only=True):
    """Deals a side its Action cards. `lot` is any number, drawn at random: the same lot deals the same cards."""

    ADDRESSES = ("sides/{side}/deal",)
    SUMMARY = "Deal a side’s Action cards at random"

    lot: int

    def pick(self, state: State, at: int) -> "Dealt":
        side, army = self.side, ARMIES[self.side]
        hand = state.scenario.hand(side)
        if hand is None or not hand.dealt:
            raise Refused(f"The {army}'s cards are chosen, not dealt, in this scenario.")
        if state.forces[side].dealt:
            raise Refused(f"The {army}'s cards are dealt already.")
        hero = may_have(state, side, state.forces[side].units, HERO)
        kinds = {CardKind.STANDARD, CardKind.HEROIC} if hero else {CardKind.STANDARD}
        pool = [card.name for card in hand.cards if card.kind in kinds]
        cards = random.Random(self.lot).sample(pool, min(hand.dealt, len(pool)))
        return Dealt(sand_ns=at, side=side, cards=tuple(cards))


class Dealt(ArmyEvent, frozen=True, kw_only=True):
    """Records the Action cards that fell to this side at random. Only that side may know them."""

    SENTENCE = "is dealt its cards"
    LABEL = "deal"

    cards: tuple[str, ...]

    def public(self) -> Self:
        return replace(self, cards=())

    def apply(self, state: State) -> State:
        return _with_cards(state.with_force(self.side, dealt=self.cards), self.side, state.forces[self.side].cards)


class Tick(ChoiceAct, frozen=True, kw_only=True):
    """Chooses a card for one side, in secret, or puts one back: either of the two."""

    ADDRESSES = ("sides/{side}/tick",)
    SUMMARY = "A side chooses a card in secret, or puts it back"

    choose: Name | None = None
    drop: Name | None = None

    def __post_init__(self) -> None:
        if (self.choose is None) == (self.drop is None):
            raise Invalid("choose", "name one card to choose, or one to drop")

    def pick(self, state: State, at: int) -> "Ticked":
        force, said = state.forces[self.side], self.choose or self.drop or ""
        spec = find(state.scenario.hand(self.side), said)
        card = spec.name if spec else spelt(said, force.cards)
        if self.choose is not None and card not in force.cards:
            chosen(state, self.side, (*force.cards, card), units=force.units)
        return Ticked(sand_ns=at, side=self.side, card=card, on=self.choose is not None)


class Ticked(ArmyEvent, frozen=True, kw_only=True):
    """Records a chosen card in secret: only the journal shows `card`, and `on`, which says whether it was chosen or put
    back."""

    TIMELESS: ClassVar[bool] = True
    SENTENCE = "looks over its cards"
    LABEL = "choice"

    card: str = ""
    on: bool = True

    def public(self) -> Self:
        return replace(self, card="", on=True)

    def apply(self, state: State) -> State:
        others = tuple(name for name in state.forces[self.side].cards if name != self.card)
        return _with_cards(state, self.side, (*others, self.card) if self.on else others)


class Muster(ChoiceAct, frozen=True, kw_only=True):
    """Sets one side's units on the board and its chosen cards, the whole list each time. Without `cards`, those stay
    chosen that it may have with these units."""

    ADDRESSES = ("sides/{side}/muster",)
    SUMMARY = "Set a side's units and cards"

    units: Names = ()
    cards: Names | None = None

    def own(self, _: State) -> Own:
        return Own(self.side, "choice" if self.cards is None else "secret")

    def pick(self, state: State, at: int) -> "Mustered":
        for names, word in ((self.units, "unit"), (self.cards or (), "card")):
            for place, name in enumerate(names):
                if (other := like(name, names[:place])) is not None:
                    said = f"{other} is there twice" if same(name, other) else f"{name} looks like {other}"
                    raise Refused(f"{said}: give each {word} a name of its own.")
        army = tuple(unit.name for unit in state.scenario.army(self.side))
        units = tuple(spelt(name, army) for name in self.units) or army
        for name in units:
            if army and name not in army:
                raise Refused(f"{name} is not among the {ARMIES[self.side]}'s units.")
        cards = UNSET if self.cards is None else chosen(state, self.side, self.cards, units=units)
        return Mustered(sand_ns=at, side=self.side, units=units, cards=cards)


class Mustered(ArmyEvent, frozen=True, kw_only=True):
    """Records the units that the side brings, and the cards that it chose, where it listed them too. The cards are
    secret."""

    LABEL = "choice"

    units: tuple[str, ...]
    cards: tuple[str, ...] | UnsetType = UNSET

    def public(self) -> Self:
        return replace(self, cards=UNSET)

    def own(self, _: State) -> Own:
        return Own(self.side, "choice" if self.cards is UNSET else "secret")

    def apply(self, state: State) -> State:
        if self.cards is UNSET:
            return _with_cards(state.with_force(self.side, units=self.units), self.side, state.forces[self.side].cards)
        return state.with_force(self.side, units=self.units, cards=self.cards)

    def sentence(self, _: State) -> str:
        return f"{ARMIES[self.side]} brings {counted(len(self.units), 'unit')}"


def _with_cards(state: State, side: Side, cards: tuple[str, ...]) -> State:
    """Returns the state with those cards chosen, without what the side may not have any more."""
    return state.with_force(side, cards=still_chosen(state, side, cards))


# What stays off the board.

LeftOff = dict[Side, tuple[str, ...]]
"""Lists by side the units that are not on the board when set-up ends: they take no part (Optional Rules, Set Up)."""


def left_off(state: State) -> LeftOff | UnsetType:
    """Returns the listed units that have no hex, of each side that has put any unit on the map.

    A side without a unit on the map sets up beside it: the table cannot know which units it left off.
    """
    found: LeftOff = {}
    for side, force in state.forces.items():
        placed = {unit.casefold() for unit in force.standing}
        missing = tuple(unit for unit in force.units if unit.casefold() not in placed)
        if placed and missing and len(missing) < len(force.units):
            found[side] = missing
    return found or UNSET


def without(state: State, units: LeftOff | UnsetType) -> State:
    """Returns the state in which these units take no part."""
    for side, names in (units or {}).items():
        rest = tuple(unit for unit in state.forces[side].units if unit not in names)
        state = state.with_force(side, units=rest, left_off=names)
    return state


def off_the_board(units: LeftOff | UnsetType) -> str:
    """Returns what the log adds of them, as the rest of a sentence."""
    names = [f"{ARMIES[side]}'s {unit}" for side, off in (units or {}).items() for unit in off]
    return f": {', '.join(names)} {'is' if len(names) == 1 else 'are'} left off the board" if names else ""


# The start signal.


def begin(state: State, side: Side | None, at: int) -> WarTimeEvent:
    """Returns what a start signal brings about: that side's, or everybody's. Raises Refused.

    "The players should agree on a signal to start play", so the game begins with the second of two.
    """
    if side is not None and side.other not in state.ready:
        if side in state.ready:
            raise Refused(f"{ARMIES[side]} is ready. {ARMIES[side.other]} is not yet.")
        return Ready(sand_ns=at, side=side)
    running = any(glass.active and glass.spec.kind is TimerKind.SETUP for glass in state.timers.values())
    return Begun(sand_ns=at, left_off=left_off(state) if running else UNSET)


class Ready(ArmyEvent, frozen=True, kw_only=True):
    """Records that this side gave its start signal. The game begins with the other side's."""

    SENTENCE = "is ready"
    LABEL = "signal"

    def apply(self, state: State) -> State:
        return replace(state, ready=(*state.ready, self.side))


class Begun(WarTimeEvent, frozen=True, kw_only=True):
    LABEL = "the start"

    left_off: LeftOff | UnsetType = UNSET

    def apply(self, state: State) -> State:
        """Returns the state after it: a set-up whose two minutes still run ends here."""
        timers = dict(state.timers)
        for timer, glass in state.timers.items():
            if glass.spec.kind is TimerKind.SETUP:
                timers[timer] = glass.freed()
            elif glass.spec.kind is TimerKind.GAME and state.scenario.time_limit:
                timers[timer] = glass.flipped(self.sand_ns)
        return without(replace(state, stage=Stage.PLAY, locked=True, ready=(), timers=timers), self.left_off)

    def sentence(self, _: State) -> str:
        return f"The game begins{off_the_board(self.left_off)}"
