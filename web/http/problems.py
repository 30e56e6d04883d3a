"""Says why a request is turned away (problem details after RFC 9457), how much it may send, and how fast."""

import math
import threading
from collections import OrderedDict
from collections.abc import Hashable

import msgspec
from flask import Response

from companion.clock import Allowance, Clock
from companion.errors import WarglassError
from companion.fields.invalid import FieldError

# How many bytes a request may send.

LARGEST_BODY = 64 * 1024
"""Limits the bytes that a table takes at once."""
LARGEST_UPLOAD = 1024 * 1024
"""Limits the bytes where files are taken in. The server does not let anything larger arrive at all."""
AROUND = 4 * 1024
"""Says how many of those bytes may be the form's own: the names of its files, its other fields."""

# Errors as the API answers them: problem details after RFC 9457.

MEDIA_TYPE = "application/problem+json"


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Holds an error answer. `detail` is fit to show to a player; `errors` is there for bad input (422).

    `agreeable` says that the players may do it all the same, by sending it again with `agreed`.
    """

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    errors: tuple[FieldError, ...] = ()
    agreeable: bool = False

    def response(self) -> Response:
        """Returns the problem as an HTTP answer."""
        body = msgspec.json.encode({"type": self.type, **msgspec.to_builtins(self)})
        return Response(body, status=self.status, content_type=MEDIA_TYPE)


class TurnedAway(WarglassError):
    """Turns the request away before it reaches the table: `status`, why, and when to come back (seconds)."""

    def __init__(self, status: int, detail: str, *, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after


# How fast a phone may change the table: far faster than anybody plays, and slower than fills a card in a night.

MOST = 1000
"""Limits how many are counted apart. Of more, the one that has been silent longest starts again."""


class RequestPace:
    """Counts what each may still do of one thing. Any thread may call any method."""

    def __init__(self, clock: Clock, *, at_once: int, a_second: float, too_many: str) -> None:
        """Takes `at_once`, how often it may be done in a row, and `a_second`, how often in the long run.

        `too_many` begins the refusal, which ends with how long to wait.
        """
        self._clock = clock
        self._at_once = at_once
        self._a_second = a_second
        self._too_many = too_many
        self._lock = threading.Lock()
        self._known: OrderedDict[Hashable, Allowance] = OrderedDict()

    def keep(self, who: Hashable, *, times: int = 1) -> None:
        """Counts that `who` does it, or as much as so many times. Raises TurnedAway (429) where that is too much."""
        now = self._clock.now()
        with self._lock:
            allowance = self._known.pop(who, None)
            if allowance is None:
                allowance = Allowance(most=self._at_once, a_second=self._a_second, now=now)
            self._known[who] = allowance
            if len(self._known) > MOST:
                self._known.popitem(last=False)
            if allowance.take(now, min(times, self._at_once)):
                return
            wait = math.ceil(allowance.wait_s(now, times))
        raise TurnedAway(429, f"{self._too_many} Wait {wait} s.", retry_after=wait)
