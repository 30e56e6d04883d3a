"""What the table counts of decks and hands, beside players who really hold cards."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.battleline.cards import TROOPS, troops
from companion.battleline.choices import BattleLineChoices, Players, Tactics
from companion.battleline.match import claims as hands
from companion.battleline.match import views
from companion.battleline.match.acts import evolve
from companion.battleline.match.state import DESERTER, REDEPLOY, SCOUT, TACTICS, TRAITOR, Piece, Series, Spot, State
from companion.table.seats import Seat
from tests.companion.battleline import acts as e
from tests.support import examples


def opened(players: Players = Players.TWO, tactics: Tactics = Tactics.WITH) -> State:
    choices = BattleLineChoices(tactics=tactics, players=players)
    return State.start(choices=choices, players=players, series=Series(), now=0)


class Dealt:
    """A battle with its decks and hands, played by chance: some pass often, some keep the Scout for the last cards, and
    those Guile cards are kept that change nothing here."""

    def __init__(self, random: Random, state: State) -> None:
        self.random, self.state = random, state
        tactics = TACTICS if state.choices.tactics is Tactics.WITH else ()
        self.decks: list[list[Piece]] = [random.sample(TROOPS, 60), random.sample(tactics, len(tactics))]
        size = state.choices.tactics.hand
        self.hands: dict[Seat, list[Piece]] = {
            seat: [self.decks[0].pop() for _ in range(size)] for seat in state.layout.seats
        }
        self.keeps_scout = random.random() < 0.5
        self.lazy = {seat: random.choice((0.0, 0.1, 0.9)) for seat in state.layout.seats}

    @property
    def in_decks(self) -> int:
        return sum(map(len, self.decks))

    def play(self, seat: Seat) -> None:
        """A card, or none; what it takes to refresh the hand is drawn afterwards."""
        held = self.hands[seat]
        kept = {REDEPLOY, TRAITOR} | ({SCOUT} if self.keeps_scout and self.in_decks > 1 else set())
        might = [piece for piece in held if piece not in kept]
        if SCOUT in might and self.keeps_scout:
            might = [SCOUT]
        if not might or self.random.random() < self.lazy[seat]:
            self._evolve(e.Passed(sand_ns=0, side=seat))
            return
        piece = self.random.choice(might)
        if piece == DESERTER:
            others = [(each, spot) for each, spot in self.state.lying.items() if spot.flag and spot.side is not seat]
            if not others:
                self._evolve(e.Passed(sand_ns=0, side=seat))
                return
            target, spot = self.random.choice(others)
            assert spot.flag is not None
            event: e.Play = e.Deserted(sand_ns=0, side=seat, piece=target, flag=spot.flag)
        elif piece == SCOUT:
            event = e.Scouted(sand_ns=0, side=seat)
        else:
            flag = self.random.choice(self.state.layout.rows[seat])
            event = e.Laid(sand_ns=0, side=seat, flag=flag, piece=piece)
        held.remove(piece)
        self._evolve(event)
        if piece == SCOUT:
            for _ in range(3):
                self.draw(seat)
            for _ in range(2):
                back = held.pop(self.random.randrange(len(held))) if held else None
                if back is not None:
                    self.decks[back in TACTICS].append(back)

    def draw(self, seat: Seat) -> None:
        if decks := [deck for deck in self.decks if deck]:
            self.hands[seat].append(self.random.choice(decks).pop())

    def _evolve(self, event: e.BattleEvent) -> None:
        self.state = evolve(self.state, event)


@settings(max_examples=examples(20))
@given(st.integers(0, 2**32), st.sampled_from(Players), st.sampled_from(Tactics))
def test_what_is_counted_is_what_is_there(seed: int, players: Players, tactics: Tactics) -> None:
    dealt = Dealt(Random(seed), opened(players, tactics))
    seat, full = dealt.state.layout.seats[0], tactics.hand
    for _ in range(90):
        could_draw = dealt.in_decks
        dealt.play(seat)
        state = dealt.state
        assert hands.least_in_hand(state, seat) <= len(dealt.hands[seat]), "before the draw"
        if len(dealt.hands[seat]) < full:
            dealt.draw(seat)
        hidden = [card for deck in (*dealt.decks, *dealt.hands.values()) for card in deck]
        assert sorted(troops(hands.unseen_troops(state))) == sorted({*hidden} - {*TACTICS})
        assert hands.unseen_tactics(state) == len({*hidden} & {*TACTICS})
        for each, held in dealt.hands.items():
            assert hands.least_in_hand(state, each) <= len(held)
            assert sum(piece in TACTICS for piece in held) <= hands.most_tactics_in_hand(state, each)
            if could_draw > 2 and not (each is seat and state.laid):
                assert hands.least_in_hand(state, each) == len(held) == full
        if SCOUT not in state.lying or could_draw > 2:
            assert hands.to_draw(state) == dealt.in_decks
        else:
            assert 0 <= hands.to_draw(state) <= dealt.in_decks <= hands.to_draw(state) + 2
        seat = state.layout.after(seat)


def test_a_full_hand_is_held_until_both_decks_run_out() -> None:
    state = opened(tactics=Tactics.WITHOUT)
    assert (hands.to_draw(state), hands.unseen_tactics(state)) == (48, 0)
    assert hands.to_draw(opened()) == 56
    assert hands.to_draw(opened(Players.THREE)) == 49
    for number, card in enumerate(TROOPS[:48]):
        state = evolve(state, e.Laid(sand_ns=0, side=(Seat.GOLD, Seat.RED)[number % 2], flag=1, piece=card))
    assert hands.to_draw(state) == 0
    assert [hands.least_in_hand(state, seat) for seat in state.layout.seats] == [6, 5], "red may still have to draw"
    state = evolve(state, e.Laid(sand_ns=0, side=Seat.GOLD, flag=2, piece=TROOPS[48]))
    assert [hands.least_in_hand(state, seat) for seat in state.layout.seats] == [5, 5]
    state = evolve(state, e.TakenUp(sand_ns=0, piece=TROOPS[48]))
    assert [hands.least_in_hand(state, seat) for seat in state.layout.seats] == [6, 6]


def test_the_view_tells_them() -> None:
    state = opened()
    for seat, piece in ((Seat.GOLD, "R1"), (Seat.RED, "FOG"), (Seat.GOLD, SCOUT)):
        event = e.Scouted(sand_ns=0, side=seat) if piece == SCOUT else e.Laid(sand_ns=0, side=seat, flag=1, piece=piece)
        state = evolve(state, event)
    assert state.lying["FOG"] == Spot(Seat.RED, 1)
    told = views.view(state, 0)
    assert (told.unseen, told.tactics_unseen, told.to_draw) == (TROOPS[1:], 8, 53)
