"""Reads what a phone asks of the live board from an address, and what its Done button does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from dataclasses import replace as changed
from urllib.parse import quote, urlencode

from msgspec.structs import replace

from companion.fields.numbers import whole
from companion.names import spelt, tidy
from companion.table.seats import Side
from companion.wartime.match.aims import Aim, AimKind, aims
from companion.wartime.match.checks import PAUSED, seconds_left
from companion.wartime.match.state import Sandglass, State
from companion.wartime.referee.board import CENTRES, Hex
from companion.wartime.scenario.parts import ARMIES, MOST_TOKENS
from companion.wartime.scenario.scenario import TimerKind
from web.http.phones import PhoneSeat
from web.wartime.tiles import BOARD

# What a phone asks of the live board, as an address has it: the chosen unit, and where a tap has pointed since.

LONGEST_NAME = 24


@dataclass(frozen=True, kw_only=True)
class BoardRequest:
    """Describes the question. `unit` is chosen; `hex` is where the second tap went, and `target` the unit that it
    meant, which may be off the board.

    The rest is picked where there is a choice: what to do, with which timer and card, how many tokens come off.
    """

    unit: tuple[Side, str] | None = None
    hex: Hex | None = None
    target: str | None = None
    aim: AimKind | None = None
    timer: str | None = None
    card: str | None = None
    tokens: int | None = None

    @property
    def pointed(self) -> str | None:
        """Returns what the second tap meant."""
        return self.hex or self.target

    def by(self, seat: PhoneSeat) -> bool:
        """Returns whether the chosen unit belongs to the phone with that seat."""
        return self.unit is not None and (seat.side is None or seat.value == self.unit[0].value)

    @property
    def texts(self) -> dict[str, str]:
        """Returns the address, parameter by parameter."""
        said = {field.name: _parameter(getattr(self, field.name)) for field in fields(self)}
        return {name: text for name, text in said.items() if text}

    def address(self) -> str:
        """Returns the address of this question."""
        asked = urlencode(self.texts, quote_via=quote)
        return f"{BOARD}?{asked}" if asked else BOARD

    def but(self, **changes: object) -> str:
        """Returns the address with something else picked."""
        return changed(self, **changes).address()  # type: ignore[arg-type]


def read(texts: Mapping[str, str], state: State) -> BoardRequest:
    """Returns the question. It leaves out what is not, or no longer, on the table: a phone may ask of a board that has
    changed since. `side` and `name` name a unit that was typed in."""
    side, _, name = texts.get("unit", "").partition(".")
    if "name" in texts:
        side, name = texts.get("side", ""), texts["name"]
    unit = next(((each, name) for each in Side if each.value == side), None)
    if unit is not None and name not in state.forces[unit[0]].names:
        unit = _new(state, *unit)
    place, foe = texts.get("hex", "").upper(), texts.get("target", "")
    known = unit is not None and foe in state.forces[unit[0].other].names
    glass = state.timers.get(texts.get("timer", ""))
    return BoardRequest(
        unit=unit,
        hex=place if place in CENTRES else None,
        target=foe if known else None,
        aim=next((kind for kind in AimKind if kind.value == texts.get("aim")), None),
        timer=glass.spec.id if glass else None,
        card=texts.get("card", "")[:LONGEST_NAME].strip() or None,
        tokens=whole(texts.get("tokens", ""), most=MOST_TOKENS),
    )


def _new(state: State, side: Side, name: str) -> tuple[Side, str] | None:
    """Returns a unit that was not named before, where any name is allowed."""
    force = state.forces[side]
    if (state.locked and force.units) or len(name) > LONGEST_NAME:
        return None
    try:
        return side, spelt(tidy(name), force.names)
    except ValueError:
        return None


def _parameter(value: object) -> str:
    match value:
        case None:
            return ""
        case (Side() as side, str(name)):
            return f"{side.value}.{name}"
        case AimKind():
            return str(value.value)
        case _:
            return str(value)


# What the Done button does on the live board: the action that taps have put together, and the timer that it flips.
#
# Rules: WarTime Rulebook, Actions (an action costs a timer, which its unit is given), Timers and Card Actions.

_DOES = {AimKind.MOVE: "moves", AimKind.ATTACK: "attacks", AimKind.CHARGE: "charges"}


@dataclass(frozen=True, kw_only=True)
class BoardDeed:
    """Describes an action with `timer`, its `fields` as POST /timers/{id}/act takes them. `others` are free too."""

    side: Side
    timer: Sandglass
    others: tuple[Sandglass, ...]
    fields: Mapping[str, str | int]

    def may_flip(self, timer: str) -> bool:
        return timer in {each.spec.id for each in (self.timer, *self.others)}


@dataclass(frozen=True, kw_only=True)
class Meant:
    """Says what a second tap means now: `aim`, one of the `aims` that it could be, with `tokens` where they are known
    or picked.

    `may` says that the board allows it, or a card does. `picks` says that the tokens are still to be picked. `missing`
    says why the act cannot be done for the moment. Without that, and with all that is needed, there is a `deed`.
    """

    aims: tuple[Aim, ...]
    aim: Aim
    tokens: int | None
    may: bool
    picks: bool
    missing: str | None
    deed: BoardDeed | None


def read_tap(asked: BoardRequest, state: State, side: Side, unit: str, at: int) -> Meant | None:
    """Returns what the tap means; None where it has no meaning for the unit."""
    found = tuple(_aims(asked, state, side, unit))
    if not found:
        return None
    aim = next((each for each in found if each.kind is asked.aim), found[0])
    may, strikes = aim.legal or asked.card is not None, aim.kind is not AimKind.MOVE
    # A card may change what the board says.
    open_ = strikes and may and (aim.tokens is None or not aim.legal or asked.card is not None)
    tokens = asked.tokens if open_ and asked.tokens is not None else aim.tokens
    missing = _missing(state, side, unit, at)
    deed = None
    if may and missing is None and (tokens is not None or not strikes):
        timer, *others = sorted(
            _free(state, side), key=lambda glass: (glass.spec.id != asked.timer, glass.spec.seconds)
        )
        deed = BoardDeed(
            side=side, timer=timer, others=tuple(others), fields=_fields(asked, aim, tokens if open_ else None)
        )
    return Meant(
        aims=found,
        aim=replace(aim, said=_deed_in_words(asked, state, aim, tokens)) if may else aim,
        tokens=tokens,
        may=may,
        picks=open_,
        missing=missing,
        deed=deed,
    )


def _aims(asked: BoardRequest, state: State, side: Side, unit: str) -> Iterator[Aim]:
    """Yields the aims. A unit that is not on the board attacks, or is attacked, as its players say."""
    start = state.place_of(side, unit)
    if asked.hex is not None and start is not None:
        yield from aims(state, side, unit, asked.hex)
        return
    standing = state.standing.get(asked.hex) if asked.hex else None
    target = standing[1] if standing and standing[0] is not side else asked.target
    feature = asked.hex if asked.hex in state.ground.standing else None
    if target is not None or feature is not None:
        yield Aim(kind=AimKind.ATTACK, unit=unit, start=start or "", said="", target=target, feature=feature)


def _deed_in_words(asked: BoardRequest, state: State, aim: Aim, tokens: int | None) -> str:
    """Returns the words that the book wants spoken (Actions: the unit, what it does, to which, for how much)."""
    if aim.kind is AimKind.MOVE:
        return aim.said if aim.legal else f"{aim.unit} moves to {asked.hex}."
    if aim.legal and aim.said and tokens is None:
        return aim.said
    victim = aim.target or (f"the {state.ground.features[aim.feature].terrain.label}" if aim.feature else "")
    for_ = "" if tokens is None else f" for {tokens} damage"
    return f"{aim.unit} {_DOES[aim.kind]} {victim}{for_}."


def _missing(state: State, side: Side, unit: str, at: int) -> str | None:
    if state.paused:
        return PAUSED
    if (held := state.timer_of(side, unit)) is not None:
        return f"{unit} is active: {seconds_left(held.left_ns(at))} left."
    return None if any(_free(state, side)) else f"The {ARMIES[side]} has no timer free."


def _free(state: State, side: Side) -> Iterator[Sandglass]:
    """Yields the timers that an action may flip: all that are available (Timers, Active / Available Timers)."""
    for glass in state.timers.values():
        if glass.spec.side is side and glass.spec.kind is TimerKind.COMMAND and not glass.active:
            yield glass


def _fields(asked: BoardRequest, aim: Aim, tokens: int | None) -> dict[str, str | int]:
    to = asked.hex if aim.kind is AimKind.MOVE else aim.to
    said = {"unit": aim.unit, "card": asked.card, "to": to, "target": aim.target, "feature": aim.feature}
    fields: dict[str, str | int] = {name: text for name, text in said.items() if text}
    return fields if tokens is None else fields | {"tokens": tokens}


def after(state: State, foe: Side, aim: Aim, tokens: int) -> str | None:
    """Returns how many tokens are left of the target's; None where its stack is not known."""
    if aim.target is not None:
        stack = state.forces[foe].stacks.get(aim.target)
    else:
        stack = state.ground.features[aim.feature].left if aim.feature else None
    if stack is None:
        return None
    left = max(0, stack - tokens)
    gone = "is eliminated" if aim.target else "is gone"
    return f"{left} of {stack} tokens left." if left else f"Its last token: it {gone}."


def way(state: State, side: Side, aim: Aim) -> Iterator[str]:
    """Yields the count that a player can check on the table."""
    spec = state.spec_of(side, aim.unit)
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
