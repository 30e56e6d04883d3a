"""Serves the unit cards' part of the API: search, save, export, import."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from flask import Response

from companion.fields.characters import LINES, Line
from companion.fields.invalid import Invalid
from companion.system.worker import Busy, Failed
from companion.warzone.battlescribe.reading import UnreadEntry
from companion.warzone.cards.abilities import of_cards
from companion.warzone.cards.card import Faction, UnitCard
from companion.warzone.cards.card_file import LARGEST, CardFile, designation_text, file_of, read_card, write_card
from companion.warzone.cards.library import LONGEST_SEARCH, KeptCards, KeptTexts
from companion.warzone.imports.files import MOST_FILES, CatalogueFile, Found, Imports
from web.http.endpoint import Call, Endpoint, Media, Nothing, delete, get, post, put
from web.http.live import rest
from web.http.problems import LARGEST_UPLOAD, TurnedAway

TOML = "application/toml; charset=utf-8"
IS_TOML = {"contentMediaType": Media.TOML.value}
RETRY_AFTER_S = 5


class UnitBrief(msgspec.Struct, frozen=True):
    """Describes one card of the list, with `designations` as printed."""

    id: str
    name: str
    type: str
    faction: Faction | None
    designations: tuple[str, ...]
    dp: int
    sp: int


class UnitList(msgspec.Struct, frozen=True):
    units: tuple[UnitBrief, ...]


class UnitSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`q`: words of the name or the Unit Type. `faction` as the book spells it, such as `Dark Legion: Algeroth`."""

    q: Annotated[str, msgspec.Meta(max_length=LONGEST_SEARCH)] = ""
    faction: Faction | None = None


class UnitFormat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`toml` answers the card's file, to be kept or passed on."""

    format: Literal["json", "toml"] = "json"


class UnitImport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Holds a card's file, as text."""

    toml: Annotated[str, msgspec.Meta(max_length=LARGEST, extra_json_schema=IS_TOML), LINES]


class CatalogueImport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Holds files that belong together, and the names of the units to keep.

    `["*"]` keeps all; an empty list only reads the files.
    """

    files: Annotated[tuple[CatalogueFile, ...], msgspec.Meta(min_length=1, max_length=MOST_FILES)]
    keep: Annotated[tuple[Line, ...], msgspec.Meta(max_length=400)] = ()


class Imported(msgspec.Struct, frozen=True):
    """Lists what was read and what was not, and the ids of the cards that are kept now."""

    units: tuple[CardFile, ...]
    weapons: int
    unread: tuple[UnreadEntry, ...]
    kept: tuple[str, ...]


class UnitsApi:
    """Serves the unit cards' endpoints."""

    def __init__(self, *, cards: KeptCards, texts: KeptTexts, imports: Imports) -> None:
        self._cards = cards
        self._texts = texts
        self._imports = imports

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        """Returns all of them. No plain forms: the cards' pages have their own."""
        one = "/warzone/units/{id}"
        return (
            get("/warzone/units", self._list, query=UnitSearch, answer=UnitList, summary="The unit cards kept here"),
            get(
                one,
                self._read,
                query=UnitFormat,
                answer=CardFile,
                also=Media.TOML,
                summary="One unit card, as JSON or as its file",
            ),
            put(one, self._put, body=CardFile, answer=CardFile, summary="Save a unit card under its id"),
            delete(one, self._delete, answer=Nothing, summary="Delete a unit card"),
            post(
                "/warzone/units",
                self._take_in,
                body=UnitImport,
                answer=CardFile,
                form=False,
                summary="Save a unit card from its file",
            ),
            post(
                "/warzone/units/import",
                self._import,
                body=CatalogueImport,
                answer=Imported,
                form=False,
                largest_body=LARGEST_UPLOAD,
                turns_away=(503,),
                summary="Read unit cards out of BattleScribe's files, and keep some",
            ),
        )

    def _list(self, call: Call[UnitSearch, Nothing]) -> UnitList:
        return UnitList(tuple(_brief(card) for card in self._cards.search(call.query.q, call.query.faction)))

    def _read(self, call: Call[UnitFormat, Nothing]) -> CardFile | Response:
        card = self._cards.find(call.path["id"])
        return exported(card) if call.query.format == "toml" else file_of(card)

    def _put(self, call: Call[Nothing, CardFile]) -> CardFile:
        if call.body.id != call.path["id"]:
            raise Invalid("id", f"must be {call.path['id']}, as in the address")
        self._cards.save(call.body.card())
        return call.body

    def _delete(self, call: Call[Nothing, Nothing]) -> Nothing:
        self._cards.delete(call.path["id"], source=call.source)
        return Nothing()

    def _take_in(self, call: Call[Nothing, UnitImport]) -> CardFile:
        try:
            card = read_card(call.body.toml)
        except Invalid as error:
            raise Invalid("toml", str(error)) from error
        return file_of(*self._cards.take_in([card]))

    def _import(self, call: Call[Nothing, CatalogueImport]) -> Imported:
        found = self._read_files(call.body.files)
        wanted = {name.casefold() for name in call.body.keep}
        cards = [each.card for each in found.cards]
        unknown = wanted - {card.name.casefold() for card in cards} - {"*"}
        if unknown:
            raise Invalid("keep", f"there is no unit {min(unknown)} in these files")
        chosen = [card.card() for card in cards if "*" in wanted or card.name.casefold() in wanted]
        kept = self._cards.take_in(chosen)
        self._texts.take_in(of_cards(found.rules, kept))
        return Imported(
            units=tuple(cards), weapons=found.weapons, unread=found.unread, kept=tuple(card.id for card in kept)
        )

    def _read_files(self, files: Sequence[CatalogueFile]) -> Found:
        """Waits for the worker: for its turn, and until it is done or out of its time."""
        try:
            reading = self._imports.begin(files)
            rest()
            return reading.result()
        except Busy as busy:
            raise TurnedAway(503, str(busy), retry_after=RETRY_AFTER_S) from busy
        except Failed as failed:
            raise Invalid("files", str(failed)) from failed


def exported(card: UnitCard) -> Response:
    """Returns the card as a file to download."""
    name = f'attachment; filename="{card.id}.toml"'
    return Response(write_card(card), content_type=TOML, headers={"Content-Disposition": name})


def _brief(card: UnitCard) -> UnitBrief:
    roles = tuple(designation_text(each) for each in card.designations)
    return UnitBrief(card.id, card.name, card.type, card.faction, roles, card.dp, card.sp)
