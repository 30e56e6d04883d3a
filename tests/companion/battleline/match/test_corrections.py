"""A mis-tap put right leaves what there would be had the right card been tapped at once."""

from collections.abc import Collection, Iterator
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.battleline.choices import BattleLineChoices, ClaimTime, Leaders, Players
from companion.battleline.match.acts import decide, evolve
from companion.battleline.match.claims import Claims
from companion.battleline.match.report import BattleReport
from companion.battleline.match.state import LINE_PIECES, NUMBERS, SCOUT, Piece, Series, State
from companion.table.commands import Undo
from companion.table.errors import NotHere, Refused
from tests.companion.battleline import acts as c
from tests.companion.battleline import acts as e
from tests.companion.battleline.match.seats import GOLD, RED, flag, lay, refused, seated, view
from tests.support import Players as AtTable
from tests.support import Says, examples

CHOICES = st.builds(
    BattleLineChoices,
    claim_time=st.sampled_from(ClaimTime),
    leaders=st.sampled_from(Leaders),
    players=st.sampled_from(Players),
)


def opened(choices: BattleLineChoices) -> State:
    return State.start(choices=choices, players=choices.players, series=Series(), now=0)


def after(state: State, command: c.Command) -> State | None:
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


def plays(random: Random, state: State) -> Iterator[c.Command]:
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


Moving = c.Redeploy | c.Desert | c.Betray


def moves(random: Random, choices: BattleLineChoices, before: int) -> tuple[State, list[Moving]]:
    """A battle after so many acts, and all that Redeploy, Deserter and Traitor could do then."""
    state = opened(choices)
    for _ in range(before):
        state, _ = both(random, state, state, but=())
    side = state.next
    assume(side is not None)
    assert side is not None
    found: list[Moving] = [c.Desert(side=side, piece=piece) for piece in state.lying]
    for piece, to in product(state.lying, NUMBERS):
        found += [c.Redeploy(side=side, piece=piece, to=to), c.Betray(side=side, piece=piece, to=to)]
    found += [c.Redeploy(side=side, piece=piece) for piece in state.lying]
    allowed = [each for each in found if after(state, each)]
    assume(allowed)
    return state, allowed


def where(command: Moving) -> tuple[object, ...]:
    """Which Tactics card it is, and where it brings a card."""
    return type(command), getattr(command, "to", None)


def gone_on(random: Random, state: State, meant: c.TurnAct, slip: c.TurnAct, since: int) -> tuple[State, State]:
    """Both battles after so many acts that leave the cards alone which these name."""
    right, wrong = after(state, meant), after(state, slip)
    assert right is not None
    assert wrong is not None
    pieces = [piece for each in (meant, slip) if (piece := getattr(each, "piece", None))]
    for _ in range(since):
        right, wrong = both(random, right, wrong, but=pieces)
    return right, wrong


@settings(max_examples=examples(10), suppress_health_check=[HealthCheck.filter_too_much])
@given(random=st.randoms(use_true_random=False), choices=CHOICES, before=st.integers(0, 25), since=st.integers(0, 12))
def test_a_card_that_a_tactics_card_brought_elsewhere_lies_as_if_brought_there_at_once(
    random: Random, choices: BattleLineChoices, before: int, since: int
) -> None:
    state, allowed = moves(random, choices, before)
    brought = [each for each in allowed if not isinstance(each, c.Desert) and each.to]
    assume(brought)
    meant = random.choice(brought)
    slips = [each for each in allowed if (type(each), each.piece) == (type(meant), meant.piece) and each != meant]
    assume(slips)
    right, wrong = gone_on(random, state, meant, random.choice(slips), since)
    put_right = after(wrong, c.Shift(piece=meant.piece, flag=meant.to or 0, side=meant.side))
    claimed = {meant.to, wrong.lying[meant.piece].flag} & {*wrong.claimed}
    assume(not claimed and not wrong.victory)
    assert put_right is not None
    assert told(put_right) == told(right)


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.filter_too_much])
@given(seed=st.integers(0, 2**32), choices=CHOICES, before=st.integers(4, 25), since=st.integers(0, 12))
def test_a_tactics_card_that_took_another_card_has_taken_it_at_once(
    seed: int, choices: BattleLineChoices, before: int, since: int
) -> None:
    random = Random(seed)
    state, allowed = moves(random, choices, before)
    pairs = [(one, other) for one, other in permutations(allowed, 2) if where(one) == where(other)]
    assume(pairs)
    mud = [pair for pair in pairs if any(each.piece == "MUD" for each in pair)]
    meant, slip = random.choice(random.choice([mud or pairs, pairs]))
    right, wrong = gone_on(random, state, meant, slip, since)
    flags = [spot.flag for piece in (meant.piece, slip.piece) for spot in (state.lying[piece], wrong.lying[piece])]
    assume(not {*flags} & {*wrong.claimed} and not wrong.victory)
    # The Mud has taken other cards with it since: that is refused, for one side would have four cards without it.
    assume(all(each.off == right.moves[mover].off for mover, each in [*wrong.moves.items()][len(state.moves) + 1 :]))
    put_right = after(wrong, c.Exchange(piece=slip.piece, instead=meant.piece))
    assert put_right is not None
    assert told(put_right) == told(right)


@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.filter_too_much])
@given(seed=st.integers(0, 2**32), choices=CHOICES, before=st.integers(2, 25), since=st.integers(0, 12))
def test_a_tactics_card_taken_back_later_has_moved_nothing(
    seed: int, choices: BattleLineChoices, before: int, since: int
) -> None:
    random = Random(seed)
    state, allowed = moves(random, choices, before)
    slip = random.choice(allowed)
    scout = c.Scout(side=slip.side)
    assume(after(state, scout) is not None)
    right, wrong = gone_on(random, state, scout, slip, since)
    flags = {state.lying[slip.piece].flag, wrong.lying[slip.piece].flag}
    assume(not flags & {*wrong.claimed} and not wrong.victory and not right.victory)
    mover = next(iter({*wrong.played} - {*right.played}))
    never, back = after(right, c.TakeUp(piece=SCOUT)), after(wrong, c.TakeUp(piece=mover))
    assert (back is None) == (never is None)
    assert back is None or never is None or told(back) == told(never)


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
        slipped = None if isinstance(slip, c.Claim) else after(state, slip)
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
    assert refused(players, c.Exchange(piece="R7", instead="B8")) == Says("Blue 8", "already")
    assert refused(players, c.Exchange(piece="R7", instead="SCOUT")) == Says("Scout", "never", "flag")
    with pytest.raises(NotHere):
        players.do(c.Exchange(piece="R7", instead="R11"))
    lay(players, "2:FOG 1:B10 1:R10")
    assert refused(players, c.Exchange(piece="R10", instead="MUD")).startswith("That would leave Team Gold two")
    players.do(c.Shift(piece="FOG", flag=1, side=GOLD))
    assert refused(players, c.Exchange(piece="FOG", instead="G1")) == Says("Flag 1", "full", "Team Gold", "3 cards")


def test_no_correction_brings_two_leaders_onto_one_side(players: AtTable) -> None:
    lay(players, "1:LA 2:LD")
    assert refused(players, c.Shift(piece="LD", flag=3, side=GOLD)) == Says("Darius", "second Leader", "Team Gold")
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
    assert refused(players, c.Exchange(piece="B8", instead="CC")) == (Says("Troop card", "Companion Cavalry"))
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
        assert refused(players, command) == Says("Flag 1", "Team Gold", "undo")


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


def test_a_deserter_that_took_another_card_gives_the_first_one_back(players: AtTable) -> None:
    lay(players, "1:R8 2:B8 1:R9 2:B9")
    players.do(c.Desert(side=GOLD, piece="B8"))
    lay(players, "2:B1 1:R10 3:FOG")
    players.do(c.Exchange(piece="B8", instead="B9"))
    assert (flag(players, 2).cards["red"], view(players).sides["red"].beside) == (("B8", "B1"), ("B9",))
    assert players.texts()[-1] == "Deserter took Blue 9, not Blue 8"
    assert view(players).undo_act == "Blue 9 instead"
    assert refused(players, c.Exchange(piece="B9", instead="R8")) == (Says("Red 8", "not", "Team Red"))
    assert refused(players, c.Exchange(piece="B9", instead="B1")) == (Says("Blue 1", "flag 2", "Deserter"))
    players.do(Undo())
    assert view(players).sides["red"].beside == ("B8",)
    assert flag(players.restart(), 2).cards["red"] == ("B9", "B1")


def test_a_redeployed_card_that_was_another_one_comes_from_where_that_lay(players: AtTable) -> None:
    lay(players, "1:R8 2:B8 3:R9 2:B9")
    players.do(c.Redeploy(side=GOLD, piece="R8", to=5))
    lay(players, "5:B1 9:G1 -")
    assert refused(players, c.Exchange(piece="R8", instead="B8")) == (Says("Blue 8", "not", "Team Gold"))
    players.do(c.Exchange(piece="R8", instead="R9"))
    assert [flag(players, number).cards["gold"] for number in (1, 3, 5)] == [("R8",), (), ("R9",)]
    assert players.texts()[-1] == "Redeploy moved Red 9, not Red 8"
    assert flag(players.restart(), 5).last == "red"


def test_a_card_that_cannot_lie_where_it_was_any_more_says_why(players: AtTable) -> None:
    lay(players, "1:R8 2:B8 1:R9 2:B9 1:R10 2:B10 3:B1")
    players.do(c.Desert(side=RED, piece="R8"))
    lay(players, "1:R7 4:G1")
    full = Says("Flag 1", "full", "Team Gold", "3 cards")
    assert refused(players, c.TakeUp(piece="DESERTER")) == full
    assert refused(players, c.Exchange(piece="R8", instead="B1")) == full
    players.do(c.Exchange(piece="R8", instead="R9"))


def test_no_card_comes_back_to_a_claimed_flag_or_from_a_second_move(players: AtTable) -> None:
    lay(players, "1:R8 2:B8 1:R9 2:B9 1:R10 3:B1 4:R1")
    players.do(c.Desert(side=RED, piece="R1"))
    lay(players, "5:R2 6:B2")
    players.do(c.Redeploy(side=GOLD, piece="R2", to=7))
    players.do(c.Betray(side=RED, piece="R2", to=8))
    assert refused(players, c.TakeUp(piece="REDEPLOY")) == Says("Red 2", "moved", "Traitor")
    players.do(c.TakeUp(piece="TRAITOR"))
    assert flag(players, 7).cards["gold"] == ("R2",)
    lay(players, "1:P3")
    players.do(c.Claim(side=GOLD, flag=1))
    assert refused(players, c.Exchange(piece="R1", instead="R8")) == Says("Flag 1", "Team Gold", "undo")


def test_the_mud_that_was_not_taken_after_all_has_its_four_cards_again(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")
    lay(players, "1:MUD 1:B1 2:R1 1:B2 1:R2 1:B3 1:R3 1:B4 1:R4 2:SB 9:FOG")
    players.do(c.Desert(side=RED, piece="MUD"))
    assert [*view(players).sides["red"].beside] == ["B4", "DESERTER"]
    lay(players, "9:Y1 9:P1")
    assert refused(players, c.Exchange(piece="B4", instead="FOG")) == Says("Fog", "already")
    players.do(c.Exchange(piece="MUD", instead="FOG"))
    assert flag(players, 1).cards == {"gold": ("R2", "R3", "R4"), "red": ("B1", "B2", "B3", "B4")}
    players.do(c.Exchange(piece="FOG", instead="MUD"))
    assert flag(players, 1).cards["red"] == ("B1", "B2", "B3")
    assert players.texts()[-1] == "Deserter took Mud, not Fog, and Blue 4 with it"
