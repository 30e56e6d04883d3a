"""The pages on which the rule text of an ability is typed in, put right and deleted. All work without JavaScript."""

from urllib.parse import quote, urlencode

from flask import Flask, Response, flash, g, make_response, redirect, request

from companion.fields.invalid import Invalid
from companion.table.errors import NotHere, Refused
from companion.warzone.cards.abilities import LONGEST, LONGEST_NAME, id_of, rule_text
from companion.warzone.cards.kept import KeptTexts
from web.http.render import page

LIST = "/warzone/abilities"
ONE = f"{LIST}/text"


class TextPages:
    """What these pages change, they change themselves: a rule text is no part of what the API tells."""

    def __init__(self, texts: KeptTexts) -> None:
        self._texts = texts

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            (LIST, self.abilities_page, "GET"),
            (f"{LIST}/delete", self.abilities_delete_form, "POST"),
            (ONE, self.ability_page, "GET"),
            (ONE, self.ability_form, "POST"),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])

    def abilities_page(self) -> Response:
        """The abilities whose rules are kept, by name alone."""
        return page("warzone_abilities.html", abilities=[each.ability for each in self._texts.all()], address=address)

    def abilities_delete_form(self) -> Response:
        try:
            self._texts.delete_all(source=g.source)
            flash("Deleted: every rule text.")
        except Refused as refused:
            flash(str(refused), "refused")
        return _to(LIST)

    def ability_page(self) -> Response:
        """The text of one, to be typed or put right. `of`: the ability as printed; `card`: whose page was left."""
        return self._ability(request.args.get("of", ""), card=request.args.get("card", ""))

    def ability_form(self) -> Response:
        """Keeps a text, or deletes it where none is left."""
        of, text, card = (request.form.get(key, "") for key in ("of", "text", "card"))
        try:
            if text.strip():
                self._texts.take_in([rule_text(of, text)])
            else:
                self._texts.delete(of, source=g.source)
        except NotHere:
            return self._ability(of, card=card, wrong="text: type what the rule says", status=422)
        except (Invalid, Refused) as error:
            return self._ability(of, card=card, text=text, wrong=str(error), status=422)
        flash(f"Saved: {of}." if text.strip() else f"Deleted: the text of {of}.")
        return _to(f"/warzone/units/{quote(card, safe='')}" if card else LIST)

    def _ability(self, of: str, *, card: str, text: str = "", wrong: str = "", status: int = 200) -> Response:
        of = of[:LONGEST_NAME]
        kept = next((each for each in self._texts.all() if each.id == id_of(of)), None)
        return page(
            "warzone_ability.html",
            status=status,
            of=of,
            card=card,
            text=text or (kept.text if kept else ""),
            longest=LONGEST,
            wrong=wrong,
        )


def address(ability: str, card: str = "") -> str:
    """Where the text of an ability is put right; from a card's page, and back to it."""
    return f"{ONE}?{urlencode({'of': ability} | ({'card': card} if card else {}))}"


def _to(place: str) -> Response:
    return make_response(redirect(place, 303))
