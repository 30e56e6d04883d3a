"""Draws the live board, and sums up each side in a strip."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

import msgspec

from companion.table.seats import Side
from companion.table.view import Phase, TimerState
from companion.wartime.match.aims import AimKind
from companion.wartime.match.state import State
from companion.wartime.match.views import ArmyView, TimerView, UnitView, WarTimeView
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.scenario import TimerKind
from web.http.phones import PhoneSeat
from web.wartime.board.answer import BoardAnswer
from web.wartime.board.request import BoardRequest
from web.wartime.drawing import (
    BoardMark,
    Cell,
    DrawnBoard,
    Ring,
    Token,
    abbreviations,
    at,
    cell,
    draw_course,
    rows,
    so_many,
    trail,
    walls,
)
from web.wartime.tiles import counting, figure, tile

# A side's strip: every unit with its tokens and its sand, and the timers.

LOST = "eliminated"


class MapSand(msgspec.Struct, frozen=True, kw_only=True):
    """Says what is left of a timer, and when it has run out on the server's clock; None while it stands."""

    left_ms: int
    ends_ms: int | None
    figure: str


class MapChip(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one unit of a roster strip."""

    id: str
    name: str
    abbr: str
    left: int | None
    sand: MapSand | None
    look: str
    label: str
    href: str
    current: bool


class Small(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one timer, small. `who` says in a word what it runs for, or that it is free. `href` picks it for the
    act being prepared.

    Without `href` a tap does `act`, for `unit` where one is given. It flips the timer, or gives it to a unit where it
    has none yet. Without `act` a tap shows the timer's sheet.
    """

    id: str
    side: str
    number: int | None
    look: str
    sand: MapSand
    who: str
    label: str
    act: str | None
    unit: str | None
    href: str | None
    current: bool


def letters(force: ArmyView) -> dict[str, str]:
    """Returns a few letters for each of a side's units."""
    return abbreviations(unit.name for unit in force.units)


class Rosters:
    """Builds both sides' strips and timers, for a phone with that seat and that question."""

    def __init__(
        self, view: WarTimeView, *, asked: BoardRequest, answer: BoardAnswer, seat: PhoneSeat, spells: Collection[str]
    ) -> None:
        """Takes `spells`: the timers for which the phone's own hand has a card to choose."""
        self._view = view
        self._asked = asked
        self._answer = answer
        self._seat = seat
        self._spells = spells
        self._still = view.paused or view.phase is Phase.ENDED
        self._timers = {timer.id: timer for timer in view.timers}
        self._letters = {side: letters(force) for side, force in view.sides.items()}

    def chips(self, side: Side) -> list[MapChip]:
        """Returns the units as the side lists them; lost ones at the end."""
        units = enumerate(self._view.sides[side.value].units)
        found = [self._chip(unit, side, number) for number, unit in units]
        return sorted(found, key=lambda chip: chip.look.startswith(LOST))

    def timers(self, side: str) -> list[Small]:
        """Returns a side's timers."""
        return [self._small(timer) for timer in self._view.timers if timer.side == side]

    def clocks(self) -> list[Small]:
        """Returns the timers that count for both sides now: before the game the 2 minutes, then those in play."""
        match self._view.phase:
            case Phase.ENDED:
                return []
            case Phase.SETUP:
                return [self._small(each) for each in self._view.timers if each.kind is TimerKind.SETUP]
            case _:
                return [self._small(each) for each in counting(self._view)]

    def _chip(self, unit: UnitView, side: Side, number: int) -> MapChip:
        timer = self._timers.get(unit.timer or "")
        sand = self._sand(timer) if timer else None
        href, current = self._leads(unit, side)
        words = (
            unit.name,
            so_many(unit.left) if unit.left else "",
            f"{sand.figure} seconds left" if sand else unit.state,
            "" if unit.hex or unit.state == LOST else "not on the map",
        )
        return MapChip(
            id=f"unit-{side.value}-{number}",
            name=unit.name,
            abbr=self._letters[side.value][unit.name],
            left=unit.left or None,
            sand=sand,
            look=unit.state if unit.hex else f"{unit.state} off",
            label=", ".join(filter(None, words)),
            href=href,
            current=current,
        )

    def _leads(self, unit: UnitView, side: Side) -> tuple[str, bool]:
        """Returns where a tap on a unit's chip leads, and whether it is current. It is where the unit is chosen, or
        this phone's chosen unit attacks it."""
        asked, me = self._asked, (side, unit.name)
        if not asked.by(self._seat) or asked.unit is None or asked.unit[0] is side or unit.state == LOST:
            chosen = asked.unit == me
            return (BoardRequest() if chosen and asked.pointed is None else BoardRequest(unit=me)).address(), chosen
        current = asked.pointed is not None and asked.pointed in {unit.hex, unit.name}
        point = BoardRequest(unit=asked.unit, card=asked.card, timer=asked.timer)
        return point.address() if current else point.but(hex=unit.hex, target=unit.name), current

    def _small(self, timer: TimerView) -> Small:
        running, chosen = timer.state is TimerState.ACTIVE, self._asked.unit
        deed = self._answer.meant.deed if self._answer.meant else None
        offered = deed is not None and deed.may_flip(timer.id)
        bearer = timer.unit or timer.card or ("dead, off board" if timer.off_board else "")
        act = "move" if running and not bearer and chosen else None if running or timer.id in self._spells else "flip"
        takes = chosen is not None and act and timer.kind is TimerKind.COMMAND and chosen[0].value == timer.side
        unit = chosen[1] if chosen and takes else None
        if act == "move" and unit is None:
            act = None
        sand = self._sand(timer)
        if running:
            said = ", ".join(
                filter(None, (f"{sand.figure} seconds left", bearer, f"give it to {unit}" if unit else ""))
            )
        elif act is None:
            said = "free, choose a card"
        else:
            said = "free, take this one" if offered else f"free, flip for {unit}" if unit else "free, flip"
        return Small(
            id=timer.id,
            side=timer.side,
            number=timer.number,
            look=tile(timer, still=self._still).look,
            sand=sand,
            who=self._who(timer),
            label=f"{timer.name}, {said}",
            act=act,
            unit=unit,
            href=self._asked.but(timer=timer.id) if offered else None,
            current=offered and deed is not None and timer.id == deed.timer.spec.id,
        )

    def _who(self, timer: TimerView) -> str:
        """Returns a word for each state. The colours of a free timer and of one without a unit are much alike."""
        if timer.state is not TimerState.ACTIVE:
            return "free"
        if timer.off_board:
            return "dead"
        bearer = timer.unit or timer.card
        return self._letters.get(timer.side, {}).get(bearer, bearer) if bearer else "in use"

    def _sand(self, timer: TimerView) -> MapSand:
        running = timer.state is TimerState.ACTIVE
        left = timer.remaining_ms if running else timer.seconds * 1000
        return MapSand(
            left_ms=left,
            ends_ms=timer.ends_ms if running and not self._still else None,
            figure=figure(-(-left // 1000), kind=timer.kind),
        )


# The live board as it is drawn: everything on it, what the question has marked, and where each tap leads.

Leads = Callable[[Hex], str]


def drawn(view: WarTimeView, state: State, *, asked: BoardRequest, answer: BoardAnswer, seat: PhoneSeat) -> DrawnBoard:
    """Returns the board for a phone with that seat."""
    leads, tokens = taps(state, asked, seat), dict(_tokens(view))
    aim = answer.meant.aim if answer.meant else None
    board = DrawnBoard(
        rows=rows(lambda name: _cell(name, state, asked, answer, token=tokens.get(name), href=leads(name))),
        walls=walls(state.ground.lines),
        rings=tuple(_rings(view)),
    )
    if aim is None or not aim.start:
        return board
    taken = {*state.standing, *state.ground.standing}
    course, steps = trail(aim.start, aim.path, aim.counts, taken=taken)
    straight = (aim.start, asked.hex) if aim.blocked and asked.hex and not aim.legal else ()
    return replace(
        board,
        blocks=tuple(BoardMark(at=at(each.hex)) for each in aim.blocked if straight),
        straight=draw_course(straight, taken=taken) or None,
        course=course,
        steps=steps,
    )


def taps(state: State, asked: BoardRequest, seat: PhoneSeat) -> Leads:
    """Returns where a tap on each hex leads. A tap on a unit chooses it, or drops it. Once a unit is chosen, an enemy
    or any other hex is its target.

    If a phone of one side has chosen the other side's unit, its next tap chooses its own.
    """
    standing, chosen = state.standing, asked.unit
    own = chosen is not None and asked.by(seat)
    point = BoardRequest(unit=chosen, card=asked.card, timer=asked.timer)

    def leads(name: Hex) -> str:
        found = standing.get(name)
        if found is not None and found == chosen:
            return BoardRequest().address() if asked.pointed is None else point.address()
        if found is not None and not (own and chosen and found[0] is not chosen[0]):
            return BoardRequest(unit=found).address()
        if name == asked.hex:
            return point.address()
        # The tap keeps its target: the unit there may have left by then, and another may have come.
        target = found[1] if found is not None and chosen is not None else None
        moves = chosen is not None and found is None and name not in state.ground.standing
        return point.but(hex=name, target=target, aim=AimKind.MOVE if moves else None)

    return leads


def _cell(name: Hex, state: State, asked: BoardRequest, answer: BoardAnswer, *, token: Token | None, href: str) -> Cell:
    ground, path = state.ground, answer.meant.aim.path if answer.meant else ()
    pile = ground.features.get(name)
    standing = pile is not None and pile.left > 0
    return cell(
        name,
        pile.terrain if pile is not None and standing else state.position.terrain_of(name),
        href=href,
        token=token,
        stack=pile.left if pile is not None and standing else None,
        items=(item for item, place in ground.items.items() if place == name),
        time=any(space.hex == name for space in state.scenario.time_spaces),
        roles=_roles(name, state, asked, answer),
        cost=None if name in path else answer.reach.get(name),
    )


def _roles(name: Hex, state: State, asked: BoardRequest, answer: BoardAnswer) -> Iterator[tuple[str, str]]:
    """Yields what a hex is in the question and its answer: its look, and the words for it."""
    aim = answer.meant.aim if answer.meant else None
    if asked.unit and state.standing.get(name) == asked.unit:
        yield "chosen", "chosen"
    if name == asked.hex:
        yield "aimed", "tapped"
    if name in answer.targets:
        yield "open", "can be attacked"
    if aim and name in aim.path:
        yield "way", f"counted {aim.counts[aim.path.index(name)]}"
    elif name in answer.reach:
        yield "reached", f"costs {answer.reach[name]}"
    if aim and any(each.hex == name for each in aim.blocked):
        yield "blocks", "in the way"


def _tokens(view: WarTimeView) -> Iterator[tuple[Hex, Token]]:
    for side in Side:
        force = view.sides[side.value]
        abbreviations = letters(force)
        for unit in force.units:
            if unit.hex is not None:
                abbr, said = abbreviations[unit.name], _unit_text(unit, force.army)
                yield unit.hex, Token(side=side.value, abbr=abbr, left=unit.left, look=unit.state, said=said)


def _unit_text(unit: UnitView, army: str) -> str:
    stack = "" if unit.left is None else f", {so_many(unit.left)}"
    return f"{unit.name} of {army}{stack}{', active' if unit.timer else ''}"


def _rings(view: WarTimeView) -> Iterator[Ring]:
    timers = {timer.id: timer for timer in view.timers}
    for side in Side:
        for unit in view.sides[side.value].units:
            if unit.hex is not None and unit.timer is not None:
                timer = timers[unit.timer]
                yield Ring(
                    at=at(unit.hex),
                    side=side.value,
                    run_ms=timer.seconds * 1000,
                    left_ms=timer.remaining_ms,
                    ends_ms=None if view.paused or view.phase is Phase.ENDED else timer.ends_ms,
                )
