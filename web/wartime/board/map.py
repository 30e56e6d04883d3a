"""The live board as it is drawn: everything on it, what the question has marked, and where each tap leads."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.table.seats import Side
from companion.table.view import Phase
from companion.wartime.match.aims import AimKind
from companion.wartime.match.state import State
from companion.wartime.match.views import UnitView, WarTimeView
from companion.wartime.referee.board import Hex
from web.http.seating import PhoneSeat
from web.wartime import hexmap
from web.wartime.board.answer import Answer
from web.wartime.board.asked import Asked
from web.wartime.board.roster import letters
from web.wartime.drawing import Board, Cell, Mark, Ring, Token, at, cell, rows, trail, walls
from web.wartime.tokens import so_many

Leads = Callable[[Hex], str]


def drawn(view: WarTimeView, state: State, *, asked: Asked, answer: Answer, seat: PhoneSeat) -> Board:
    """The board for a phone that sits there."""
    leads, tokens = taps(state, asked, seat), dict(_tokens(view))
    aim = answer.meant.aim if answer.meant else None
    board = Board(
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
        blocks=tuple(Mark(at=at(each.hex)) for each in aim.blocked if straight),
        straight=hexmap.course(straight, taken=taken) or None,
        course=course,
        steps=steps,
    )


def taps(state: State, asked: Asked, seat: PhoneSeat) -> Leads:
    """Where a tap on each hex leads. A unit is chosen by it, or let go of; with one chosen, an enemy or any other hex
    is what it means. Whoever sits for one side and looks at the other's unit chooses its own by the next tap."""
    standing, chosen = state.standing, asked.unit
    own = chosen is not None and asked.by(seat)
    point = Asked(unit=chosen, card=asked.card, timer=asked.timer)

    def leads(name: Hex) -> str:
        found = standing.get(name)
        if found is not None and found == chosen:
            return Asked().address() if asked.pointed is None else point.address()
        if found is not None and not (own and chosen and found[0] is not chosen[0]):
            return Asked(unit=found).address()
        if name == asked.hex:
            return point.address()
        # What the tap meant, it means on: who stands there may be gone, and somebody else be there.
        target = found[1] if found is not None and chosen is not None else None
        moves = chosen is not None and found is None and name not in state.ground.standing
        return point.but(hex=name, target=target, aim=AimKind.MOVE if moves else None)

    return leads


def _cell(name: Hex, state: State, asked: Asked, answer: Answer, *, token: Token | None, href: str) -> Cell:
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


def _roles(name: Hex, state: State, asked: Asked, answer: Answer) -> Iterator[tuple[str, str]]:
    """What a hex is in the question and its answer: its look, and the words for it."""
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
                yield (
                    unit.hex,
                    Token(
                        side=side.value,
                        abbr=abbreviations[unit.name],
                        left=unit.left,
                        look=unit.state,
                        said=_said(unit, force.army),
                    ),
                )


def _said(unit: UnitView, army: str) -> str:
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
