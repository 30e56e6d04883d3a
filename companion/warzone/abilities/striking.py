"""Abilities that change strikes, at their owner or by it."""

from companion.warzone.abilities.described import Help, Known, by_x
from companion.warzone.abilities.effect import OVERWHELMING, Does, Effect, Kind, When, Whose

STRIKING = {
    "executioner": Known(
        does="natural X and lower are Critical Successes of its strikes",
        effects=(by_x(Does.CRITICAL, kind=Kind.STRIKE),),
    ),
    "duelist": Known(
        does="its DEF changes by X against strikes", effects=(by_x(Does.TN, whose=Whose.AT_IT, kind=Kind.STRIKE),)
    ),
    "thrust": Known(
        weapons=True,
        does="+X DAM on the strike of a Charge",
        effects=(by_x(Does.DAM, kind=Kind.STRIKE, when=When.CHARGE),),
    ),
    "fierce charge": Known(
        does="+2 DAM on the strike of its Charge",
        source="Algeroth Assets",
        effects=(Effect(does=Does.DAM, amount=2, kind=Kind.STRIKE, when=When.CHARGE),),
    ),
    "honored charge": Known(
        does="+1 CC, and with its ST +X DAM, on the strike of a Charge that is its first action",
        source="Mishima Assets",
        effects=(
            Effect(does=Does.TN, amount=1, kind=Kind.STRIKE, when=When.BY_CC),
            by_x(Does.DAM, kind=Kind.STRIKE, when=When.CHARGE),
        ),
    ),
    "first strike": Known(
        does="x1 more for strikes at Units without an Activation Counter",
        effects=(Effect(does=Does.MULTIPLIER, amount=1, kind=Kind.STRIKE, when=When.FRESH),),
    ),
    "honorbound": Known(
        does="no bonus for Overwhelming Numbers",
        effects=(Effect(does=Does.IGNORES, ignored=OVERWHELMING, kind=Kind.STRIKE),),
    ),
    "multi-strike": Known(weapons=True, does="one test at each of up to X Enemy Units"),
    "reach": Known(weapons=True, also=(Help.MOVES,), does="strikes from up to X inches, Charges too"),
}
"""By their names in small letters."""
