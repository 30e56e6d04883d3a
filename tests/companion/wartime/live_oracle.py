"""The live board a second time: who stands where with how many tokens, and what an action may do, over networkx.

It shares nothing with companion.wartime but the words of its JSON: hexes, terrain, timers and units by name, a scenario
as its file has it. Instants are nanoseconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.companion.wartime import referee_oracle as oracle
from tests.companion.wartime.referee_oracle import Setup, Ways

SECOND = 1_000_000_000
SIDES = ("gold", "red")
COMMAND = {"30": 30, "60a": 60, "60b": 60, "90": 90}
"""What the rulebook gives each side (Timers): of these a unit may be given any."""
FAR_ENOUGH = 500
"""Movement Points for any way on the board: where no speed is printed, none is too short."""
LONGEST = 4
"""No token prints a number for a longer range."""


@dataclass
class Piece:
    """A unit: its stand, and what is printed on its token as far as the scenario says."""

    side: str
    name: str
    hex: str | None
    tokens: int | None
    speed: int | None
    charge: int | None
    damage: dict[str, Any]
    keywords: set[str]
    gone: bool = False

    @classmethod
    def of(cls, said: dict[str, Any]) -> "Piece":
        return cls(
            side=said["side"],
            name=said["name"],
            hex=said.get("hex"),
            tokens=said.get("health"),
            speed=said.get("speed"),
            charge=said.get("charge"),
            damage=said.get("damage", {}),
            keywords={word.lower() for word in said.get("keywords", ())},
        )


@dataclass
class Answer:
    """What can be said of an attack, a charge or a move. `ways` are the hexes where it can end."""

    legal: bool
    tokens: int | None = None
    ways: Ways = field(default_factory=dict)


@dataclass
class Live:
    """The table: everything as it lies, and which timer runs until when, for whom."""

    terrain: dict[str, str]
    features: dict[str, int]
    lines: set[frozenset[str]]
    pieces: list[Piece]
    running: dict[str, tuple[int, str | None]] = field(default_factory=dict)
    now: int = 0

    @classmethod
    def of(cls, scenario: dict[str, Any]) -> "Live":
        return cls(
            terrain={at: tile for at, tile in scenario["terrain"].items() if tile != "plains"},
            features={each["hex"]: each["tokens"] for each in scenario["features"]},
            lines={frozenset(pair) for pair in scenario["lines"]},
            pieces=[Piece.of(unit) for unit in scenario["units"]],
        )

    # Questions

    def piece(self, side: str, name: str) -> Piece:
        return next(each for each in self.pieces if (each.side, each.name) == (side, name))

    def at(self, place: str) -> Piece | None:
        return next((each for each in self.pieces if each.hex == place), None)

    def standing(self, place: str) -> bool:
        """Whether a Terrain Feature does."""
        return self.features.get(place, 0) > 0

    def setup(self) -> Setup:
        units = {each.hex for each in self.pieces if each.hex is not None}
        return Setup(self.terrain, {at for at in self.features if self.standing(at)}, self.lines, units)

    def timer_of(self, piece: Piece) -> str | None:
        return next(
            (id for id, (_, unit) in self.running.items() if unit == piece.name and id.startswith(piece.side)), None
        )

    def ways(self, piece: Piece) -> Ways:
        assert piece.hex is not None
        speed = FAR_ENOUGH if piece.speed is None else piece.speed
        return oracle.moves(self.setup(), piece.hex, speed=speed, keywords=piece.keywords)

    def attack(self, piece: Piece, to: str) -> Answer:
        assert piece.hex is not None
        if not piece.damage:
            return Answer(oracle.steps(self.setup(), piece.hex, to) is not None)
        legal, _, value = oracle.attack(self.setup(), piece.hex, to, piece.damage, piece.keywords)
        return Answer(legal, value if legal else None)

    def charge(self, piece: Piece, to: str) -> Answer:
        assert piece.hex is not None
        if piece.charge is None:
            return Answer(legal=False)
        speed = FAR_ENOUGH if piece.speed is None else piece.speed
        ways, dealt = oracle.charge(
            self.setup(), piece.hex, to, speed=speed, value=piece.charge, keywords=piece.keywords
        )
        return Answer(bool(ways), dealt if ways else None, ways)

    def moved(self, piece: Piece, to: str) -> "Live":
        """The table with this one elsewhere."""
        others = [each for each in self.pieces if each is not piece]
        there = Piece(**{**vars(piece), "hex": to})
        return Live(self.terrain, self.features, self.lines, [*others, there], self.running, self.now)

    # A whole action without a card (WarTime Rulebook, Actions): None where it may not be taken, else the tokens.

    def action(
        self, timer: str, unit: str, *, to: str | None, target: str | None, feature: str | None, tokens: int | None
    ) -> int | None:
        side, _, size = timer.partition("-")
        piece = self.piece(side, unit)
        foe = self.piece("red" if side == "gold" else "gold", target) if target else None
        if size not in COMMAND or timer in self.running or piece.gone or self.timer_of(piece) is not None:
            return None
        if (foe and feature) or (foe and foe.gone) or not (to or foe or feature):
            return None
        if feature and not self.standing(feature):
            return None
        if to and to != piece.hex and (self.at(to) or self.standing(to)):
            return None
        aimed_at = foe.hex if foe else feature
        if piece.hex is None or (foe and aimed_at is None):
            # The board does not know enough to forbid it.
            return self._agreed(tokens, None) if foe or feature else 0
        if aimed_at is None:
            return 0 if to == piece.hex or to in self.ways(piece) else None
        answer = self.charge(piece, aimed_at) if to else self.attack(piece, aimed_at)
        if not answer.legal or (to and to not in answer.ways):
            return None
        return self._agreed(tokens, answer.tokens)

    @staticmethod
    def _agreed(said: int | None, known: int | None) -> int | None:
        if said is not None and known is not None and said != known:
            return None
        return known if said is None else said

    # What happens

    def pass_time(self, ns: int) -> None:
        self.now += ns
        self.running = {id: (ends, unit) for id, (ends, unit) in self.running.items() if ends > self.now}

    def flip(self, timer: str, unit: str | None) -> None:
        self.running[timer] = (self.now + COMMAND[timer.partition("-")[2]] * SECOND, unit)

    def lose(self, piece: Piece, tokens: int) -> None:
        if piece.tokens is not None:
            piece.tokens = max(0, piece.tokens - tokens)
            if piece.tokens == 0:
                self.lost(piece)

    def lost(self, piece: Piece) -> None:
        piece.gone, piece.hex = True, None
        piece.tokens = None if piece.tokens is None else 0
        if (timer := self.timer_of(piece)) is not None:
            self.running[timer] = (self.running[timer][0], None)

    def wear(self, place: str, tokens: int) -> None:
        self.features[place] = max(0, self.features[place] - tokens)

    def lay(self, place: str, tile: str) -> None:
        self.features.pop(place, None)
        self.terrain.pop(place, None)
        if tile != "plains":
            self.terrain[place] = tile

    def pile(self, place: str, tokens: int) -> None:
        self.terrain.pop(place, None)
        self.features[place] = tokens

    def free(self, piece: Piece) -> Iterator[tuple[int, str]]:
        """When each of its side's timers could be given to it: with that timer free, and itself."""
        own = self.timer_of(piece)
        awake = self.running[own][0] if own else self.now
        for size in COMMAND:
            timer = f"{piece.side}-{size}"
            yield max(awake, self.running[timer][0] if timer in self.running else self.now), timer
