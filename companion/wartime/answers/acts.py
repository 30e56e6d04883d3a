"""Whether a unit or a side may act, by trying at this very instant what the question means.

Rules: WarTime Rulebook, Move, Attack, Charge and Card Actions (Spell Card Action): with an available unit, and an
available timer to assign. No card is tried, so nothing that lies face down tells on the answer.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import inside, listed
from companion.table.errors import NotHere, Refused
from companion.table.sides import Side
from companion.table.view import TimerState
from companion.wartime.answers.sand import OVER, TABLE, Sand
from companion.wartime.match import commands as c
from companion.wartime.match.aims import rush, strike
from companion.wartime.match.hand import casters
from companion.wartime.match.rules import decide
from companion.wartime.match.timers import TimerView
from companion.wartime.match.views import UnitView
from companion.wartime.referee.hexes import Hex
from companion.wartime.scenario.scenario import TimerKind

VERBS = "act strike charge cast"
"""The kinds of words for what a unit does."""
Key = tuple[str, str] | Hex
"""What a word names: the unit of that side and name, or what stands in that hex."""


class Tried(NamedTuple):
    """The timers with which an act is accepted; or why it is with none, and whether it only takes time."""

    timers: Sequence[TimerView] = ()
    why: str = ""
    soon: bool = False

    @property
    def using(self) -> str:
        """Any one of the timers: "with 60a or 90"; empty where there is none."""
        return f"with {listed([each.tag for each in self.timers], 'or')}" if self.timers else ""

    def answer(self, said: Said, yes: str) -> str:
        """The verdict first, unless the question is when: `yes` where it is accepted."""
        if said.has("long", "when") and (self.timers or self.soon):
            return f"Now, {yes}" if self.timers else self.why
        return f"Yes: {yes}" if self.timers else f"{'Not yet' if self.soon else 'No'}: {inside(self.why)}"


class Blow(NamedTuple):
    """A unit that attacks, and what: another unit, or what stands in a hex."""

    side: Side
    unit: UnitView
    target: UnitView | None
    hex: Hex | None


def may(sand: Sand, said: Said) -> Answer | None:
    """Whether, or when, each of the named units may do that; of two, whether the one may attack the other."""
    if sand.over:
        return OVER
    if (between := _attacked(said)) is not None:
        return _may_attack(sand, said, *between)
    units = sand.units(said)
    tried = [try_unit(sand, said, Side(seat.value), unit) for seat, unit in units]
    told = [each.answer(said, f"{each.using}.") for each in tried]
    if len(units) > 1:
        told = [f"{sand.told_apart(units, *each)}: {inside(text)}" for each, text in zip(units, told, strict=True)]
    return Answer(" ".join(told), TABLE) if told else None


def side_may(sand: Sand, said: Said) -> Answer:
    """Whether those it is about may do that with any of their units, and with which."""
    if sand.over:
        return OVER
    told = []
    for seat in said.sides(sand.speaker.seats, mine=True):
        side = Side(seat.value)
        units = sand.view.sides[side.value].units
        tried = [try_unit(sand, said, side, each) for each in units]
        if not units:
            tried = [_try(sand, said, side, lambda timer: c.Flip(timer=timer))]
        can = [unit.name for unit, each in zip(units, tried, strict=False) if each.timers]
        best = max(tried, key=lambda each: (bool(each.timers), each.soon))
        if best.soon and not sand.view.paused:
            best = best._replace(why=no_timer(sand, side, _kind(said)) or _next_unit(sand, units))
        told.append((seat, best.answer(said, f"{listed(can, 'or') + ', ' if can else ''}{best.using}.")))
    return Answer(sand.speaker.each(told), TABLE)


def _next_unit(sand: Sand, units: Sequence[UnitView]) -> str:
    """Which of a side's units, all of them busy, is free first."""
    held = [(timer.remaining_ms, unit, timer) for unit in units if (timer := sand.timer(unit.timer)) is not None]
    _, unit, timer = min(held, key=lambda each: each[0])
    return f"{unit.name} has {sand.left(timer)}."


def try_unit(sand: Sand, said: Said, side: Side, unit: UnitView) -> Tried:
    """What comes of that act by this unit; an attack and a move are tried as what both are, a flip of a timer."""
    if never := _never(sand, said, side, unit):
        return Tried(why=never)
    if said.has("cast"):
        return _try(sand, said, side, lambda timer: c.Flip(timer=timer, caster=unit.name), unit)
    return _try(sand, said, side, lambda timer: c.Flip(timer=timer, unit=unit.name), unit)


def no_timer(sand: Sand, side: Side, kind: TimerKind = TimerKind.COMMAND) -> str:
    """That a side has no free timer, and which is the next; empty where one is free."""
    timers = timers_of(sand, side, kind)
    if any(each.state is TimerState.AVAILABLE for each in timers):
        return ""
    if not timers:
        return "There is no timer for that."
    first = min(timers, key=lambda each: each.remaining_ms)
    later = ", once the game goes on" if sand.view.paused else ""
    return f"No timer is free. {first.tag} in {sand.seconds(first)}{later}."


def timers_of(sand: Sand, side: Side, kind: TimerKind = TimerKind.COMMAND) -> list[TimerView]:
    """Those of a side that go to its units, or on its spells."""
    return [each for each in sand.view.timers if each.side == side.value and each.kind is kind]


def _try(
    sand: Sand, said: Said, side: Side, act: Callable[[str], c.WarTimeCommand], unit: UnitView | None = None
) -> Tried:
    accepted, why = [], ""
    for timer in timers_of(sand, side, _kind(said)):
        try:
            decide(sand.state, act(timer.id), sand.now)
        except (Refused, NotHere) as error:
            why = str(error)
        else:
            accepted.append(timer)
    if accepted:
        return Tried(accepted)
    if sand.view.paused:
        return Tried(why="The game is paused.", soon=True)
    if (held := sand.timer(unit.timer) if unit else None) is not None:
        return Tried(why=f"{sand.left(held)}.", soon=True)
    if lacking := no_timer(sand, side, _kind(said)):
        return Tried(why=lacking, soon=True)
    return Tried(why=why)


def _kind(said: Said) -> TimerKind:
    """The kind of timer that such an act takes."""
    return TimerKind.SPELL if said.has("cast") else TimerKind.COMMAND


def _never(sand: Sand, said: Said, side: Side, unit: UnitView) -> str:
    """Why no sand makes it possible, which is said before any timer is; empty where that may be."""
    spec, magic = sand.state.spec_of(side, unit.name), casters.magic(sand.state, side)
    if unit.state == "eliminated":
        return f"{unit.name} is eliminated."
    if said.has("charge") and spec is not None and spec.charge is None:
        return f"{unit.name} has no Charge on its token."
    if said.has("cast") and magic is not None and unit.name not in magic:
        return f"{unit.name} is no Magic unit: it casts no spell."
    return ""


def _attacked(said: Said) -> tuple[Sequence[Key], Sequence[Key]] | None:
    """Who attacks and what: "the Knight the Orc", "the Orc with the Knight"; by all that those words may mean. None
    where it is not about two."""
    kinds = [each.kind for each in said.tokens if each.kind in ("unit", "pile", "strike", "charge", "with")]
    named = [each.value for each in said.tokens if each.kind in ("unit", "pile")]
    match kinds:
        case ["unit", "strike" | "charge", "unit" | "pile"] | ["with", "unit", "strike" | "charge", "unit" | "pile"]:
            return named[0], named[1]
        case ["strike" | "charge", "unit" | "pile", "with", "unit"]:
            return named[1], named[0]
    return None


def _may_attack(sand: Sand, said: Said, attackers: Sequence[Key], targets: Sequence[Key]) -> Answer | None:
    blows = [blow for pair in product(attackers, targets) if (blow := _blow(sand, *pair)) is not None]
    own = [each for each in blows if said.asker is not None and each.side.value == said.asker.value]
    if len(blows) > 1:
        blows = own
    if len(blows) != 1:
        return None
    side, unit, target, _ = blow = blows[0]
    goal = target.hex if target else blow.hex
    if never := _never(sand, said, side, unit):
        return Answer(f"No: {never}", TABLE)
    judge = rush if said.has("charge") else strike
    aim = judge(sand.state, side, unit.name, goal) if unit.hex and goal and (not target or target.hex) else None
    if aim is not None and not aim.legal:
        return Answer(f"No: {aim.reason}", TABLE)
    command = c.Act(
        timer="",
        unit=unit.name,
        to=aim.to if aim else None,
        target=target.name if target else None,
        feature=blow.hex,
        tokens=None if aim is not None and aim.tokens is not None else 1,
    )
    found = _try(sand, said, side, lambda timer: replace(command, timer=timer), unit)
    if found.soon and unit.timer and not sand.view.paused:
        found = found._replace(why=f"{unit.name} has {found.why}")
    verb = "charges" if said.has("charge") else "attacks"
    done = f"{unit.name} {verb} {target.name if target else blow.hex}, if it is in range"
    if aim is not None:
        far = f" at range {aim.range}" if aim.range is not None and "range" not in aim.said else ""
        done = f"{aim.said.removesuffix('.')}{far}"
    return Answer(found.answer(said, f"{done}, {found.using}."), TABLE)


def _blow(sand: Sand, attacker: Key, target: Key) -> Blow | None:
    """None between units of the same side."""
    assert isinstance(attacker, tuple), "what stands in a hex attacks nothing"
    side, name = attacker
    unit = next(each for each in sand.view.sides[side].units if each.name == name)
    if isinstance(target, str):
        return Blow(Side(side), unit, None, target)
    foe, victim = target
    if foe == side:
        return None
    return Blow(Side(side), unit, next(each for each in sand.view.sides[foe].units if each.name == victim), None)
