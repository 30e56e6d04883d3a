"""Every game that the table can open is whole: it opens, tells of all that happens in it, and comes back from JSON."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.games import all_games
from companion.table.commands import Begin, Command, End, GameEvent
from companion.table.errors import Refused
from companion.table.events import Event, TableEvent
from companion.table.game import ROOM, AnyGame
from companion.table.opening import New
from companion.table.view import Phase
from tests.companion.table.recorded_games import GAMES as PLAYED
from tests.companion.table.recorded_games import Played
from tests.companion.warzone.match import seats as warzone
from tests.house import subclasses
from tests.support import Players, entries

GAMES = all_games()
NAMES = sorted(GAMES)
PREPARED: dict[str, Callable[[Players], object]] = {"warzone": warzone.prepare}
"""What has to be done before a game can begin, where anything has."""


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def game(name: str) -> AnyGame:
    return GAMES[name]


@pytest.fixture
def opened(name: str, players: Players) -> Players:
    players.do(New(game=name))
    return players


@pytest.fixture
def prepared(name: str, opened: Players) -> Players:
    if name in PREPARED:
        PREPARED[name](opened)
    return opened


@pytest.fixture
def happened(name: str, tmp_path: Path) -> list[tuple[Played, list[Event]]]:
    """The matches of this game that are played out in recorded_games, named for it, and what happened in each."""
    tables = []
    for title, play in PLAYED.items():
        if title.partition("_")[0] == name:
            players = Played(tmp_path / f"{title}.sqlite")
            play(players)
            tables.append((players, [entry.event for entry, _ in entries(players.table)]))
    return tables


def own(kinds: list[type]) -> set[type]:
    """Those of which there are things: none of the others extends them."""
    return {kind for kind in kinds if not any(issubclass(other, kind) for other in kinds if other is not kind)}


def defined(name: str, base: type) -> set[type]:
    return own([kind for kind in subclasses(base) if kind.__module__.startswith(f"companion.{name}.")])


def test_it_opens_under_its_name(name: str, game: AnyGame, opened: Players) -> None:
    view = opened.table.view()
    assert (game.name, opened.table.game, view.game, view.phase, view.paused) == (name, name, name, Phase.SETUP, False)


def test_its_unions_hold_all_that_it_has(name: str, game: AnyGame) -> None:
    shared = {kind for kind in get_args(game.commands) if kind.__module__ == Command.__module__}
    assert set(get_args(game.commands)) - shared == defined(name, Command)
    assert set(get_args(game.events)) == defined(name, Event)


def test_each_event_says_what_it_changes_and_what_the_log_and_undo_say(game: AnyGame) -> None:
    for what in ("apply", "sentence", "label"):
        assert [kind for kind in get_args(game.events) if getattr(kind, what) is getattr(GameEvent, what)] == []
    # A game's own base may read it from a class variable of this name.
    for what, word in (("sentence", "SENTENCE"), ("label", "LABEL")):
        reading = [kind for kind in get_args(game.events) if word in getattr(kind, what).__code__.co_names]
        assert [kind for kind in reading if not hasattr(kind, word)] == []


def test_it_knows_every_command_for_all_games(game: AnyGame) -> None:
    assert {Begin, End} <= set(get_args(game.commands))


def test_it_refuses_in_words_what_it_does_not_know(game: AnyGame, opened: Players) -> None:
    class Sneeze(Command, frozen=True):
        pass

    with pytest.raises(Refused, match=f"That is not part of {game.title}"):
        opened.do(Sneeze())


def test_it_has_words_for_all_that_happens_in_it(game: AnyGame, happened: list[tuple[Played, list[Event]]]) -> None:
    """And all that can, happens in the games that are played out."""
    kinds = set()
    for players, events in happened:
        for event in events:
            if not isinstance(event, TableEvent):
                kinds.add(type(event))
                assert players.table.match.sentence(event).strip()
                assert 0 < len(players.table.match.act(event)) <= ROOM
    assert kinds == set(get_args(game.events))


def test_all_that_happens_comes_back_from_json(game: AnyGame, happened: list[tuple[Played, list[Event]]]) -> None:
    for _, events in happened:
        for event in events:
            data = msgspec.json.encode(event)
            assert game.read_event(data) == event
            assert msgspec.json.encode(game.read_event(data)) == data


def test_there_is_a_report_before_it_begins(opened: Players) -> None:
    msgspec.json.encode(opened.table.report())
    opened.clock.advance(seconds=5)
    msgspec.json.encode(opened.table.report())


def test_there_is_a_report_as_it_begins_and_when_it_ends_at_once(prepared: Players) -> None:
    prepared.do(Begin())
    assert prepared.table.view().phase is Phase.RUNNING
    msgspec.json.encode(prepared.table.report())
    prepared.do(End())
    assert prepared.table.view().phase is Phase.ENDED
    msgspec.json.encode(prepared.table.report())


def test_it_comes_back_as_it_was_left(prepared: Players) -> None:
    prepared.do(Begin())
    prepared.do(End())
    before = prepared.table.view()
    prepared.restart()
    after = prepared.table.view()
    assert (after.game, after.phase, after.last, after.undo) == (before.game, before.phase, before.last, before.undo)
