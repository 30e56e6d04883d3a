"""Abilities that change attacks of either kind, at their owner or by it."""

from companion.warzone.abilities.described import Help, Known
from companion.warzone.abilities.effect import COVER, Does, Effect, Kind, Per, When, Whose

FIRST_AID_NEAR = "first aid near"
"""What a friend's First Aid does for the target, as an ability of the target's own."""

ATTACKING = {
    "vicious": Known(
        weapons=True,
        does="for each Wound Counter on the target +2 DAM, and +2 on strikes",
        effects=(
            Effect(does=Does.DAM, amount=2, when=When.PRIMARY, per=Per.WOUND),
            Effect(does=Does.TN, amount=2, kind=Kind.STRIKE, when=When.BY_CC, per=Per.WOUND),
        ),
    ),
    "continuous": Known(
        weapons=True, does="a failed Armor Test brings one more hit of its DAM", effects=(Effect(does=Does.AGAIN),)
    ),
    "symmetry": Known(weapons=True, does="tests against PW", effects=(Effect(does=Does.AGAINST_PW),)),
    "terrifying": Known(weapons=True, does="Armor Tests against LD", effects=(Effect(does=Does.AGAINST_LD),)),
    "anti-tank": Known(
        weapons=True,
        does="ignores the Cover trait, First Aid and Fortitude",
        effects=tuple(
            Effect(does=Does.IGNORES, ignored=each, when=When.PRIMARY)
            for each in (COVER, "first aid near", "fortitude")
        ),
    ),
    "suppressive": Known(
        weapons=True,
        does="pins a lone target whatever is rolled",
        source="Brace",
        effects=(Effect(does=Does.PINS, when=When.LONE),),
    ),
    "concussive": Known(
        weapons=True, does="pins all in its area whatever is rolled", effects=(Effect(does=Does.PINS, kind=Kind.SHOOT),)
    ),
    "driven": Known(
        does="Suppressive does nothing to it",
        effects=(Effect(does=Does.IGNORES, ignored="suppressive", whose=Whose.AT_IT),),
    ),
    "relentless": Known(
        does="gets no Pinned Counters",
        source="Rule Precedence",
        effects=(Effect(does=Does.UNPINNABLE, whose=Whose.AT_IT),),
    ),
    "determination": Known(
        also=(Help.TESTS,),
        does="re-rolls failed tests against PW and LD",
        effects=(
            Effect(does=Does.REROLL, when=When.BY_LD),
            Effect(does=Does.ARMOR_REROLL, whose=Whose.AT_IT, when=When.BY_LD),
        ),
    ),
    "faith": Known(
        also=(Help.TESTS,),
        does="adds X tokens; each re-rolls one of its tests",
        source="Brotherhood Assets",
        effects=(
            Effect(does=Does.REROLL, when=When.TOLD),
            Effect(does=Does.ARMOR_REROLL, whose=Whose.AT_IT, when=When.TOLD),
        ),
    ),
    FIRST_AID_NEAR: Known(
        does="a friend with First Aid within 6”: one Wound Counter at most from an Armor Test",
        effects=(Effect(does=Does.MOST_WOUNDS, amount=1, whose=Whose.AT_IT, when=When.TOLD),),
    ),
    "nerves of steel": Known(does="may move closer while Pinned", effects=(Effect(does=Does.MOVES_PINNED),)),
}
"""By their names in small letters."""
