"""The pages on which unit cards are listed, typed in, changed, passed on and taken in. All work without JavaScript."""

import re
from urllib.parse import urlencode

from flask import Flask, Response, flash, g, make_response, redirect, request

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.table.errors import Refused
from companion.warzone.battlescribe.reader import read_files
from companion.warzone.battlescribe.reading import Reading
from companion.warzone.cards.abilities import explained
from companion.warzone.cards.card import CHARACTERISTICS, UnitCard
from companion.warzone.cards.card_file import card_of, file_of, read_card
from companion.warzone.cards.factions import Faction
from companion.warzone.cards.kept import KeptCards
from companion.warzone.cards.link import from_link, link_text
from web.http.limits import LARGEST_UPLOAD
from web.http.render import page
from web.warzone.cards.api import exported
from web.warzone.cards.form import FACTIONS, UnitDraft, draft_of, filled_in

LIST = "/warzone/units"


class UnitPages:
    """What these pages change, they change themselves: their forms carry whole cards."""

    def __init__(self, cards: KeptCards) -> None:
        self._cards = cards

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            ("", self.units_page, "GET"),
            ("/new", self.new_unit_page, "GET"),
            ("/<id>", self.unit_page, "GET"),
            ("/<id>.toml", self.unit_file, "GET"),
            ("/edit", self.unit_form, "POST"),
            ("/<id>/delete", self.unit_delete_form, "POST"),
            ("/import", self.unit_link_page, "GET"),
            ("/import", self.unit_import_form, "POST"),
            ("/keep", self.unit_keep_form, "POST"),
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
        card = self._cards.find(id)
        return _form(draft_of(card), card=card)

    def unit_file(self, id: str) -> Response:
        return exported(self._cards.find(id))

    def unit_form(self) -> Response:
        """Adds or removes a weapon's row, or saves."""
        draft, what = filled_in(request.form), request.form.get("do", "save")
        if what == "add":
            return _form(draft.with_weapon())
        if (found := whole(what.removeprefix("remove-"), most=99)) is not None:
            return _form(draft.without_weapon(found))
        try:
            card = card_of(draft.data(draft.id or self._cards.free_id(draft.name)))
            self._cards.save(card)
        except (Invalid, Refused) as error:
            return _form(draft, wrong=_said(error), status=422)
        flash(f"Saved: {card.name}.")
        return _to(LIST)

    def unit_delete_form(self, id: str) -> Response:
        card = self._cards.find(id)
        try:
            self._cards.delete(id, source=g.source)
        except Refused as refused:
            flash(str(refused), "refused")
            return _to(LIST)
        flash(f"Deleted: {card.name}.")
        return _to(f"{LIST}?{urlencode({'undo': link_text(card)})}")

    def unit_link_page(self) -> Response:
        """A link's card, or the page where files are taken in. The whole link may be given as the card, as pasted."""
        text = request.args.get("card", "").strip().rpartition("card=")[2]
        if not text:
            return _preview(())
        try:
            return self._preview((from_link(text),))
        except Invalid as error:
            return _preview((), wrong=str(error), status=422)

    def unit_import_form(self) -> Response:
        request.max_content_length = LARGEST_UPLOAD
        files = {each.filename or f"file {n}": each.read() for n, each in enumerate(request.files.getlist("files"), 1)}
        files = {name: data for name, data in files.items() if data}
        if not files:
            return _preview((), wrong="Choose one or more files first.", status=422)
        ours = {name: data for name, data in files.items() if name.casefold().endswith(".toml")}
        cards, wrong = [], []
        for name, data in ours.items():
            try:
                cards.append(read_card(data.decode(errors="replace")))
            except Invalid as error:
                wrong.append(f"{name}, {error}.")
        reading = read_files({name: data for name, data in files.items() if name not in ours})
        return self._preview((*cards, *reading.cards()), reading=reading, wrong=" ".join(wrong))

    def unit_keep_form(self) -> Response:
        """Keeps the cards that the form carries, each as a link does."""
        request.max_content_length = LARGEST_UPLOAD
        try:
            cards = [from_link(text) for text in request.form.getlist("card")]
            kept = [self._cards.take_in(card) for card in cards]
        except (Invalid, Refused) as error:
            return _preview((), wrong=str(error), status=422)
        flash("Nothing was chosen." if not kept else f"Kept: {kept[0].name if len(kept) == 1 else len(kept)}.")
        return _to(LIST)

    def _preview(self, cards: tuple[UnitCard, ...], *, reading: Reading | None = None, wrong: str = "") -> Response:
        twins = {card.id for card in cards if self._cards.twin(card) is not None}
        return _preview(cards, twins=twins, reading=reading, wrong=wrong)


def _preview(
    cards: tuple[UnitCard, ...],
    *,
    twins: set[str] | None = None,
    reading: Reading | None = None,
    wrong: str = "",
    status: int = 200,
) -> Response:
    """The page where files are chosen, with what was read of those that were. `twins`: the ids of the cards that are
    kept already."""
    return page(
        "warzone_import.html",
        status=status,
        found=[(card, link_text(card)) for card in cards],
        twins=twins or set(),
        unread=reading.unread if reading else (),
        weapons=len(reading.weapons) if reading else 0,
        file_of=file_of,
        wrong=wrong,
    )


def _form(draft: UnitDraft, *, card: UnitCard | None = None, wrong: str = "", status: int = 200) -> Response:
    return page(
        "warzone_unit.html",
        status=status,
        draft=draft,
        characteristics=CHARACTERISTICS,
        factions=FACTIONS,
        abilities=explained(card) if card else (),
        link=f"{request.host_url.rstrip('/')}{LIST}/import?{urlencode({'card': link_text(card)})}" if card else "",
        wrong=wrong,
    )


def _said(error: Exception) -> str:
    """The error as a player counts and reads: the first weapon is weapon 1, characteristics in capitals."""
    text = re.sub(r"^weapons\[([0-9]{1,2})\]\.?", lambda found: f"Weapon {1 + (whole(found[1]) or 0)}, ", str(error))
    text = re.sub(r"^(designations|abilities)\[[0-9]{1,2}\]", lambda found: found[1].capitalize(), text)
    return re.sub(r"\b(dp|sp|mv|mw|cc|st|def|ar|w|pw|ld|cf)(?=:)", lambda found: found[1].upper(), text)


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))
