"""Attacks with everything that abilities do, for hypothesis."""

from hypothesis import strategies as st

from companion.ledger import Ledger, Line
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import Dice, KeptDice, Reroll, RollAgain


def ledger(number: int) -> Ledger:
    return Ledger.of([Line("Given", number, "The test")])


ARMOR = st.integers(-3, 24)
DICE = st.builds(Dice, count=st.integers(1, 3), keep=st.sampled_from(KeptDice))
REROLLS = st.sampled_from(Reroll)


@st.composite
def attacks(draw: st.DrawFn, *, most_tests: int = 3, focused: bool | None = None) -> Attack:
    """`focused`: whether earlier successes matter; None for either."""
    armor, multiplier = draw(ARMOR), draw(st.integers(1, 3))
    matters = draw(st.booleans()) if focused is None else focused
    return Attack(
        target_number=ledger(draw(st.integers(1, 20))),
        damage=ledger(10),
        armor=ledger(armor),
        multiplier=multiplier,
        critical_multiplier=multiplier + draw(st.integers(0, 1)),
        cf=draw(st.none() | st.integers(1, 20)),
        reroll=draw(REROLLS),
        tests=draw(st.integers(1, most_tests)),
        armor_reroll=draw(REROLLS),
        wounds_left=draw(st.integers(1, 5)),
        choices=(),
        critical_up_to=draw(st.integers(1, 6)),
        dice=draw(DICE),
        armor_dice=draw(DICE),
        pins=draw(st.booleans()),
        unpinnable=draw(st.booleans()),
        most_wounds=draw(st.none() | st.integers(0, 3)),
        again=draw(st.none() | st.builds(RollAgain, armor=ARMOR.map(ledger), multiplier=st.integers(1, 2))),
        armor_after=(armor, *draw(st.lists(ARMOR, min_size=1, max_size=6))) if matters else (),
    )
