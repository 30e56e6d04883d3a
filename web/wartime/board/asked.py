"""What a phone asks of the live board, as it stands in an address: who is chosen, and where a tap has pointed since."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from urllib.parse import quote, urlencode

from companion.fields.numbers import whole
from companion.people import spelt, tidy
from companion.table.seats import Side
from companion.wartime.match.aims import AimKind
from companion.wartime.match.state import State
from companion.wartime.referee.board import CENTRES, Hex
from companion.wartime.scenario.parts import MOST_TOKENS
from web.http.seating import PhoneSeat
from web.wartime.table_page import BOARD

LONGEST_NAME = 24


@dataclass(frozen=True, kw_only=True)
class Asked:
    """`unit` is chosen; `hex` is where the second tap went, and `target` whom it meant, who may stand in none.
    The rest is picked where there is a choice: what to do, with which timer and card, how many tokens come off."""

    unit: tuple[Side, str] | None = None
    hex: Hex | None = None
    target: str | None = None
    aim: AimKind | None = None
    timer: str | None = None
    card: str | None = None
    tokens: int | None = None

    @property
    def pointed(self) -> str | None:
        """What the second tap meant."""
        return self.hex or self.target

    def by(self, seat: PhoneSeat) -> bool:
        """Whether the unit that is chosen is one of the phone's that sits there."""
        return self.unit is not None and (seat.side is None or seat.value == self.unit[0].value)

    @property
    def texts(self) -> dict[str, str]:
        """The address, parameter by parameter."""
        said = {field.name: _said(getattr(self, field.name)) for field in fields(self)}
        return {name: text for name, text in said.items() if text}

    def address(self) -> str:
        """Where this is asked."""
        asked = urlencode(self.texts, quote_via=quote)
        return f"{BOARD}?{asked}" if asked else BOARD

    def but(self, **changes: object) -> str:
        """The address with something picked otherwise."""
        return replace(self, **changes).address()  # type: ignore[arg-type]


def read(texts: Mapping[str, str], state: State) -> Asked:
    """What is asked. What is not, or no longer, on the table is left out: a phone may ask of a board that has changed
    since. A unit is typed in as `side` and `name`."""
    side, _, name = texts.get("unit", "").partition(".")
    if "name" in texts:
        side, name = texts.get("side", ""), texts["name"]
    unit = next(((each, name) for each in Side if each.value == side), None)
    if unit is not None and name not in state.forces[unit[0]].names:
        unit = _new(state, *unit)
    place, foe = texts.get("hex", "").upper(), texts.get("target", "")
    known = unit is not None and foe in state.forces[unit[0].other].names
    glass = state.timers.get(texts.get("timer", ""))
    return Asked(
        unit=unit,
        hex=place if place in CENTRES else None,
        target=foe if known else None,
        aim=next((kind for kind in AimKind if kind.value == texts.get("aim")), None),
        timer=glass.spec.id if glass else None,
        card=texts.get("card", "")[:LONGEST_NAME].strip() or None,
        tokens=whole(texts.get("tokens", ""), most=MOST_TOKENS),
    )


def _new(state: State, side: Side, name: str) -> tuple[Side, str] | None:
    """A unit that nobody has named yet, where any name goes."""
    force = state.forces[side]
    if (state.locked and force.units) or len(name) > LONGEST_NAME:
        return None
    try:
        return side, spelt(tidy(name), force.names)
    except ValueError:
        return None


def _said(value: object) -> str:
    match value:
        case None:
            return ""
        case (Side() as side, str(name)):
            return f"{side.value}.{name}"
        case AimKind():
            return str(value.value)
        case _:
            return str(value)
