"""The duel sheet's own addresses: every state of it is one, so that each tap is a link or a form's field."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from msgspec import structs

from web.warzone.duel.asked import DuelPageQuery
from web.warzone.match.tiles import DUEL

NO_DICE = {"rolls": "", "armor": "", "roll": False, "after": None}


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
        if name not in ("side", "unit", "rolls", "armor", "roll", "after")
    ]
