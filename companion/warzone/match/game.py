"""Warzone among the games that the table can open."""

import msgspec

from companion.table.agreed import read_choices
from companion.table.errors import NotHere
from companion.table.events import Event
from companion.table.match import Match
from companion.warzone.choices import WarzoneChoices
from companion.warzone.match.events import WarzoneEvent
from companion.warzone.match.match import Warzone


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a match starts from: the table choices it is played by. All else is set up at the table."""

    choices: WarzoneChoices = WarzoneChoices()


class WarzoneGame:
    """Opens matches of Warzone and reads their events back. See companion.table.game.Game."""

    name = "warzone"

    def __init__(self) -> None:
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(WarzoneEvent)
        self._setups = msgspec.json.Decoder(Setup)

    def setup(self, scenario: str | None, *, kept: bytes | None, choices: bytes | None) -> Setup:  # noqa: ARG002
        if scenario is not None:
            raise NotHere("scenario", scenario)
        return Setup(choices=read_choices(choices, WarzoneChoices))

    def again(self, setup: bytes, match: Match) -> bytes:  # noqa: ARG002
        return setup

    def open(self, setup: bytes, *, now: int) -> Warzone:
        return Warzone.opened(choices=self._setups.decode(setup).choices, now=now)

    def event(self, data: bytes) -> Event:
        return self._events.decode(data)
