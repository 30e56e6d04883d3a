"""A battle as people play it who hold cards: dealt, drawn until both decks are empty, and fought to its end."""

from collections.abc import Iterator
from random import Random

from companion.battleline.cards import TROOPS
from companion.battleline.choices import BattleLineChoices, Players, Tactics
from companion.battleline.match.acts import acts, decide, evolve, why_not
from companion.battleline.match.state import TACTICS, Piece, Series, State
from companion.table.seats import Seat
from companion.table.state import Stage
from tests.companion.battleline import acts as c

MOST = 150
"""So many acts, and nobody has won: then nobody will."""


class Dealt:
    """The cards that nobody at the table sees: hands and decks, by seed."""

    def __init__(self, seed: int, players: Players) -> None:
        self._random = Random(seed)
        choices = BattleLineChoices(players=players)
        self.state = State.start(choices=choices, players=players, series=Series(), now=0)
        self._decks: list[list[Piece]] = [self._random.sample(cards, len(cards)) for cards in (TROOPS, TACTICS)]
        self._hands = {
            seat: [self._decks[0].pop() for _ in range(Tactics.WITH.hand)] for seat in self.state.layout.seats
        }

    @property
    def left(self) -> int:
        """How many cards both decks have left."""
        return sum(map(len, self._decks))

    def acts(self) -> Iterator[c.TurnAct | c.Claim]:
        """What everyone does in turn: claims what is proven, plays a card, draws one."""
        seat = self.state.layout.seats[0]
        for _ in range(MOST):
            yield from self._claims(seat)
            if self.state.stage is Stage.OVER:
                return
            act = self._play(seat)
            yield self._done(act)
            yield from self._claims(seat)
            if self.state.stage is Stage.OVER:
                return
            self._draw(seat, act)
            seat = self.state.layout.after(seat)

    def _claims(self, seat: Seat) -> Iterator[c.Claim]:
        for flag in self.state.layout.rows[seat]:
            claim = c.Claim(side=seat, flag=flag)
            if self.state.stage is not Stage.OVER and why_not(self.state, claim) is None:
                yield self._done(claim)

    def _play(self, seat: Seat) -> c.TurnAct:
        """Whatever is in hand and may be played, a Troop card as long as there is one."""
        troops = sorted((piece for piece in self._hands[seat] if piece in TROOPS), key=lambda _: self._random.random())
        tactics = [piece for piece in self._hands[seat] if piece in TACTICS]
        for piece in [*tactics, *troops] if self._random.random() < 0.3 else [*troops, *tactics]:
            ways = [act for act in acts(self.state, seat, piece) if why_not(self.state, act) is None]
            if ways:
                self._hands[seat].remove(piece)
                return self._random.choice(ways)
        return c.Pass(side=seat)

    def _draw(self, seat: Seat, act: c.TurnAct) -> None:
        for _ in range(0 if isinstance(act, c.Pass) else 3 if isinstance(act, c.Scout) else 1):
            if decks := [deck for deck in self._decks if deck]:
                self._hands[seat].append(self._random.choice(decks).pop())
        for _ in range(2 if isinstance(act, c.Scout) else 0):
            back = self._hands[seat].pop(0)
            self._decks[back in TACTICS].append(back)

    def _done(self, act: c.Command) -> c.Command:
        for event in decide(self.state, act, 0):
            self.state = evolve(self.state, event)
        return act
