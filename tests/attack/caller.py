"""A phone that speaks to a running service, and is told apart from others by its address."""

import http.client
import json
from typing import Any, NamedTuple, Self

from web.http.access import COOKIE

GONE = (OSError, http.client.HTTPException)
"""What a call raises where the service is not there any more."""


class Answer(NamedTuple):
    status: int
    said: Any
    """Its JSON; where it is none, its text."""


class Caller:
    """One connection, kept open, from one address of this machine. For one thread."""

    def __init__(self, port: int, *, address: str = "127.0.0.1", cookie: str = "") -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
        self._origin = f"http://127.0.0.1:{port}"
        self.cookie = cookie

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, body: object = None) -> Answer:
        return self.ask("POST", path, {} if body is None else body)

    def join(self, code: str, seat: str = "both") -> Answer:
        return self.post("/api/join", {"code": code, "seat": seat})

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Raises one of GONE."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Origin": self._origin, "X-Warglass": "1", "Cookie": self.cookie}
        return self.send(method, path, data, {**headers, "Content-Type": "application/json"})

    def send(self, method: str, path: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        """The same with every byte chosen. Raises one of GONE."""
        self._line.request(method, path, data, headers)
        answer = self._line.getresponse()
        text = answer.read()
        if given := answer.headers["Set-Cookie"]:
            # By the name that a site at any port knows it by: it goes on at another.
            self.cookie = f"{COOKIE}={given.partition(';')[0].partition('=')[2]}"
        try:
            return Answer(answer.status, json.loads(text))
        except ValueError:
            return Answer(answer.status, text.decode(errors="replace"))

    def hang_up(self) -> None:
        self._line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
