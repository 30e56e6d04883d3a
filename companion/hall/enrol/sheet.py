"""Cards on paper: a page of HTML that a browser prints, four to a sheet of A4, to be cut and laid on tables."""

import io
from collections.abc import Sequence
from html import escape

import segno

from companion.hall.card import Card
from companion.hall.card_text import TABLES_OWN, address, fingerprint, link, written

_STYLE = """
@page { size: A4; margin: 12mm }
body { margin: 0; font: 9pt/1.3 sans-serif; color: #000; background: #fff }
section { box-sizing: border-box; display: inline-block; width: 92mm; height: 134mm; padding: 5mm; vertical-align: top;
  break-inside: avoid; overflow: hidden; border: 1px dashed #999 }
h1 { margin: 0; font-size: 16pt } h1 + p { margin: 0 0 2mm }
svg { display: block; width: 72mm; height: 72mm; margin: 0 auto }
code { display: block; font: 4.5pt/1.25 monospace; overflow-wrap: anywhere }
"""
_MARGIN = 4
"""Modules of white that a reader needs around a QR code."""


def sheet(cards: Sequence[Card], *, at: str = TABLES_OWN) -> str:
    """`at`: where a table's pages are, see card_text.address. Raises Invalid."""
    body = "\n".join(_section(card, at) for card in cards)
    hall = escape(cards[0].hall) if cards else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Cards of {hall}</title>\n'
        f"<style>{_STYLE}</style>\n{body}\n</html>\n"
    )


def _section(card: Card, at: str) -> str:
    return (
        f"<section>\n<h1>{escape(card.called)}</h1>\n<p>{escape(card.table)} in {escape(card.hall)}. Scan this with a "
        f"phone, at {escape(address(at, card.table))}. Keep it with the table: a box that stands in for it takes the "
        f"same card, and whoever has it is this table.</p>\n{_picture(link(card, at=at))}\n"
        f"<code>{escape(written(card))}</code>\n<p>The hall's fingerprint</p>\n<code>{fingerprint(card)}</code>\n"
        "</section>"
    )


def _picture(link: str) -> str:
    picture = io.BytesIO()
    code = segno.make(link, error="l", micro=False)
    code.save(picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=_MARGIN)
    return picture.getvalue().decode()
