"""Reads the question of Plans, by numbers, by cards or by both, and its lists row by row."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from companion.fields.invalid import Invalid
from companion.warzone.abilities.ability import Vocabulary
from companion.warzone.attacks.plans import Comparison, compare
from companion.warzone.attacks.situation import Situation, UnitSituation
from companion.warzone.cards.numbers import BandName
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators.fields import completed, given, partial
from web.warzone.cards.attacks import FromCards, Id, WeaponName

# The targets of a comparison, as a line of text that fits into an address.

MOST = 12


def read_targets(text: str) -> list[dict[str, str]]:
    """Reads `Elite:ar=22:def=-1:cover=1,Grunt:ar=18`: each target's parameters by name, its own name among them.

    Raises Invalid.
    """
    targets = [_target(entry) for entry in text.split(",")]
    if len(targets) > MOST:
        raise Invalid("targets", f"compare at most {MOST} targets at once")
    return targets


def _target(entry: str) -> dict[str, str]:
    name, *rest = (part.strip() for part in entry.split(":"))
    values = {"name": name}
    for part in rest:
        key, equals, value = part.partition("=")
        if not equals or key in values:
            raise Invalid("targets", f"write {name or 'a target'} as name:ar=22:def=-1, each number once")
        values[key] = value
    if not name:
        raise Invalid("targets", "give every target a name, as in Elite:ar=22,Grunt:ar=18")
    return values


# Lists that a form asks for row by row, and that an address holds in one line.

GROUPS = ("a_groups", "b_groups")
TARGETS = "targets"
_CELL = re.compile(r"(\w+)-(\d{1,2})-(\w+)")
"""Says what a form calls a cell: its list, the number of its row, its column."""
_SIGNS = re.compile(r"[:,=\s]+")
"""Says what separates in a line, and so cannot be in a name."""
_TARGET = ("target", "ar", "def", "wounds", "cover", "charge")
"""Lists the cells of a target. What else its line says of it goes along as it is, in the cell `rest`."""

Cells = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class PlanningRow:
    """Holds one row: its number, and the text of each cell by column, empty where it has none."""

    number: int
    cells: Cells


def folded(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Returns the address with each list in one line, where a form says it in rows. Empty rows are left out."""
    rows: defaultdict[str, defaultdict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    others: list[tuple[str, str]] = []
    for name, text in pairs:
        cell = _CELL.fullmatch(name)
        if cell is None or cell[1] not in _WRITERS:
            others.append((name, text))
        else:
            rows[cell[1]][cell[2]][cell[3]] = text.strip()
    lines = [
        (name, ",".join(filter(None, (_WRITERS[name](number, cells) for number, cells in numbered.items()))))
        for name, numbered in rows.items()
    ]
    return [(name, text) for name, text in others if name not in rows] + [line for line in lines if line[1]]


def group_rows(line: str) -> list[PlanningRow]:
    """Returns the groups of a line, and a row for one more."""
    return _rows(line, _group)


def target_rows(line: str) -> list[PlanningRow]:
    """Returns the targets of a line, and a row for one more."""
    return _rows(line, _target_row)


def _rows(line: str, read: Callable[[str], Cells]) -> list[PlanningRow]:
    """Yields the rows; the last holds as they are all that a form has no room for."""
    entries = [entry.strip() for entry in line.split(",") if entry.strip()]
    cells = [read(entry) for entry in entries[:MOST]]
    if len(entries) < MOST:
        cells.append({})
    elif len(entries) > MOST:
        cells.append({"line": ",".join(entries[MOST:])})
    return [PlanningRow(number=number, cells=defaultdict(str, each)) for number, each in enumerate(cells, start=1)]


def _group(entry: str) -> Cells:
    name, count, size = (*entry.split(":", 2), "", "")[:3]
    return {"name": name, "count": count, "size": size}


def _target_row(entry: str) -> Cells:
    name, *numbers = (part.strip() for part in entry.split(":"))
    said = {key: value for key, _, value in (number.partition("=") for number in numbers)}
    rest = [number for number in numbers if number.partition("=")[0] not in _TARGET]
    return {"name": name, **{key: said[key] for key in _TARGET if key in said}, "rest": ":".join(rest)}


def _write_group(number: str, cells: Cells) -> str:
    if "line" in cells:
        return cells["line"]
    counted = [cells.get(column, "") for column in ("count", "size")]
    return ":".join([_named("Group", number, cells), *counted]) if any(counted) else ""


def _write_target(number: str, cells: Cells) -> str:
    if "line" in cells:
        return cells["line"]
    numbers = [f"{column}={cells[column]}" for column in _TARGET if cells.get(column)]
    if not numbers and not cells.get("name"):
        return ""
    return ":".join([_named("Target", number, cells), *numbers, *filter(None, [cells.get("rest")])])


def _named(kind: str, number: str, cells: Cells) -> str:
    return _SIGNS.sub(" ", cells.get("name", "")).strip() or f"{kind} {number}"


_WRITERS: Mapping[str, Callable[[str, Cells], str]] = {**dict.fromkeys(GROUPS, _write_group), TARGETS: _write_target}

# What a unit can do, asked for by numbers, by cards, or by both; one target or several.

Targets = Annotated[
    str,
    msgspec.Meta(
        description="Several targets, each by name with the parameters that differ from the rest of the address; "
        "target is the id of a unit card",
        max_length=4000,
        examples=["Elite:ar=22:def=-1:cover=1,Grunt:ar=18:charge=1,Moth:target=moth"],
    ),
]
PlansQuery = partial(
    "PlansQuery",
    Situation,
    UnitSituation,
    targets=Targets,
    attacker=Id,
    ranged_weapon=WeaponName,
    band=BandName,
    melee_weapon=WeaponName,
    target=Id,
)
"""Asks one unit's numbers and its target's; for several targets, what each changes."""
_EITHER = {"strike_dam": "st", "st": "strike_dam"}
"""A strike is made with a weapon or without: the one that is given takes the place of the other on the card."""


def situations(query: msgspec.Struct, cards: FromCards) -> list[Situation]:
    """Returns the targets of a PlansQuery, each with all its numbers. Raises Invalid."""
    printed = {**cards.actor(query), **cards.target(query)}
    targets: Any = getattr(query, "targets", UNSET)
    if targets is UNSET:
        return [completed(numbers(query, printed), Situation)]
    return [_situation(query, target, printed, cards) for target in read_targets(targets)]


def compared(query: msgspec.Struct, cards: FromCards, choices: WarzoneChoices) -> Comparison:
    """Compares every legal plan of a PlansQuery. Raises Invalid."""
    return compare(situations(query, cards), unit_state(query), choices, plans_vocabulary(query, cards))


def plans_vocabulary(query: msgspec.Struct, cards: FromCards) -> Vocabulary:
    """Returns what abilities do to any of the targets of a PlansQuery. Raises Invalid."""
    targets: Any = getattr(query, "targets", UNSET)
    others = [] if targets is UNSET else [each["target"] for each in read_targets(targets) if "target" in each]
    return cards.vocabulary(query, *others)


def unit_state(query: msgspec.Struct) -> UnitSituation:
    """Returns the state of a PlansQuery's unit."""
    return completed(given(query, UnitSituation), UnitSituation)


def numbers(query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a PlansQuery's own numbers before those `printed` on the cards."""
    explicit = given(query, Situation)
    replaced = {other for one, other in _EITHER.items() if one in explicit}
    return {**{name: value for name, value in printed.items() if name not in replaced}, **explicit}


def _situation(
    query: msgspec.Struct, target: Mapping[str, str], printed: Mapping[str, Any], cards: FromCards
) -> Situation:
    """Returns one of several targets: its own numbers come before its card's, and its card's before those of all."""
    own = {name: value for name, value in target.items() if name != "target"}
    try:
        card = cards.printed_of(target["target"]) if "target" in target else {}
        return completed({**numbers(query, printed), **card, **own}, Situation)
    except Invalid as error:
        raise Invalid("targets", f"{target['name']}: {error.field} {error.message}") from error
