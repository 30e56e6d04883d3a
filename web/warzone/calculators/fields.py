"""Reads a calculator's question: its parameters, their labels, and the fields that ask for them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import UNSET, UnsetType, inspect

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.fields.words import clipped, kinds
from web.http import endpoint as codec

# Questions of which a part is filled in from elsewhere.

Q = TypeVar("Q", bound=msgspec.Struct)


def partial(name: str, *questions: type[msgspec.Struct], **more: Any) -> type[msgspec.Struct]:
    """Makes a struct of the parameters of all `questions` and of `more`, each of which may be left out.

    `more` has types by name, and goes before a question's own.
    """
    fields = [
        (field.name, field.type | UnsetType, msgspec.field(name=field.encode_name, default=UNSET))
        for question in questions
        for field in msgspec.structs.fields(question)
        if field.encode_name not in more
    ]
    others = [(key, kind | UnsetType, UNSET) for key, kind in more.items()]
    return msgspec.defstruct(name, [*fields, *others], frozen=True, kw_only=True, forbid_unknown_fields=True)


def given(part: msgspec.Struct, question: type[msgspec.Struct]) -> dict[str, Any]:
    """Returns the parameters of `question` that are set in `part`, under the names they have in an address."""
    values = {field.encode_name: getattr(part, field.name) for field in msgspec.structs.fields(question)}
    return {name: value for name, value in values.items() if value is not UNSET}


def completed(values: Mapping[str, Any], question: type[Q]) -> Q:
    """Makes the question from `values`, under the names they have in an address; they may be text.

    Raises Invalid, naming what is missing.
    """
    return codec.from_query(values.items(), question)


# A calculator's question as it stands in an address, whole or in part.

A = TypeVar("A")
LISTED = ("on", "off")
"""Lists the parameters that name abilities: a form sends each of them once for every name."""


@dataclass(frozen=True, kw_only=True)
class CalculatorRequest:
    """`texts` is the address, parameter by parameter; `query` holds those that can be read, and `errors` what is wrong
    with the others, by parameter."""

    texts: Mapping[str, str]
    errors: Mapping[str, str]
    query: msgspec.Struct

    @property
    def address(self) -> str:
        """Returns the query string of this question."""
        return address(self.texts)


@dataclass(frozen=True, kw_only=True)
class FieldOutcome:
    """Describes a question without an answer.

    `asked` has its errors. `lacking` has the parameter that is still to be given, and the same in words.
    """

    asked: CalculatorRequest
    lacking: tuple[str, str] | None = None


def address(texts: Mapping[str, str]) -> str:
    """Returns a query string with its question mark; empty without parameters."""
    return f"?{urlencode(texts, safe=':,.')}" if texts else ""


def read_address(pairs: Iterable[tuple[str, str]], kind: type[msgspec.Struct]) -> CalculatorRequest:
    """Reads the question in an address.

    `kind` lets every parameter be left out, as an empty one is. It never raises: its errors say what is wrong.
    """
    known = kinds(kind)
    texts: dict[str, str] = {}
    errors: dict[str, str] = {}
    for name, value in pairs:
        if name not in known:
            errors[clipped(name)] = "is not known here"
        elif name in texts and name not in LISTED:
            errors[name] = "is there twice"
        elif len(value) > codec.LONGEST_PARAMETER:
            errors[name] = f"must be at most {codec.LONGEST_PARAMETER} characters, got {len(value)}"
        elif value.strip() and name in texts:
            texts[name] += f", {value.strip()}"
        elif value.strip():
            texts[name] = value if isinstance(known[name], inspect.IntType) else value.strip()
        if len(errors) >= codec.MOST_ERRORS:
            break
    readable = {name: text for name, text in texts.items() if name not in errors}
    while True:
        try:
            return CalculatorRequest(texts=texts, errors=errors, query=codec.from_query(readable.items(), kind))
        except Invalid as error:
            errors[error.field] = error.message
            del readable[error.field]


def in_one_line(pairs: Iterable[tuple[str, str]], joint: str, *names: str) -> list[tuple[str, str]]:
    """Returns the address with one text for each of `names`, as a form has cells for it. It leaves out empty cells."""
    said = list(pairs)
    cells = {name: joint.join(text.strip() for each, text in said if each == name and text.strip()) for name in names}
    others = [(each, text) for each, text in said if each not in cells]
    return others + [(name, text) for name, text in cells.items() if text]


def stepped(pairs: Iterable[tuple[str, str]], bounds: Callable[[str], tuple[int, int]]) -> list[tuple[str, str]]:
    """Returns the address after a tap on a stepper, which a page without a script sends as `less` or `more`.

    The value has the parameter and, after a colon, what counts while it is empty. `bounds` are a parameter's least and
    most.
    """
    said = list(pairs)
    for way, step in (("less", -1), ("more", 1)):
        for name, _, auto in [text.partition(":") for each, text in said if each == way]:
            least, most = bounds(name)
            now = whole(next((text for each, text in said if each == name and text.strip()), auto), most=most)
            number = max(least, min((now or 0) + step, most))
            said = [(each, text) for each, text in said if each not in (name, way)] + [(name, str(number))]
    return said


def answered(asked: CalculatorRequest, answer: Callable[[], A]) -> A | FieldOutcome:
    """Returns the answer, or why there is none.

    A wrong value is an error of its parameter. A parameter without a value is only still to come.
    """
    if asked.errors:
        return FieldOutcome(asked=asked)
    try:
        return answer()
    except Invalid as error:
        if error.field in asked.texts:
            return FieldOutcome(asked=replace(asked, errors={error.field: error.message}))
        return FieldOutcome(asked=asked, lacking=(error.field, error.message))


# What the calculators' parameters are called on their pages.

_PRINTED = ("mw", "dam", "cf", "cc", "ar", "ld", "mv", "def", "pw")
"""Lists what a card prints in capitals."""
_NAMES = (
    *("attacker", "target", "weapon", "wounds_taken", "range", "obstruction", "shots", "strikes", "area", "abilities"),
    *("earlier_hits", "ranged_weapon", "melee_weapon", "unit", "trailblaze", "gymnastic", "flight", "zombie"),
    *("determination", "tactical", "recruit", "hyperactivator", "short_modifier", "long_modifier"),
)
"""Lists what its own name says, with a capital."""
LABELS = {
    **{name: name.upper() for name in _PRINTED},
    **{name: name.replace("_", " ").capitalize() for name in _NAMES},
    "band": "Range Band",
    "st": "ST, unarmed",
    "wounds": "W",
    "friends_engaged": "friend engaged",
    "indirect": "indirect fire",
    "beyond_short": "Beyond short range",
    "secondary": "secondary target",
    "modifier": "Other modifiers",
    "multiplier": "Damage Multiplier",
    "reroll": "Re-roll dice",
    "armor_reroll": "Re-roll armor dice",
    "armor_modifier": "Armor modifiers",
    "target_abilities": "Target’s abilities",
    "strike_abilities": "Abilities, striking",
    "on": "Holds now",
    "off": "Not counted",
    "harmless": "no DAM",
    "reaction": "in a Reaction",
    "flying": "at a flying unit",
    "apart": "not in contact",
    "fresh": "not yet Activated",
    "move_by": "By",
    "move": "a Move",
    "climb": "a Climb",
    "reposition": "a Reposition",
    "move_engages": "a Move engages it",
    "move_charge": "Move, then a Charge reaches it",
    "friends": "Friends engaged",
    "rolls": "Dice rolled",
    "strike_dam": "DAM",
    "strike_cf": "CF",
    "strike_modifier": "Strike modifiers",
    "strike_multiplier": "Strike Multiplier",
    "strike_reroll": "Re-roll strike dice",
    "engaged": "engaged with it",
    "jammed": "to reload",
    "move_dam": "DAM",
    "move_range": "Range",
    "move_obstruction": "Obstruction",
    "move_cover": "Cover",
    "name": "Target’s name",
    "targets": "Several targets",
    "height": "Height in inches",
    "distance": "Distance in inches",
    "short": "Short Range",
    "long": "Long Range",
    "turns": "Turns ahead",
    "roll": "d20",
    "blocked": "LOS Lines blocked",
    "dense": "within Dense",
    "through": "Inches of Dense on the way",
    "cover_contact": "touches cover",
    "in_clear": "In the clear",
    "in_rough": "In Rough",
    "rough": "it is Rough",
    "fly": "flies",
    "model": "Unit’s height",
    "gap": "Gap in inches",
    "moved": "Moved before",
    "down": "jumps down",
    "into_enclosed": "into Enclosed",
    "enclosed": "within Enclosed",
    "reach": "Reach (X)",
    "nerves_of_steel": "Nerves of Steel",
    "subreal_link": "Subreal Link",
    "cover_height": "Cover’s height",
    "cover_distance": "Spot to cover",
    "a": "Player A",
    "b": "Player B",
}
"""Has labels by parameter, or by the value of one that is picked; anything else is called what it is."""


def label(name: str) -> str:
    return LABELS.get(name, name.replace("_", " "))


def wanted(missing: Sequence[str], lacking: tuple[str, str]) -> str:
    """Returns what to enter, in a player's words.

    It names the `missing` numbers or, without those, the `lacking` parameter and why it cannot be left out.
    """
    name, message = lacking
    if name not in missing:
        return f"{label(name)}: {message}."
    *others, last = map(label, missing)
    return f"Enter {', '.join(others)} and {last}." if others else f"Enter {last}."


# A calculator's parameters as the fields of a form: drawn from the question's own types, so neither can drift.

_COUNTED = frozenset(("a", "b", "shots"))
"""Lists small numbers without a default: how many Activations, how many shots."""
_FEW = 10


class Kind(Enum):
    """`NUMBER` is typed, `LIST` is picked, `CHIP` is ticked, `TEXT` is written; `INCHES` is typed
    as the tape shows it."""

    NUMBER = "number"
    LIST = "list"
    CHIP = "chip"
    TEXT = "text"
    INCHES = "inches"


@dataclass(frozen=True, kw_only=True)
class Field:
    """Describes one parameter.

    `text` is what the address gives. `auto` is what counts while the address has none: a card's number or the default.
    `options` are values with their words, for a LIST; the empty value stands for `auto`.
    """

    name: str
    label: str
    kind: Kind
    text: str
    auto: str
    options: tuple[tuple[str, str], ...] = ()
    error: str = ""
    steps: tuple[int, int] | None = None
    """Bounds a small NUMBER, which a tap makes one less or one more."""

    @property
    def printed_number(self) -> str:
        """Returns the number that counts, as it is printed."""
        text = self.text or self.auto
        return dict(self.options).get(text, text)

    @property
    def on(self) -> bool:
        """Returns True where a CHIP is ticked."""
        return self.text in ("1", "true")


def fields(
    asked: CalculatorRequest,
    *questions: type[msgspec.Struct],
    auto: Mapping[str, Any],
    picked: frozenset[str] = frozenset(),
) -> dict[str, Field]:
    """Returns the fields of `questions` by name.

    `auto` is what the cards say. `picked` names yes-or-no questions that a card may answer, and so are a list in place
    of a chip.
    """
    return {
        name: _field(
            name, kind, asked, auto.get(name, default), listed=name in picked, small=_small(name, kind, default)
        )
        for question in questions
        for name, kind, default in _parameters(question)
    }


def compact(own: Mapping[str, Field], *names: str) -> str:
    """Returns the numbers of these fields in a line, as a card prints them; without those that are empty or unknown."""
    told = ((own[name].label, own[name].printed_number) for name in names)
    return " ".join(f"{label} {number}" for label, number in told if number not in ("", "0", "–"))


def unplaced(own: Mapping[str, Field], placed: Collection[str], *, first: Sequence[str] = ()) -> list[Field]:
    """Returns the fields that a form has no place for: those of `first` in that order, then the others."""
    return [own[name] for name in dict.fromkeys((*first, *own)) if name not in placed]


def pick(
    asked: CalculatorRequest,
    name: str,
    options: list[tuple[str, str]] | tuple[tuple[str, str], ...],
    *,
    none: str,
    auto: str = "",
) -> Field:
    """Returns a parameter that is picked from what the table has; `none` are the words for leaving it open."""
    text = asked.texts.get(name, "")
    strange = () if text in ("", *(value for value, _ in options)) else ((text, text),)
    return Field(
        name=name,
        label=label(name),
        kind=Kind.LIST,
        text=text,
        auto=auto,
        options=(("", none), *options, *strange),
        error=asked.errors.get(name, ""),
    )


def written(asked: CalculatorRequest, *names: str) -> dict[str, Field]:
    """Lists the parameters that are a line of text."""
    return {
        name: Field(
            name=name,
            label=label(name),
            kind=Kind.TEXT,
            text=asked.texts.get(name, ""),
            auto="",
            error=asked.errors.get(name, ""),
        )
        for name in names
    }


def signed(number: int) -> str:
    """Returns a modifier as the book prints it."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def _parameters(question: type[msgspec.Struct]) -> list[tuple[str, inspect.Type, Any]]:
    return [
        (field.encode_name, kinds(question)[field.encode_name], None if field.required else field.default)
        for field in msgspec.structs.fields(question)
    ]


def _small(name: str, kind: inspect.Type, default: Any) -> bool:
    """Returns True for what is counted, rather than read from a card or a die."""
    few = isinstance(kind, inspect.IntType) and kind.le is not None and kind.le < _FEW
    return few or isinstance(default, int) or name in _COUNTED


def _field(name: str, kind: inspect.Type, asked: CalculatorRequest, known: Any, *, listed: bool, small: bool) -> Field:
    text, auto = asked.texts.get(name, ""), _words(known)
    steps = None
    options: list[tuple[str, str]] = []
    shown = Kind.TEXT
    match kind:
        case inspect.BoolType():
            shown = Kind.LIST if listed else Kind.CHIP
            options = [("1", "yes"), ("0", "no")]
        case inspect.EnumType(cls=cls):
            shown = Kind.LIST
            options = [(each.value, label(each.value)) for each in cls if isinstance(each, Enum)]
        case inspect.IntType(ge=int(least), le=int(most)) if least < 0:
            shown = Kind.LIST
            options = [(str(each), signed(each)) for each in range(most, least - 1, -1)]
            number = whole(auto, least=least, most=most)
            auto = "" if number is None else signed(number)
        case inspect.IntType(ge=least, le=most):
            shown = Kind.NUMBER
            steps = (least, most) if small and least is not None and most is not None else None
        case inspect.StrType(pattern=str()):
            shown = Kind.INCHES
    if shown is Kind.LIST:
        options = _open(options, text, auto)
    return Field(
        name=name,
        label=label(name),
        kind=shown,
        text=text,
        auto=auto,
        options=tuple(options),
        error=asked.errors.get(name, ""),
        steps=steps,
    )


def _open(options: list[tuple[str, str]], text: str, auto: str) -> list[tuple[str, str]]:
    """Returns the list with the empty value where `auto` stands, and with what was asked for, even where it cannot be
    used."""
    others = [("", words) if words == label(auto) and value != text else (value, words) for value, words in options]
    if not any(value == "" for value, _ in others):
        others.insert(0, ("", label(auto) if auto else "–"))
    strange = text not in ("", *(value for value, _ in options))
    return [*others, (text, text)] if strange else others


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    return "" if value is None or value is msgspec.NODEFAULT else str(value)
