"""Serves the live table's part of the API, and what phones ask of its hall."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

import msgspec
from flask import Response

from companion.fields import decode
from companion.fields.characters import Word
from companion.fields.invalid import Invalid
from companion.fields.numbers import LARGEST
from companion.fields.words import kind_of, present
from companion.games import all_games
from companion.hall.config import LONGEST_CARD
from companion.hall.port import ASK_FIRST, CardPort, HallPort
from companion.table.commands import Begin, Command, End, GameAct, Pause, Resume, Undo, reader
from companion.table.errors import NotHere, Refused
from companion.table.events import Source
from companion.table.opening import Again, MatchExchange, New, TakeOut, ThrowAway, Try, Unfinished
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import TableView
from web.http.endpoint import Call, Endpoint, Events, Media, Nothing, OneOf, get, post
from web.http.live import TableFeed, Waiters, rest, streamed, waiter

# What the API answers where the game being played decides: the view of a match, and its report.

B = TypeVar("B", bound=msgspec.Struct)


def _returned(function: Callable[..., Any]) -> Any:
    return get_type_hints(function)["return"]


VIEWS = OneOf(tuple(_returned(game.view) for game in all_games().values()))
REPORTS = OneOf(tuple(_returned(game.report) for game in all_games().values()))


def change(
    path: str, body: type[B], handle: Callable[[Call[Nothing, B]], TableView], summary: str, **more: Any
) -> Endpoint[Nothing, B]:
    """Declares a change to the match, answered by its view; `more` is as web.http.endpoint.post has it."""
    return post(path, handle, body=body, answer=VIEWS, summary=summary, **more)


# The live table's part of the API.


class Since(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for the table. With `since`, it waits up to 25 s for a version other than this one."""

    since: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None


class Undoing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks to take an act back. `seq` names the one act to take back, see the view's `undo_seq`. Without it, that is
    the last act."""

    seq: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)] | None = None


class Beginning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gives a start signal. `seat` names its seat, where that is not the phone's own. A phone that sits for all speaks
    for all."""

    seat: Seat | None = None


class EndMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    winner: Seat | None = None


Number = Annotated[int, msgspec.Meta(ge=1, le=999_999)]


class Replacing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Opens another game. `away` decides whether an unfinished game is saved for later first.

    With "no" the change is refused. So an old page, drawn before that game began, does not replace it.
    """

    away: Literal["yes", "no"] = "yes"


class OpenMatch(Replacing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: Word
    scenario: Word | None = None


class Trying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: Word


class TakingOut(Replacing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names one of the saved games, by its number."""

    match: Number


class ThrowingAway(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names one of the saved games, by its number."""

    match: Number


class UnfinishedGames(msgspec.Struct, frozen=True):
    """Lists the saved games, at most 50, the newest first."""

    games: tuple[Unfinished, ...]


class TableApi:
    """Serves the table's endpoints. Handlers run in the server's threads; the table holds the lock."""

    def __init__(self, *, table: Table, feed: TableFeed, waiters: Waiters) -> None:
        self._table = table
        self._feed = feed
        self._waiters = waiters

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get("/table", self._read, query=Since, answer=VIEWS, summary="The table now, or when it changes"),
            get(
                "/events",
                self._events,
                query=Nothing,
                answer=Events({"table": VIEWS, "beat": Nothing}),
                media=Media.EVENTS,
                summary="The table on every change",
            ),
            self._change("/table/begin", Beginning, self._begin, "The start signal"),
            self._change("/table/pause", Nothing, lambda call: self._do(Pause(), call), "Stop all sand"),
            self._change("/table/resume", Nothing, lambda call: self._do(Resume(), call), "Let all sand fall again"),
            self._change(
                "/table/undo", Undoing, lambda call: self._do(Undo(seq=call.body.seq), call), "Take the last act back"
            ),
            self._change("/table/end", EndMatch, self._end, "End the game"),
            self._change("/table/new", OpenMatch, self._new, "Save this game for later and set up another"),
            self._change("/table/demo", Trying, self._try, "Show a match that plays itself until a player acts"),
            self._change("/table/again", Replacing, self._again, "Save this game for later and begin it again"),
            self._change(
                "/table/take-out", TakingOut, self._take_out, "Save this game for later and resume an old one"
            ),
            self._change("/table/throw-away", ThrowingAway, self._throw_away, "Delete a saved game"),
            get(
                "/table/unfinished",
                self._unfinished,
                query=Nothing,
                answer=UnfinishedGames,
                summary="The saved games",
            ),
        )

    def _change(self, path: str, body: Any, handle: Any, summary: str) -> Endpoint[Any, Any]:
        return post(path, handle, body=body, answer=VIEWS, summary=summary, turns_away=(404,))

    def _do(self, command: Command, call: Call[Any, Any]) -> TableView:
        return self._table.dispatch(command, source=call.source)

    def _exchange(self, change: MatchExchange, call: Call[Any, Any]) -> TableView:
        return self._table.exchange(change, source=call.source)

    def _read(self, call: Call[Since, Nothing]) -> TableView:
        if call.query.since is None:
            return self._table.view()
        with self._waiters.place(waiter()) as taken:
            if not taken:
                return self._table.view()
            rest()
            return self._feed.since(call.query.since)

    def _events(self, _: Call[Nothing, Nothing]) -> Response:
        return streamed(self._waiters, self._feed.stream)

    def _begin(self, call: Call[Nothing, Beginning]) -> TableView:
        own = next((seat for seat in Seat if seat.value == call.source.seat), None)
        return self._do(Begin(seat=call.body.seat or own), call)

    def _end(self, call: Call[Nothing, EndMatch]) -> TableView:
        return self._do(End(winner=call.body.winner), call)

    def _new(self, call: Call[Nothing, OpenMatch]) -> TableView:
        try:
            return self._exchange(New(game=call.body.game, scenario=call.body.scenario, away=_away(call)), call)
        except NotHere as missing:
            raise Invalid(missing.kind, str(missing)) from missing

    def _try(self, call: Call[Nothing, Trying]) -> TableView:
        try:
            return self._exchange(Try(game=call.body.game), call)
        except NotHere as missing:
            raise Invalid(missing.kind, str(missing)) from missing

    def _again(self, call: Call[Nothing, Replacing]) -> TableView:
        return self._exchange(Again(away=_away(call)), call)

    def _take_out(self, call: Call[Nothing, TakingOut]) -> TableView:
        return self._exchange(TakeOut(match=call.body.match, away=_away(call)), call)

    def _throw_away(self, call: Call[Nothing, ThrowingAway]) -> TableView:
        return self._exchange(ThrowAway(match=call.body.match), call)

    def _unfinished(self, _: Call[Nothing, Nothing]) -> UnfinishedGames:
        return UnfinishedGames(tuple(self._table.unfinished()))


def _away(call: Call[Any, Any]) -> bool:
    return bool(call.body.away == "yes")


# What phones ask of the hall that the table is in.

LONGEST_WORDS = 200
NO_CARDS = "This table cannot take a card here. Set it in warglass.toml, below [hall]."

CardText = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CARD)]


class CallJudge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Calls a judge. `words` is what it is about, as far as the judge should know before coming."""

    words: Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)] = ""


class Seen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names an announcement by its `id`: another that came meanwhile has not been seen."""

    id: Word


class Agreeing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says whether that seat confirms that the match ended so; false takes it back."""

    seat: Seat
    agreed: bool = True


class SittingThere(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says which of the two players whom the hall has paired here has that seat. The other one sits opposite."""

    seat: Seat
    player: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Taking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds the text on the card that the hall's organiser gave out for this table."""

    card: CardText


class TableHallApi:
    """Serves endpoints answered by the table's view. Handlers run in the server's threads; the ports hold the locks."""

    def __init__(self, *, table: Table, hall: HallPort | None, cards: CardPort | None) -> None:
        self._table = table
        self._asked = hall
        self._held = cards

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            change("/hall/judge", CallJudge, self._answered(self._call), "Call a judge of the hall's"),
            change("/hall/judge/take-back", Nothing, self._answered(self._take_back), "Take the call of a judge back"),
            change("/hall/announcement/seen", Seen, self._answered(self._seen), "Mark an announcement as read"),
            change("/hall/sitting", SittingThere, self._answered(self._sit), "Say which seat each paired player has"),
            change("/hall/result", Agreeing, self._answered(self._agree), "Confirm for the hall how the match ended"),
            change("/hall/stand", Nothing, self._answered(self._stand), "Take its place back from another box"),
            change("/hall/card", Taking, self._answered(self._take), "Join the hall of that card"),
            change("/hall/leave", Nothing, self._answered(self._leave), "Leave the hall"),
        )

    def _answered(self, act: Callable[[Source, Any], None]) -> Callable[[Call[Nothing, Any]], TableView]:
        def handle(call: Call[Nothing, Any]) -> TableView:
            act(call.source, call.body)
            return self._table.view()

        return handle

    def _call(self, source: Source, body: CallJudge) -> None:
        self._hall.call_judge(source=source, words=" ".join(body.words.split()))

    def _take_back(self, source: Source, _: Nothing) -> None:
        self._hall.take_back(source=source)

    def _seen(self, source: Source, body: Seen) -> None:
        self._hall.seen(body.id, source=source)

    def _stand(self, source: Source, _: Nothing) -> None:
        self._hall.take_place(source=source)

    def _agree(self, source: Source, body: Agreeing) -> None:
        self._hall.agree(body.seat.value, agreed=body.agreed, source=source)

    def _sit(self, source: Source, body: SittingThere) -> None:
        self._hall.sit(body.seat.value, body.player, source=source)

    def _take(self, _: Source, body: Taking) -> None:
        self._cards.take(body.card.strip())

    def _leave(self, _source: Source, _: Nothing) -> None:
        self._cards.leave()

    @property
    def _hall(self) -> HallPort:
        """Returns the hall. Raises Refused where the table is not in one."""
        if self._asked is None or self._table.hall is None:
            raise Refused(ASK_FIRST)
        return self._asked

    @property
    def _cards(self) -> CardPort:
        """Returns the port for cards. Raises Refused where there is none."""
        if self._held is None:
            raise Refused(NO_CARDS)
        return self._held


# Serves a game's acts as endpoints: address, body, form and description follow from the act itself.

Sent = tuple[Any, Callable[[Any], Any]]
"""Says how a request has the values of some type: as which type, and how the site makes the value of it."""


def act_endpoints(
    table: Table,
    game: str,
    acts: Sequence[type[GameAct[Any, Any]]],
    missing: NotHere | None = None,
    *,
    below: str | None = None,
    given: Mapping[str, Callable[[Source], Any]] | None = None,
    sent: Mapping[Any, Sent] | None = None,
    **more: Any,
) -> Iterator[Endpoint[Any, Any]]:
    """Yields an endpoint for each address of each act, all below the game's own, or `below` another.

    `given` returns by name the fields that no request has, such as the seat of the phone that asks. `sent` has the
    types that a request has in another form: for a die its number, or none where Warglass rolls. With `missing`,
    another game on the table raises it: then 404 says that alone, and whatever else is not here is a wrong field.
    `more` is as web.http.endpoint.post has it.
    """
    for act in acts:
        for address in act.ADDRESSES:
            path = f"/{game}/match/{address}" if below is None else f"{below}{address}"
            yield _endpoint(table, game, act, path, missing=missing, given=given or {}, sent=sent or {}, more=more)


def _endpoint(
    table: Table,
    game: str,
    act: type[GameAct[Any, Any]],
    path: str,
    *,
    missing: NotHere | None,
    given: Mapping[str, Callable[[Source], Any]],
    sent: Mapping[Any, Sent],
    more: Mapping[str, Any],
) -> Endpoint[Any, Any]:
    fields = {field.name: field.encode_name for field in msgspec.structs.fields(act)}
    parts = {name for name, part in fields.items() if f"{{{part}}}" in path}
    readers = {field.name: read for field in msgspec.structs.fields(act) if (read := reader(field.type)) is not None}
    fill = {name: given[name] for name in fields if name in given}
    made = {field.name: sent[kind] for field in msgspec.structs.fields(act) if (kind := _struct_of(field.type)) in sent}
    kinds = tuple((name, kind) for name, (kind, _) in made.items())
    at, body = _structs(act, frozenset(parts - {*readers}), frozenset(parts | {*fill}), kinds)

    def handle(call: Call[Any, Any]) -> TableView:
        if missing is not None and table.game != game:
            raise missing
        there = {part: text for part, text in call.path.items() if part in at.__struct_encode_fields__}
        asked = msgspec.structs.asdict(decode.from_texts(there, at)) | msgspec.structs.asdict(call.body)
        for name, read in readers.items():
            value = asked[name] if name in asked else call.path[fields[name]]
            asked[name] = value if value is None else read(fields[name], value)
        asked |= {name: make(asked[name]) for name, (_, make) in made.items()}
        command = act(**asked, **{name: value(call.source) for name, value in fill.items()})
        try:
            return table.dispatch(command, source=call.source)
        except NotHere as error:
            if missing is None:
                raise
            raise Invalid(error.kind, str(error)) from error

    return post(path, handle, body=body, summary=act.SUMMARY, **{"answer": VIEWS, "turns_away": (404,), **more})


def _struct_of(kind: Any) -> type | None:
    """Returns the struct that a field is, or may be; None where it is something else."""
    return getattr(present(kind_of(kind)), "cls", None)


@cache
def _structs(
    act: type[GameAct[Any, Any]],
    at: frozenset[str],
    elsewhere: frozenset[str],
    sent: tuple[tuple[str, Any], ...],
) -> tuple[type[msgspec.Struct], type[msgspec.Struct]]:
    """Returns the act's fields in two structs, under their JSON names: those `at` its address, and its body, which has
    all that are not `elsewhere`. `sent` has the types of fields that a request may leave out."""
    both: tuple[list[Any], list[Any]] = ([], [])
    for field in msgspec.structs.fields(act):
        kind = dict(sent).get(field.name, field.type)
        default = {"default": None} if kind is not field.type else {} if field.required else {"default": field.default}
        given = (field.name, kind, msgspec.field(name=field.encode_name, **default))
        if field.name in at:
            both[0].append(given)
        elif field.name not in elsewhere:
            both[1].append(given)
    one, other = (
        msgspec.defstruct(
            f"{act.__name__}{kind}",
            given,
            module=act.__module__,
            namespace={"__doc__": act.__doc__},
            frozen=True,
            kw_only=True,
            forbid_unknown_fields=True,
        )
        if given
        else Nothing
        for kind, given in zip(("Address", "Act"), both, strict=True)
    )
    return one, other
