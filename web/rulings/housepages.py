"""The pages on which joined phones add, change and remove the table's own rulings. All work without JavaScript."""

from collections.abc import Mapping

import msgspec
from flask import Flask, Response, flash, g, make_response, redirect, request

from companion.fields.invalid import Invalid
from companion.rulings.ruling import LONGEST_ANSWER, LONGEST_QUESTION, Game, HouseRuling, house_id
from companion.rulings.shelf import Shelf
from companion.table.errors import Refused
from web.http import codec
from web.http.render import page
from web.rulings.api import toml_file
from web.rulings.links import ruling_href
from web.rulings.lookup import known_game
from web.site.games import Games

_SAY = {"question": "Write the question.", "answer": "Write the answer."}


class HousePages:
    """What these pages change, they change themselves."""

    def __init__(self, *, shelf: Shelf, games: Games) -> None:
        self._shelf = shelf
        self._games = games

    def install(self, app: Flask) -> None:
        for rule, view, method in (
            ("/rulings/house/new", self.house_new_page, "GET"),
            ("/rulings/house.toml", self.house_file, "GET"),
            ("/rulings/<id>/change", self.house_change_page, "GET"),
            ("/rulings/house", self.house_form, "POST"),
            ("/rulings/<id>/remove", self.house_remove_form, "POST"),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])

    def house_new_page(self) -> Response:
        """Beside the ruling `about`, or for `game`, else for the one being played; a `question` that nobody answered is
        filled in, as much of it as a house ruling may ask."""
        about = request.args.get("about", "")
        named = self._shelf.find(about).game if about else known_game(request.args.get("game", ""))
        game = named.value if named else self._games.playing.name
        question = request.args.get("question", "")[:LONGEST_QUESTION].strip()
        return self._form({"game": game, "about": about, "question": question})

    def house_change_page(self, id: str) -> Response:
        return self._form(msgspec.to_builtins(self._shelf.find_house(id)))

    def house_file(self) -> Response:
        return toml_file(self._shelf.house())

    def house_form(self) -> Response:
        filled = {name: value.strip() for name, value in request.form.items()}
        try:
            for name, say in _SAY.items():
                if not filled.get(name):
                    raise Invalid(name, say)
            taken = [each.id for each in self._shelf.house()]
            filled["id"] = filled.get("id") or house_id(filled["question"], taken)
            ruling = codec.from_form(filled.items(), HouseRuling)
            self._shelf.save(ruling, source=g.source)
        except (Invalid, Refused) as error:
            wrong = error.message if isinstance(error, Invalid) else str(error)
            return self._form(dict(request.form.items()), wrong=wrong, status=422)
        return make_response(redirect(ruling_href(ruling.about or ruling.id), 303))

    def house_remove_form(self, id: str) -> Response:
        try:
            self._shelf.remove(id, source=g.source)
        except Refused as refused:
            flash(str(refused), "refused")
            return make_response(redirect(ruling_href(id), 303))
        return make_response(redirect("/rulings", 303))

    def _form(self, filled: Mapping[str, str], *, wrong: str = "", status: int = 200) -> Response:
        about = filled.get("about", "")
        return page(
            "ruling_house.html",
            status=status,
            filled=filled,
            about=self._shelf.find(about) if about else None,
            games=list(Game),
            longest={"question": LONGEST_QUESTION, "answer": LONGEST_ANSWER},
            wrong=wrong,
        )
