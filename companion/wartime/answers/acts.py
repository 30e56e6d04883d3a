"""Holds a game of WarTime as a question sees it, and answers whether a unit or a side may act."""

from collections.abc import Callable, Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.answers import Said, Speaker, TableAnswer, inside, listed
from companion.clock import MS
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat, Side
from companion.table.view import Phase, TimerState
from companion.wartime.match.aims import rush, strike
from companion.wartime.match.cards import find, magic
from companion.wartime.match.checks import WarTimeAct
from companion.wartime.match.fighting import Act
from companion.wartime.match.state import State
from companion.wartime.match.timers import Flip
from companion.wartime.match.views import TimerView, UnitView, WarTimeView
from companion.wartime.referee.board import Hex
from companion.wartime.scenario.parts import CardKind
from companion.wartime.scenario.scenario import TimerKind

# A game of WarTime as a question sees it: its view, and the timers and units that the question names.

TABLE = "/"
OVER = TableAnswer("The game is over.", TABLE)
_LONGEST_S = 120


class SandAnswer(msgspec.Struct, frozen=True):
    """Describes a game to which a question is put."""

    state: State
    view: WarTimeView
    speaker: Speaker

    @property
    def now(self) -> int:
        """Returns the monotonic instant of the view."""
        return self.view.server_ms * MS

    @property
    def over(self) -> bool:
        return self.view.phase is Phase.ENDED

    def timers(self, said: Said, ids: Sequence[str] = ()) -> list[TimerView]:
        """Returns the timers with these ids, if any are given, else those of the sides that the question is about. The
        table's own timers count only by id."""
        seats = said.sides(self.speaker.seats)
        meant = [each for each in self.view.timers if each.id in ids or (not ids and each.side in self.view.sides)]
        return [each for each in meant if each.side not in self.view.sides or Seat(each.side) in seats] or meant

    def units(self, said: Said) -> list[tuple[Seat, UnitView]]:
        """Returns the units that are named: those of the sides that the question is about, else all."""
        meant = {key for keys in said.values("unit") for key in keys}
        seats = said.sides(self.speaker.seats)
        found = [
            (Seat(side), unit)
            for side, force in self.view.sides.items()
            for unit in force.brought
            if (side, unit.name) in meant
        ]
        return [each for each in found if each[0] in seats] or found

    def timer(self, id: str | None) -> TimerView | None:
        return next((each for each in self.view.timers if each.id == id), None)

    def left(self, timer: TimerView) -> str:
        """Returns how much sand it has, "42 s" or "6:12", in words."""
        return f"{self.seconds(timer)} of sand left{', and the game is paused' if self.view.paused else ''}"

    def seconds(self, timer: TimerView) -> str:
        seconds = ceil(timer.remaining_ms / 1000)
        return f"{seconds} s" if seconds <= _LONGEST_S else f"{seconds // 60}:{seconds % 60:02}"

    def told_apart(self, units: Sequence[tuple[Seat, UnitView]], seat: Seat, unit: UnitView) -> str:
        """Returns the unit's name, with its owner if several units share the name."""
        alike = sum(other.name.casefold() == unit.name.casefold() for _, other in units) > 1
        return f"{self.speaker.whose(seat)} {unit.name}" if alike else unit.name


def out_of_play(unit: UnitView) -> str:
    """Returns why the unit takes no part, "is eliminated", or an empty string."""
    return {"eliminated": "is eliminated", "left_off": "was left off the board"}.get(unit.state, "")


def yes_or_no(said: Said, *, free: bool) -> str:
    """Returns the words that come first where the question is for yes or no."""
    if said.has("long", "when", "many"):
        return ""
    if said.has("busy"):
        return "No: " if free else "Yes: "
    return "Yes: " if free else "Not yet: "


# Answers whether a unit or a side may act: `decide` tries what the question means, at that instant.
#
# Rules: WarTime Rulebook, Move, Attack, Charge and Card Actions (Spell Card Action). An act takes an available unit,
# and an available timer to assign. The state that is tried has no hand but the asker's (see `answer`). So an answer
# never depends on a card that lies face down before another player.

VERBS = "act strike charge cast"
"""Lists the kinds of words for what a unit does."""
Key = tuple[str, str] | Hex
"""Is a side with its unit's name, or the hex of a Terrain Feature."""


class Trial(NamedTuple):
    """Holds the timers with which an act is accepted. Without any, it holds the reason, and whether waiting helps."""

    timers: Sequence[TimerView] = ()
    why: str = ""
    soon: bool = False

    @property
    def using(self) -> str:
        """Returns "with 60a or 90", or an empty string without timers."""
        return f"with {listed([each.tag for each in self.timers], 'or')}" if self.timers else ""

    def answer(self, said: Said, yes: str) -> str:
        """Returns the verdict and then `yes` or the reason. A question that begins with "when" gets no verdict."""
        if said.has("long", "when") and (self.timers or self.soon):
            return f"Now, {yes}" if self.timers else self.why
        return f"Yes: {yes}" if self.timers else f"{'Not yet' if self.soon else 'No'}: {inside(self.why)}"


class AskedBlow(NamedTuple):
    """Holds an attacker and its target: a unit, or a Terrain Feature by its hex."""

    side: Side
    unit: UnitView
    target: UnitView | None
    hex: Hex | None


def may(sand: SandAnswer, said: Said) -> TableAnswer | None:
    """Answers for each named unit. A question about an attacker and its target gets one answer."""
    if sand.over:
        return OVER
    if (between := _read_attack(said)) is not None:
        return _may_attack(sand, said, *between)
    if (targets := _read_target(said)) is not None:
        return _who_may_attack(sand, said, targets)
    units = sand.units(said)
    tried = [try_unit(sand, said, seat.side, unit) for seat, unit in units]
    told = [each.answer(said, f"{each.using}.") for each in tried]
    if len(units) > 1:
        told = [f"{sand.told_apart(units, *each)}: {inside(text)}" for each, text in zip(units, told, strict=True)]
    return TableAnswer(" ".join(told), TABLE) if told else None


def may_play(sand: SandAnswer, said: Said) -> TableAnswer | None:
    """Answers whether a card may be played: to its own side, for only that side knows its hand."""
    if sand.over:
        return OVER
    keys = [key for keys in said.values("card") for key in keys]
    seats = [seat for seat in said.sides(sand.speaker.seats, mine=True) if any(seat.value == side for side, _ in keys)]
    if len(seats) != 1:
        return None
    seat, side = seats[0], seats[0].side
    card = next(name for owner, name in keys if owner == seat.value)
    if (use := sand.state.forces[side].use_of(card)) is not None:
        return TableAnswer(f"No: {use.card} was used already, once a game.", TABLE)
    if seat is not said.asker:
        return TableAnswer(f"Only {sand.view.names[seat.value]} knows which cards it holds.", TABLE)
    spec = find(sand.state.scenario.hand(side), card)
    if spec is not None and spec.name not in sand.state.forces[side].cards:
        return TableAnswer(f"No: {spec.name} was not chosen.", TABLE)
    kind = TimerKind.SPELL if spec is not None and spec.kind is CardKind.SPELL else TimerKind.COMMAND
    units = _named(sand, said, side)
    whose: Sequence[UnitView | None] = units or [None]
    tried = [_try_flip(sand, side, kind, unit, card) for unit in whose]
    can = [unit.name for unit, each in zip(units, tried, strict=False) if each.timers]
    best = _best(tried)
    played = f"{listed(can, 'or')} plays {card}" if can else card
    return TableAnswer(best.answer(said, f"{played}, {best.using}."), TABLE)


def _best(tried: Sequence[Trial]) -> Trial:
    """Returns an accepted trial, else one that only has to wait, else any."""
    return max(tried, key=lambda each: (bool(each.timers), each.soon))


def _named(sand: SandAnswer, said: Said, side: Side) -> list[UnitView]:
    """Returns the side's units that the question names, or all that are in play."""
    named = [unit for seat, unit in sand.units(said) if seat.side is side]
    return named or [unit for unit in sand.view.sides[side.value].units if not out_of_play(unit)]


def side_may(sand: SandAnswer, said: Said) -> TableAnswer:
    """Answers for a side: which of its units may act, and with which timers."""
    if sand.over:
        return OVER
    told = []
    for seat in said.sides(sand.speaker.seats, mine=True):
        side = seat.side
        units = sand.view.sides[side.value].units
        tried = [try_unit(sand, said, side, each) for each in units]
        if not units:
            tried = [_try_flip(sand, side, _kind(said), None)]
        can = [unit.name for unit, each in zip(units, tried, strict=False) if each.timers]
        best = _best(tried)
        if best.soon and not sand.view.paused:
            best = best._replace(why=no_timer(sand, side, _kind(said)) or _next_unit(sand, units))
        told.append((seat, best.answer(said, f"{listed(can, 'or') + ', ' if can else ''}{best.using}.")))
    return TableAnswer(sand.speaker.each(told), TABLE)


def _next_unit(sand: SandAnswer, units: Sequence[UnitView]) -> str:
    """Returns the sand of the busy unit that is free first."""
    held = [(timer.remaining_ms, unit, timer) for unit in units if (timer := sand.timer(unit.timer)) is not None]
    _, unit, timer = min(held, key=lambda each: each[0])
    return f"{unit.name} has {sand.left(timer)}."


def try_unit(sand: SandAnswer, said: Said, side: Side, unit: UnitView) -> Trial:
    """Tries the act with each timer of the side. A move and an attack without a target are tried as a flip."""
    if never := _never(sand, said, side, unit):
        return Trial(why=never)
    return _try_flip(sand, side, _kind(said), unit)


def no_timer(sand: SandAnswer, side: Side, kind: TimerKind = TimerKind.COMMAND) -> str:
    """Returns that no timer of the side is free, with the next one, or an empty string if one is."""
    timers = timers_of(sand, side, kind)
    if any(each.state is TimerState.AVAILABLE for each in timers):
        return ""
    if not timers:
        return "There is no timer for that."
    first = min(timers, key=lambda each: each.remaining_ms)
    later = ", once the game goes on" if sand.view.paused else ""
    return f"No timer is free. {first.tag} in {sand.seconds(first)}{later}."


def timers_of(sand: SandAnswer, side: Side, kind: TimerKind = TimerKind.COMMAND) -> list[TimerView]:
    """Returns the side's timers for units, or those for spells."""
    return [each for each in sand.view.timers if each.side == side.value and each.kind is kind]


def _try_flip(sand: SandAnswer, side: Side, kind: TimerKind, unit: UnitView | None, card: str | None = None) -> Trial:
    """Tries a flip for the unit, which casts where the timer is for spells."""
    name = unit.name if unit else None
    bearer = {"caster": name} if kind is TimerKind.SPELL else {"unit": name}
    return _try(sand, side, kind, lambda timer: Flip(timer=timer, card=card, **bearer), unit)


def _try(
    sand: SandAnswer, side: Side, kind: TimerKind, act: Callable[[str], WarTimeAct], unit: UnitView | None = None
) -> Trial:
    accepted, why = [], ""
    for timer in timers_of(sand, side, kind):
        try:
            act(timer.id).decide(sand.state, sand.state.sand(sand.now))
        except (Refused, NotHere) as error:
            why = str(error)
        else:
            accepted.append(timer)
    if accepted:
        return Trial(accepted)
    if sand.view.paused:
        return Trial(why="The game is paused.", soon=True)
    if (held := sand.timer(unit.timer) if unit else None) is not None:
        return Trial(why=f"{sand.left(held)}.", soon=True)
    if lacking := no_timer(sand, side, kind):
        return Trial(why=lacking, soon=True)
    return Trial(why=why)


def _kind(said: Said) -> TimerKind:
    """Returns the kind of timer that the act takes."""
    return TimerKind.SPELL if said.has("cast") else TimerKind.COMMAND


def _never(sand: SandAnswer, said: Said, side: Side, unit: UnitView) -> str:
    """Returns a reason that no waiting changes, or an empty string."""
    spec, casters = sand.state.spec_of(side, unit.name), magic(sand.state, side)
    if out := out_of_play(unit):
        return f"{unit.name} {out}."
    if said.has("charge") and spec is not None and spec.charge is None:
        return f"{unit.name} has no Charge on its token."
    if said.has("cast") and casters is not None and unit.name not in casters:
        return f"{unit.name} is no Magic unit: it casts no spell."
    return ""


def _read_attack(said: Said) -> tuple[Sequence[Key], Sequence[Key]] | None:
    """Returns all possible attackers and targets of "knight attack orc" or "attack orc with knight", else None."""
    kinds = [each.kind for each in said.tokens if each.kind in ("unit", "pile", "strike", "charge", "with")]
    named = [each.value for each in said.tokens if each.kind in ("unit", "pile")]
    match kinds:
        case ["unit", "strike" | "charge", "unit" | "pile"] | ["with", "unit", "strike" | "charge", "unit" | "pile"]:
            return named[0], named[1]
        case ["strike" | "charge", "unit" | "pile", "with", "unit"]:
            return named[1], named[0]
    return None


def _read_target(said: Said) -> Sequence[Key] | None:
    """Returns all possible targets of "attack the orc", in which no unit attacks, else None."""
    kinds = [each.kind for each in said.tokens if each.kind in ("unit", "pile", "strike", "charge", "with", "i")]
    if "with" in kinds or kinds.count("unit") + kinds.count("pile") != 1:
        return None
    match kinds:
        case [*_, "strike" | "charge", "unit" | "pile"] | [*_, "strike" | "charge", "i", "unit"]:
            named: Sequence[Key] = next(each.value for each in said.tokens if each.kind in ("unit", "pile"))
            return named
    return None


def _who_may_attack(sand: SandAnswer, said: Said, targets: Sequence[Key]) -> TableAnswer | None:
    """Answers which units of a side may attack. A question about the side's own unit is left to the rulings."""
    verb = "charge" if said.has("charge") else "strike"
    before, _ = said.around(verb, sand.speaker.seats)
    acting = before or ([said.asker] if said.asker is not None else [])
    if len(acting) != 1:
        return None
    side = acting[0].value
    pairs = product([(side, unit.name) for unit in sand.view.sides[side].units], targets)
    blows = [blow for pair in pairs if (blow := _blow(sand, *pair)) is not None]
    if not blows:
        return None
    tried = [_try_blow(sand, said, blow)[0] for blow in blows]
    can = [blow.unit.name for blow, each in zip(blows, tried, strict=True) if each.timers]
    best = _best(tried)
    return TableAnswer(best.answer(said, f"{listed(can, 'or') if can else ''}, {best.using}."), TABLE)


def _may_attack(sand: SandAnswer, said: Said, attackers: Sequence[Key], targets: Sequence[Key]) -> TableAnswer | None:
    blows = [blow for pair in product(attackers, targets) if (blow := _blow(sand, *pair)) is not None]
    if len(blows) > 1:
        blows = [each for each in blows if said.asker is not None and each.side.value == said.asker.value]
    if len(blows) != 1:
        return None
    found, done = _try_blow(sand, said, blows[0])
    return TableAnswer(found.answer(said, f"{done}, {found.using}."), TABLE)


def _try_blow(sand: SandAnswer, said: Said, blow: AskedBlow) -> tuple[Trial, str]:
    """Returns the trial of an attack or a charge, and the act in words."""
    side, unit, target, _ = blow
    goal = target.hex if target else blow.hex
    if never := _never(sand, said, side, unit):
        return Trial(why=never), ""
    judge = rush if said.has("charge") else strike
    aim = judge(sand.state, side, unit.name, goal) if unit.hex and goal else None
    if aim is not None and not aim.legal:
        return Trial(why=aim.reason or ""), ""
    command = Act(
        timer="",
        unit=unit.name,
        to=aim.to if aim else None,
        target=target.name if target else None,
        feature=blow.hex,
        tokens=None if aim is not None and aim.tokens is not None else 1,
    )
    found = _try(sand, side, TimerKind.COMMAND, lambda timer: replace(command, timer=timer), unit)
    if found.soon and unit.timer and not sand.view.paused:
        found = found._replace(why=f"{unit.name} has {found.why}")
    verb = "charges" if said.has("charge") else "attacks"
    done = f"{unit.name} {verb} {target.name if target else blow.hex}, if it is in range"
    if aim is not None:
        far = f" at range {aim.range}" if aim.range is not None and "range" not in aim.said else ""
        done = f"{aim.said.removesuffix('.')}{far}"
    return found, done


def _blow(sand: SandAnswer, attacker: Key, target: Key) -> AskedBlow | None:
    """Returns None for two units of the same side."""
    assert isinstance(attacker, tuple), "a Terrain Feature cannot attack"
    side, name = attacker
    unit = next(each for each in sand.view.sides[side].brought if each.name == name)
    if isinstance(target, str):
        return AskedBlow(Side(side), unit, None, target)
    foe, victim = target
    if foe == side:
        return None
    return AskedBlow(Side(side), unit, next(each for each in sand.view.sides[foe].brought if each.name == victim), None)
