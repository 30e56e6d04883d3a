"""Live matches that players would never play, the same ones for the same seed: the match and the oracle's own table."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from companion.table.commands import Command
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side
from companion.wartime.match.acts import decide, evolve
from companion.wartime.match.state import State
from companion.wartime.match.timers import lapse
from companion.wartime.referee.board import Feature, Terrain
from companion.wartime.scenario.scenario import Scenario
from tests.companion.wartime import acts as c
from tests.companion.wartime.live_oracle import COMMAND, SECOND, SIDES, Live
from tests.companion.wartime.random_boards import EDGES, FEATURES, HEXES, TILES
from tests.companion.wartime.referee_oracle import board

KEYWORDS = ("infantry", "Mounted", "siege", "Hero", "Pikeman")


class Game:
    """A match of random moves beside the oracle's table, which hears of what was accepted."""

    def __init__(self, random: Random, *, most_units: int, fastest: int) -> None:
        self.random = random
        said = _scenario(random, most_units=most_units, fastest=fastest)
        self.live = Live.of(said)
        self.state = State.start(msgspec.convert(said, Scenario), 0)
        self.do(c.Begin())

    def do(self, command: Command) -> bool:
        """Whether it was accepted."""
        try:
            events = decide(self.state, command, self.live.now)
        except (Refused, NotHere):
            return False
        for event in events:
            self.state = evolve(self.state.at(event), event)
        return True

    def wait(self, ns: int) -> None:
        self.live.pass_time(ns)
        for event in lapse(self.state, self.live.now):
            self.state = evolve(self.state.at(event), event)

    def happen(self, times: int) -> None:
        """The board is put right by hand, tokens come off, timers are flipped, time passes."""
        for _ in range(times):
            self.random.choice((self._placed, self._placed, self._laid, self._piled, self._lined, self._worn))()
            self.random.choice((self._hurt, self._flipped, self._flipped, self._waited, self._lost, self._back))()

    def _placed(self) -> None:
        piece, to = self.random.choice(self.live.pieces), self.random.choice((*HEXES, None))
        if self.do(c.PlaceUnit(unit=piece.name, side=Side(piece.side), hex=to)):
            piece.hex = to

    def _laid(self) -> None:
        place, tile = self.random.choice(HEXES), self.random.choice(TILES)
        if self.do(c.LayTile(hex=place, terrain=Terrain(tile))):
            self.live.lay(place, tile)

    def _piled(self) -> None:
        place = self.random.choice(HEXES)
        if self.do(c.PlaceFeature(hex=place, feature=Feature(self.random.choice(FEATURES)), tokens=2)):
            self.live.pile(place, 2)

    def _lined(self) -> None:
        one, other = self.random.choice(EDGES)
        if self.do(c.DrawLine(one=one, other=other)):
            self.live.lines ^= {frozenset((one, other))}

    def _worn(self) -> None:
        if self.live.features:
            place = self.random.choice(list(self.live.features))
            if self.do(c.DamageFeature(hex=place, tokens=1)):
                self.live.wear(place, 1)

    def _hurt(self) -> None:
        piece = self.random.choice(self.live.pieces)
        if self.do(c.Damage(unit=piece.name, side=Side(piece.side), tokens=1)):
            self.live.lose(piece, 1)

    def _lost(self) -> None:
        piece = self.random.choice(self.live.pieces)
        if self.random.random() < 0.2 and self.do(c.Eliminate(unit=piece.name, side=Side(piece.side))):
            self.live.lost(piece)

    def _back(self) -> None:
        piece = self.random.choice(self.live.pieces)
        if self.do(c.Reinforce(unit=piece.name, side=Side(piece.side), tokens=2)):
            piece.gone, piece.tokens = False, (piece.tokens or 0) + 2
        elif self.do(c.Revive(unit=piece.name, side=Side(piece.side))):
            piece.gone = False

    def _flipped(self) -> None:
        piece = self.random.choice(self.live.pieces)
        timer = f"{piece.side}-{self.random.choice(list(COMMAND))}"
        if self.do(c.Flip(timer=timer, unit=piece.name)):
            self.live.flip(timer, piece.name)

    def _waited(self) -> None:
        self.wait(self.random.randrange(40 * SECOND))


def games(seed: int, count: int, *, most_units: int = 12, fastest: int = 6, acts: int = 4) -> Iterator[Game]:
    """Each some way into its game."""
    random = Random(seed)
    for _ in range(count):
        game = Game(random, most_units=most_units, fastest=fastest)
        game.happen(random.randint(0, acts))
        yield game


def near(random: Random, place: str) -> str:
    """A hex around that one, more often than not."""
    if random.random() < 0.3:
        return random.choice(HEXES)
    at = place
    for _ in range(random.randint(1, 4)):
        at = random.choice(list(board()[at]))
    return at


def _scenario(random: Random, *, most_units: int, fastest: int) -> dict[str, Any]:
    """As a file says it. Units stand close together, for they are to meet."""
    shuffled = random.sample(HEXES, len(HEXES))
    terrain = {name: random.choice(TILES) for name in shuffled[: random.choice((0, 10, 35, 60))]}
    plain = [name for name in shuffled if terrain.get(name, "plains") == "plains"]
    piles = plain[: random.choice((0, 2, 6))]
    walls = {name for name, tile in terrain.items() if tile == "castle_wall"}
    share = random.choice((0, 0.3, 0.7))
    lines = [list(edge) for edge in EDGES if random.random() < (share if walls & set(edge) else share / 20)]
    middle = random.choice(HEXES)
    taken = set(piles)
    units = [_unit(random, number, middle, taken, fastest) for number in range(random.randint(2, most_units))]
    return {
        "id": "random",
        "name": "Random",
        "terrain": terrain,
        "features": [{"hex": at, "terrain": random.choice(FEATURES), "tokens": random.randint(1, 3)} for at in piles],
        "lines": lines,
        "units": units,
    }


def _unit(random: Random, number: int, middle: str, taken: set[str], fastest: int) -> dict[str, Any]:
    said: dict[str, Any] = {"side": SIDES[number % 2], "name": f"Unit {number}"}
    said["keywords"] = random.sample(KEYWORDS, random.randint(0, 2))
    for key, value, share in (
        ("speed", random.randint(0, fastest), 0.9),
        ("health", random.randint(1, 5), 0.9),
        ("charge", random.randint(0, 4), 0.5),
        ("damage", _damage(random), 0.9),
    ):
        if random.random() < share:
            said[key] = value
    place = near(random, middle)
    if place not in taken and random.random() < 0.9:
        taken.add(place)
        said["hex"] = place
    return said


def _damage(random: Random) -> dict[str, Any]:
    kinds = ("melee", "distance")
    return {
        str(at): {"kind": random.choice(kinds), "value": random.randint(0, 4)}
        for at in range(1, 5)
        if random.random() < 0.8
    }
