"""Battle Line among the games that the table can open."""

import msgspec

from companion.battleline.choices import BattleLineChoices, Players
from companion.battleline.match.events import BattleEvent
from companion.battleline.match.match import Battle
from companion.battleline.match.series import Series
from companion.battleline.match.state import State
from companion.table.agreed import read_choices
from companion.table.errors import NotHere
from companion.table.events import Event
from companion.table.match import Match


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a battle starts from: the table choices it is fought by, who plays, and the series so far.

    `players` is what was chosen, but for battles set up before three could play: those are of two, whatever the table
    had chosen.
    """

    choices: BattleLineChoices = BattleLineChoices()
    players: Players = Players.TWO
    series: Series = Series()


class BattleLineGame:
    """Opens battles and reads their events back. See companion.table.game.Game.

    Two play over one line of nine flags, three over a line of three with each neighbour: see layout.
    """

    name = "battleline"

    def __init__(self) -> None:
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(BattleEvent)
        self._setups = msgspec.json.Decoder(Setup)

    def setup(self, scenario: str | None, *, kept: bytes | None, choices: bytes | None) -> Setup:  # noqa: ARG002
        if scenario is not None:
            raise NotHere("scenario", scenario)
        agreed = read_choices(choices, BattleLineChoices)
        return Setup(choices=agreed, players=agreed.players)

    def again(self, setup: bytes, match: Match) -> bytes:
        """The next battle of the series: its score goes on, the winner starts."""
        if not isinstance(match, Battle):
            return setup
        before = self._setups.decode(setup)
        return msgspec.json.encode(msgspec.structs.replace(before, series=match.state.series_after))

    def open(self, setup: bytes, *, now: int) -> Battle:
        start = self._setups.decode(setup)
        return Battle(State.opened(choices=start.choices, players=start.players, series=start.series, now=now))

    def event(self, data: bytes) -> Event:
        return self._events.decode(data)
