"""The weather of a flag against brute force, and at flags that a player would know."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.battleline.cards import ALL_TROOPS, Card, Flag, Who, mask
from companion.battleline.claim import Sky, Weather, claim, weather
from tests.companion.battleline import oracle
from tests.companion.battleline.positions import Drawn, position

TRIED = 3_000
"""The most formations that brute force is given to try for one flag."""
SHOWN = max(300, settings.default.max_examples if settings.default else 0)
"""Positions that brute force is asked about: more than the profile's few, for a card that decides is rare."""
seeds = st.integers(min_value=0, max_value=2**32)


def drawn(seed: int, *, most: int = 100) -> Drawn:
    """A position, either of its sides as mine."""
    random = Random(seed)
    found = position(random, most=most)
    return Drawn(found.flag.turned(), found.unseen) if random.random() < 0.5 else found


def seen_by(drawn: Drawn) -> tuple[Weather, Weather]:
    """What my side has there, and the other."""
    left = mask(drawn.unseen)
    return weather(drawn.flag, left), weather(drawn.flag.turned(), left)


def proven(flag: Flag, left: list[Card]) -> bool:
    assert flag.last is not None
    return oracle.claimable(flag.mine, flag.theirs, left, fog=flag.fog, mud=flag.mud, last=flag.last.value)


@settings(max_examples=SHOWN)
@given(seeds)
def test_it_is_locked_and_dead_as_brute_force_says(seed: int) -> None:
    found = drawn(seed)
    flag, left = found.flag, found.unseen
    mine, theirs = len(flag.mine) == flag.slots, len(flag.theirs) == flag.slots
    out_of_cards = flag.slots - len(flag.mine) > len(left)
    if proven(flag, left) if mine else False:
        expected = Sky.LOCKED
    elif out_of_cards or (theirs and proven(flag.turned(), left)):
        expected = Sky.DEAD
    else:
        expected = Sky.AHEAD if mine else Sky.THREATENED if theirs else Sky.LIVE
    assert weather(flag, mask(left)).sky is expected


@settings(max_examples=SHOWN)
@given(seeds)
def test_its_cards_are_those_that_leave_a_way(seed: int) -> None:
    found = drawn(seed)
    flag = found.flag
    mine, theirs = len(flag.mine) == flag.slots, len(flag.theirs) == flag.slots
    own, other = seen_by(found)
    assert own.cards == other.cards
    if mine == theirs:
        assert own.cards == ()
        return
    short, full = (flag.theirs, flag.mine) if mine else (flag.mine, flag.theirs)
    left = sorted(found.unseen)
    while left and len(left) * oracle.cost(short, len(left), slots=flag.slots) > TRIED:
        left.pop()
    against = oracle.best(full, [], slots=flag.slots, fog=flag.fog)
    assert against is not None

    def leaves_a_way(card: Card) -> bool:
        rest = [each for each in left if each != card]
        best = oracle.best((*short, card), rest, slots=flag.slots, fog=flag.fog)
        return best is not None and best > against

    assert set(weather(flag, mask(left)).cards) == {card for card in left if leaves_a_way(card)}


@given(seeds)
def test_it_says_what_the_claim_says_with_a_whole_deck_too(seed: int) -> None:
    found = drawn(seed, most=10**9)
    left = mask(found.unseen)
    own, other = seen_by(found)
    assert (own.sky is Sky.LOCKED) == claim(found.flag, left).claimable
    assert (other.sky is Sky.LOCKED) == claim(found.flag.turned(), left).claimable
    if Sky.LOCKED in (own.sky, other.sky):
        assert {own.sky, other.sky} == {Sky.LOCKED, Sky.DEAD}
    assert bool(own.cards) == (own.sky in (Sky.AHEAD, Sky.THREATENED))
    assert (own.sky is Sky.AHEAD) == (other.sky is Sky.THREATENED)


def at(text: str, *, last: Who | None = None, fog: bool = False, mud: bool = False) -> Flag:
    mine, _, theirs = text.partition("-")
    return Flag(mine=tuple(mine.split()), theirs=tuple(theirs.split()), fog=fog, mud=mud, last=last)


@pytest.mark.parametrize(
    ("flag", "unseen", "sky", "cards"),
    [
        (at("B8 B9 - R7 R8 R9"), ["B7", "B10", "O7"], Sky.THREATENED, ("B10",)),
        (at("B8 B9 - R7 R8 R9"), ["B7", "O7"], Sky.DEAD, ()),
        (at("R7 R8 R9 - B8 B9"), ["B7", "B10", "O7"], Sky.AHEAD, ("B10",)),
        (at("R7 R8 R9 - B8 B9"), ["B7", "O7"], Sky.LOCKED, ()),
        (at("B9 - R7 R8 R9"), ["B8", "B10", "B7", "G9", "Y9"], Sky.THREATENED, ("B8", "B10")),
        (at("G9 - R7 O7 Y7"), ["B9", "G8", "G10"], Sky.THREATENED, ("G8", "G10")),
        (at("R7 R8 - B8 B9"), ["B7"], Sky.LIVE, ()),
        (at("R7 - B8 B9"), ["B7"], Sky.DEAD, ()),
        (at("B8 B9 - R7", mud=True), ["B7"], Sky.DEAD, ()),
        (at("B8 B9 G1 - R7 R8 R9 G2", mud=True), ["B7", "B10", "G3"], Sky.THREATENED, ("B10",)),
        (at("B8 B9 LA - R7 R8 R9 R5", mud=True), ["G8", "B10", "B1"], Sky.THREATENED, ("B10",)),
        (at("B1 G2 - R1 R2 R3", fog=True), ["Y3", "Y4", "Y10"], Sky.THREATENED, ("Y4", "Y10")),
        (at("R1 R5 B9 - G2 Y5 P8", last=Who.MINE), [], Sky.DEAD, ()),
        (at("R1 R5 B9 - G2 Y5 P8", last=Who.THEIRS), [], Sky.LOCKED, ()),
        (at("R1 R5 B9 - G2 Y5 P8"), [], Sky.LIVE, ()),
    ],
)
def test_a_flag_that_a_player_would_know(flag: Flag, unseen: list[Card], sky: Sky, cards: tuple[Card, ...]) -> None:
    assert weather(flag, mask(unseen)) == Weather(sky=sky, cards=cards)


def test_nothing_is_decided_while_nobody_is_complete() -> None:
    assert weather(at("B9 - R7 R8"), ALL_TROOPS) == Weather(sky=Sky.LIVE)
