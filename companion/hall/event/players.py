"""Who plays."""

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.player_names import tidy

LONGEST_NAME = 40
"""As a hall's pairings carry it."""
MOST_PLAYERS = 2_000
RESERVED = frozenset({"draw", "bye"})
"""What CSV says in a player's place."""
_OWN: Mapping[str, str] = MappingProxyType({})

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player goes by the name. `club` is whatever first rounds may keep apart: a club, a faction, a family; `table`
    the one that this player always sits at; `dropped` ones are paired no more and keep what they have."""

    name: Name
    club: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    table: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    dropped: bool = False


def named(
    name: str,
    *,
    club: str = "",
    table: str = "",
    dropped: bool = False,
    line: int | None = None,
    titles: Mapping[str, str] = _OWN,
) -> Player:
    """A player of texts as somebody wrote them. Raises Invalid, naming the field, as `titles` has it, and the line."""
    made = tidied(titles.get("name", "name"), name, line=line)
    if key(made) in RESERVED:
        raise Invalid(titles.get("name", "name"), f"cannot be {made}: that is said of a result", line)
    return Player(
        name=made,
        club=tidied(titles.get("club", "club"), club, line=line) if club.strip() else "",
        table=tidied(titles.get("table", "table"), table, line=line) if table.strip() else "",
        dropped=dropped,
    )


def tidied(field: str, text: str, *, line: int | None = None) -> str:
    """A name with its spaces and accents in order. Raises Invalid, naming the field and the line."""
    try:
        return tidy(unicodedata.normalize("NFC", text), longest=LONGEST_NAME)
    except ValueError as error:
        raise Invalid(field, str(error), line) from error


def key(name: str) -> str:
    """The same for two spellings of one player, or of one club."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()
