"""The steps of a proof against brute force: none is missing, each is the best of its kind, and what it says is true."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.battleline.cards import Card, Flag, Made, Who, mask
from companion.battleline.claim import claim, unseen
from companion.battleline.proof import ProofStep, ReplyFate, answer, beaten_replies
from tests.companion.battleline import oracle
from tests.companion.battleline.positions import Drawn, position
from tests.companion.battleline.test_claim_oracle import check_made
from tests.support import Says

TRIED = 6_000
"""The most formations that brute force is given to try for one flag."""
seeds = st.integers(min_value=0, max_value=2**32)


def strongest(held: tuple[Card, ...], left: list[Card], flag: Flag) -> dict[str, int]:
    """The largest sum of each kind that completions make, each counted as the highest kind that it is."""
    found: dict[str, int] = {}
    for added in combinations(left, flag.slots - len(held)):
        rank, total = oracle.best((*held, *added), [], slots=flag.slots, fog=flag.fog) or (0, 0)
        kind = "sum" if flag.fog else oracle.ORDER[rank]
        found[kind] = max(found.get(kind, 0), total)
    return found


def check_steps(drawn: Drawn, steps: tuple[ProofStep, ...]) -> None:
    flag, left = drawn.flag, drawn.unseen
    expected = strongest(flag.theirs, left, flag)
    shown = {step.formation.value: step for step in steps if step.formation and step.fate is not ReplyFate.OUT}
    assert {kind: step.total for kind, step in shown.items()} == expected, drawn
    ranks = [step.formation.rank for step in steps if step.formation]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(steps) or not expected
    mine = claim(flag, mask(left)).mine
    assert mine is not None
    for step in shown.values():
        assert step.formation is not None
        assert set(step.needs) <= set(left)
        made = oracle.strength(step.as_, fog=flag.fog)
        assert made == ((0 if flag.fog else oracle.ORDER.index(step.formation.value)), step.total)
        tied = step.formation is mine.formation and step.total == mine.total
        assert step.fate is (ReplyFate.TIED if tied else ReplyFate.BEATEN)
        assert str(step.total) in step.words
    for step in steps:
        if step.fate is ReplyFate.OUT and step.formation:
            assert step.formation.rank >= mine.formation.rank, "what is lower anyway is not shown to be out"
            assert step.formation.value not in expected


@given(seeds)
def test_no_reply_is_missing_and_none_is_better_than_it_says(seed: int) -> None:
    random = Random(seed)
    drawn = position(random, most=100)
    flag, left = drawn.flag, drawn.unseen
    holds = drawn.claim()
    if not holds.claimable:
        assert_answered(drawn)
    elif oracle.cost(flag.theirs, len(left), slots=flag.slots) <= TRIED:
        assert answer(flag, mask(left)) is None
        steps = beaten_replies(flag, mask(left), {})
        assert steps
        check_steps(drawn, steps)


def assert_answered(drawn: Drawn) -> None:
    flag, left = drawn.flag, drawn.unseen
    found, judged = answer(flag, mask(left)), drawn.claim()
    if judged.mine is None:
        assert found is None
        return
    assert found is not None
    assert (found.fate, set(found.needs) <= set(left)) == (ReplyFate.BEATS, True)
    check_made_as(found, flag)
    assert oracle.strength(found.as_, fog=flag.fog) == oracle.best(flag.theirs, left, slots=flag.slots, fog=flag.fog)


def check_made_as(step: ProofStep, flag: Flag) -> None:
    assert step.formation is not None
    assert step.total is not None
    check_made(Made(formation=step.formation, total=step.total, as_=step.as_), flag.theirs, step.needs, fog=flag.fog)


@given(seeds)
def test_the_cards_that_are_out_are_what_a_better_wedge_lacks(seed: int) -> None:
    """With them unseen there would be one, and every one of them is needed for that."""
    random = Random(seed)
    drawn = position(random, most=60)
    flag, left = drawn.flag, drawn.unseen
    if not drawn.claim().claimable or flag.fog:
        return
    for step in beaten_replies(flag, mask(left), {}):
        cards = [each.card for each in step.out]
        assert not set(cards) & {*left, *flag.theirs}
        all_but = [card for card in oracle.DECK if card not in (*flag.theirs, *cards)]
        if cards and oracle.cost(flag.theirs, len(all_but), slots=flag.slots) < TRIED:
            above = step.total or 0
            assert strongest(flag.theirs, all_but, flag).get("wedge", 0) <= above
            for card in cards:
                assert strongest(flag.theirs, [*all_but, card], flag)["wedge"] > above


def told(mine: str, theirs: str, seen: str = "", **flag: object) -> list[str]:
    """The steps of a claim in words; "B10@3" is a card that lies at flag 3, "B7" one beside the deck."""
    lies = {card: int(at) if at else None for card, _, at in (each.partition("@") for each in seen.split())}
    at = Flag(mine=tuple(mine.split()), theirs=tuple(theirs.split()), **flag)  # type: ignore[arg-type]
    left = unseen([at], lies)
    one = answer(at, left)
    return [one.words] if one else [step.words for step in beaten_replies(at, left, lies)]


@pytest.mark.parametrize(
    ("mine", "theirs", "seen", "first"),
    [
        ("R7 R8 R9", "B8 B9", "", "Blue 10 makes a wedge of 27, which beats 24."),
        ("R7 R8 R9", "B8 B9", "B10@3 B7", "No wedge: Blue 10 lies at flag 3 and Blue 7 beside the deck."),
        (
            "R7 R8 R9",
            "B8 B9",
            "B10@3",
            "Blue 7 makes a wedge of 24 too. A tie goes against the last card, which that would be. "
            "What would make more is out: Blue 10 lies at flag 3.",
        ),
        ("R7 R8 R9", "B6", "", "Blue 7 and Blue 8 make a wedge of 21: 24 beats it."),
        ("R7 R8 R9", "B6 B8 B9", "", "A battalion order of 23 lies there: a wedge of 24 beats it."),
    ],
)  # fmt: skip
def test_the_first_step_in_words(mine: str, theirs: str, seen: str, first: str) -> None:
    assert told(mine, theirs, seen)[0] == first


def test_every_kind_that_is_out_says_what_it_lacks() -> None:
    seen = "Y8@1 Y10@2 Y7@2 O9@1 G9@3 B9@4 P9@4 Y1@5 Y2@5 Y3@5 Y4@6 Y5@6"
    assert told("R8 R9 R2", "Y9", seen) == [
        "No wedge: Yellow 8 lies at flag 1.",
        "No 9 is unseen: a phalanx takes two more.",
        "One Yellow card is unseen: a battalion order takes two more.",
        "Red 10 and Orange 8 make a skirmish line of 27: a battalion order of 19 beats it.",
        "Red 10 and Orange 10 make a host of 29: a battalion order of 19 beats it.",
    ]


def test_two_complete_sides_are_told_apart_by_the_last_card() -> None:
    assert told("R7 R8 R9", "B7 B8 B9", last=Who.THEIRS) == [
        "Both sides are a wedge of 24. A tie goes against the last card, and the claim did not lay it."
    ]
    assert told("R7 R8 R9", "B7 B8 B9", last=Who.MINE) == [
        "Both sides are a wedge of 24. A tie goes against the last card, and the claim laid it."
    ]


def test_a_side_that_can_never_be_completed_makes_nothing() -> None:
    left = mask(("R1",))
    steps = beaten_replies(Flag(mine=("R7", "R8", "R9"), theirs=("B1",)), left, {})
    assert [step.words for step in steps] == [Says("two more Troop cards", "one", "unseen")]
