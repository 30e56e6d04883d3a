"""What the organiser needs of whoever speaks to the broker for it."""

from collections.abc import Callable
from typing import Protocol

from companion.hall.organiser.inbox import Inbox


class Client(Protocol):
    """Puts what the tables say, and whether the broker is there, into the inbox that it was made for."""

    def start(self) -> None:
        """Returns at once, whatever the broker does."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """At least once, if the broker is there; any thread may call, and none waits."""

    def stop(self) -> None: ...


ClientFactory = Callable[[Inbox], Client]
