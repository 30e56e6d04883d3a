"""What a table remembers of its hall over a restart."""

import hashlib
import logging
import secrets
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.hall.card import Card
from companion.hall.wire.from_hall import Round
from companion.hall.wire.from_table import Result
from companion.hall.wire.sizes import LATEST
from companion.table.at_hall import Announcement, CallState, JudgeCall, ResultHere

_logger = logging.getLogger(__name__)

TABLE, KIND, ID = "table", "hall", "remembered"
"""Where it is kept: the game that the library files it under, and its kind and id."""


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """`journal` is drawn once and names this journal; `boot` counts its starts, up to LATEST, and `calls` those of a
    judge. All else is of the `place` of one card, see `at`. `result` is of the match of that number and round, `given`
    the round of which all have confirmed one, and `over_before` the match that lay over as the round began, which is
    none of its. `round` is the last that was heard of, its pairings left out but for `players`, who sit here, and
    `begun` whether its clock has ever run. `arrived`: whether the broker has taken the result as it stands; `owed` are
    those of earlier rounds, until a later one has arrived."""

    journal: str
    boot: int = 0
    calls: int = 0
    place: str = ""
    call: JudgeCall | None = None
    said: Announcement | None = None
    round: Round | None = None
    begun: bool = False
    players: tuple[str, ...] = ()
    result: ResultHere | None = None
    result_match: int = 0
    agreed: dict[str, str] = {}
    given: int = 0
    over_before: int = 0
    arrived: bool = False
    owed: tuple[Result, ...] = ()

    @classmethod
    def read(cls, kept: bytes | None) -> Self:
        """What `kept` is the JSON of; a fresh one where nothing was kept, or nothing that can be read."""
        try:
            if kept is not None:
                return msgspec.json.decode(kept, type=cls)
        except msgspec.DecodeError:
            _logger.exception("what the table knew of its hall cannot be read")
        return cls(journal=secrets.token_hex(8))

    def at(self, card: Card) -> Self:
        """As a table with that card has it: what another hall said, or this one to another of its tables, is nothing to
        it. A call that no judge has answered goes along, for its players still wait, and whoever was coming does not
        come here. What was kept before places were is of the card that is there now."""
        place = f"{card.hall} {card.table} {hashlib.sha256(card.ca).hexdigest()[:16]}"
        if self.place in ("", place):
            return replace(self, place=place)
        call = self.call
        if call is not None:
            waits = call.state is not CallState.ANSWERED
            call = replace(call, state=CallState.CALLED, who="", text="") if waits else None
        return type(self)(journal=self.journal, boot=self.boot, calls=self.calls, place=place, call=call)

    def started(self, now_ms: int) -> Self:
        """After another start: what an earlier start's clock said is no instant of this one's."""
        call = None if self.call is None else replace(self.call, ms=now_ms)
        said = None if self.said is None else replace(self.said, ms=now_ms)
        return replace(self.above(self.boot), call=call, said=said)

    def above(self, boot: int) -> Self:
        """Newer than that start, as far as numbers go that everybody can read."""
        return replace(self, boot=min(max(self.boot, boot + 1), LATEST))
