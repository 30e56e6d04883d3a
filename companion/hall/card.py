"""A table's card: all that it needs to stand in a hall, on one piece of paper."""

import msgspec

from companion.hall.wire.sizes import Short
from companion.hall.wire.topics import Name


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """Where the broker is and what its certificates are signed by (`ca`, DER; empty only for a broker on this very
    machine), what hall and table are called in topics and `called` by players, the table's own password there, and the
    32 bytes that what its players seal is encrypted to (`key`), which nobody but this card has."""

    host: Short
    port: int
    hall: Name
    table: Name
    called: Short
    password: Short
    ca: bytes
    key: bytes
