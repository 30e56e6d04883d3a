"""How late a flag was claimed, against a second telling of the same battle: another board, another count of turns, and
claims decided by trying everything."""

import random
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.battleline.choices import BattleLineChoices, ClaimTime
from companion.battleline.choices import Players as HowMany
from companion.battleline.match.game import BATTLE_LINE
from companion.battleline.match.report import BattleReport, report
from companion.battleline.match.state import Series, State
from companion.table.commands import Undo
from companion.table.errors import Refused
from companion.table.game import Step
from companion.table.match import Match
from companion.table.seats import Seat
from tests.companion.battleline import acts as c
from tests.companion.battleline import acts as e
from tests.companion.battleline.match.seats import lay, seated
from tests.companion.battleline.oracle import DECK, claimable
from tests.support import Players

GOLD, RED, AZURE = Seat


def lates(events: Sequence[e.BattleEvent], opening: State) -> dict[int, int | None]:
    """What the report on a battle of these events says, by the flags that were claimed."""
    steps: list[Step[State]] = []
    match = Match(BATTLE_LINE, opening)
    for event in events:
        after = match.evolve(event)
        steps.append(Step(match.state, event, after.state))
        match = after
    return {flag.flag: flag.late for flag in report(opening, steps, 0).flags if flag.holder}


class Told:
    """The battle a second time. `log` has, for each instant, whose turn it was by the seats' own count and what lay."""

    def __init__(self, seats: Sequence[Seat], when: ClaimTime) -> None:
        self.seats, self.when = seats, when
        self.board: dict[str, tuple[Seat, int]] = {}
        self.turn = 0
        """Counted over all seats; a seat's own come every len(seats)."""
        self.played = False
        self.history: list[tuple[int, bool, dict[str, tuple[Seat, int]]]] = []

    def lay(self, card: str, flag: int) -> None:
        self._look()
        if self.played:
            self.turn += 1
        self.board = {**self.board, card: (self.seats[self.turn % len(self.seats)], flag)}
        self.played = True

    def pass_(self) -> None:
        self._look()
        if self.played:
            self.turn += 1
        self.played = True

    def late(self, flag: int, side: Seat, other: Seat) -> int:
        """By how many of its own turns the side is late that claims the flag now."""
        self._look()
        moments = []
        for turn, played, board in reversed(self.history):
            if not self._proven(board, flag, side, other):
                break
            for at, has_played in ((turn, played), (turn + 1, False)) if played else ((turn, False),):
                if self.seats[at % len(self.seats)] is side and self._may(has_played):
                    moments.append(at)
        assert moments
        return (moments[0] - moments[-1]) // len(self.seats)

    def claimed(self, side: Seat) -> None:
        if self.seats[self.turn % len(self.seats)] is not side:
            self.turn, self.played = self.turn + 1, False

    def _may(self, has_played: bool) -> bool:
        if self.when is ClaimTime.BEFORE_DRAWING:
            return True
        return has_played is (self.when is ClaimTime.END_OF_TURN)

    def _proven(self, board: dict[str, tuple[Seat, int]], flag: int, side: Seat, other: Seat) -> bool:
        mine, theirs = ([card for card, spot in board.items() if spot == (seat, flag)] for seat in (side, other))
        last = next((spot[0] for spot in reversed(board.values()) if spot[1] == flag), None)
        return claimable(
            mine,
            theirs,
            [card for card in DECK if card not in board],
            fog=False,
            mud=False,
            last="mine" if last is side else "theirs",
        )

    def _look(self) -> None:
        if self.played or self.board:
            self.history.append((self.turn, self.played, self.board))


@settings(max_examples=100)
@given(
    seed=st.integers(0, 10**6),
    when=st.sampled_from(ClaimTime),
    three=st.booleans(),
    deck=st.permutations(["R10", "R9", "R8", "R7", "B10", "B9", "B8", "B7", "G3", "O3", "Y3", "P3"]),
)
def test_a_claim_is_as_late_as_the_second_telling_has_it(
    seed: int, when: ClaimTime, three: bool, deck: Sequence[str]
) -> None:
    """Cards and passes in turn at two flags, and now and then a claim as soon or as late as it comes."""
    chance = random.Random(seed)
    players = HowMany.THREE if three else HowMany.TWO
    opening = State.start(
        choices=BattleLineChoices(claim_time=when, players=players), players=players, series=Series(), now=0
    )
    layout = opening.layout
    told, match, expected = Told(layout.seats, when), Match(BATTLE_LINE, opening), {}
    events: list[e.BattleEvent] = []
    left = list(deck)

    def do(event: e.BattleEvent) -> None:
        nonlocal match
        events.append(event)
        match = match.evolve(event)

    for _ in range(24):
        side = match.state.next or layout.seats[0]
        flags = [each for each in (1, 2) if side in layout.pair(each) and each not in match.state.claimed]
        room = [each for each in flags if len(match.state.cards(each, side)) < 3]
        if room and left and chance.random() < 0.75:
            card, flag = left.pop(), chance.choice(room)
            told.lay(card, flag)
            do(e.Laid(sand_ns=0, side=side, flag=flag, piece=card))
        else:
            told.pass_()
            do(e.Passed(sand_ns=0, side=side))
        if chance.random() < 0.4:
            for seat in layout.seats:
                for flag in (1, 2):
                    try:
                        (event,) = match.decide(c.Claim(side=seat, flag=flag), 0)
                    except Refused:
                        continue
                    assert isinstance(event, e.Claimed)
                    expected[flag] = told.late(flag, seat, layout.across(flag, seat))
                    told.claimed(seat)
                    do(event)
    assert lates(events, opening) == expected


def late(players: Players, flag: int) -> int | None:
    found = players.table.report()
    assert isinstance(found, BattleReport)
    return found.flags[flag - 1].late


def test_since_when_a_claim_was_open_is_told(tmp_path: Path) -> None:
    """From the card that proved it, in match time, whether it was made in the end or not."""
    players = seated(tmp_path / "t.sqlite")
    lay(players, "5:R10 - 5:R9 - 7:B10 - 7:B9")
    players.clock.advance(seconds=20)
    lay(players, "- 5:R8")
    players.clock.advance(seconds=30)
    lay(players, "- 7:B8")
    players.clock.advance(seconds=40)
    players.do(c.Claim(side=GOLD, flag=5))
    report = players.table.report()
    assert isinstance(report, BattleReport)
    five, seven, one = (report.flags[flag - 1] for flag in (5, 7, 1))
    assert (five.holder, five.claimed_ms, five.open_ms, five.to) == ("gold", 90_000, 20_000, None)
    assert (seven.holder, seven.to, seven.open_ms) == (None, "gold", 50_000)
    assert (one.to, one.open_ms) == (None, None)


def test_a_tap_put_right_proved_nothing(tmp_path: Path) -> None:
    """Red 8 was laid at flag 5 by mistake: what it seemed to prove there never was."""
    players = seated(tmp_path / "t.sqlite")
    lay(players, "5:R10 - 5:R9 - 5:R8")
    players.do(c.Shift(piece="R8", flag=4, side=GOLD))
    lay(players, "- 1:B1 -")
    players.do(c.Shift(piece="R8", flag=5, side=GOLD))
    lay(players, "1:B2 -")
    players.do(c.Claim(side=GOLD, flag=5))
    assert late(players, 5) == 1


def test_what_a_deserter_took_counts_from_when_it_is_there_again(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")
    lay(players, "5:R10 - 5:R9 - 5:R8 -")
    lay(players, "1:B1")
    players.do(c.Desert(side=RED, piece="R8"))
    lay(players, "5:CC - 1:B2 -")
    players.do(c.Claim(side=GOLD, flag=5))
    assert late(players, 5) == 2


def test_a_card_taken_back_begins_no_turn(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")
    lay(players, "5:R10 - 5:R9 - 5:R8 - 1:B1")
    players.do(c.TakeUp(piece="B1"))
    players.do(c.Lay(side=GOLD, flag=1, piece="B2"))
    players.do(c.Claim(side=GOLD, flag=5))
    assert late(players, 5) == 1


def test_what_was_undone_is_not_late(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")
    lay(players, "5:R10 - 5:R9 - 5:R8 - 1:B1")
    players.do(Undo())
    players.do(Undo())
    players.do(c.Claim(side=GOLD, flag=5))
    assert late(players, 5) == 0
