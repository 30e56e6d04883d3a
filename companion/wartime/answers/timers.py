"""Questions about sand timers: which are free, how much sand is left, which is the next (WarTime Rulebook, Timers)."""

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import inside, listed, sentence
from companion.table.seats import Seat
from companion.table.view import TimerState
from companion.wartime.answers.sand import OVER, TABLE, Sand, yes_or_no
from companion.wartime.match.views import TimerView
from companion.wartime.scenario.scenario import TimerKind

ALL_FREE = Answer("No sand is running: all are free.", TABLE)


def timer_free(sand: Sand, said: Said) -> Answer | None:
    """Whether the named timers are free, or how much sand is left in them."""
    if sand.over:
        return OVER
    timers = sand.timers(said, [id for ids in said.values("glass") for id in ids])
    told = [_running(sand, said, each) for each in timers]
    if len(timers) > 1:
        told = [f"{each.name}: {inside(text)}" for each, text in zip(timers, told, strict=True)]
    return Answer(" ".join(map(sentence, told)), f"/timers/{timers[0].id}") if told else None


def _running(sand: Sand, said: Said, timer: TimerView) -> str:
    free = timer.state is TimerState.AVAILABLE
    yes = yes_or_no(said, free=free) if said.has("free", "busy") else ""
    return f"{yes}it is free." if free else f"{yes}{sand.left(timer)}{_with(timer)}."


def _with(timer: TimerView) -> str:
    """Whom or what it runs for."""
    name = timer.unit or timer.card
    return f", with {name}" if name else ""


def free_timers(sand: Sand, said: Said) -> Answer:
    """Which timers are free, of those it is about."""
    if sand.over:
        return OVER
    return Answer(sand.speaker.each([(seat, _free(sand, seat)) for seat in said.sides(sand.speaker.seats)]), TABLE)


def _free(sand: Sand, seat: Seat) -> str:
    own = [each for each in sand.view.timers if each.side == seat.value]
    free = [each.tag for each in own if each.state is TimerState.AVAILABLE]
    if free:
        return f"{len(free)} free: {listed(free)}."
    first = min(own, key=_remaining, default=None)
    return "None free." if first is None else f"None free. The next is {first.tag}: {sand.left(first)}."


def running(sand: Sand, said: Said) -> Answer:
    """Which timers run, of those it is about, and for whom."""
    if sand.over:
        return OVER
    told = sorted((each for each in sand.timers(said) if each.state is TimerState.ACTIVE), key=_remaining)
    return Answer(" ".join(f"{each.name}{_with(each)}: {sand.left(each)}." for each in told) or ALL_FREE.text, TABLE)


def _remaining(timer: TimerView) -> int:
    return timer.remaining_ms


def next_free(sand: Sand, said: Said) -> Answer:
    """Which timer runs out next."""
    if sand.over:
        return OVER
    first = min((each for each in sand.timers(said) if each.state is TimerState.ACTIVE), key=_remaining, default=None)
    if first is None:
        return ALL_FREE
    return Answer(f"{first.name}{_with(first)}: {sand.left(first)}.", f"/timers/{first.id}")


def paused(sand: Sand, _: Said) -> Answer:
    """Whether the sand falls."""
    if sand.over:
        return OVER
    return Answer("Yes: the game is paused, all sand stands." if sand.view.paused else "No: the sand falls.", TABLE)


def time_left(sand: Sand, _: Said) -> Answer:
    """How long the game goes on, where a timer ends it."""
    if sand.over:
        return OVER
    game = next((each for each in sand.view.timers if each.kind is TimerKind.GAME), None)
    if game is None or game.state is not TimerState.ACTIVE:
        return Answer("No timer ends this game.", TABLE)
    return Answer(f"{sentence(sand.left(game))} in the game.", f"/timers/{game.id}")
