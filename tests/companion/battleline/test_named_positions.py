"""The positions and examples that players know, by name."""

import pytest

from companion.battleline.cards import (
    ALL_TROOPS,
    CARDS,
    TROOPS,
    Edition,
    Flag,
    FlagOutcome,
    Formation,
    Who,
    mask,
    named,
)
from companion.battleline.choices import CHOICES, DEFAULTS, BattleLineChoices, ClaimTime, Tactics
from companion.battleline.claim import claim, comparison, unseen
from companion.battleline.replies import best
from companion.fields.invalid import Invalid
from tests.support import Says


def flag(text: str, *, fog: bool = False, mud: bool = False, last: Who | None = None) -> Flag:
    mine, theirs = (tuple(side.split()) for side in text.split("-"))
    return Flag(mine=mine, theirs=theirs, fog=fog, mud=mud, last=last)


def test_a_lone_leader_is_not_answered_with_the_first_flush() -> None:
    """Purple 1 comes to mind first, but Blue 6 and 9 make the Leader a Blue 10."""
    answer = claim(flag("R5 R8 R10 - LA"), mask(["P1", "B6", "B9", "O10"]))
    assert not answer.claimable
    assert answer.best_reply is not None
    assert (answer.best_reply.formation, answer.best_reply.total) == (Formation.BATTALION, 25)
    assert answer.best_reply.needs == ("B6", "B9")
    assert answer.best_reply.as_ == ("B10", "B6", "B9")


def test_in_mud_a_leader_and_shield_bearers_make_two_to_five() -> None:
    answer = claim(flag("LA SB R5 B2 -", mud=True), 0)
    assert answer.mine is not None
    assert (answer.mine.formation, answer.mine.total) == (Formation.SKIRMISH, 14)
    assert sorted(card[1:] for card in answer.mine.as_) == ["2", "3", "4", "5"]
    assert answer.mine.as_[2:] == ("R5", "B2")


def test_a_card_is_never_used_twice_in_a_reply() -> None:
    """Two Troop cards are left: an empty side cannot make three of them."""
    two = claim(flag("R1 B3 G6 -"), mask(["B9", "B10"]))
    assert two.claimable
    assert two.best_reply is None
    assert two.proof.startswith("They need three more and two troop cards are unseen")
    three = claim(flag("R1 B3 G6 -"), mask(["B9", "B10", "Y8"]))
    assert three.best_reply is not None
    assert sorted(three.best_reply.needs) == ["B10", "B9", "Y8"]


@pytest.mark.parametrize("left", [(), ("R9", "R8"), TROOPS[20:]])
def test_a_side_of_one_card_claims_nothing(left: tuple[str, ...]) -> None:
    answer = claim(flag("R10 - B1"), mask(left))
    assert (answer.claimable, answer.mine, answer.best_reply, answer.beats) == (False, None, None, None)
    assert answer.proof == Says("three cards", "one")


def test_the_sketch() -> None:
    """Red 7, 8, 9 against Blue 8 and 9, with Blue 10 unseen."""
    position = flag("R7 R8 R9 - B8 B9")
    answer = claim(position, unseen([position]))
    assert not answer.claimable
    assert answer.best_reply is not None
    assert answer.best_reply.needs == ("B10",)
    assert answer.proof == (
        "Blue 10 is still unseen: they could make a wedge of 27, which beats your 24. "
        "With it out, Blue 7 would tie at 24, and a tie is yours."
    )
    assert claim(position, unseen([position], ["B10"])).claimable


def test_the_wedge_claims_if_what_would_make_a_higher_one_has_been_played() -> None:
    """Flags: a wedge beats two blue cards once both cards that would complete their wedge are out."""
    position = flag("R7 R8 R9 - B8 B9")
    assert claim(position, unseen([position], ["B7", "B10"])).claimable


def test_a_leader_beside_blue_8_makes_what_the_book_says() -> None:
    """Morale Tactics, Leader: with Blue 6, 7, 9 or 10 a wedge, with another 8 a phalanx."""
    for card in ("B6", "B7", "B9", "B10"):
        made = best(("B8", "LA", card), 0, slots=3, fog=False)
        assert made is not None
        assert made.formation is Formation.WEDGE
    made = best(("B8", "LA", "G8"), 0, slots=3, fog=False)
    assert made is not None
    assert made.formation is Formation.PHALANX


def test_formations_from_highest_to_lowest() -> None:
    """Formations: any wedge beats any phalanx, and so on down to the host."""
    lowest_first = ("R10 B10 Y9", "R1 B2 G3", "R1 R2 R4", "R1 B1 G1", "R1 R2 R3")
    made = [best(tuple(cards.split()), 0, slots=3, fog=False) for cards in lowest_first]
    strengths = [each.strength for each in made if each]
    assert strengths == sorted(strengths)
    assert [each.formation for each in made if each] == list(reversed(list(Formation)[:5]))


def test_a_higher_sum_wins_within_a_formation() -> None:
    """Formations, in the second edition's example: Red 3 4 6 beats Blue 1 3 7."""
    answer = comparison(flag("R3 R4 R6 - B1 B3 B7"))
    assert (answer.winner, answer.mine.total, answer.theirs.total) == (Who.MINE, 13, 11)
    assert answer.proof == "Your battalion order of 13 beats their 11."


@pytest.mark.parametrize(("last", "winner"), [(Who.MINE, Who.THEIRS), (Who.THEIRS, Who.MINE), (None, None)])
def test_a_tie_goes_against_the_last_card(last: Who | None, winner: Who | None) -> None:
    tied = flag("R1 R5 B9 - G2 Y5 P8", last=last)
    assert comparison(tied).beats is FlagOutcome.TIE
    assert comparison(tied).winner is winner
    assert claim(tied, ALL_TROOPS).claimable == (winner is Who.MINE)
    assert claim(tied.turned(), ALL_TROOPS).claimable == (winner is Who.THEIRS)


def test_fog_counts_values_only() -> None:
    assert comparison(flag("R10 B10 Y9 - G1 G2 G3", fog=True)).winner is Who.MINE


def test_an_incomplete_side_is_not_compared() -> None:
    with pytest.raises(Invalid) as found:
        comparison(flag("R1 R2 R3 - B1"))
    assert (found.value.field, found.value.message) == ("theirs", Says("3 cards", "1"))


def test_both_editions_have_names_for_every_card() -> None:
    assert [named(card) for card in CARDS[60:]] == ["Alexander", "Darius", "Companion Cavalry", "Shield Bearers"]
    assert [named(card, Edition.SECOND) for card in CARDS[60:]] == ["King", "Queen", "Battle Ally", "Shield Bearer"]
    assert {named(card) for card in TROOPS} == {named(card, Edition.SECOND) for card in TROOPS}


def test_choices_are_asked_with_their_defaults_first() -> None:
    fields = {name: getattr(DEFAULTS, name) for name in BattleLineChoices.__struct_fields__}
    assert {choice.name for choice in CHOICES} == set(fields)
    for choice in CHOICES:
        assert [option.value for option in choice.options] == [each.value for each in type(fields[choice.name])]
        assert choice.options[0].value == fields[choice.name].value
    assert (Tactics.WITH.hand, Tactics.WITHOUT.hand) == (7, 6)


def test_a_granted_claim_says_when_to_claim_and_cites_the_tables_book() -> None:
    choices = BattleLineChoices(edition=Edition.SECOND, claim_time=ClaimTime.END_OF_TURN)
    answer = claim(flag("R8 R9 R10 - B4"), ALL_TROOPS, choices)
    assert answer.cite.book == "Battle Line (variants)"
    assert [each.label for each in answer.leans_on] == [Says("end of your turn")]
