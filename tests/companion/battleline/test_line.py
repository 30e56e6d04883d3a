"""A whole line: its notation, its verdicts, and who has won."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.battleline.cards import CARDS, Flag, Who
from companion.battleline.line import FlagPlace, Victory, judged, points, read_battle_line, written
from companion.fields.invalid import Invalid

REST = "/-" * 8


@given(st.integers(0, 2**32))
def test_a_line_is_read_as_it_was_written(seed: int) -> None:
    random = Random(seed)
    deck, line = random.sample([card for card in CARDS if card != "LD"], len(CARDS) - 1), []
    fog, mud = random.randrange(12), random.randrange(12)
    for number in range(9):
        sides = [tuple(deck.pop() for _ in range(random.randint(0, 3))) for _ in range(2)]
        flag = Flag(mine=sides[0], theirs=sides[1], fog=number == fog, mud=number == mud)
        holder = random.choice((None, Who.MINE)) if number < 5 else random.choice((None, Who.THEIRS))
        line.append(FlagPlace(flag=flag, holder=holder if number % 3 else None))
    text = written(line)
    assert read_battle_line(text) == tuple(line)
    assert written(read_battle_line(text.lower())) == text


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("R8-B4", "flags", "there must be 9, separated by /, and there are 1"),
        ("R11-" + REST, "flag 1", "R11 is no card: write R10, or LA, LD, CC, SB"),
        ("R8-R8" + REST, "flag 1", "Red 8 (R8) is there already, at flag 1"),
        ("-R8/R8-" + "/-" * 7, "flag 2", "Red 8 (R8) is there already, at flag 1"),
        ("R1.R2.R3.R4-" + REST, "flag 1", "4 cards are too many: this flag takes 3"),
        ("R1..R2-" + REST, "flag 1", "nothing is no card: write R10, or LA, LD, CC, SB"),
        ("R1" + REST, "flag 1", "“R1” is no flag: write R8.R9-B4, with *f or *m, and + or ! once it is claimed"),
        ("-+/-+/-+/-!/-!/-!/-/-/-", "flags", "both sides have won with theirs: the battle ended with the first"),
    ],
)
def test_what_is_wrong_is_named_by_flag_and_card(text: str, field: str, message: str) -> None:
    with pytest.raises(Invalid) as found:
        read_battle_line(text)
    assert (found.value.field, found.value.message) == (field, message)


def test_four_cards_lie_in_mud() -> None:
    (place, *_) = read_battle_line("R1.R2.R3.R4-*m" + REST)
    assert place.flag.slots == 4


def test_every_flag_is_judged_for_both_sides() -> None:
    line = read_battle_line("R8.R9.R10-B4/B8.B9-G5.G6.G7/P1-P2/Y1.Y2.Y3-+/-/-/-/-/-")
    verdict = judged(line)
    assert [each.claimable for each in verdict.flags] == [Who.MINE, None, None, None, *[None] * 5]
    assert verdict.winner is None
    assert verdict.flags[3].mine is None
    second = verdict.flags[1]
    assert second.theirs is not None
    assert second.theirs.best_reply is not None
    assert second.theirs.best_reply.needs == ("B10",)


def test_a_card_seen_anywhere_on_the_line_or_beside_it_proves_a_claim() -> None:
    """Red 10 is a card of my own wedge, Blue 10 lies at flag 2 and Blue 7 was discarded."""
    line = read_battle_line("R7.R8.R9-B8.B9/B10-/-/-/-/-/-/-/-")
    assert judged(line).flags[0].claimable is Who.MINE
    line = read_battle_line("R6.R7.R8-B8.B9/B10-/-/-/-/-/-/-/-")
    assert judged(line).flags[0].claimable is None
    assert judged(line, seen=["B7"]).flags[0].claimable is Who.MINE


@pytest.mark.parametrize(
    ("text", "winner", "how"),
    [
        ("-/-+/-+/-+/-/-/-/-/-", Who.MINE, Victory.BREAKTHROUGH),
        ("-!/-/-!/-/-!/-/-!/-/-!", Who.THEIRS, Victory.ENVELOPMENT),
        ("-+/-+/-/-+/-+/-/-/-/-", None, None),
    ],
)
def test_three_adjacent_flags_or_five_win(text: str, winner: Who | None, how: Victory | None) -> None:
    verdict = judged(read_battle_line(text))
    assert (verdict.winner, verdict.victory) == (winner, how)


def test_nothing_is_claimed_once_somebody_has_won() -> None:
    assert judged(read_battle_line("R8.R9.R10-/-+/-+/-+/-/-/-/-/-")).flags[0].claimable is None


def test_the_winner_scores_five_and_the_loser_his_flags() -> None:
    assert points(Who.THEIRS, {Who.MINE: 4, Who.THEIRS: 3}) == {Who.MINE: 4, Who.THEIRS: 5}
