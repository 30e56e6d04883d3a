"""Knows the addresses of rulings, headings and books on this site, and how answers cite them."""

import re
from urllib.parse import quote

import msgspec
from flask import Flask, redirect, request
from flask.typing import ResponseReturnValue

from companion.games import RuledGame
from companion.rulings.ruling import Cite
from companion.rulings.shelf import headings


class RulingLink(msgspec.Struct, frozen=True):
    """Links to something, by name."""

    title: str
    href: str


def slug(name: str) -> str:
    """Returns a name as a part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


def ruling_href(id: str) -> str:
    return f"/rulings/{id}"


def book_href(book: str) -> str:
    return f"/rulings/book/{slug(book)}"


def anchor(cite: Cite) -> str:
    """Returns the heading's own name on its book's page."""
    return slug(f"{cite.chapter} {cite.section}")


def place_href(cite: Cite) -> str:
    """Returns the heading's address. It names the chapter too: browsers open closed parts around a place only one by
    one."""
    return f"{book_href(cite.book)}?chapter={slug(cite.chapter)}#{anchor(cite)}"


def source_href(source: str, game: str) -> str:
    """Returns the address at which a ledger's line, a refusal or a verdict of this game finds its ruling.

    `source` is "Book, Heading", the heading alone, or, where no book has it, words to search for.
    """
    heading = headings().cited(source, RuledGame(game))
    if heading is None:
        return f"/rulings?q={quote(source)}&game={game}"
    return ruling_href(heading.rulings[0].id) if len(heading.rulings) == 1 else place_href(heading.cite)


def install(app: Flask) -> None:
    """Lets every template call `source_href`. Scripts use /rulings/at?source=…&game=…."""
    app.jinja_env.globals.update(source_href=source_href, place_href=place_href, ruling_href=ruling_href, anchor=anchor)

    @app.get("/rulings/at")
    def rulings_at() -> ResponseReturnValue:
        game = request.args.get("game", "")
        known = game if game in {each.value for each in RuledGame} else RuledGame.WARTIME.value
        return redirect(source_href(request.args.get("source", ""), known), 303)
