from pathlib import Path

import pytest
from flask import Flask

from companion.clock import ManualClock
from companion.hall.event.store import EventRow, EventStore
from tests.web.conftest import COMPILED, Phone, seated
from tests.web.hall.fakes import FakeHall, a_table
from web.hall.app import create_hall_app
from web.http.access import Access


@pytest.fixture
def hall(clock: ManualClock) -> FakeHall:
    """Three tables of a club night, the round not begun."""
    return FakeHall(clock, [a_table(number) for number in (1, 2, 3)])


@pytest.fixture
def event(tmp_path: Path) -> EventStore:
    return EventStore(EventRow(tmp_path / "event.db"))


@pytest.fixture
def hall_app(hall: FakeHall, event: EventStore, access: Access, clock: ManualClock) -> Flask:
    app = create_hall_app(hall=hall, event=event, access=access, clock=clock)
    app.jinja_env.bytecode_cache = COMPILED
    return app


@pytest.fixture
def passer(hall_app: Flask) -> Phone:
    """Somebody on the network who has not joined."""
    return Phone(hall_app.test_client(), address="192.168.0.66")


@pytest.fixture
def organiser(hall_app: Flask, access: Access) -> Phone:
    return seated(Phone(hall_app.test_client()), access, name="Kim")
