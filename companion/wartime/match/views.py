"""Shows a game of WarTime to phones and screens, and each side's hand to that side alone."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.clock import MS
from companion.names import same
from companion.table.events import Source
from companion.table.seats import Side
from companion.table.state import Stage
from companion.table.view import Reason, TableView, Timer, TimerState
from companion.wartime.choices import Hands
from companion.wartime.match.agreement import in_words, lapsed
from companion.wartime.match.cards import playable
from companion.wartime.match.ending import agreed, finish
from companion.wartime.match.state import Sandglass, State
from companion.wartime.scenario.parts import ARMIES, CardKind
from companion.wartime.scenario.scenario import Scenario, TimerKind

# A sand timer as phones and screens see it.


class TimerView(Timer, frozen=True, kw_only=True):
    """Describes one sand timer. Every `…_ms` instant is on the server's monotonic clock; `remaining_ms` is as of the
    view."""

    kind: TimerKind
    name: str
    """Names it as players read it: "Valyance 60a"."""
    tag: str
    """Says which of its side's timers it is: "60a"."""
    number: int | None = None
    """Is the number on its chit; no two of a side's are alike."""
    unit: str | None = None
    card: str | None = None
    off_board: bool = False
    """Says that its unit was eliminated: it drains beside the board, without a unit."""
    flip: int = 0
    """Counts this timer's flips, so that two looks can tell whether it is still the same run."""
    ran_out_ms: int | None = None
    """Is when its sand last ran out by itself, until it is flipped again; None while the table stands still."""
    refused: Reason | None = None
    """Is the last press at the panel that was refused on this timer."""
    caster: str | None = None
    """Is the unit that casts its spell, where a player named it or only one could."""


def timer_view(state: State, glass: Sandglass, now: int) -> TimerView:
    """Returns the timer at the monotonic instant `now`."""
    spec = glass.spec
    return TimerView(
        id=spec.id,
        label=spec.label,
        name=spec.name,
        tag=spec.tag,
        side=spec.owner,
        kind=spec.kind,
        seconds=spec.seconds,
        state=TimerState.ACTIVE if glass.active else TimerState.AVAILABLE,
        remaining_ms=glass.left_ns(state.sand(now)) // MS,
        ends_ms=_ms(state.clock.instant(glass.ends_ns)) if glass.ends_ns is not None else None,
        number=spec.number,
        unit=glass.unit,
        card=glass.card,
        off_board=glass.off_board,
        flip=glass.flips,
        ran_out_ms=_ms(state.clock.instant(glass.ran_out_ns)) if glass.ran_out_ns is not None else None,
        refused=state.refused(spec.id),
        caster=glass.caster,
    )


def _ms(ns: int | None) -> int | None:
    return None if ns is None else ns // MS


# A game of WarTime as phones and screens see it.


class UnitView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describes one unit that this side has named. `left` of `health` tokens are in its stack, where the scenario
    says."""

    name: str
    state: str
    """Is available, active or eliminated."""
    timer: str | None
    left: int | None = None
    health: int | None = None
    hex: str | None = None
    """Is the hex where it stands, as far as the table knows."""


class CardState(Enum):
    """Says where a card is: offered; chosen, which only its side learns (see `hands_of`); on the spell timer; spent."""

    OFFERED = "offered"
    CHOSEN = "chosen"
    ACTIVE = "active"
    DISCARDED = "discarded"


class CardView(msgspec.Struct, frozen=True):
    """Describes one card. `kind` is None where it is not known; `by` is the unit that used it."""

    name: str
    kind: CardKind | None
    state: CardState
    by: str | None = None


class ChoiceView(msgspec.Struct, frozen=True):
    """Says how many Action cards and Spell cards may be chosen. `dealt` Action cards are dealt first, if any;
    `is_dealt` says whether they are."""

    actions: int
    spells: int
    dealt: int
    is_dealt: bool


class ArmyView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one side as everyone sees it: its army's name, its units, the cards it has played, and every card that
    it could have.

    `down` counts its cards that lie face down, once the game has begun.
    """

    army: str
    units: tuple[UnitView, ...]
    cards: tuple[str, ...]
    deck: tuple[CardView, ...] = ()
    choice: ChoiceView | None = None
    """Says how it may choose; None where the scenario does not say."""
    closed: tuple[str, ...] = ()
    """Has "unit" and "card" where only those that it brought may take part."""
    down: int | None = None
    left_off: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Lists the units that were not on the board when set-up ended. Absent where none was left off."""

    @property
    def brought(self) -> tuple[UnitView, ...]:
        """Returns the side's units, those that were left off the board included."""
        return (*self.units, *(UnitView(name, "left_off", None) for name in self.left_off or ()))


class FeatureView(msgspec.Struct, frozen=True):
    """Describes a Terrain Feature: `left` of `tokens` are in its stack; with none left the hex is plains."""

    hex: str
    terrain: str
    left: int
    tokens: int


class BoardView(msgspec.Struct, frozen=True):
    """Describes the live board without features and units: tiles by hex, solid black lines, items' hexes, and the Time
    spaces."""

    terrain: dict[str, str]
    lines: tuple[tuple[str, str], ...]
    items: dict[str, str]
    time_spaces: tuple[str, ...]


class ProposalView(msgspec.Struct, frozen=True):
    """Describes a side's proposed correction in words, until the other agrees or one of them declines. `lapsed` is why
    it can no longer be agreed to."""

    number: int
    side: str
    text: str
    lapsed: str | None


class ScenarioView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describes the scenario. `victory` says who wins, in the scenario's own words; empty where it does not say."""

    id: str
    name: str
    time_limit: bool
    victory: str = ""
    counted: tuple[str, ...] = ()
    """Lists the victory conditions that the table counts, in sentences."""
    neutral: dict[str, str] = {}
    """Says what the neutral timers are for in play, by their ids."""


class FinishView(msgspec.Struct, frozen=True):
    """Asks the players whether `winner` has won, as `how` says. `agreed` are the sides that have said yes."""

    winner: str
    how: str
    agreed: tuple[str, ...]


class WarTimeView(TableView, frozen=True, kw_only=True):
    """Describes the table, and what only WarTime has. `locked` says that units and cards can no longer be chosen."""

    timers: tuple[TimerView, ...] = ()
    scenario: ScenarioView
    locked: bool
    sides: dict[str, ArmyView]
    winner: str | None
    over_by_time: bool
    features: tuple[FeatureView, ...] = ()
    board: BoardView
    hands: bool = False
    """Says whether each side has a hand on its phones."""
    ready: tuple[str, ...] = ()
    """Lists the sides that gave their start signal: the game begins with the other's."""
    proposal: ProposalView | None = None
    finish: FinishView | msgspec.UnsetType = msgspec.UNSET
    """Is absent unless the table asks about an end."""


def view(state: State, now: int) -> WarTimeView:
    """Returns the view at the monotonic instant `now`."""
    return WarTimeView(
        server_ms=now // MS,
        game="wartime",
        phase=state.phase,
        paused=state.paused,
        timers=tuple(timer_view(state, glass, now) for glass in state.timers.values()),
        scenario=_scenario(state.scenario),
        locked=state.locked,
        sides={side.value: _force(state, side) for side in Side},
        winner=state.winner.value if state.winner else None,
        over_by_time=state.over_by_time,
        features=tuple(
            FeatureView(place, pile.terrain.value, pile.left, pile.tokens)
            for place, pile in state.ground.features.items()
        ),
        board=BoardView(
            terrain={place: terrain.value for place, terrain in state.ground.terrain.items()},
            lines=state.ground.lines,
            items=state.ground.items,
            time_spaces=tuple(space.hex for space in state.scenario.time_spaces),
        ),
        hands=state.choices.hands is Hands.ON_PHONES,
        ready=tuple(side.value for side in state.ready),
        proposal=_proposal(state, now),
        finish=_finish(state),
    )


def _finish(state: State) -> FinishView | msgspec.UnsetType:
    if (asked := finish(state)) is None:
        return msgspec.UNSET
    return FinishView(asked.winner.value, asked.how, tuple(side.value for side in agreed(state, asked)))


def _proposal(state: State, now: int) -> ProposalView | None:
    open = None if state.stage is Stage.OVER else state.proposal
    if open is None:
        return None
    why = lapsed(state, open, state.sand(now))
    return ProposalView(open.number, open.side.value, in_words(state, open.correction), why)


def _scenario(scenario: Scenario) -> ScenarioView:
    counted = tuple(f"Ends when {each.fact}." for each in scenario.conditions)
    return ScenarioView(
        scenario.id, scenario.name, scenario.time_limit, scenario.victory, counted, dict(scenario.neutral)
    )


def _force(state: State, side: Side) -> ArmyView:
    force = state.forces[side]
    hand = state.scenario.hand(side)
    return ArmyView(
        army=ARMIES[side],
        units=tuple(_unit(state, side, name) for name in force.names),
        cards=tuple(use.card for use in force.used),
        deck=tuple(deck(state, side)),
        choice=ChoiceView(hand.actions, hand.spells, hand.dealt, bool(force.dealt)) if hand else None,
        closed=tuple(_closed(state, side)),
        left_off=force.left_off or msgspec.UNSET,
        down=None if state.stage is Stage.SETUP else sum(force.use_of(card) is None for card in force.cards),
    )


def _closed(state: State, side: Side) -> Iterator[str]:
    if not state.locked:
        return
    force, begun = state.forces[side], state.stage is not Stage.SETUP
    if force.units:
        yield "unit"
    # Where no scenario has cards, a choice of cards stays hidden until they are counted.
    if state.scenario.hand(side) or (begun and force.cards):
        yield "card"


def deck(state: State, side: Side, *, chosen: tuple[str, ...] = ()) -> Iterator[CardView]:
    """Yields every card that the scenario offers the side, that it has played, or that it is known to have chosen."""
    force, hand = state.forces[side], state.scenario.hand(side)
    kinds = {card.name: card.kind for card in hand.cards} if hand else {}
    names = [*kinds, *(name for name in chosen if name not in kinds)]
    names += [use.card for use in force.used if use.card not in names]
    for name in names:
        use = force.use_of(name)
        by = use.unit if use else None
        spent = use and _card_state(state, side, name)
        yield CardView(name, kinds.get(name), spent or (CardState.CHOSEN if name in chosen else CardState.OFFERED), by)


def _card_state(state: State, side: Side, name: str) -> CardState:
    on_timer = (
        glass.active and glass.spec.side is side and glass.spec.kind is TimerKind.SPELL and same(glass.card, name)
        for glass in state.timers.values()
    )
    return CardState.ACTIVE if any(on_timer) else CardState.DISCARDED


def _unit(state: State, side: Side, name: str) -> UnitView:
    force = state.forces[side]
    spec, left = state.spec_of(side, name), force.stacks.get(name)
    health = spec.health if spec else None
    if force.is_eliminated(name):
        return UnitView(name, "eliminated", None, left, health)
    glass, place = state.timer_of(side, name), state.place_of(side, name)
    return UnitView(name, "active" if glass else "available", glass.spec.id if glass else None, left, health, place)


# A side's hand, as that side alone may read it.
#
# What is ticked or dealt goes into the journal whole, so a restart keeps it. It leaves the table only as
# `Event.public`, and the view does not have it. A phone that sits for the side reads it here (`ChoiceAct.own` says
# which may change it).


class HandView(msgspec.Struct, frozen=True):
    """Describes every card that a side has or could have had, marked where chosen. `dealt` is what was dealt to it.
    `plays` lists by timer what the side could play with it now."""

    cards: tuple[CardView, ...]
    dealt: tuple[str, ...]
    plays: Mapping[str, tuple[str, ...]]

    @property
    def chosen(self) -> tuple[str, ...]:
        """Returns the cards that are still in the hand."""
        return tuple(card.name for card in self.cards if card.state is CardState.CHOSEN)


def hands_of(state: State, source: Source) -> dict[Side, HandView]:
    """Returns the hands that this source may read. A phone that has joined reads that of its own side, or both."""
    if source.seat is None:
        return {}
    return {side: hand_of(state, side) for side in Side if source.keeps_secrets_of(side.value)}


def without_hands(state: State, sides: Iterable[Side]) -> State:
    """Returns the state without these sides' cards, chosen or offered, so that no answer depends on them."""
    hidden = set(sides)
    offered = {side: hand for side, hand in state.scenario.cards.items() if side not in hidden}
    forces = {
        side: replace(force, cards=(), dealt=()) if side in hidden else force for side, force in state.forces.items()
    }
    return replace(state, forces=forces, scenario=replace(state.scenario, cards=offered))


def hand_of(state: State, side: Side) -> HandView:
    timers = [glass for glass in state.timers.values() if glass.spec.side is side]
    return HandView(
        cards=tuple(deck(state, side, chosen=state.forces[side].cards)),
        dealt=state.forces[side].dealt,
        plays={glass.spec.id: cards for glass in timers if (cards := playable(state, glass))},
    )
