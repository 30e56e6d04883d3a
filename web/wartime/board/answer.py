"""Answers what a phone has tapped on the live board. It says where the chosen unit can go, which it can strike, and
what a second tap means."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match.aims import AimKind, aims, reach
from companion.wartime.match.checks import seconds_left
from companion.wartime.match.state import State
from companion.wartime.referee.board import NEIGHBOURS, Feature, Hex, Terrain, distance
from companion.wartime.scenario.parts import ARMIES
from web.wartime.board.request import BoardRequest, Meant, after, read_tap, way
from web.wartime.drawing import so_many

# What a scenario says of a hex of the live board, for the player of a unit there (WarTime Rulebook, Game Board).


class ToldAct(NamedTuple):
    """Says what is there, and what it does; empty where the scenario does not say."""

    title: str
    text: str


def texts_at(state: State, place: Hex) -> tuple[ToldAct, ...]:
    """Returns the Time space and the items in that hex."""
    spaces = [ToldAct("Time space", space.text) for space in state.scenario.time_spaces if space.hex == place]
    items = [
        ToldAct(item.name, item.text) for item in state.scenario.items if state.ground.items.get(item.name) == place
    ]
    return (*spaces, *items)


# What players can put on a hex of the live board by hand, so that a table without a scenario makes its map.


@dataclass(frozen=True, kw_only=True)
class OfferedAct:
    """Lists what can be put on a hex: every tile but its own, the features, and the hexes that a line can be drawn to.
    Also the scenario's items, each with whether it is here."""

    tiles: tuple[Terrain, ...]
    features: tuple[Feature, ...]
    around: tuple[Hex, ...]
    items: Mapping[str, bool]


def offered(state: State, place: Hex) -> OfferedAct:
    lies = None if place in state.ground.features else state.position.terrain_of(place)
    return OfferedAct(
        tiles=tuple(tile for tile in Terrain if tile is not lies),
        features=tuple(Feature),
        around=NEIGHBOURS[place],
        items={item.name: state.ground.items.get(item.name) == place for item in state.scenario.items},
    )


LOCKED = "The units are locked in place until the game begins."


@dataclass(frozen=True, kw_only=True)
class BoardAnswer:
    """Answers a tap. `headline` is what to say or ask, `sentences` are below it. `good` is None where there is no
    verdict, and `reason` says why something is not allowed.

    `reach` has the cost of every hex that the chosen unit can move to, `targets` the hexes whose stack it can strike.
    `puts` says that it may be put into the hex by hand. `told` is what is in the hex where it stands, or where it would
    stand.
    """

    headline: str
    sentences: tuple[str, ...] = ()
    good: bool | None = None
    reason: str | None = None
    meant: Meant | None = None
    reach: Mapping[Hex, int] = field(default_factory=dict)
    targets: frozenset[Hex] = frozenset()
    puts: bool = False
    told: tuple[ToldAct, ...] = ()


def answered(asked: BoardRequest, state: State, at: int) -> BoardAnswer:
    """Returns the answer. `at` is the match's sand time."""
    if asked.unit is None:
        return _place(asked.hex, state) if asked.hex else BoardAnswer(headline="Tap a unit.")
    side, unit = asked.unit
    if state.forces[side].is_eliminated(unit):
        return BoardAnswer(headline=f"{unit} is eliminated.")
    if asked.pointed is None:
        return _chosen(state, side, unit, at)
    if state.stage is Stage.PLAY and (overtaken := _overtaken(asked, state, side)):
        return overtaken
    if state.stage is not Stage.PLAY or (state.place_of(side, unit) is None and _vacant(state, asked.hex)):
        return _by_hand(asked, state, unit)
    return _pointed(asked, state, side, unit, at)


def _place(place: Hex, state: State) -> BoardAnswer:
    pile = state.ground.features.get(place)
    if pile is not None and pile.left:
        return BoardAnswer(
            headline=f"{place}, {pile.terrain.label.lower()}", sentences=(f"{pile.left} of {pile.tokens} tokens.",)
        )
    return BoardAnswer(
        headline=f"{place}, {state.position.terrain_of(place).label.lower()}", told=texts_at(state, place)
    )


def _chosen(state: State, side: Side, unit: str, at: int) -> BoardAnswer:
    start, held = state.place_of(side, unit), state.timer_of(side, unit)
    if held is not None:
        asks = f"It is active: {seconds_left(held.left_ns(at))} left."
    elif state.stage is Stage.PLAY:
        asks = "Tap where it goes, or the unit it attacks." if start else "Tap its hex, or the unit it attacks."
    else:
        asks = LOCKED if state.locked else "Tap its hex."
    return BoardAnswer(
        headline=unit,
        sentences=(_facts(state, side, unit), asks),
        reach={place: route.cost for place, route in reach(state, side, unit).items()},
        targets=frozenset(_targets(state, side, unit)),
        told=texts_at(state, start) if start else (),
    )


def _facts(state: State, side: Side, unit: str) -> str:
    start, spec = state.place_of(side, unit), state.spec_of(side, unit)
    stack = state.forces[side].stacks.get(unit)
    facts = (
        ARMIES[side],
        start or "not on the map",
        "" if stack is None else so_many(stack),
        "" if spec is None or spec.speed is None else f"speed {spec.speed}",
        *(spec.keywords if spec else ()),
    )
    return f"{', '.join(filter(None, facts))}."


def _targets(state: State, side: Side, unit: str) -> Iterator[Hex]:
    """Yields the hexes of what the unit can attack or charge, by the numbers on its token."""
    start, spec = state.place_of(side, unit), state.spec_of(side, unit)
    if start is None or spec is None:
        return
    far = max(spec.hits, default=0)
    if spec.charge is not None and spec.speed is not None:
        far = max(far, spec.speed + 1)
    foes = (place for place, (whose, _) in state.standing.items() if whose is not side)
    for place in (*foes, *state.ground.standing):
        # No count of hexes is shorter than the straight line.
        if distance(start, place) <= far and any(aim.legal for aim in aims(state, side, unit, place)):
            yield place


def _vacant(state: State, place: Hex | None) -> bool:
    return place is not None and place not in state.standing and place not in state.ground.standing


def _by_hand(asked: BoardRequest, state: State, unit: str) -> BoardAnswer:
    """Returns the answer to an act that costs no timer: the unit is put where its mini stands."""
    if state.stage is Stage.SETUP and state.locked:
        return BoardAnswer(headline=LOCKED, good=False, reason=LOCKED)
    if not _vacant(state, asked.hex) or asked.hex is None:
        return BoardAnswer(headline=f"{asked.pointed} is taken.", good=False, reason="no more than one stack in a hex")
    return BoardAnswer(
        headline=f"{unit} stands in {asked.hex}.", puts=state.stage is not Stage.OVER, told=texts_at(state, asked.hex)
    )


def _overtaken(asked: BoardRequest, state: State, side: Side) -> BoardAnswer | None:
    """Returns the answer where the other phone was quicker: the tapped unit is gone, or is where this one was to go.
    The unit that is lifted first cannot be attacked any more (Timing Disputes)."""
    found = state.standing.get(asked.hex) if asked.hex else None
    if asked.hex and asked.target and found != (side.other, asked.target):
        now = state.place_of(side.other, asked.target)
        lost = state.forces[side.other].is_eliminated(asked.target)
        where = "It is eliminated." if lost else f"It stands in {now}." if now else "It is not on the map."
        return BoardAnswer(headline=f"{asked.target} is no longer in {asked.hex}.", sentences=(where,), good=False)
    if asked.aim is AimKind.MOVE and found is not None:
        return BoardAnswer(headline=f"{found[1]} stands in {asked.hex} now.", good=False)
    return None


def _pointed(asked: BoardRequest, state: State, side: Side, unit: str, at: int) -> BoardAnswer:
    found = read_tap(asked, state, side, unit, at)
    if found is None:
        return BoardAnswer(headline=f"{unit} cannot do anything about {asked.pointed}.")
    aim = found.aim
    left = after(state, side.other, aim, found.tokens) if found.tokens is not None and found.may else None
    by_card = f"By {asked.card}." if found.may and not aim.legal else None
    asks = "How many tokens come off?" if found.picks and found.tokens is None else None
    return BoardAnswer(
        headline=aim.said,
        sentences=tuple(filter(None, (found.missing, asks, by_card, *way(state, side, aim), left))),
        good=found.may,
        reason=None if found.may else aim.reason,
        meant=found,
        reach={place: route.cost for place, route in reach(state, side, unit).items()},
        puts=_vacant(state, asked.hex),
        told=texts_at(state, aim.to) if aim.to else (),
    )
