"""Finds what one unit of the live board can do to another, by the board alone: at once, or after a move of its own.

Rules: WarTime Rulebook, Attack, Charge, Actions. Only numbers that the scenario prints count.
"""

from collections.abc import Iterator

import msgspec

from companion.clock import MS
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match.aims import Aim, AimKind, icons, rush, strike
from companion.wartime.match.state import Sandglass, State
from companion.wartime.referee.attacks import Mover, SecondTarget
from companion.wartime.referee.board import Hex, distance
from companion.wartime.scenario.parts import UnitSpec
from companion.wartime.scenario.scenario import TimerKind


class DuckBlow(msgspec.Struct, frozen=True, kw_only=True):
    """Describes an attack or a charge of `unit` on `target` that takes at least one token. `tokens` is the number as
    players would call it out.

    `left` are left of the target's stack; None where its size is not known. `moved` is the hex into which the unit
    moves first, an action of its own. `stand` is the hex in which a charge ends.
    """

    unit: str
    target: str
    kind: AimKind
    tokens: int
    left: int | None
    moved: Hex | None = None
    stand: Hex | None = None

    @property
    def kills(self) -> bool:
        return self.left == 0


class Striker:
    """Works out what one unit on the board can do to the enemy's. Not for two threads at once."""

    def __init__(self, state: State, side: Side, unit: str) -> None:
        self._state, self._side, self._unit = state, side, unit
        self._start = state.place_of(side, unit)
        self._spec = state.spec_of(side, unit)
        self._mover: Mover | None = None

    @property
    def known(self) -> bool:
        """Returns whether the scenario prints what damage it deals."""
        return self._spec is not None and (bool(self._spec.damage) or self._spec.charge is not None)

    @property
    def most(self) -> int:
        """Returns the largest number on its token: no blow takes more."""
        spec = self._spec
        return max((spec.charge or 0, *(hit.value for hit in spec.damage.values()))) if spec else 0

    def at_once(self, target: str) -> tuple[DuckBlow, ...]:
        """Returns the attack from where it stands and the charge, as far as they are legal."""
        place = self._state.place_of(self._side.other, target)
        if self._start is None or self._spec is None or place is None:
            return ()
        far = distance(self._start, place)
        made: list[Aim] = []
        if far <= _longest(self._spec):
            made.append(strike(self._state, self._side, self._unit, place))
        if self._spec.charge and self._spec.speed is not None and 1 < far <= self._spec.speed + 1:
            made.append(rush(self._state, self._side, self._unit, place))
        return tuple(
            DuckBlow(unit=self._unit, target=target, kind=aim.kind, tokens=aim.tokens, left=aim.left, stand=aim.to)
            for aim in made
            if aim.legal and aim.tokens
        )

    def after_a_move(self, target: str) -> DuckBlow | None:
        """Returns what takes most tokens after a move, with all others where they are: of equal ones the attack."""
        place = self._state.place_of(self._side.other, target)
        if self._start is None or self._spec is None or place is None or not self._spec.speed:
            return None
        far, speed = distance(self._start, place), self._spec.speed
        found: dict[AimKind, SecondTarget | None] = {}
        if far <= speed + _longest(self._spec):
            found[AimKind.ATTACK] = self._moving(self._spec, self._start).attack(place, self._spec.hits)
        if self._spec.charge and far <= 2 * speed + 1:
            found[AimKind.CHARGE] = self._moving(self._spec, self._start).charge(place, self._spec.charge)
        blows = [self._blow(kind, target, second) for kind, second in found.items() if second is not None]
        return max((blow for blow in blows if blow.tokens), key=lambda blow: blow.tokens, default=None)

    def _moving(self, spec: UnitSpec, start: Hex) -> Mover:
        if self._mover is None:
            self._mover = Mover(self._state.position, start, speed=spec.speed or 0, keywords=icons(spec))
        return self._mover

    def _blow(self, kind: AimKind, target: str, second: SecondTarget) -> DuckBlow:
        tokens = second.damage.value
        stack = self._state.forces[self._side.other].stacks.get(target)
        left = None if stack is None else max(0, stack - tokens)
        return DuckBlow(
            unit=self._unit, target=target, kind=kind, tokens=tokens, left=left, moved=second.moved, stand=second.stand
        )


def _longest(spec: UnitSpec) -> int:
    """Returns the longest range with a printed number. A count is never shorter than the path on an empty board."""
    return max((at for at, hit in spec.hits.items() if hit.value), default=0)


# Which enemies stand still, for how long, who reaches them before they wake, and whom they reach then.
#
# WarTime Rulebook, Introduction: a unit takes no more actions, "and is thus a sitting duck", until its sand has
# drained.

Piece = tuple[Side, str]
"""Is a unit with its side."""


class DuckChance(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a blow that can fall before the duck wakes, by the sand. Its first action (the move where there is one)
    can begin `wait_ms` from now, and has to begin within `within_ms` from now.

    `timer` is the one that a move is given: with another, the unit would be back too late, or later than with this one.
    None where any timer serves.
    """

    blow: DuckBlow
    wait_ms: int
    within_ms: int
    timer: str | None = None


class Duck(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a unit that stands still. `left` are the tokens in its stack, where they are known. `hex` is where it
    stands, as far as the table knows.

    `reaches` is what it could do the moment it wakes, while the others stand where they are.
    """

    unit: str
    timer: str
    hex: Hex | None
    left: int | None
    remaining_ms: int
    reached_by: tuple[DuckChance, ...]
    reaches: tuple[DuckBlow, ...]

    @property
    def kills(self) -> bool:
        """Returns whether an enemy can eliminate it before it wakes."""
        return any(chance.blow.kills for chance in self.reached_by)


class Ducks(msgspec.Struct, frozen=True, kw_only=True):
    """Lists sitting ducks by side. `hunts` has by the hunting side the enemy's ducks: those first that can be
    eliminated, then those that wake first.

    `unplaced` and `unprinted` have by their own side the units whose reach is not known. `unplaced` are not on the
    board; for `unprinted` the scenario prints no numbers.
    """

    hunts: dict[Side, tuple[Duck, ...]]
    unplaced: dict[Side, tuple[str, ...]]
    unprinted: dict[Side, tuple[str, ...]]


class Look:
    """Reads the board of a state once, for questions at any instant until the next event. Any thread may call."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._here = {side: tuple(_here(state, side)) for side in Side}
        self._asleep = {side: tuple(_asleep(state, side)) for side in Side}
        self._strikers = {
            (side, unit): Striker(state, side, unit)
            for side in Side
            for unit in self._here[side]
            if state.place_of(side, unit)
        }
        self._at_once: dict[tuple[Piece, Piece], tuple[DuckBlow, ...]] = {}
        self._moved: dict[tuple[Piece, Piece], DuckBlow] = {}
        for side in Side:
            for duck, glass in self._asleep[side]:
                for unit in self._here[side.other]:
                    self._meet((side.other, unit), (side, duck), glass)

    def _meet(self, hunter: Piece, duck: Piece, glass: Sandglass) -> None:
        """Works out what this unit does to the duck, and the duck to it."""
        if (woken := self._strikers.get(duck)) is not None:
            self._at_once[duck, hunter] = woken.at_once(hunter[1])
        if (striker := self._strikers.get(hunter)) is None:
            return
        self._at_once[hunter, duck] = at_once = striker.at_once(duck[1])
        best = max((blow.tokens for blow in at_once), default=0)
        if any(blow.kills for blow in at_once) or best >= striker.most or not self._in_time(hunter[0], glass):
            return
        moved = striker.after_a_move(duck[1])
        if moved is not None and moved.tokens > best:
            self._moved[hunter, duck] = moved

    def _in_time(self, side: Side, glass: Sandglass) -> bool:
        """Returns whether any timer would have been short enough for a move, had it been flipped at the last event."""
        left = glass.left_ns(self._state.latest_ns)
        return any(each.spec.run_ns < left for each in _command(self._state, side))

    def at(self, now: int) -> Ducks:
        """Returns the ducks at the monotonic instant `now`."""
        at = self._state.sand(now)
        return Ducks(
            hunts={
                side: tuple(sorted(self._ducks(side, at), key=lambda duck: (not duck.kills, duck.remaining_ms)))
                for side in Side
            },
            unplaced={
                side: tuple(unit for unit in self._here[side] if (side, unit) not in self._strikers) for side in Side
            },
            unprinted={
                side: tuple(unit for (of, unit), each in self._strikers.items() if of is side and not each.known)
                for side in Side
            },
        )

    def _ducks(self, side: Side, at: int) -> Iterator[Duck]:
        """Yields the enemies of `side` that stand still."""
        state, foe = self._state, side.other
        for unit, glass in self._asleep[foe]:
            left, duck = glass.left_ns(at), (foe, unit)
            if not left:
                continue
            chances = [each for own in self._here[side] for each in self._chances((side, own), duck, at, left)]
            reaches = [blow for own in self._here[side] for blow in self._at_once.get((duck, (side, own)), ())]
            yield Duck(
                unit=unit,
                timer=glass.spec.id,
                hex=state.place_of(foe, unit),
                left=state.forces[foe].stacks.get(unit),
                remaining_ms=left // MS,
                reached_by=tuple(sorted(chances, key=_promise)),
                reaches=tuple(sorted(reaches, key=lambda blow: (not blow.kills, -blow.tokens))),
            )

    def _chances(self, hunter: Piece, duck: Piece, at: int, left: int) -> Iterator[DuckChance]:
        """Yields what this unit can still do within `left` nanoseconds. It has to be strictly sooner, because at that
        instant both may act."""
        side, unit = hunter
        own = self._state.timer_of(side, unit)
        awake = 0 if own is None else own.left_ns(at)
        # Actions: each needs an available timer. The unit's own has drained by the time it wakes.
        waits = [(max(awake, glass.left_ns(at)), glass.spec) for glass in _command(self._state, side)]
        wait = min((wait for wait, _ in waits), default=left)
        if wait < left:
            for blow in self._at_once.get((hunter, duck), ()):
                yield DuckChance(blow=blow, wait_ms=_ms(wait), within_ms=left // MS)
        moved = self._moved.get((hunter, duck))
        in_time = [(wait + spec.run_ns, wait, spec) for wait, spec in waits if wait + spec.run_ns < left]
        if moved is not None and in_time:
            _, wait, spec = min(in_time, key=lambda each: each[:2])
            yield DuckChance(blow=moved, wait_ms=_ms(wait), within_ms=(left - spec.run_ns) // MS, timer=spec.id)


def _here(state: State, side: Side) -> Iterator[str]:
    """Returns the units of a side that are not eliminated."""
    force = state.forces[side]
    return (unit for unit in force.names if not force.is_eliminated(unit))


def _asleep(state: State, side: Side) -> Iterator[tuple[str, Sandglass]]:
    """Yields the active units of a side. Once the game is over no unit waits."""
    if state.stage is Stage.OVER:
        return
    for unit in _here(state, side):
        if (glass := state.timer_of(side, unit)) is not None:
            yield unit, glass


def _command(state: State, side: Side) -> Iterator[Sandglass]:
    """Returns the timers that go to this side's units (WarTime Rulebook, Actions)."""
    return (
        glass for glass in state.timers.values() if glass.spec.side is side and glass.spec.kind is TimerKind.COMMAND
    )


def _promise(chance: DuckChance) -> tuple[bool, bool, int, int]:
    blow = chance.blow
    return not blow.kills, blow.moved is not None, chance.wait_ms, -blow.tokens


def _ms(ns: int) -> int:
    """Returns milliseconds, rounded up, so that it is not before its time."""
    return -(-ns // MS)
