"""What is asked of the shelf: a page of a search, or what is older than a day."""

from datetime import date, datetime
from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.fields.sizes import Word
from companion.shelf.index import LONGEST, Search, understood

PAGE = 25
_MOST_PAGES = 100_000
_EARLIEST, _LATEST = date(1971, 1, 1), date(9000, 1, 1)

Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", max_length=10)]


class Looking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`q` in players' words: "anna won", "2026-11". `game` is one by its name; `away`: only what was put away. There
    are 25 matches on a `page`, the ones that were played last on the first."""

    q: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    game: Word | None = None
    away: bool = False
    page: Annotated[int, msgspec.Meta(ge=1, le=_MOST_PAGES)] = 1

    @property
    def search(self) -> Search:
        """What is looked for."""
        return understood(self.q, today=datetime.now().date(), game=self.game, put_away=self.away)


class Older(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`before`: the first day of which nothing is meant, by the table's local time."""

    before: Day

    @property
    def instant(self) -> datetime:
        """Its beginning. Raises Invalid."""
        try:
            day = date.fromisoformat(self.before)
        except ValueError:
            raise Invalid("before", "must be a day such as 2026-11-14") from None
        if not _EARLIEST <= day <= _LATEST:
            raise Invalid("before", "must be a day between 1971 and 9000")
        return datetime(day.year, day.month, day.day)
