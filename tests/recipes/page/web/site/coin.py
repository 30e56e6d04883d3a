"""Tosses a coin: who begins, where the book lets chance decide."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Flask, Response

from web.http.endpoint import Call, Endpoint, Nothing, get
from web.http.render import page


class Toss(msgspec.Struct, frozen=True, kw_only=True):
    """Says how the coin fell."""

    heads: bool


def toss() -> Toss:
    return Toss(heads=bool(secrets.randbelow(2)))


def endpoints() -> Sequence[Endpoint[Any, Any]]:
    return (get("/coin", _toss, query=Nothing, answer=Toss, summary="Toss a coin"),)


def install(app: Flask) -> None:
    app.add_url_rule("/coin", endpoint="coin_page", view_func=_coin_page)


def _toss(_: Call[Nothing, Nothing]) -> Toss:
    return toss()


def _coin_page() -> Response:
    return page("coin.html", toss=toss())
