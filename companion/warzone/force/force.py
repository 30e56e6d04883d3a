"""A Force as a player puts it together."""

from typing import Annotated

import msgspec

from companion.warzone.cards.factions import Allegiance, Faction

Id = Annotated[str, msgspec.Meta(max_length=60)]


class Force(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units by the ids of their cards, one entry a model; Faction Assets by their names as the book prints them.

    `game_size` is in Deployment Points; the standard one is 40 (Chapter 12, Determine Game Size).
    """

    game_size: Annotated[int, msgspec.Meta(ge=1, le=500)] = 40
    faction: Faction
    allegiance: Allegiance
    units: Annotated[tuple[Id, ...], msgspec.Meta(max_length=120)] = ()
    assets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)] = ()


class KeptForce(Force, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Force under a name, as the library has it. Its units' cards stay where they are: a card that is changed is
    changed in every Force."""

    id: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
