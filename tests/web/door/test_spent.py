"""Who asked for much comes after who asked for little, and is forgiven with time."""

from companion.clock import MS, ManualClock
from web.door.listener import HALF_LIFE_NS, MUCH_NS, REMEMBERED, Spent


def test_what_was_spent_counts_ever_less() -> None:
    clock = ManualClock(now=7)
    spent = Spent(clock.now)
    spent.add("a", MUCH_NS)
    assert spent.much("a")
    assert not spent.much("b")
    clock.advance(ns=HALF_LIFE_NS)
    assert spent.by("a") == MUCH_NS / 2
    assert not spent.much("a")
    spent.add("a", MUCH_NS // 2)
    assert spent.much("a")
    clock.advance(ns=10**18)
    assert spent.by("a") == 0


def test_a_tap_a_second_is_never_much() -> None:
    clock = ManualClock()
    spent = Spent(clock.now)
    for _ in range(1000):
        spent.add("player", 20 * MS)
        clock.advance(seconds=1)
        assert not spent.much("player")


def test_so_many_are_remembered() -> None:
    spent = Spent(ManualClock().now)
    for number in range(REMEMBERED + 1):
        spent.add(str(number), MUCH_NS)
    assert [spent.much("0"), spent.much("1"), spent.much(str(REMEMBERED))] == [False, True, True]
