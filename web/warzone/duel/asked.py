"""What is asked of a duel: its Units, what the players see of them, which attack, and the dice."""

from collections.abc import Iterator
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import structs

from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST, bounded
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolved import Rolls
from companion.warzone.cards.numbers import BandName
from companion.warzone.chances.dice import FACES
from companion.warzone.match.parts import Assistance, AttackWay, Told, UnitId
from web.warzone.match.bodies import OneDie
from web.warzone.match.tiles import DUEL

DiceText = Annotated[
    str, msgspec.Meta(max_length=1200, description="Faces that count, 1 to 20, with commas or spaces between")
]
T = TypeVar("T", bound=msgspec.Struct)


class WayAsked(Told, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the attacks: see companion.warzone.duel.lines.AttackWay."""

    action: Action | None = None
    weapon: Annotated[str, msgspec.Meta(max_length=48)] = ""
    band: BandName | None = None


class DuelQuery(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Unit `unit` of `side` against `target`, one of the other side's; with an action,
    that line's whole answer too."""

    side: Side
    unit: UnitId
    target: UnitId


class DuelPageQuery(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same as a page: without a target it is still to be picked. `rolls` and `armor` are dice that lie on the
    table, of the attack after `after` others, so that a step back in the browser records none of them twice."""

    side: Side
    unit: UnitId
    target: UnitId | None = None
    rolls: DiceText = ""
    armor: DiceText = ""
    after: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None


class FightBody(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The attack as it was made. `rolls` and `armor` are the dice that count, of every test and of the Armor Tests of
    its hits; without them those count that the table rolled for it, or it rolls now. `real`: they lay on the table, as
    all do that are sent. `after`: see the duel's answer. `agreed`: whatever the book has against it."""

    target: UnitId
    rolls: DiceText = ""
    armor: DiceText = ""
    real: bool = False
    after: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    agreed: bool = False


class RollBody(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table rolls for the attack, for everyone to see; where somebody may react to it, it is declared first, and
    the dice wait. `rolls`: of a Secondary Target, the faces of the test that was made. `again`: in place of dice that
    lie."""

    target: UnitId
    rolls: DiceText = ""
    again: bool = False
    agreed: bool = False


class DeclareBody(WayAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Move, Fly, Climb, Reposition, Compulsory Movement, Charge, Shoot or Strike; `target` is the Enemy Unit that it
    is at, if you say so, and with a `weapon` and its band the odds of everyone are those of this attack. `forced` is
    what a Compulsory Movement is, such as "4” away"."""

    action: Action
    target: UnitId | None = None
    forced: Annotated[str, msgspec.Meta(max_length=40)] = ""
    agreed: bool = False


class DoBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action that attacks nobody; `weapon` is what a Reload is for. `ld` is a Recruit's, who tests it to Rally.
    `agreed`: whatever the book has against it."""

    action: Action
    weapon: Annotated[str, msgspec.Meta(max_length=48)] = ""
    ld: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    agreed: bool = False


class AssistBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Command, First Aid or Inspire for a friend, or Impact on an Enemy Unit: `other`. `needed` is what the die is
    tested against: the Unit's LD (Command), X (First Aid), the other's LD (Impact)."""

    ability: Assistance
    other: UnitId
    needed: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    agreed: bool = False


class EngulfBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`who` is the side and the id of the Unit in the Cloud, such as "gold-2"; `armor` are the real dice of its Armor
    Tests, without which the table rolls."""

    who: Annotated[str, msgspec.Meta(max_length=9, pattern="^(gold|red)-.{1,4}$")]
    armor: DiceText = ""


def told_of(asked: Told) -> Told:
    """The circumstances alone."""
    return Told(**{name: getattr(asked, name) for name in Told.__struct_fields__})


def way_of(asked: WayAsked) -> AttackWay | None:
    """The attack that is asked for; None where none is."""
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


def href(query: DuelPageQuery, **changes: Any) -> str:
    """The same sheet with other parameters."""
    changed = structs.replace(query, **changes)
    return f"{DUEL}?{urlencode(list(said(changed)))}"


def said(query: DuelPageQuery) -> Iterator[tuple[str, str]]:
    """The parameters that are not as they are by themselves."""
    for field in structs.fields(query):
        value = getattr(query, field.name)
        if value != field.default:
            yield field.encode_name, "1" if value is True else str(getattr(value, "value", value))


def hidden(query: DuelPageQuery) -> list[tuple[str, str, str]]:
    """The question as hidden fields: name, value, and of which kind a script sends it."""
    kinds = {"friends": "number", "modifier": "number", "armor_modifier": "number"}
    flags = {field.encode_name for field in structs.fields(query) if field.default is False}
    return [
        (name, value, "flag" if name in flags else kinds.get(name, ""))
        for name, value in said(query)
        if name not in ("side", "unit", "rolls", "armor", "after")
    ]
