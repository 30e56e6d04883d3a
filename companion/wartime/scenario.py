"""What a game of WarTime is set up with: its sand timers and what the neutral ones end."""

import msgspec

from companion.clock import SECOND
from companion.table.view import TimerKind
from companion.wartime.sides import Side


class TimerSpec(msgspec.Struct, frozen=True):
    """One sand timer of the box. `side` is None for the neutral, black-capped ones.

    `number` is what its screen, its tile and its chit show, no two of a side's alike; None where it has no chit.
    """

    id: str
    label: str
    side: Side | None
    kind: TimerKind
    seconds: int
    number: int | None = None

    @property
    def run_ns(self) -> int:
        return self.seconds * SECOND


def _army(side: Side) -> tuple[TimerSpec, ...]:
    name, word = side.value, side.value.capitalize()
    return (
        TimerSpec(f"{name}-30", f"{word} 30", side, TimerKind.COMMAND, 30, 1),
        TimerSpec(f"{name}-60a", f"{word} 60a", side, TimerKind.COMMAND, 60, 2),
        TimerSpec(f"{name}-60b", f"{word} 60b", side, TimerKind.COMMAND, 60, 3),
        TimerSpec(f"{name}-90", f"{word} 90", side, TimerKind.COMMAND, 90, 4),
        TimerSpec(f"{name}-spell", f"{word} spell", side, TimerKind.SPELL, 30, 5),
    )


BOX: tuple[TimerSpec, ...] = (
    *_army(Side.GOLD),
    *_army(Side.RED),
    TimerSpec("neutral-120", "2 minutes", None, TimerKind.SETUP, 120, 1),
    TimerSpec("neutral-600", "10 minutes", None, TimerKind.GAME, 600, 2),
)
"""The timers as in the box (WarTime Rulebook, Timers): "a typical game" has one 30, two 60, one 90 and one blue 30
a side; the 2-minute timer is for Optional Rules, Set Up, the 10-minute timer for scenarios that end by it."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """How this game is played.

    `time_limit`: the 10-minute timer is flipped by the start signal and ends the game when it has run out. Which
    scenarios do so is in the Battle Book; the Rulebook (Object of the Game) only says that some end by time.
    """

    id: str
    name: str
    timers: tuple[TimerSpec, ...] = BOX
    time_limit: bool = False


OPEN = Scenario(id="open", name="Open game")
TEN_MINUTES = Scenario(id="ten-minutes", name="Ten minutes", time_limit=True)
BUILT_IN: dict[str, Scenario] = {scenario.id: scenario for scenario in (OPEN, TEN_MINUTES)}
