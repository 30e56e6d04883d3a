"""A mis-tap put right leaves what there would be had the right card been tapped at once."""

from collections.abc import Collection, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.battleline.choices import BattleLineChoices, ClaimTime, Leaders, Players
from companion.battleline.match import commands as c
from companion.battleline.match import events as e
from companion.battleline.match.claims import Claims
from companion.battleline.match.evolve import evolve
from companion.battleline.match.layout import NUMBERS
from companion.battleline.match.report import BattleReport
from companion.battleline.match.rules import decide
from companion.battleline.match.series import Series
from companion.battleline.match.state import State
from companion.battleline.match.tactics import LINE_PIECES, Piece
from companion.table.errors import NotHere, Refused
from tests.companion.battleline.match.seats import GOLD, RED, flag, lay, refused, seated, view
from tests.support import Players as AtTable
from tests.support import examples

CHOICES = st.builds(
    BattleLineChoices,
    claim_time=st.sampled_from(ClaimTime),
    leaders=st.sampled_from(Leaders),
    players=st.sampled_from(Players),
)


def opened(choices: BattleLineChoices) -> State:
    return State.opened(choices=choices, players=choices.players, series=Series(), now=0)


def after(state: State, command: c.BattleCommand) -> State | None:
    """None where it is refused."""
    try:
        events = decide(state, command, 0)
    except (Refused, NotHere):
        return None
    for event in events:
        state = evolve(state, event)
    return state


def told(state: State) -> object:
    """Everything that a later verdict depends on, orders included."""
    claims = Claims(state)
    verdicts = [(number, side, claims.verdict(number, side)) for number in NUMBERS for side in state.layout.seats]
    return list(state.lying.items()), list(state.played.items()), replace(state, pointed={}), verdicts


def plays(random: Random, state: State) -> Iterator[c.BattleCommand]:
    """Things that whoever is next may try, mostly lays around a few flags, so that these fill."""
    while True:
        side = state.next or random.choice(state.layout.seats)
        piece, flag = random.choice(LINE_PIECES), random.choice((1, 1, 2, 4, 4, 5, 7, 9))
        yield random.choice(
            [
                *[c.Lay(side=side, flag=flag, piece=piece)] * 6,
                c.Scout(side=side),
                c.Redeploy(side=side, piece=piece, to=random.choice((None, flag))),
                c.Desert(side=side, piece=piece),
                c.Betray(side=side, piece=piece, to=flag),
                c.Claim(side=random.choice(state.layout.seats), flag=flag),
            ]
        )


def both(random: Random, right: State, wrong: State, *, but: Collection[Piece]) -> tuple[State, State]:
    """The next act that both games allow, and that leaves those cards alone."""
    for command, _ in zip(plays(random, right), range(300), strict=False):
        if getattr(command, "piece", None) not in but:
            one, other = after(right, command), after(wrong, command)
            if one is not None and other is not None:
                return one, other
    return right, wrong


def laid(random: Random, choices: BattleLineChoices, before: int) -> tuple[State, c.Lay, State]:
    """A battle after so many acts, a card that can be laid then, and the battle after that."""
    state = opened(choices)
    for _ in range(before):
        state, _ = both(random, state, state, but=())
    lays = (each for each in plays(random, state) if isinstance(each, c.Lay))
    tries = ((each, right) for each, _ in zip(lays, range(300), strict=False) if (right := after(state, each)))
    meant, right = next(tries, (None, state))
    assume(meant is not None)
    assert meant is not None
    return state, meant, right


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.filter_too_much])
@given(random=st.randoms(use_true_random=False), choices=CHOICES, before=st.integers(0, 25), since=st.integers(0, 12))
def test_a_card_that_is_shifted_lies_as_if_laid_there_at_once(
    random: Random, choices: BattleLineChoices, before: int, since: int
) -> None:
    state, meant, right = laid(random, choices, before)
    slips = [replace(meant, flag=number) for number in NUMBERS if number != meant.flag]
    if not state.lying:
        slips += [replace(meant, side=side) for side in state.layout.others(meant.side)]
    wrongs = [wrong for slip in random.sample(slips, len(slips)) if (wrong := after(state, slip))]
    assume(wrongs)
    wrong = wrongs[0]
    if right.turn is wrong.turn:
        for _ in range(since):
            right, wrong = both(random, right, wrong, but=(meant.piece,))
    put_right = after(wrong, c.Shift(piece=meant.piece, flag=meant.flag, side=meant.side))
    claimed = {meant.flag, wrong.lying[meant.piece].flag} & {*wrong.claimed}
    assume(not claimed and not wrong.victory)
    assert put_right is not None
    assert told(put_right) == told(right)


@settings(max_examples=examples(10), suppress_health_check=[HealthCheck.filter_too_much])
@given(random=st.randoms(use_true_random=False), choices=CHOICES, before=st.integers(0, 25), since=st.integers(0, 12))
def test_a_card_that_a_tactics_card_brought_elsewhere_lies_as_if_brought_there_at_once(
    random: Random, choices: BattleLineChoices, before: int, since: int
) -> None:
    state = opened(choices)
    for _ in range(before):
        state, _ = both(random, state, state, but=())
    side = state.next
    assume(side is not None)
    assert side is not None
    moves: list[c.Redeploy | c.Betray] = [
        each
        for piece in state.lying
        for flag in NUMBERS
        for each in (c.Redeploy(side=side, piece=piece, to=flag), c.Betray(side=side, piece=piece, to=flag))
    ]
    allowed = [each for each in moves if after(state, each)]
    assume(allowed)
    meant = random.choice(allowed)
    slips = [each for each in allowed if (type(each), each.piece) == (type(meant), meant.piece) and each != meant]
    if isinstance(meant, c.Redeploy):
        slips.append(replace(meant, to=None))
    assume(slips)
    right, wrong = after(state, meant), after(state, random.choice(slips))
    assert right is not None
    assert wrong is not None
    for _ in range(since):
        right, wrong = both(random, right, wrong, but=(meant.piece,))
    put_right = after(wrong, c.Shift(piece=meant.piece, flag=meant.to or 0, side=side))
    claimed = {meant.to, wrong.lying[meant.piece].flag} & {*wrong.claimed}
    assume(not claimed and not wrong.victory)
    assert put_right is not None
    assert told(put_right) == told(right)


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.filter_too_much])
@given(random=st.randoms(use_true_random=False), choices=CHOICES, before=st.integers(0, 25), since=st.integers(0, 12))
def test_a_card_that_is_exchanged_lies_as_if_laid_at_once(
    random: Random, choices: BattleLineChoices, before: int, since: int
) -> None:
    state, meant, right = laid(random, choices, before)
    slips = (replace(meant, piece=piece) for piece in random.sample(LINE_PIECES, len(LINE_PIECES)))
    slip, wrong = next((each, wrong) for each in slips if each != meant and (wrong := after(state, each)))
    for _ in range(since):
        right, wrong = both(random, right, wrong, but=(slip.piece, meant.piece))
    assume(meant.flag not in wrong.claimed and not wrong.victory)
    put_right = after(wrong, c.Exchange(piece=slip.piece, instead=meant.piece))
    assert put_right is not None
    assert told(put_right) == told(right)


@settings(max_examples=examples(15))
@given(random=st.randoms(use_true_random=False), choices=CHOICES, acts=st.integers(1, 20))
def test_a_card_taken_back_at_once_was_never_played_and_one_put_where_it_lies_is_nothing(
    random: Random, choices: BattleLineChoices, acts: int
) -> None:
    state = opened(choices)
    for _ in range(acts):
        state, _ = both(random, state, state, but=())
    assume(not state.victory)
    for piece, spot in state.lying.items():
        if spot.flag is not None:
            assert decide(state, c.Shift(piece=piece, flag=spot.flag, side=spot.side), 0) == []
    for slip, _ in zip(plays(random, state), range(100), strict=False):
        slipped = after(state, slip) if isinstance(slip, c.Lay | c.Scout) else None
        back = slipped and after(slipped, c.TakeUp(piece=slipped.laid or ""))
        if slipped is not None:
            assert back is not None
            assert (list(back.lying.items()), back.played) == (list(state.lying.items()), state.played)
            assert back.next is (state.next or back.next if state.lying else None)


@pytest.fixture
def players(tmp_path: Path) -> AtTable:
    return seated(tmp_path / "t.sqlite")


def test_a_tied_flag_stays_whose_it_was_when_a_card_is_put_where_it_lies(players: AtTable) -> None:
    lay(players, "1:R8 1:B8 1:R9 1:B9 1:R10 1:B10")
    players.do(c.Shift(piece="R8", flag=1, side=GOLD))
    assert (flag(players, 1).claims["gold"].claimable, flag(players, 1).last) == (True, "red")
    assert players.texts()[-1] == "Team Red lays Blue 10 at flag 1", "nothing was put right, and nothing is told"


def test_another_card_than_the_one_that_was_tapped(players: AtTable) -> None:
    lay(players, "1:R8 1:B8 1:R9 1:B9")
    players.do(c.Exchange(piece="R8", instead="R7"))
    assert flag(players, 1).cards["gold"] == ("R7", "R9")
    assert players.texts()[-1] == "Red 7 lies there, not Red 8"
    assert refused(players, c.Exchange(piece="R7", instead="B8")) == "Blue 8 is on the table already."
    assert refused(players, c.Exchange(piece="R7", instead="SCOUT")) == "Scout never lies at a flag."
    with pytest.raises(NotHere):
        players.do(c.Exchange(piece="R7", instead="R11"))
    lay(players, "2:FOG 1:B10 1:R10")
    assert refused(players, c.Exchange(piece="R10", instead="MUD")).startswith("That would leave Team Gold two")
    players.do(c.Shift(piece="FOG", flag=1, side=GOLD))
    assert refused(players, c.Exchange(piece="FOG", instead="G1")) == "Flag 1 is full on Team Gold's side: 3 cards."


def test_no_correction_brings_two_leaders_onto_one_side(players: AtTable) -> None:
    lay(players, "1:LA 2:LD")
    assert refused(players, c.Shift(piece="LD", flag=3, side=GOLD)) == "Darius would be the second Leader of Team Gold."
    lay(players, "1:R1")
    players.do(c.Desert(side=RED, piece="LA"))
    lay(players, "3:R2 4:R3 5:FOG")
    players.do(c.Shift(piece="LA", flag=4, side=GOLD))


def test_a_tactics_card_is_charged_to_the_side_on_which_it_is_put(players: AtTable) -> None:
    lay(players, "1:FOG")
    players.do(c.Shift(piece="FOG", flag=1, side=RED))
    found = view(players)
    assert [found.sides[side].tactics for side in ("gold", "red")] == [(), ("FOG",)]
    assert (found.turn, found.next) == ("red", "gold")
    lay(players, "1:CC")
    assert refused(players, c.Shift(piece="FOG", flag=1, side=GOLD)).startswith("That would leave Team Gold two")


def test_a_redeployed_card_that_went_to_a_flag_after_all_comes_to_lie_last_there(players: AtTable) -> None:
    lay(players, "1:R8 2:B8 2:R9 2:B9 2:R10 2:B10")
    players.do(c.Redeploy(side=GOLD, piece="R8"))
    lay(players, "9:B1")
    assert flag(players, 2).last == "red"
    players.do(c.Shift(piece="R8", flag=2, side=GOLD))
    assert (flag(players, 2).last, flag(players, 2).claims["red"].claimable) == ("gold", True)


def test_a_traitor_is_no_tactics_card(players: AtTable) -> None:
    lay(players, "1:R8 2:B8")
    players.do(c.Betray(side=GOLD, piece="B8", to=1))
    lay(players, "9:FOG")
    assert refused(players, c.Exchange(piece="B8", instead="CC")) == (
        "A Traitor takes a Troop card, not Companion Cavalry."
    )
    players.do(c.Exchange(piece="B8", instead="B7"))
    assert flag(players, 1).cards["gold"] == ("R8", "B7")


def test_what_is_put_right_at_a_claimed_flag_says_what_comes_first(players: AtTable) -> None:
    lay(players, "1:R8 2:B1 1:R9 2:B4 1:R10 3:B8")
    players.do(c.Claim(side=GOLD, flag=1))
    for command in (
        c.TakeUp(piece="R8"),
        c.Exchange(piece="R8", instead="R7"),
        c.Shift(piece="R8", flag=2, side=GOLD),
        c.Shift(piece="B8", flag=1, side=RED),
    ):
        assert refused(players, command) == "Flag 1 is Team Gold's already: undo back to that claim first."


def test_a_lead_in_tactics_that_is_there_already_keeps_nobody_from_putting_another_card_right() -> None:
    """Battles were fought on while a Tactics card that had been shifted was charged to whom it was first laid for."""
    state = opened(BattleLineChoices())
    for event in (
        e.Laid(sand_ns=0, side=GOLD, flag=1, piece="FOG"),
        e.Shifted(sand_ns=0, piece="FOG", flag=1, side=RED),
        e.Laid(sand_ns=0, side=GOLD, flag=2, piece="R8"),
        e.Laid(sand_ns=0, side=RED, flag=3, piece="MUD"),
    ):
        state = evolve(state, event)
    assert len(state.tactics(RED)) == 2
    assert after(state, c.Shift(piece="R8", flag=4, side=GOLD)) is not None
    assert after(state, c.Exchange(piece="R8", instead="CC")) is not None
    assert after(state, c.Exchange(piece="R8", instead="R7")) is not None
    assert after(state, c.TakeUp(piece="MUD")) is not None
    added = evolve(state, e.Laid(sand_ns=0, side=RED, flag=5, piece="R9"))
    assert after(added, c.Exchange(piece="R9", instead="CC")) is None


def test_the_report_counts_what_lies_there_and_not_what_was_tapped(players: AtTable) -> None:
    lay(players, "1:R8")
    players.do(c.TakeUp(piece="R8"))
    players.do(c.Lay(side=GOLD, flag=2, piece="R8"))
    lay(players, "2:B8 2:R9")
    players.do(c.Exchange(piece="R9", instead="FOG"))
    report = players.table.report()
    assert isinstance(report, BattleReport)
    assert (report.turns, [each.laid for each in report.sides]) == (3, [2, 1])
    assert report.sides[0].tactics == ("FOG",)
