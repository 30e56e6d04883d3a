"""However the organiser ends, all that it holds is let go, and who looks learns why."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.organiser import NoOrganiserPages, Organiser
from companion.hall.enrol.folder import HallFolder
from companion.hall.event import store
from companion.hall.event.commands import add
from companion.hall.event.store import EventRow, EventStore
from companion.hall.organiser.hall import FILE
from companion.system.state import claim
from tests.companion.hall.organiser.fakes import FakeClient
from web.http.server import Server


@pytest.fixture
def organiser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Organiser]:
    monkeypatch.setattr("companion.app.organiser.BrokerClient", lambda inbox, **_: FakeClient(inbox))
    folder = HallFolder.new(tmp_path / "hall", hall="club-night", hosts=("127.0.0.1",), port=8883)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    made = Organiser(folder, host="127.0.0.1", port=0, home_assistant=False)
    yield made
    if made._server._map:
        # Of a server that has died: its process would have gone with it.
        made._server._hang_up()
    for number, handler in before.items():
        signal.signal(number, handler)


def test_an_archive_that_is_damaged_takes_no_event_along(organiser: Organiser, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = organiser._folder
    event = EventStore(EventRow(folder.place / store.FILE))
    event.do("Anna added", lambda event: add(event, "Anna"))
    organiser.run(stop)
    (folder.place / FILE).write_bytes(b"damaged" * 1000)
    found: list[EventStore] = []

    def stored(row: EventRow) -> EventStore:
        found.append(EventStore(row))
        return found[-1]

    monkeypatch.setattr("companion.app.organiser.EventStore", stored)
    Organiser(folder, host="127.0.0.1", port=0, home_assistant=False).run(stop)
    assert list(folder.place.glob("hall.sqlite.damaged-*"))
    assert [player.name for player in found[0].event.players] == ["Anna"]


def stop(*_: object) -> None:
    signal.raise_signal(signal.SIGTERM)


def is_let_go(organiser: Organiser) -> bool:
    claim(organiser._folder.place)
    return organiser._hall.stopped and organiser._listening.fileno() == -1 and not organiser._serving.is_alive()


def test_it_ends_as_it_is_told_to(organiser: Organiser) -> None:
    organiser.run(stop)
    assert is_let_go(organiser)


def test_a_server_that_dies_ends_it_and_is_said_to_have(organiser: Organiser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "serve", lambda _: 1 // 0)
    with pytest.raises(NoOrganiserPages, match="only a restart helps") as told:
        organiser.run(lambda *_: None)
    assert isinstance(told.value.__cause__, ZeroDivisionError)
    assert is_let_go(organiser)


def test_a_part_that_cannot_be_closed_keeps_no_other_from_it(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise OSError("Nobody is there.")

    monkeypatch.setattr(FakeClient, "stop", broken)
    with pytest.raises(OSError, match="Nobody is there"):
        organiser.run(stop)
    assert is_let_go(organiser)
    assert organiser._hall._archive._db is None
