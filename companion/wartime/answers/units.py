"""Questions about units and stacks of tokens (WarTime Rulebook, Units and Terrain Features)."""

from urllib.parse import quote

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import counted, inside, listed, sentence
from companion.table.seats import Seat
from companion.table.view import TimerState
from companion.wartime.answers.acts import no_timer, timers_of
from companion.wartime.answers.sand import OVER, TABLE, Sand, out_of_play, yes_or_no
from companion.wartime.match.views import UnitView


def unit_free(sand: Sand, said: Said) -> Answer | None:
    """Whether the named units are free, or how long their sand still falls."""
    if sand.over:
        return OVER
    units = sand.units(said)
    told = [_freedom(sand, said, *each) for each in units]
    if len(units) > 1:
        told = [f"{sand.told_apart(units, *each)}: {inside(text)}" for each, text in zip(units, told, strict=True)]
    running = [unit.timer for _, unit in units if unit.timer is not None]
    return (
        Answer(" ".join(map(sentence, told)), f"/timers/{running[0]}" if len(running) == 1 else TABLE) if told else None
    )


def _freedom(sand: Sand, said: Said, seat: Seat, unit: UnitView) -> str:
    if out := out_of_play(unit):
        return f"{unit.name} {out}."
    timer = sand.timer(unit.timer)
    yes = yes_or_no(said, free=timer is None) if said.has("free", "busy") else ""
    if timer is None:
        return f"{yes}it is free now. {no_timer(sand, seat.side)}".rstrip()
    return f"{yes}{f'{timer.tag}, ' if said.has('timer') else ''}{sand.left(timer)}."


def free_units(sand: Sand, said: Said) -> Answer:
    """Answers which units are free. A side that lists no units is answered by its free timers."""
    if sand.over:
        return OVER
    told = []
    for seat in said.sides(sand.speaker.seats):
        units = sand.view.sides[seat.value].units
        free = [each.name for each in units if each.state == "available"]
        lacking = no_timer(sand, seat.side)
        if units:
            told.append((seat, f"{listed(free)}. {lacking}".rstrip() if free else "None is free."))
        else:
            timers = timers_of(sand, seat.side)
            tags = [each.tag for each in timers if each.state is TimerState.AVAILABLE]
            told.append((seat, lacking or f"{listed(tags)} {'is' if len(tags) == 1 else 'are'} free."))
    return Answer(sand.speaker.each(told), TABLE)


def whose(sand: Sand, said: Said) -> Answer | None:
    """Whose the named units are, and where they stand."""
    told = []
    for seat, unit in sand.units(said):
        stands = f", in {unit.hex}" if unit.hex else ""
        out = out_of_play(unit)
        owner = "yours" if seat is said.asker else sand.speaker.whose(seat)
        told.append(f"{unit.name} is {owner}{stands}{f', it {out}' if out else ''}.")
    return Answer(" ".join(told), _page(sand, said)) if told else None


def where(sand: Sand, said: Said) -> Answer | None:
    """Where the named units stand."""
    if all(unit.hex is None for _, unit in sand.units(said)):
        return None
    return whose(sand, said)


def alive(sand: Sand, said: Said) -> Answer | None:
    """Whether the named units are eliminated."""
    units = sand.units(said)
    told = [
        f"{sentence(sand.told_apart(units, seat, unit))} {out_of_play(unit) or 'is in play'}{_left(unit)}."
        for seat, unit in units
    ]
    return Answer(" ".join(told), _page(sand, said)) if told else None


def tokens(sand: Sand, said: Said) -> Answer | None:
    """How many tokens are left in the named stacks."""
    units = sand.units(said)
    told = []
    for seat, unit in units:
        name = sentence(sand.told_apart(units, seat, unit))
        if out := out_of_play(unit):
            told.append(f"{name} {out}.")
        elif unit.left is not None:
            told.append(f"{name} has {counted(unit.left, 'token')}{f' of {unit.health}' if unit.health else ''}.")
        else:
            told.append(f"Nobody said how many tokens {unit.name} has.")
    piles = {hex for hexes in said.values("pile") for hex in hexes}
    for each in sand.view.features:
        if each.hex in piles:
            told.append(
                f"{each.terrain.capitalize()} in {each.hex}: {each.left or 'none'} of {counted(each.tokens, 'token')}."
            )
    return Answer(" ".join(told), _page(sand, said)) if told else None


def _left(unit: UnitView) -> str:
    return f", {counted(unit.left, 'token')} left" if unit.left is not None and unit.state != "eliminated" else ""


def _page(sand: Sand, said: Said) -> str:
    units = sand.units(said)
    return f"/units/{units[0][0].value}/{quote(units[0][1].name, safe='')}" if len(units) == 1 else TABLE
