"""A scenario as the fields of a form, filled in or half filled in."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from werkzeug.datastructures import MultiDict

from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded, whole
from companion.table.sides import Side
from companion.wartime.scenario.parts import Card, CardKind, Hand, UnitSpec
from companion.wartime.scenario.scenario import BOX, Scenario

RANGES = ("1", "2", "3", "4")
UNIT_TEXTS = ("side", "name", "type", "hex", "keywords")
UNIT_NUMBERS = ("speed", "health", "charge")
COUNTS = ("actions", "spells", "dealt")
_DAMAGE = tuple(f"{what}{range}" for range in RANGES for what in ("value", "kind"))
UNIT_FIELDS = (*UNIT_TEXTS, *UNIT_NUMBERS, *_DAMAGE)
HAND_FIELDS = (*(kind.value for kind in CardKind), *COUNTS)
_MOST_ROWS = 60
"""More than a scenario may have units, so that whoever has too many is told."""
Fields = MultiDict[str, str]


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in the form. `id` is empty until it is saved; `units` has the fields of a row by name; `cards` the
    fields of each side's by name; `terrain`, `features` and `lines` are texts with one a line."""

    id: str = ""
    name: str = ""
    text: str = ""
    victory: str = ""
    time_limit: bool = False
    timers: tuple[str, ...] = tuple(spec.id for spec in BOX)
    terrain: str = ""
    features: str = ""
    lines: str = ""
    units: tuple[dict[str, str], ...] = ()
    cards: dict[str, dict[str, str]] = msgspec.field(default_factory=lambda: _hands({}))

    def data(self, id: str) -> dict[str, Any]:
        """The plain values of the scenario, for companion.wartime.scenario.file.scenario_of. Raises Invalid."""
        hands = {side: _hand(f"cards.{side}", fields) for side, fields in self.cards.items()}
        return {
            "id": id,
            "name": " ".join(self.name.split()),
            "text": self.text.strip(),
            "victory": self.victory.strip(),
            "time_limit": self.time_limit,
            "timers": self.timers,
            "terrain": {place.upper(): terrain for place, terrain in _rows("terrain", self.terrain, 2)},
            "features": [
                {"hex": place.upper(), "terrain": terrain, "tokens": _number("features", tokens)}
                for place, terrain, tokens in _rows("features", self.features, 3)
            ],
            "lines": [[one.upper(), other.upper()] for one, other in _rows("lines", self.lines, 2)],
            "units": [_unit(f"units[{index}]", row) for index, row in enumerate(self.units)],
            "cards": {side: hand for side, hand in hands.items() if hand},
        }


def filled_in(form: Fields) -> Draft:
    """What a form was sent with."""
    named = {_row_number(name) for name in form if name.startswith("unit-")}
    numbers = sorted(number for number in named if number is not None)[:_MOST_ROWS]
    return Draft(
        **{name: form.get(name, "") for name in ("id", "name", "text", "victory", "terrain", "features", "lines")},
        time_limit="time_limit" in form,
        timers=tuple(form.getlist("timers")),
        units=tuple({field: form.get(f"unit-{number}-{field}", "") for field in UNIT_FIELDS} for number in numbers),
        cards={side.value: {field: form.get(f"{side.value}-{field}", "") for field in HAND_FIELDS} for side in Side},
    )


def draft_of(scenario: Scenario) -> Draft:
    """A saved scenario as it stands in the form."""
    return Draft(
        id=scenario.id,
        name=scenario.name,
        text=scenario.text,
        victory=scenario.victory,
        time_limit=scenario.time_limit,
        timers=tuple(spec.id for spec in scenario.timers),
        terrain="\n".join(f"{place} {terrain.value}" for place, terrain in scenario.terrain.items()),
        features="\n".join(f"{each.hex} {each.terrain.value} {each.tokens}" for each in scenario.features),
        lines="\n".join(f"{one} {other}" for one, other in scenario.lines),
        units=tuple(_row(unit) for unit in scenario.units),
        cards=_hands(scenario.cards),
    )


def new_unit(side: Side) -> dict[str, str]:
    """An empty row of one side's."""
    return {**dict.fromkeys(UNIT_FIELDS, ""), "side": side.value}


def _row_number(name: str) -> int | None:
    parts = name.split("-", 3)
    return whole(parts[1], most=999) if len(parts) == 3 else None


def _rows(key: str, text: str, width: int) -> Iterator[list[str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if words and len(words) != width:
            raise Invalid(key, f"line {number} has {len(words)} words, not {width}")
        if words:
            yield words


def _number(key: str, text: str) -> int:
    return bounded(key, text, most=999)


def _names(text: str) -> list[str]:
    return [" ".join(name.split()) for name in text.split(",") if name.strip()]


def _unit(key: str, row: dict[str, str]) -> dict[str, Any]:
    unit: dict[str, Any] = {"side": row["side"], "name": " ".join(row["name"].split())}
    unit |= {field: _number(f"{key}.{field}", row[field]) for field in UNIT_NUMBERS if row[field].strip()}
    if row["type"].strip():
        unit["type"] = " ".join(row["type"].split())
    if row["hex"].strip():
        unit["hex"] = row["hex"].strip().upper()
    damage = {
        range: {"kind": row[f"kind{range}"], "value": _number(f"{key}.damage.{range}", row[f"value{range}"])}
        for range in RANGES
        if row[f"value{range}"].strip()
    }
    return unit | {"keywords": _names(row["keywords"]), "damage": damage}


def _row(unit: UnitSpec) -> dict[str, str]:
    row = {field: "" if (value := getattr(unit, field)) is None else str(value) for field in UNIT_NUMBERS}
    row |= {"side": unit.side.value, "name": unit.name, "type": unit.type or "", "hex": unit.hex or ""}
    row["keywords"] = ", ".join(unit.keywords)
    for range in RANGES:
        hit = next((hit for distance, hit in unit.damage.items() if distance == range), None)
        row |= {f"value{range}": str(hit.value) if hit else "", f"kind{range}": hit.kind.value if hit else ""}
    return row


def _hand(key: str, fields: dict[str, str]) -> dict[str, Any]:
    cards = []
    for kind in CardKind:
        for line in fields[kind.value].splitlines():
            name, _, only = line.partition(":")
            if name.strip():
                cards.append({"name": " ".join(name.split()), "kind": kind.value, "only": _names(only)})
    counts = {field: _number(f"{key}.{field}", fields[field]) for field in COUNTS if fields[field].strip()}
    return counts | {"cards": cards} if cards or any(counts.values()) else {}


def _hands(cards: Mapping[Side, Hand]) -> dict[str, dict[str, str]]:
    return {side.value: _fields(cards[side]) if side in cards else dict.fromkeys(HAND_FIELDS, "") for side in Side}


def _fields(hand: Hand) -> dict[str, str]:
    lists = {kind.value: "\n".join(_card(card) for card in hand.cards if card.kind is kind) for kind in CardKind}
    return lists | {field: str(getattr(hand, field) or "") for field in COUNTS}


def _card(card: Card) -> str:
    return f"{card.name}: {', '.join(card.only)}" if card.only else card.name
