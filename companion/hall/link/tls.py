"""Whom a table, and its hall's organiser, believe to be the hall's broker."""

import ssl
from typing import Any

from companion.hall.card import Card
from companion.hall.card_text import on_this_machine
from companion.hall.link.trouble import NoBroker


class Trusting(ssl.SSLContext):
    """Lets go of the socket where the broker turns out to be another's: paho would leave that to chance."""

    def wrap_socket(self, *args: Any, **more: Any) -> ssl.SSLSocket:
        wrapped = super().wrap_socket(*args, **more)
        try:
            wrapped.do_handshake()
        except BaseException:
            wrapped.close()
            raise
        return wrapped


def trusting(card: Card) -> ssl.SSLContext | None:
    """Believes what the card's authority vouches for, under the card's name for it, and nothing else; None for no TLS,
    on this very machine alone. Raises NoBroker."""
    if not card.ca:
        if on_this_machine(card.host):
            return None
        raise NoBroker(f"this table's card does not say how to know the broker at {card.host}", long=True)
    try:
        return believing(card.ca)
    except (ssl.SSLError, ValueError) as error:
        raise NoBroker("the certificate on this table's card cannot be read", long=True) from error


def believing(ca: bytes | str) -> ssl.SSLContext:
    """Believes what that authority vouches for, as DER or PEM, and nothing else. Raises ssl.SSLError, ValueError."""
    context = Trusting(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_verify_locations(cadata=ca)
    return context
