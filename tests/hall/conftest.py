from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.hall.broker import Broker
from tests.hall.seated import Ear, Seated, card


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    running = Broker(tmp_path / "broker").start()
    yield running
    running.stop()


@pytest.fixture
def ear(broker: Broker) -> Iterator[Ear]:
    listening = Ear(broker.port)
    yield listening
    listening.leave()


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Callable[..., Seated]]:
    """Has a table take its place in a hall: `seat(port)`, or with a card of its own."""
    seated: list[Seated] = []

    def take(port: int = 0, *, folder: str = "table", **more: object) -> Seated:
        found = more.pop("card", None) or card(port)
        seated.append(Seated(tmp_path / folder, found, **more))  # type: ignore[arg-type]
        return seated[-1]

    yield take
    for each in seated:
        each.close()


@pytest.fixture
def table(broker: Broker, seat: Callable[..., Seated]) -> Seated:
    return seat(broker.port)
