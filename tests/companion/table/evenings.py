"""Whole evenings by chance, of every game: acts, undos, pauses, restarts, games put away and taken out again."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.clock import MS
from companion.table.commands import Begin, Command, End, Pause, Resume, Undo
from companion.table.errors import NotHere, Refused
from companion.table.events import Source, SourceKind
from companion.table.opening import New, TakeOut
from companion.table.seats import Seat, Side
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.parts import Die
from companion.warzone.scenarios import DeploymentArea
from tests.companion.battleline import acts as b
from tests.companion.wartime import acts as w
from tests.companion.warzone import acts as z
from tests.support import BUTTON, PHONE, Players, ask_table

SOURCES = (PHONE, BUTTON, Source(SourceKind.PHONE, "2", seat="red", player="Ben"))
Acts = Sequence[Command]
_COMMON: Acts = (Pause(), Resume(), Begin(), End(winner=Seat.GOLD))


def _wartime() -> Acts:
    timers = ("gold-30", "gold-60a", "red-30", "red-90", "neutral-120", "neutral-600", "gold-spell")
    return (
        *(w.Flip(timer=timer, unit=unit) for timer in timers for unit in (None, "Archer")),
        *(act(timer=timer) for timer in timers for act in (w.Free, w.Turn)),
        *(w.Eliminate(unit="Archer", side=side) for side in Side),
        *(w.Revive(unit="Archer", side=side) for side in Side),
        *(Begin(seat=Seat(side.value)) for side in Side),
        *(w.Touch(side=side) for side in Side),
        w.Muster(side=Side.RED, units=("Orc",)),
    )


def _warzone() -> Acts:
    force = (
        ForceEntry(name="Knight", count=3, wounds=2, dp=4),
        ForceEntry(name="Hound", count=2, group=2, wounds=1, dp=2),
    )
    sides = tuple(Side)
    return (
        *(z.Muster(side=side, name=name, entries=force) for side in sides for name in ("Order", "Legion")),
        *(z.SelectArea(side=side, area=DeploymentArea.A) for side in sides),
        *(z.Wound(side=side, unit=unit, count=count) for side in sides for unit in "1234" for count in (1, -1)),
        *(z.Activate(side=side, units=(unit,)) for side in sides for unit in "123"),
        *(act(side=side) for side in sides for act in (z.GoFirst, z.EndActivation, z.UsePass, z.KeepInitiative)),
        *(z.RollInitiative(side=side, die=Die(value=7)) for side in sides),
        z.EndActivations(),
        z.EndTurn(),
    )


def _battleline() -> Acts:
    seats = (Seat.GOLD, Seat.RED)
    return (
        *(b.Lay(side=s, flag=f, piece=f"{c}{v}") for s in seats for f in (1, 2) for c in "RO" for v in (8, 9, 10)),
        *(b.TakeUp(piece=f"{colour}{value}") for colour in "RO" for value in (8, 9, 10)),
        *(act(side=seat) for seat in seats for act in (b.Pass, b.Point, b.Point, b.Point, b.Scout)),
        *(b.Claim(side=seat, flag=flag) for seat in seats for flag in (1, 2)),
    )


GAMES: dict[str, Callable[[], Acts]] = {"wartime": _wartime, "warzone": _warzone, "battleline": _battleline}


class Evening(Players):
    """Players who do `moves` things at a table of that game, chance saying what. `undos`, `breaks`: how many in a
    hundred are undos, and restarts or games put away and taken out."""

    def __init__(self, path: Path, game: str, *, seed: int, undos: int = 25, breaks: int = 4) -> None:
        super().__init__(path)
        self._chance = random.Random(seed)
        self._acts = (*GAMES[game](), *_COMMON)
        self._game, self._undos, self._breaks = game, undos, breaks
        self.attempt(New(game=game))
        self.attempt(Begin())

    def play(self, moves: int) -> "Evening":
        for _ in range(moves):
            self.clock.advance(ns=self._chance.choice((0, 0, 1, 300, 2_000, 40_000)) * MS)
            self._move()
        return self

    def attempt(self, command: Command) -> None:
        try:
            late = self._chance.choice((0, 0, 0, 30, 700)) * MS
            ask_table(self.table, command, source=self._chance.choice(SOURCES), at=self.clock.now() - late)
        except (Refused, NotHere):
            pass

    def _move(self) -> None:
        lot = self._chance.randrange(100)
        if lot < self._undos:
            self.attempt(Undo())
        elif lot < self._undos + self._breaks // 2:
            self.restart()
        elif lot < self._undos + self._breaks:
            self.attempt(New(game=self._game))
            for away in self.table.unfinished()[:1]:
                self.attempt(TakeOut(match=away.match))
        else:
            self.attempt(self._chance.choice(self._acts))
