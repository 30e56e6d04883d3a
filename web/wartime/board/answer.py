"""What the live board answers to what a phone has tapped: where the chosen unit can go and whom it can strike, what a
second tap means, and what one Done would do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from companion.table.sides import Side
from companion.table.state import Stage
from companion.wartime.match.aims import Aim, AimKind, aims, place_of, reach, spec_of
from companion.wartime.match.refusals import PAUSED, seconds_left
from companion.wartime.match.sandglass import Sandglass
from companion.wartime.match.state import State
from companion.wartime.referee.hexes import Hex, distance
from companion.wartime.scenario.armies import ARMIES
from companion.wartime.scenario.parts import UnitSpec
from companion.wartime.scenario.scenario import TimerKind
from web.wartime.board.asked import Asked
from web.wartime.board.texts import Told, told

VERBS = {AimKind.ATTACK: "attacks", AimKind.CHARGE: "charges", AimKind.MOVE: "moves"}


@dataclass(frozen=True, kw_only=True)
class Deed:
    """What Done sends: an action with `timer`, as POST /timers/{id}/act takes it. `others` are the free timers that may
    be flipped in its stead."""

    side: Side
    timer: Sandglass
    others: tuple[Sandglass, ...]
    fields: Mapping[str, str | int]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """`headline` is what is spoken or asked, `sentences` stand below; `good` is None where nothing is judged.

    `aims` are what a tap could mean, `aim` what it means now. `reach` has the cost of every hex in reach, `targets` the
    hexes whose stack can be struck. `deed` is what Done does, None as long as something is missing; `picks` says that it
    is the tokens, `left` how many remain after it. `puts` is the unit that may be put into the hex by hand.
    """

    headline: str
    sentences: tuple[str, ...] = ()
    good: bool | None = None
    aims: tuple[Aim, ...] = ()
    aim: Aim | None = None
    reach: Mapping[Hex, int] = field(default_factory=dict)
    targets: frozenset[Hex] = frozenset()
    deed: Deed | None = None
    picks: bool = False
    tokens: int | None = None
    puts: tuple[Side, str] | None = None
    told: tuple[Told, ...] = ()


def answered(asked: Asked, state: State, at: int) -> Answer:
    """`at` is the match's sand time."""
    if asked.unit is None:
        return _hex(asked.hex, state) if asked.hex else Answer(headline="Tap a unit.")
    side, unit = asked.unit
    if state.forces[side].is_eliminated(unit):
        return Answer(headline=f"{unit} is eliminated.")
    start = place_of(state, side, unit)
    if asked.hex is None and asked.target is None:
        return _chosen(state, side, unit, start, at)
    return _pointed(asked, state, side, unit, start, at)


def _hex(place: Hex, state: State) -> Answer:
    ground = state.ground.standing.get(place) or state.position.terrain_of(place)
    return Answer(headline=f"{place}, {ground.label.lower()}", told=told(state, place))


def _chosen(state: State, side: Side, unit: str, start: Hex | None, at: int) -> Answer:
    spec, held = spec_of(state, side, unit), state.timer_of(side, unit)
    stack = state.forces[side].stacks.get(unit)
    facts = [
        f"{ARMIES[side]}, {start or 'not on the board'}",
        "" if stack is None else _tokens(stack),
        "" if spec is None or spec.speed is None else f"speed {spec.speed}",
        f"active: {seconds_left(held.left_ns(at))}" if held else "",
    ]
    ask = "Tap where it goes, or whom it attacks." if start else "Tap the hex where it stands, or whom it attacks."
    if state.stage is Stage.SETUP:
        ask = "The units are locked in place." if state.locked else "Tap the hex where it stands."
    return Answer(
        headline=unit,
        sentences=(f"{', '.join(filter(None, facts))}.", "" if held else ask),
        reach={place: route.cost for place, route in reach(state, side, unit).items()},
        targets=frozenset(_targets(state, side, unit, start, spec)),
        told=told(state, start) if start else (),
    )


def _targets(state: State, side: Side, unit: str, start: Hex | None, spec: UnitSpec | None) -> Iterator[Hex]:
    """The hexes of what the unit can attack or charge, by the numbers on its token."""
    if start is None or spec is None:
        return
    far = max((int(each) for each in spec.damage), default=0)
    if spec.charge is not None and spec.speed is not None:
        far = max(far, spec.speed + 1)
    foes = (place for place, (whose, _) in state.standing.items() if whose is not side)
    for place in (*foes, *state.ground.standing):
        # No count of hexes is shorter than the straight line.
        if distance(start, place) <= far and any(aim.legal for aim in aims(state, side, unit, place)):
            yield place


def _pointed(asked: Asked, state: State, side: Side, unit: str, start: Hex | None, at: int) -> Answer:
    place = asked.hex
    vacant = place is not None and place not in state.standing and place not in state.ground.standing
    locked = state.stage is Stage.SETUP and state.locked
    puts = (side, unit) if vacant and not locked else None
    if state.stage is Stage.SETUP or (start is None and vacant):
        said = (
            f"{unit} stands in {place}."
            if puts
            else "The units are locked in place."
            if locked
            else f"{place} is taken."
        )
        return Answer(headline=said, puts=puts, told=told(state, place) if place else ())
    found = tuple(_meant(asked, state, side, unit, start))
    if not found:
        return Answer(headline=f"{unit} stands in {place}." if place == start else f"{place} is taken.")
    aim = next((each for each in found if each.kind is asked.aim), found[0])
    strikes = aim.kind is not AimKind.MOVE
    tokens = asked.tokens if aim.tokens is None or (asked.card and asked.tokens is not None) else aim.tokens
    may = aim.legal or asked.card is not None
    if not strikes and not aim.legal and asked.card:
        aim = replace(aim, said=f"{unit} moves to {place}.")
    if strikes and tokens is not None and may:
        aim = replace(aim, said=f"{unit} {VERBS[aim.kind]} {_victim(state, aim)} for {tokens} damage.")
    elif strikes and not aim.legal and may:
        aim = replace(aim, said=f"{unit} {VERBS[aim.kind]} {_victim(state, aim)}.")
    held = state.timer_of(side, unit)
    free = _free(state, side)
    missing = PAUSED if state.paused else f"{unit} is active: {seconds_left(held.left_ns(at))} left." if held else ""
    if not missing and not free:
        missing = f"The {ARMIES[side]} has no timer free."
    deed = None
    if may and not missing and (tokens is not None or not strikes):
        timer = next((glass for glass in free if glass.spec.id == asked.timer), free[0])
        deed = Deed(
            side=side,
            timer=timer,
            others=tuple(each for each in free if each is not timer),
            fields=_fields(asked, aim, tokens),
        )
    sentences = [missing, *([] if aim.legal or not may else [aim.reason or ""]), *_way(aim, spec_of(state, side, unit))]
    if strikes and tokens is not None and may:
        sentences.append(_after(state, side.other, aim, tokens))
    return Answer(
        headline=aim.said,
        sentences=tuple(filter(None, sentences)),
        good=may,
        aims=found,
        aim=aim,
        reach={place: route.cost for place, route in reach(state, side, unit).items()},
        deed=deed,
        picks=strikes and may and (aim.tokens is None or asked.card is not None),
        tokens=tokens,
        puts=puts,
        told=told(state, aim.to) if aim.to else (),
    )


def _meant(asked: Asked, state: State, side: Side, unit: str, start: Hex | None) -> Iterator[Aim]:
    """What the tap can mean. Positions are optional: whom nobody has put on the board attacks as its players say."""
    if asked.hex is not None and start is not None:
        yield from aims(state, side, unit, asked.hex)
        return
    standing = state.standing.get(asked.hex) if asked.hex else None
    feature = asked.hex if asked.hex in state.ground.standing else None
    target = asked.target or (standing[1] if standing and standing[0] is not side else None)
    if target is None and feature is None:
        return
    aim = Aim(kind=AimKind.ATTACK, unit=unit, start=start or "", said="", target=target, feature=feature)
    yield replace(aim, said=f"{unit} attacks {_victim(state, aim)}.")


def _victim(state: State, aim: Aim) -> str:
    return aim.target or (f"the {state.ground.standing[aim.feature].label}" if aim.feature else "")


def _free(state: State, side: Side) -> list[Sandglass]:
    """The command timers that a side may flip, the shortest first (WarTime Rulebook, Timers: any that is available)."""
    own = (glass for glass in state.timers.values() if glass.spec.side is side)
    free = (glass for glass in own if glass.spec.kind is TimerKind.COMMAND and not glass.active)
    return sorted(free, key=lambda glass: glass.spec.seconds)


def _fields(asked: Asked, aim: Aim, tokens: int | None) -> dict[str, str | int]:
    fields = {"unit": aim.unit, "card": asked.card, "to": aim.to, "target": aim.target, "feature": aim.feature}
    said: dict[str, str | int] = {name: text for name, text in fields.items() if text}
    if aim.kind is not AimKind.MOVE and tokens is not None and tokens != aim.tokens:
        said["tokens"] = tokens
    return said


def _way(aim: Aim, spec: UnitSpec | None) -> Iterator[str]:
    if not aim.legal:
        for each in aim.blocked:
            yield f"{each.hex}, {each.reason[0].lower()}{each.reason[1:]}."
    elif aim.kind is AimKind.MOVE and aim.counts:
        of = f" of {spec.speed}" if spec and spec.speed is not None else ""
        yield f"Costs {aim.counts[-1]}{of}: {', '.join(aim.path)}."
    elif aim.kind is AimKind.CHARGE and aim.to:
        yield f"It moves to {aim.to} first."
    elif aim.range is not None:
        yield f"Range {aim.range}: {', '.join(aim.path)}."


def _after(state: State, foe: Side, aim: Aim, tokens: int) -> str:
    if aim.target:
        stack = state.forces[foe].stacks.get(aim.target)
    else:
        stack = state.ground.features[aim.feature].left if aim.feature else None
    if stack is None:
        return ""
    left = max(0, stack - tokens)
    gone = "is eliminated" if aim.target else "is gone"
    return f"{_tokens(left).capitalize()} left of {stack}." if left else f"That was its last token: it {gone}."


def _tokens(count: int) -> str:
    return "1 token" if count == 1 else f"{count} tokens"
