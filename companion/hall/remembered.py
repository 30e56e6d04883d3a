"""What a table remembers of its hall over a restart."""

import logging
import secrets
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.hall.wire.from_hall import Round
from companion.table.at_hall import Announcement, JudgeCall, ResultHere

_logger = logging.getLogger(__name__)

TABLE, KIND, ID = "table", "hall", "remembered"
"""Where it is kept: the game that the library files it under, and its kind and id."""


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """`journal` is drawn once and names this journal; `boot` counts its starts. `result` is of the match of that number
    and round, `over_before` the match that lay over as the round began, which is none of its. `round` is the last that
    was heard of, its pairings left out but for `players`, who sit here."""

    journal: str
    boot: int = 0
    calls: int = 0
    call: JudgeCall | None = None
    said: Announcement | None = None
    round: Round | None = None
    players: tuple[str, ...] = ()
    result: ResultHere | None = None
    result_match: int = 0
    agreed: dict[str, str] = {}
    over_before: int = 0

    @classmethod
    def read(cls, kept: bytes | None) -> Self:
        """What `kept` is the JSON of; a fresh one where nothing was kept, or nothing that can be read."""
        try:
            if kept is not None:
                return msgspec.json.decode(kept, type=cls)
        except msgspec.DecodeError:
            _logger.exception("what the table knew of its hall cannot be read")
        return cls(journal=secrets.token_hex(8))

    def started(self, now_ms: int) -> Self:
        """After another start: what an earlier start's clock said is no instant of this one's."""
        call = None if self.call is None else replace(self.call, ms=now_ms)
        said = None if self.said is None else replace(self.said, ms=now_ms)
        return replace(self, boot=self.boot + 1, call=call, said=said)
