"""WarTime among the games that the table can open."""

import msgspec

from companion.table.errors import NotHere
from companion.table.events import Event
from companion.table.match import Match
from companion.wartime.match.events import WarTimeEvent
from companion.wartime.match.match import WarTime
from companion.wartime.scenario.built_in import BUILT_IN
from companion.wartime.scenario.scenario import OPEN, Scenario


class WarTimeGame:
    """Opens matches of WarTime and reads their events back. See companion.table.game.Game."""

    name = "wartime"

    def __init__(self) -> None:
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(WarTimeEvent)
        self._setups = msgspec.json.Decoder(Scenario)

    def setup(self, scenario: str | None, *, kept: bytes | None, choices: bytes | None) -> Scenario:  # noqa: ARG002
        if scenario is None:
            return OPEN
        if scenario in BUILT_IN:
            return BUILT_IN[scenario]
        if kept is None:
            raise NotHere("scenario", scenario)
        return self._setups.decode(kept)

    def again(self, setup: bytes, match: Match) -> bytes:  # noqa: ARG002
        return setup

    def open(self, setup: bytes, *, now: int) -> WarTime:
        return WarTime.opened(self._setups.decode(setup), now=now)

    def event(self, data: bytes) -> Event:
        return self._events.decode(data)
