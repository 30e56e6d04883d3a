"""Holds the questions about a duel: its Units, the players' view of them, the attack, and the dice."""

from collections.abc import Iterator
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import structs

from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST, bounded
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import Rolls
from companion.warzone.cards.numbers import BandName
from companion.warzone.chances.dice import FACES
from companion.warzone.match.parts import AttackWay, Told, UnitId
from web.warzone.match.api import OneDie
from web.warzone.match.tiles import DUEL

DiceText = Annotated[
    str, msgspec.Meta(max_length=1200, description="Faces that count, 1 to 20, with commas or spaces between")
]
T = TypeVar("T", bound=msgspec.Struct)


class WayAsked(Told, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names one of the attacks: see companion.warzone.duel.lines.AttackWay."""

    action: Action | None = None
    weapon: Annotated[str, msgspec.Meta(max_length=48)] = ""
    band: BandName | None = None


class DuelQuery(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks about the Unit `unit` of `side` against `target`, one of the other side's.

    With an action, it asks for that line's whole answer too.
    """

    side: Side
    unit: UnitId
    target: UnitId


class DuelPageQuery(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks the same for a page, where the target may still be to pick.

    `rolls` and `armor` are dice on the table, of the attack after `after` others. So a step back in the browser does
    not record them twice.
    """

    side: Side
    unit: UnitId
    target: UnitId | None = None
    rolls: DiceText = ""
    armor: DiceText = ""
    after: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None


class FightBody(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Records the attack as it was made.

    `rolls` and `armor` are the dice that count, of every test and of the Armor Tests of its hits. Without them, the
    dice count that the table rolled for it, or it rolls now. `real`: they were real dice, as all that are sent.
    `after`: see the duel's answer. `agreed`: whatever the book has against it.
    """

    target: UnitId
    rolls: DiceText = ""
    armor: DiceText = ""
    real: bool = False
    after: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    agreed: bool = False


class RollBody(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rolls for the attack at the table, for every phone to see.

    Where the other side may react, it is declared first, and the dice wait. `rolls` are the faces of the test that was
    made, for a Secondary Target. `again` replaces dice that are there.
    """

    target: UnitId
    rolls: DiceText = ""
    again: bool = False
    agreed: bool = False


class DeclareBody(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Declares a Move, Fly, Climb, Reposition, Compulsory Movement, Charge, Shoot or Strike.

    `target` is the Enemy Unit that it is at, if the players say so. With a `weapon` and its band, every phone's odds
    are those of this attack. `forced` is what a Compulsory Movement is, such as "4” away". `agreed`: whatever the book
    has against it.
    """

    action: Action
    target: UnitId | None = None
    forced: Annotated[str, msgspec.Meta(max_length=40)] = ""
    agreed: bool = False


class DoBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Performs an action that is not an attack.

    `weapon` is what a Reload is for. `ld` is a Recruit's, who tests it to Rally. `agreed`: whatever the book has
    against it.
    """

    action: Action
    weapon: Annotated[str, msgspec.Meta(max_length=48)] = ""
    ld: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    agreed: bool = False


class EngulfBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hits a Unit in a Cloud.

    `who` is its side and id, such as "gold-2". `armor` are the real dice of its Armor Tests; without them, the table
    rolls.
    """

    who: Annotated[str, msgspec.Meta(max_length=9, pattern="^(gold|red)-.{1,4}$")]
    armor: DiceText = ""


def told_of(asked: Told) -> Told:
    """Returns the circumstances alone."""
    return Told(**{name: getattr(asked, name) for name in Told.__struct_fields__})


def way_of(asked: WayAsked) -> AttackWay | None:
    """Returns the chosen attack, or None without one."""
    if asked.action is None:
        return None
    return AttackWay(action=asked.action, weapon=asked.weapon, band=asked.band)


def dice(rolls: str, armor: str) -> Rolls:
    """Raises Invalid."""
    return Rolls(attack=_faces("rolls", rolls), armor=_faces("armor", armor))


def _faces(field: str, text: str) -> tuple[int, ...]:
    return tuple(bounded(field, each, least=1, most=FACES) for each in text.replace(",", " ").replace(".", " ").split())


def missing(name: str) -> Invalid:
    return Invalid(name, "is missing")


# The duel sheet's own addresses: every state of it is one, so that each tap is a link or a form's field.

NO_DICE = {"rolls": "", "armor": "", "after": None}
NO_LINE = {"action": None, "weapon": "", "band": None, "spread": "", **NO_DICE}


def href(query: DuelPageQuery, **changes: Any) -> str:
    """Returns the same sheet with other parameters."""
    changed = structs.replace(query, **changes)
    return f"{DUEL}?{urlencode(list(changed_parameters(changed)))}"


def changed_parameters(query: DuelPageQuery) -> Iterator[tuple[str, str]]:
    """Yields the parameters that differ from their defaults."""
    for field in structs.fields(query):
        value = getattr(query, field.name)
        if value != field.default:
            yield field.encode_name, "1" if value is True else str(getattr(value, "value", value))


def hidden_fields(query: DuelPageQuery) -> list[tuple[str, str, str]]:
    """Returns the question as hidden fields: name, value, and the kind in which a script sends it."""
    kinds = {"friends": "number", "modifier": "number", "armor_modifier": "number"}
    flags = {field.encode_name for field in structs.fields(query) if field.default is False}
    return [
        (name, value, "flag" if name in flags else kinds.get(name, ""))
        for name, value in changed_parameters(query)
        if name not in ("side", "unit", "rolls", "armor", "after")
    ]
