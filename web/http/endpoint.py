"""Declares an endpoint of the JSON API once, and reads requests into its typed structs."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

import msgspec

from companion.fields import decode
from companion.fields.invalid import Invalid
from companion.table.events import Source

# Requests into typed structs, with errors that name the field.

S = TypeVar("S", bound=msgspec.Struct)


_CELL = re.compile(r"(\w+)-(\d{1,2})-(\w+)")
"""Matches the name of a field in one row of a list."""
MOST_ERRORS = 10
"""Limits the errors that an answer lists, because more are not worth reading. A page that lists its address's faults
looks no further."""
LONGEST_PARAMETER = 4_000
"""Limits a parameter's characters: every hex of WarTime's board with its terrain, and more. A page's links repeat its
whole address, a hundred times."""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Takes no parameters."""


def from_query(pairs: Iterable[tuple[str, str]], struct: type[S]) -> S:
    """Returns the struct that a query string's parameters make. Raises Invalid, for a parameter given twice too."""
    values: dict[str, str] = {}
    for name, value in pairs:
        if name in values:
            raise Invalid(name, "is there twice")
        values[name] = value
    return decode.from_texts(values, struct)


def from_form(pairs: Iterable[tuple[str, str]], struct: type[S]) -> S:
    """Returns the struct that a form's fields make, without the empty ones.

    A list has an item for each line of each field of its name. It also has one for each row, such as that of
    `units-1-name` and `units-1-count`. Raises Invalid.
    """
    lists = {field.name for field in msgspec.structs.fields(struct) if field.default == ()}
    values: dict[str, Any] = {}
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for name, value in pairs:
        cell = _CELL.fullmatch(name)
        if cell and cell[1] in lists:
            if value.strip():
                rows.setdefault((cell[1], cell[2]), {})[cell[3]] = value
            continue
        if name in lists:
            lines = [line for line in value.splitlines() if line.strip()]
            values.setdefault(name, []).extend(lines)
        elif value.strip():
            values[name] = value
    for (name, _), cells in rows.items():
        values.setdefault(name, []).append(cells)
    return decode.from_texts(values, struct)


# One endpoint of the JSON API, declared once: routes, validation and the OpenAPI description come from here.

Q = TypeVar("Q", bound=msgspec.Struct)
B = TypeVar("B", bound=msgspec.Struct)


@dataclass(frozen=True)
class OneOf:
    """Declares an answer of one of several types. The game being played decides which."""

    kinds: tuple[type[msgspec.Struct], ...]


@dataclass(frozen=True)
class Events:
    """Declares an answer that is a stream of server-sent events, with the type of each one's data by the event's
    name."""

    kinds: Mapping[str, Any]


class Method(Enum):
    GET = "GET"
    POST = "POST"
    PUT = "PUT"
    DELETE = "DELETE"


class Media(Enum):
    JSON = "application/json"
    EVENTS = "text/event-stream"
    BYTES = "application/octet-stream"
    TOML = "application/toml"


@dataclass(frozen=True)
class Call(Generic[Q, B]):
    """Holds one checked request: the parts of its path, its parameters, its body and its source."""

    path: Mapping[str, str]
    query: Q
    body: B
    source: Source


@dataclass(frozen=True, kw_only=True)
class Endpoint(Generic[Q, B]):
    """Declares what an address of the API takes and answers.

    `path` is written as in OpenAPI, `/timers/{id}/flip`, below `/api`. `handle` returns what is encoded as JSON, or a
    finished Flask response. It may raise Refused, NotHere, Invalid and TurnedAway.

    `answer` is the type it promises, OneOf several, or Events. `also` is what else it answers in, as a file, where its
    query asks for that.

    `turns_away` lists statuses besides those that all endpoints of its kind answer with, see web.http.api.

    `open_to_all` says that it needs no joining: it leaves the table as it is, or is the joining itself. `largest_body`
    is in bytes, where it takes more than the site's usual limit.

    `form` says that the same address without `/api` takes a plain form, for pages without JavaScript.
    """

    method: Method
    path: str
    summary: str
    handle: Callable[[Call[Q, B]], object]
    query: type[Q]
    body: type[B]
    answer: Any
    media: Media = Media.JSON
    also: Media | None = None
    turns_away: tuple[int, ...] = ()
    open_to_all: bool = False
    form: bool = False
    largest_body: int | None = None

    @property
    def name(self) -> str:
        """Returns a name that no other endpoint has: `post_timers_id_flip`."""
        return re.sub(r"\W+", "_", f"{self.method.value.lower()}{self.path}").rstrip("_")

    @property
    def parts(self) -> Sequence[str]:
        """Returns the names of the parts of its path."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def rule(self) -> str:
        """Returns the path as Flask writes it. A unit's name may contain a slash."""
        return re.sub(r"{(\w+)}", lambda part: f"<{_CONVERTERS.get(part[1], '')}{part[1]}>", self.path)


_CONVERTERS = {"name": "path:"}


def get(
    path: str,
    handle: Callable[[Call[Q, Nothing]], object],
    *,
    summary: str,
    query: type[Q],
    answer: Any,
    media: Media = Media.JSON,
    also: Media | None = None,
    turns_away: tuple[int, ...] = (),
) -> Endpoint[Q, Nothing]:
    """Declares a question, open to everyone on the network."""
    return Endpoint(
        method=Method.GET,
        path=path,
        summary=summary,
        handle=handle,
        query=query,
        body=Nothing,
        answer=answer,
        media=media,
        also=also,
        turns_away=turns_away,
        open_to_all=True,
    )


def post(
    path: str,
    handle: Callable[[Call[Nothing, B]], object],
    *,
    summary: str,
    body: type[B],
    answer: Any,
    open_to_all: bool = False,
    form: bool = True,
    largest_body: int | None = None,
    turns_away: tuple[int, ...] = (),
) -> Endpoint[Nothing, B]:
    """Declares a change, for phones that have joined."""
    return Endpoint(
        method=Method.POST,
        path=path,
        summary=summary,
        handle=handle,
        query=Nothing,
        body=body,
        answer=answer,
        open_to_all=open_to_all,
        form=form,
        largest_body=largest_body,
        turns_away=turns_away,
    )


def ask(
    path: str, handle: Callable[[Call[Nothing, B]], object], *, summary: str, body: type[B], answer: Any
) -> Endpoint[Nothing, B]:
    """Declares a question too large for an address, open to everyone on the network."""
    return post(path, handle, summary=summary, body=body, answer=answer, open_to_all=True, form=False)


def put(
    path: str,
    handle: Callable[[Call[Nothing, B]], object],
    *,
    summary: str,
    body: type[B],
    answer: Any,
) -> Endpoint[Nothing, B]:
    """Declares a resource kept whole under an address of its own, for phones that have joined."""
    return Endpoint(
        method=Method.PUT, path=path, summary=summary, handle=handle, query=Nothing, body=body, answer=answer
    )


def delete(
    path: str, handle: Callable[[Call[Nothing, Nothing]], object], *, summary: str, answer: Any
) -> Endpoint[Nothing, Nothing]:
    """Declares a deletion, for phones that have joined."""
    return Endpoint(
        method=Method.DELETE, path=path, summary=summary, handle=handle, query=Nothing, body=Nothing, answer=answer
    )
