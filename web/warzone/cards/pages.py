"""Serves the pages that list, enter, change and share unit cards. All work without JavaScript."""

import re
from urllib.parse import urlencode

from flask import Flask, Response, flash, g, make_response, redirect, request

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.table.errors import Refused
from companion.warzone.cards.card import CHARACTERISTICS, Faction
from companion.warzone.cards.card_file import card_of, file_of, link_text
from companion.warzone.cards.library import KeptCards, KeptTexts
from companion.warzone.force.assets import ASSETS, designated, equipped
from web.http.render import page
from web.warzone.cards import reading
from web.warzone.cards.api import exported
from web.warzone.cards.form import CHOICES, FACTIONS, UnitDraft, draft_of, filled_in
from web.warzone.cards.importing import LIST

LONGEST_NAME = 48
"""Characters of an ability's name."""


class UnitPages:
    """Serves the card pages, whose forms carry whole cards. These pages make their changes themselves."""

    def __init__(self, *, cards: KeptCards, texts: KeptTexts) -> None:
        self._cards = cards
        self._texts = texts

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            ("", self.units_page, "GET"),
            ("/new", self.new_unit_page, "GET"),
            ("/<id>", self.unit_page, "GET"),
            ("/<id>/edit", self.unit_edit_page, "GET"),
            ("/<id>.toml", self.unit_file, "GET"),
            ("/edit", self.unit_form, "POST"),
            ("/<id>/delete", self.unit_delete_form, "POST"),
        ):
            app.add_url_rule(f"{LIST}{rule}", endpoint=view.__name__, view_func=view, methods=[method])

    def units_page(self) -> Response:
        """`undo`: a card that was just deleted, to be kept again by a tap."""
        words, faction = request.args.get("q", ""), request.args.get("faction", "")
        known = Faction(faction) if faction in FACTIONS else None
        return page(
            "warzone_units.html",
            units=self._cards.search(words, known),
            q=words,
            faction=faction,
            factions=FACTIONS,
            file_of=file_of,
            undo=request.args.get("undo", ""),
        )

    def new_unit_page(self) -> Response:
        return _form(UnitDraft(faction=request.args.get("faction", "")))

    def unit_page(self, id: str) -> Response:
        """Draws the card as it is printed; with Faction Assets (`asset`), as the Unit with them has it."""
        card = self._cards.find(id)
        assets = [ASSETS[name] for each in request.args.getlist("asset") if designated(name := each.casefold())]
        had = equipped(card, [each.name for each in assets])
        return page(
            "warzone_card.html",
            card=card,
            assets=list(dict.fromkeys(each.name for each in assets)),
            designations=reading.designations(had),
            points=reading.points(had),
            characteristics=reading.characteristics(had),
            weapons=reading.weapons(had),
            abilities=tuple(reading.abilities(had, self._texts)),
            link=f"{request.host_url.rstrip('/')}{LIST}/import?{urlencode({'card': link_text(card)})}",
        )

    def unit_edit_page(self, id: str) -> Response:
        """`bind`: an ability whose owner comes to say what it does."""
        draft, ability = draft_of(self._cards.find(id)), request.args.get("bind", "")[:LONGEST_NAME]
        return _form(draft.with_bound(ability) if ability else draft)

    def unit_file(self, id: str) -> Response:
        return exported(self._cards.find(id))

    def unit_form(self) -> Response:
        """Adds or removes a row of a weapon or of what an ability does, or saves."""
        draft, what = filled_in(request.form), request.form.get("do", "save")
        if what == "add":
            return _form(draft.with_weapon())
        if what == "bind":
            return _form(draft.with_bound())
        if (found := whole(what.removeprefix("remove-"), most=99)) is not None:
            return _form(draft.without_weapon(found))
        if (found := whole(what.removeprefix("unbind-"), most=99)) is not None:
            return _form(draft.without_bound(found))
        try:
            card = card_of(draft.data(draft.id or self._cards.free_id(draft.name)))
            self._cards.save(card)
        except (Invalid, Refused) as error:
            return _form(draft, wrong=_error_text(error), status=422)
        flash(f"Saved: {card.name}.")
        return _to(f"{LIST}/{card.id}")

    def unit_delete_form(self, id: str) -> Response:
        card = self._cards.find(id)
        try:
            self._cards.delete(id, source=g.source)
        except Refused as refused:
            flash(str(refused), "refused")
            return _to(LIST)
        flash(f"Deleted: {card.name}.")
        return _to(f"{LIST}?{urlencode({'undo': link_text(card)})}")


def _form(draft: UnitDraft, *, wrong: str = "", status: int = 200) -> Response:
    return page(
        "warzone_unit.html",
        status=status,
        draft=draft,
        characteristics=CHARACTERISTICS,
        factions=FACTIONS,
        bindable=CHOICES,
        wrong=wrong,
    )


def _error_text(error: Exception) -> str:
    """Returns the error as a player counts and reads: the first weapon is weapon 1, characteristics in capitals."""
    text = re.sub(r"^weapons\[([0-9]{1,2})\]\.?", lambda found: f"Weapon {1 + (whole(found[1]) or 0)}, ", str(error))
    text = re.sub(r"^bound\[[0-9]{1,2}\]", "What its abilities do", text)
    text = re.sub(r"^(designations|abilities)\[[0-9]{1,2}\]", lambda found: found[1].capitalize(), text)
    return re.sub(r"\b(dp|sp|mv|mw|cc|st|def|ar|w|pw|ld|cf)(?=:)", lambda found: found[1].upper(), text)


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))
