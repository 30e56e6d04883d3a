"""Serves the pages that import unit cards: from files, which are read while a page shows how far, and from links."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby

import msgspec
from flask import Flask, Response, flash, make_response, redirect, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.fields.invalid import Invalid
from companion.system.worker import Busy, Failed, Job
from companion.table.errors import Refused
from companion.warzone.battlescribe.reader import MOST_UNITS
from companion.warzone.cards.abilities import RuleText, of_cards
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.card_file import CardFile, file_of, from_link
from companion.warzone.cards.library import KeptCards, KeptTexts, Print, print_of
from companion.warzone.imports.files import LONGEST_NAME, CatalogueFile, Found, FoundCard, Imports, found_card
from web.http.live import rest
from web.http.problems import AROUND, LARGEST_UPLOAD
from web.http.render import page

# Cards that were read from files as their page lists them: by Faction, with what the table has of each already.

SAID_NOTHING = "No Faction said"


@dataclass(frozen=True)
class ImportRow:
    """Describes one card that was read.

    `kept` says in words what the table already keeps of it; empty for a new card.
    """

    card: CardFile
    link: str
    kept: str
    ticked: bool


@dataclass(frozen=True)
class ImportGroup:
    """Holds the cards of a Faction."""

    faction: str
    rows: tuple[ImportRow, ...]


def groups(found: Iterable[FoundCard], kept: Mapping[Print, UnitCard], ticked: AbstractSet[str]) -> list[ImportGroup]:
    """Groups the cards by Faction; those whose links are `ticked` are ticked."""
    ordered = sorted(found, key=lambda each: (faction(each), each.card.name.casefold()))
    rows = (
        (faction(each), ImportRow(each.card, each.link, _kept(each.card, kept), each.link in ticked))
        for each in ordered
    )
    return [ImportGroup(name, tuple(row for _, row in some)) for name, some in groupby(rows, key=lambda each: each[0])]


def faction(found: FoundCard) -> str:
    """Returns the name of a card's group."""
    return found.card.faction.value if found.card.faction else SAID_NOTHING


def ticked(found: Iterable[FoundCard], before: Iterable[str], tick: str) -> set[str]:
    """Returns the links that are ticked after a tap on a button.

    The button is `all` or `none`, of a Faction as in `none:Bauhaus`, or of all.
    """
    what, _, of = tick.partition(":")
    meant = {each.link for each in found if of in ("", faction(each))}
    return set(before) | meant if what == "all" else set(before) - meant


def _kept(card: CardFile, kept: Mapping[Print, UnitCard]) -> str:
    mine = kept.get(print_of(card))
    if mine is None:
        return ""
    same = msgspec.structs.replace(card, id=mine.id) == file_of(mine)
    return "you have it as it is" if same else "in place of the one you have"


LIST = "/warzone/units"
IMPORT = f"{LIST}/import"
_LARGEST_CHOICE = 400 * 1024
"""Bytes of links: MOST_UNITS of some 450 each, and some to spare."""
PATIENCE_S = 0.5
"""A usual file is read within this, and its cards are the next page that is seen."""


class ImportPages:
    """Serves the import pages, whose forms carry files and whole cards. These pages make their changes themselves."""

    def __init__(self, *, cards: KeptCards, texts: KeptTexts, imports: Imports) -> None:
        self._cards = cards
        self._texts = texts
        self._imports = imports

    def install(self, app: Flask) -> None:
        app.jinja_env.globals.update(largest_cards=LARGEST_UPLOAD - AROUND)
        for rule, view, method in (
            (IMPORT, self.unit_link_page, "GET"),
            (IMPORT, self.unit_import_form, "POST"),
            (f"{IMPORT}/<job>", self.unit_import_page, "GET"),
            (f"{IMPORT}/<job>", self.unit_tick_form, "POST"),
            (f"{IMPORT}/<job>/stop", self.unit_import_stop_form, "POST"),
            (f"{LIST}/keep", self.unit_keep_form, "POST"),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])

    def unit_link_page(self) -> Response:
        """Draws a link's card, or the page that imports files. A pasted whole link counts as the card."""
        text = request.args.get("card", "").strip().rpartition("card=")[2]
        if not text:
            return self._preview()
        try:
            card = found_card(from_link(text))
            return self._preview(Found((card,)), marked={card.link})
        except Invalid as error:
            return self._preview(wrong=str(error), status=422)

    def unit_import_form(self) -> Response:
        """Begins to read the files, and leads to the page that waits for what is in them."""
        if request.mimetype == "multipart/form-data":  # as browsers send files: the other way costs ten times as much
            request.max_content_length = LARGEST_UPLOAD
        try:
            sent = [(each.filename or "a file", each.read()) for each in request.files.getlist("files")]
        except RequestEntityTooLarge:
            return self._preview(wrong="These files are too large together: choose fewer.", status=413)
        files = [CatalogueFile(name[:LONGEST_NAME], data) for name, data in sent if data]
        if not files:
            return self._preview(wrong="Choose one or more files first.", status=422)
        try:
            reading = self._imports.begin(files)
        except Invalid as error:
            return self._preview(wrong=str(error), status=422)
        except Busy as busy:
            return self._preview(wrong=str(busy), status=503)
        # Here, not on the page that is led to: only so many can be reading, but anyone may ask how far they are.
        rest()
        reading.wait(PATIENCE_S)
        return _to(f"{IMPORT}/{reading.id}")

    def unit_import_page(self, job: str) -> Response:
        """Draws the progress of reading some files and, once it is over, the result."""
        return self._read(job)

    def unit_tick_form(self, job: str) -> Response:
        """Draws the result with all or none of it ticked, or of a Faction, and the rest as it was in the form."""
        request.max_content_length = _LARGEST_CHOICE
        return self._read(job, before=request.form.getlist("card"), tick=request.form.get("tick", ""))

    def _read(self, job: str, *, before: Sequence[str] = (), tick: str = "all") -> Response:
        reading = self._imports.find(job)
        if reading is None:
            return self._preview(wrong="What these files held is forgotten: choose them again.", status=404)
        if not reading.over:
            return _progress(reading)
        try:
            seen = reading.result()
        except Failed as failed:
            return self._preview(wrong=str(failed), status=422)
        wrong = "" if seen.cards or seen.unread else "There are no unit cards in these files."
        return self._preview(seen, job=job, marked=ticked(seen.cards, before, tick), wrong=wrong)

    def unit_import_stop_form(self, job: str) -> Response:
        reading = self._imports.find(job)
        if reading is not None:
            reading.stop()
        return _to(IMPORT)

    def unit_keep_form(self) -> Response:
        """Keeps the cards that the form carries, each as a link does.

        It also keeps the files' texts of their abilities, which are not part of a card and wait here.
        """
        request.max_content_length = _LARGEST_CHOICE
        job = request.form.get("job", "")
        try:
            kept = self._cards.take_in(_linked(request.form.getlist("card")))
            if job and kept:
                self._texts.take_in(of_cards(self._rules(job), kept))
        except (Invalid, Refused, Failed) as error:
            return self._preview(wrong=str(error), status=422)
        flash("No card was chosen." if not kept else f"Kept: {kept[0].name if len(kept) == 1 else len(kept)}.")
        return _to(LIST)

    def _rules(self, job: str) -> tuple[RuleText, ...]:
        """Returns what the files of that job say of abilities. Raises Failed."""
        reading = self._imports.find(job)
        if reading is None or not reading.over:
            raise Failed("The cards are kept, but their rule texts are forgotten: choose the files again for those.")
        return reading.result().rules

    def _preview(
        self,
        seen: Found | None = None,
        *,
        job: str = "",
        marked: AbstractSet[str] = frozenset(),
        wrong: str = "",
        status: int = 200,
    ) -> Response:
        """Returns the page where files are chosen, with what was read of those that were, by that job; `marked` are the
        links that are ticked."""
        seen = seen or Found()
        return page(
            "warzone_import.html",
            status=status,
            found=groups(seen.cards, self._cards.by_print() if seen.cards else {}, marked),
            units=len(seen.cards),
            job=job,
            unread=seen.unread,
            weapons=seen.weapons,
            wrong=wrong,
        )


def _linked(texts: list[str]) -> list[UnitCard]:
    if len(texts) > MOST_UNITS:
        raise Invalid("card", f"keep no more than {MOST_UNITS} at once")
    return [from_link(text) for text in texts]


def _progress(reading: Job[Found]) -> Response:
    return page("warzone_importing.html", job=reading.id, begun=reading.begun, done=round(reading.share * 100))


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))
