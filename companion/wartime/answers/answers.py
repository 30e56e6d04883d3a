"""What a game of WarTime is asked, and what answers it: from its view alone, which has nothing that lies face down."""

from collections.abc import Sequence
from math import ceil
from urllib.parse import quote

import msgspec

from companion.answers.answer import Answer, Intent, answered
from companion.answers.said import PARTIES, Said
from companion.answers.speaker import Speaker, counted, inside, listed, sentence
from companion.table.seats import Seat
from companion.table.view import Phase, TimerState
from companion.wartime.answers.words import lexicon
from companion.wartime.match.timers import TimerView
from companion.wartime.match.views import UnitView, WarTimeView
from companion.wartime.scenario.scenario import TimerKind

TABLE = "/"
_LONGEST_S = 120
_OVER = Answer("The game is over.", TABLE)


class Sand(msgspec.Struct, frozen=True):
    """A game that is asked something."""

    view: WarTimeView
    speaker: Speaker

    @property
    def over(self) -> bool:
        return self.view.phase is Phase.ENDED

    def timers(self, said: Said, ids: Sequence[str] = ()) -> list[TimerView]:
        """The timers of those it is about, of these ids where some are given; not the table's own unless they are."""
        seats = said.sides(self.speaker.seats)
        meant = [each for each in self.view.timers if each.id in ids or (not ids and each.side in self.view.sides)]
        return [each for each in meant if each.side not in self.view.sides or Seat(each.side) in seats] or meant

    def units(self, said: Said) -> list[tuple[Seat, UnitView]]:
        """The units that are named, those of whom it is about before all others."""
        meant = {key for keys in said.values("unit") for key in keys}
        seats = said.sides(self.speaker.seats)
        found = [
            (Seat(side), unit)
            for side, force in self.view.sides.items()
            for unit in force.units
            if (side, unit.name) in meant
        ]
        return [each for each in found if each[0] in seats] or found

    def timer(self, id: str | None) -> TimerView | None:
        return next((each for each in self.view.timers if each.id == id), None)

    def left(self, timer: TimerView) -> str:
        """How much sand it has, "42 s" or "6:12", as it is asked."""
        seconds = ceil(timer.remaining_ms / 1000)
        told = f"{seconds} s" if seconds <= _LONGEST_S else f"{seconds // 60}:{seconds % 60:02}"
        return f"{told} of sand left{', and the game is paused' if self.view.paused else ''}"


def unit_free(sand: Sand, said: Said) -> Answer | None:
    """Whether the named units are free, or how long their sand still falls."""
    if sand.over:
        return _OVER
    units = sand.units(said)
    told = [_freedom(sand, said, unit) for _, unit in units]
    if len(units) > 1:
        told = [
            f"{_whose(sand, units, seat, unit)}: {inside(text)}" for (seat, unit), text in zip(units, told, strict=True)
        ]
    running = [unit.timer for _, unit in units if unit.timer is not None]
    return (
        Answer(" ".join(map(sentence, told)), f"/timers/{running[0]}" if len(running) == 1 else TABLE) if told else None
    )


def _whose(sand: Sand, units: Sequence[tuple[Seat, UnitView]], seat: Seat, unit: UnitView) -> str:
    """The unit's name, and whose it is where several have the same."""
    alike = sum(other.name.casefold() == unit.name.casefold() for _, other in units) > 1
    return f"{sand.speaker.whose(seat)} {unit.name}" if alike else unit.name


def _freedom(sand: Sand, said: Said, unit: UnitView) -> str:
    if unit.state == "eliminated":
        return f"{unit.name} is eliminated."
    timer = sand.timer(unit.timer)
    return _yes(said, free=timer is None) + ("it is free now." if timer is None else f"{sand.left(timer)}.")


def _yes(said: Said, *, free: bool) -> str:
    """What comes first where that is the question."""
    if said.has("long", "when", "many"):
        return ""
    if said.has("busy"):
        return "No: " if free else "Yes: "
    return "Yes: " if free else "Not yet: "


def timer_free(sand: Sand, said: Said) -> Answer | None:
    """Whether the named timers are free, or how much sand is left in them."""
    if sand.over:
        return _OVER
    timers = sand.timers(said, [id for ids in said.values("glass") for id in ids])
    told = [_running(sand, said, each) for each in timers]
    if len(timers) > 1:
        told = [f"{each.name}: {inside(text)}" for each, text in zip(timers, told, strict=True)]
    return Answer(" ".join(map(sentence, told)), f"/timers/{timers[0].id}") if told else None


def _running(sand: Sand, said: Said, timer: TimerView) -> str:
    free = timer.state is TimerState.AVAILABLE
    yes = _yes(said, free=free) if said.has("free", "busy") else ""
    return f"{yes}it is free." if free else f"{yes}{sand.left(timer)}{_with(timer)}."


def _with(timer: TimerView) -> str:
    """Whom or what it runs for."""
    name = timer.unit or timer.card
    return f", with {name}" if name else ""


def free_timers(sand: Sand, said: Said) -> Answer:
    """Which timers are free, of those it is about."""
    if sand.over:
        return _OVER
    return Answer(sand.speaker.each([(seat, _free(sand, seat)) for seat in said.sides(sand.speaker.seats)]), TABLE)


def _free(sand: Sand, seat: Seat) -> str:
    own = [each for each in sand.view.timers if each.side == seat.value]
    free = [each.tag for each in own if each.state is TimerState.AVAILABLE]
    if free:
        return f"{len(free)} free: {listed(free)}."
    first = min(own, key=lambda each: each.remaining_ms, default=None)
    return "None free." if first is None else f"None free. The next is {first.tag}: {sand.left(first)}."


def free_units(sand: Sand, said: Said) -> Answer:
    """Which units are free, of those it is about."""
    if sand.over:
        return _OVER
    told = []
    for seat in said.sides(sand.speaker.seats):
        free = [each.name for each in sand.view.sides[seat.value].units if each.state == "available"]
        told.append((seat, f"{listed(free)}." if free else "None is free."))
    return Answer(sand.speaker.each(told), TABLE)


def next_free(sand: Sand, said: Said) -> Answer:
    """Which timer runs out next."""
    if sand.over:
        return _OVER
    running = [each for each in sand.timers(said) if each.state is TimerState.ACTIVE]
    if not running:
        return Answer("No sand is running: all are free.", TABLE)
    first = min(running, key=lambda each: each.remaining_ms)
    return Answer(f"{first.name}{_with(first)}: {sand.left(first)}.", f"/timers/{first.id}")


def whose(sand: Sand, said: Said) -> Answer | None:
    """Whose the named units are, and where they stand."""
    told = []
    for seat, unit in sand.units(said):
        stands = f", in {unit.hex}" if unit.hex else ""
        gone = ", eliminated" if unit.state == "eliminated" else ""
        told.append(f"{unit.name} is {'yours' if seat is said.asker else sand.speaker.whose(seat)}{stands}{gone}.")
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
        f"{sentence(_whose(sand, units, seat, unit))} is {'eliminated' if unit.state == 'eliminated' else 'in play'}"
        f"{_left(unit)}."
        for seat, unit in units
    ]
    return Answer(" ".join(told), _page(sand, said)) if told else None


def tokens(sand: Sand, said: Said) -> Answer | None:
    """How many tokens are left in the named stacks."""
    units = sand.units(said)
    told = []
    for seat, unit in units:
        name = sentence(_whose(sand, units, seat, unit))
        if unit.state == "eliminated":
            told.append(f"{name} is eliminated.")
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


def paused(sand: Sand, _: Said) -> Answer:
    """Whether the sand falls."""
    if sand.over:
        return _OVER
    return Answer("Yes: the game is paused, all sand stands." if sand.view.paused else "No: the sand falls.", TABLE)


def time_left(sand: Sand, _: Said) -> Answer:
    """How long the game goes on, where a timer ends it."""
    if sand.over:
        return _OVER
    game = next((each for each in sand.view.timers if each.kind is TimerKind.GAME), None)
    if game is None or game.state is not TimerState.ACTIVE:
        return Answer("No timer ends this game.", TABLE)
    return Answer(f"{sentence(sand.left(game))} in the game.", f"/timers/{game.id}")


def won(sand: Sand, _: Said) -> Answer | None:
    """Who has won, once somebody has."""
    if not sand.over:
        return None
    winner = sand.view.winner
    return Answer(f"{sentence(sand.speaker.who(Seat(winner)))} won." if winner else "Nobody won.", TABLE)


_ASKS = f"{PARTIES} can when long left not time which what who any"
INTENTS: tuple[Intent[Sand], ...] = (
    # How many tokens has the Tower left?
    Intent("tokens unit|pile", f"{PARTIES} many left what", tokens),
    Intent("many left unit|pile", PARTIES, tokens),
    # Is my knight dead?
    Intent("gone unit", f"{PARTIES} not", alive),
    # Is my knight free? How long until it can act?
    Intent(
        "unit free|busy|long|time|when",
        f"{PARTIES} can when long left not time many until act timer what glass",
        unit_free,
    ),
    Intent("units free which|what|any|many|who", f"{PARTIES} left", free_units),
    Intent("units act i|they|side which|what|any|many|who", f"{PARTIES} can left", free_units),
    Intent("unit act can|when", f"{PARTIES} not next", unit_free),
    Intent(
        "glass free|busy|left|long|when",
        f"{PARTIES} can when long left not time many until timer what game which",
        timer_free,
    ),
    Intent("glass time many", PARTIES, timer_free),
    Intent("next timer|free", f"{PARTIES} when which what who long until timer time", next_free),
    Intent(
        "timer|free left|which|what|many free|left", f"{PARTIES} any can timer which what many long until", free_timers
    ),
    Intent("timer free any|i", PARTIES, free_timers),
    Intent("timer which|what can act", f"{PARTIES} any", free_timers),
    Intent("who unit", "they", whose),
    Intent("where unit", PARTIES, where),
    Intent("paused", f"{PARTIES} game time timer what who not", paused),
    Intent("long|many|time left", "game time until what", time_left),
    Intent("win who", "game", won),
)


def answer(view: WarTimeView, question: str, *, asker: Seat | None) -> Answer | None:
    """What the game says to it; None where it has not begun, or the question is about something else."""
    if view.phase is Phase.SETUP:
        return None
    said = Said(lexicon(view).read(question), asker)
    return answered(INTENTS, Sand(view, Speaker(view.names, asker)), said)
