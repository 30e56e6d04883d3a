"""One endpoint of the JSON API, declared once: routes, validation and the OpenAPI description come from here."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

import msgspec

from companion.table.history import Source
from web.http.codec import Nothing

Q = TypeVar("Q", bound=msgspec.Struct)
B = TypeVar("B", bound=msgspec.Struct)


@dataclass(frozen=True)
class OneOf:
    """An answer that is one of several: which one, the game being played decides."""

    kinds: tuple[type[msgspec.Struct], ...]


@dataclass(frozen=True)
class Events:
    """An answer that is a stream of server-sent events: what is in the data of each, by the event's name."""

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
    """One request, checked: the parts of its path, its parameters, its body and who asks."""

    path: Mapping[str, str]
    query: Q
    body: B
    source: Source


@dataclass(frozen=True, kw_only=True)
class Endpoint(Generic[Q, B]):
    """What an address of the API takes and answers.

    `path` is written as in OpenAPI, `/timers/{id}/flip`, below `/api`. `handle` returns what is encoded as JSON, or a
    finished Flask response; it may raise Refused, NotHere, Invalid and TurnedAway. `answer` is the type it
    promises, OneOf several, or Events.
    `also`: what else it answers in, as a file, where its query asks for that.
    `turns_away`: statuses besides those that all endpoints of its kind answer with, see web.http.openapi.
    `open_to_all`: whether it needs no joining: it changes nothing at the table, or is the joining itself.
    `largest_body`: bytes, where it takes more than the site's usual limit.
    `form`: whether the same address without `/api` takes a plain form, for pages without JavaScript.
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
        """A name that no other endpoint has: `post_timers_id_flip`."""
        return re.sub(r"\W+", "_", f"{self.method.value.lower()}{self.path}").rstrip("_")

    @property
    def parts(self) -> Sequence[str]:
        """The names of the parts of its path."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def rule(self) -> str:
        """The path as Flask writes it. A unit's name may contain a slash."""
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
    """A question, open to everyone on the network."""
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
    """A change, for phones that have joined."""
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
    """A question too large for an address, open to everyone on the network."""
    return post(path, handle, summary=summary, body=body, answer=answer, open_to_all=True, form=False)


def put(
    path: str,
    handle: Callable[[Call[Nothing, B]], object],
    *,
    summary: str,
    body: type[B],
    answer: Any,
) -> Endpoint[Nothing, B]:
    """Something kept whole under an address of its own, by phones that have joined."""
    return Endpoint(
        method=Method.PUT, path=path, summary=summary, handle=handle, query=Nothing, body=body, answer=answer
    )


def delete(
    path: str, handle: Callable[[Call[Nothing, Nothing]], object], *, summary: str, answer: Any
) -> Endpoint[Nothing, Nothing]:
    """Something taken away, by phones that have joined."""
    return Endpoint(
        method=Method.DELETE, path=path, summary=summary, handle=handle, query=Nothing, body=Nothing, answer=answer
    )
