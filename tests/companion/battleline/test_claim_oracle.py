"""Claims against brute force on random positions: verdict, best reply, and that the cards shown make what is said."""

from collections import Counter
from random import Random

import pytest
from hypothesis import settings

from companion.battleline.cards import Made, Who, mask
from companion.battleline.replies import best
from tests.companion.battleline import oracle
from tests.companion.battleline.positions import Drawn, position

DEEP = settings.default is not None and settings.default.max_examples > 1000
POSITIONS, MOST = (100_000, 1500) if DEEP else (5_200, 100)
SHARDS = 2


@pytest.mark.parametrize("shard", range(SHARDS))
def test_equal_to_brute_force(shard: int) -> None:
    random, seen = Random(shard), Counter[str]()
    for number in range(POSITIONS // SHARDS):
        drawn = position(random, most=MOST if number % 100 else 20 * MOST)
        check_claim(drawn, seen)
    for what in ("claim", "no claim", "no reply", "tie", "mine incomplete", "fog", "mud", "wild", *oracle.ORDER):
        assert seen[what] >= 5, (what, seen)


def check_claim(drawn: Drawn, seen: Counter[str]) -> None:
    flag, left = drawn.flag, drawn.unseen
    answer = drawn.claim()
    assert flag.last is not None
    expected = oracle.claimable(flag.mine, flag.theirs, left, fog=flag.fog, mud=flag.mud, last=flag.last.value)
    assert answer.claimable == expected, drawn
    seen["claim" if expected else "no claim"] += 1
    seen.update({"fog": flag.fog, "mud": flag.mud, "wild": any(card in oracle.STANDS_FOR for card in flag.theirs)})
    if answer.mine is None:
        seen["mine incomplete"] += 1
        return
    check_made(answer.mine, flag.mine, (), fog=flag.fog)
    assert shown(answer.mine, fog=flag.fog) == oracle.best(flag.mine, [], slots=flag.slots, fog=flag.fog)
    reply = answer.best_reply
    theirs = oracle.best(flag.theirs, left, slots=flag.slots, fog=flag.fog)
    if reply is None or theirs is None:
        assert reply is theirs
        seen["no reply"] += 1
        return
    check_made(reply, flag.theirs, reply.needs, fog=flag.fog)
    assert shown(reply, fog=flag.fog) == theirs, drawn
    assert set(reply.needs) <= set(left)
    assert len(set(reply.needs)) == len(reply.needs) == flag.slots - len(flag.theirs)
    assert answer.beats is not None
    seen.update((reply.formation.value, answer.beats.value))


def check_made(made: Made, held: tuple[str, ...], needs: tuple[str, ...], *, fog: bool) -> None:
    assert made.formation.value == oracle.kind(made.as_, fog=fog)
    assert made.total == sum(int(card[1:]) for card in made.as_)
    for card, counted in zip((*held, *needs), made.as_, strict=True):
        assert counted in oracle.STANDS_FOR.get(card, [card])


def shown(made: Made, *, fog: bool) -> tuple[int, int]:
    return oracle.strength(made.as_, fog=fog)


def test_the_best_reply_never_gets_worse_with_more_cards_unseen() -> None:
    random = Random(9)
    for _ in range(300):
        drawn = position(random, most=200)
        flag, left = drawn.flag, drawn.unseen
        fewer = left[: len(left) // 2]
        one = best(flag.theirs, mask(fewer), slots=flag.slots, fog=flag.fog)
        other = best(flag.theirs, mask(left), slots=flag.slots, fog=flag.fog)
        assert one is None or (other is not None and other.strength >= one.strength)


def test_two_complete_sides_are_not_both_claimed() -> None:
    random = Random(10)
    for _ in range(300):
        drawn = position(random, most=200)
        mirrored = Drawn(drawn.flag.turned(), drawn.unseen)
        assert not (drawn.claim().claimable and mirrored.claim().claimable)
        if len(drawn.flag.mine) == len(drawn.flag.theirs) == drawn.flag.slots:
            assert drawn.claim().claimable != mirrored.claim().claimable
    assert Who.MINE.other is Who.THEIRS
