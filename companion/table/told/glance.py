"""The table at one instant, for whoever tells others of it."""

from typing import Any

import msgspec

from companion.table.match import Match
from companion.table.view import TableView


class Glance(msgspec.Struct, frozen=True, kw_only=True):
    """`match` is what the view is of, and knows secrets. `number` is what the journal has the match under, 0 as long as
    it does not have it, and `seq` the newest row that it has of it: what is owed is in neither."""

    view: TableView
    match: Match[Any]
    number: int
    seq: int
