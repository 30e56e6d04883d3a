"""A Force as a player puts it together."""

from typing import Annotated

import msgspec

from companion.warzone.cards.factions import Allegiance, Faction

LONGEST_ID = LONGEST_NAME = 60
LARGEST_GAME = 500
"""In Deployment Points."""
LARGEST_FORCE = 120
"""In models."""
MOST_ASSETS = 60
Id = Annotated[str, msgspec.Meta(max_length=LONGEST_ID)]


class Force(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units by the ids of their cards, one entry a model; Faction Assets by their names as the book prints them.
    `designated` has the id of the card whose Unit has the asset of that name: one model, where several have the card.

    `game_size` is in Deployment Points; the standard one is 40 (Chapter 12, Determine Game Size).
    """

    game_size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_GAME)] = 40
    faction: Faction
    allegiance: Allegiance
    units: Annotated[tuple[Id, ...], msgspec.Meta(max_length=LARGEST_FORCE)] = ()
    assets: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_ASSETS)] = ()
    designated: Annotated[dict[Id, Id], msgspec.Meta(max_length=MOST_ASSETS)] = {}


class KeptForce(Force, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Force under a name, as the library has it. Its units' cards stay where they are: a card that is changed is
    changed in every Force."""

    id: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
