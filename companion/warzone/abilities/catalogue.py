"""Special Abilities that are known by name, and what each does to an attack's numbers."""

from collections.abc import Sequence

from companion.warzone.abilities.ability import (
    COVER,
    OVERWHELMING,
    AbilityKind,
    Does,
    Effect,
    Help,
    KnownAbility,
    Per,
    Vocabulary,
    When,
    Whose,
    by_x,
    read_ability,
)

# Abilities that change attacks of either kind, at their owner or by it.

FIRST_AID_NEAR = "first aid near"
"""Holds what a friend's First Aid does for the target, as an ability of the target's own."""

ATTACKING = {
    "vicious": KnownAbility(
        weapons=True,
        does="for each Wound Counter on the target +2 DAM, and +2 on strikes",
        effects=(
            Effect(does=Does.DAM, amount=2, when=When.PRIMARY, per=Per.WOUND),
            Effect(does=Does.TN, amount=2, kind=AbilityKind.STRIKE, when=When.BY_CC, per=Per.WOUND),
        ),
    ),
    "continuous": KnownAbility(
        weapons=True, does="a failed Armor Test brings one more hit of its DAM", effects=(Effect(does=Does.AGAIN),)
    ),
    "symmetry": KnownAbility(weapons=True, does="tests against PW", effects=(Effect(does=Does.AGAINST_PW),)),
    "terrifying": KnownAbility(weapons=True, does="Armor Tests against LD", effects=(Effect(does=Does.AGAINST_LD),)),
    "anti-tank": KnownAbility(
        weapons=True,
        does="ignores the Cover trait, First Aid and Fortitude",
        effects=tuple(
            Effect(does=Does.IGNORES, ignored=each, when=When.PRIMARY)
            for each in (COVER, "first aid near", "fortitude")
        ),
    ),
    "suppressive": KnownAbility(
        weapons=True,
        does="pins a lone target whatever is rolled",
        source="Brace",
        effects=(Effect(does=Does.PINS, when=When.LONE),),
    ),
    "concussive": KnownAbility(
        weapons=True,
        does="pins all in its area whatever is rolled",
        effects=(Effect(does=Does.PINS, kind=AbilityKind.SHOOT),),
    ),
    "driven": KnownAbility(
        does="it ignores Suppressive",
        effects=(Effect(does=Does.IGNORES, ignored="suppressive", whose=Whose.AT_IT),),
    ),
    "relentless": KnownAbility(
        does="gets no Pinned Counters",
        source="Rule Precedence",
        effects=(Effect(does=Does.UNPINNABLE, whose=Whose.AT_IT),),
    ),
    "determination": KnownAbility(
        also=(Help.TESTS,),
        does="re-rolls failed tests against PW and LD",
        effects=(
            Effect(does=Does.REROLL, when=When.BY_LD),
            Effect(does=Does.ARMOR_REROLL, whose=Whose.AT_IT, when=When.BY_LD),
        ),
    ),
    "faith": KnownAbility(
        also=(Help.TESTS,),
        does="adds X tokens; each re-rolls one of its tests",
        source="Brotherhood Assets",
        effects=(
            Effect(does=Does.REROLL, when=When.TOLD),
            Effect(does=Does.ARMOR_REROLL, whose=Whose.AT_IT, when=When.TOLD),
        ),
    ),
    FIRST_AID_NEAR: KnownAbility(
        does="a friend with First Aid within 6”: one Wound Counter at most from an Armor Test",
        effects=(Effect(does=Does.MOST_WOUNDS, amount=1, whose=Whose.AT_IT, when=When.TOLD),),
    ),
    "nerves of steel": KnownAbility(does="may move closer while Pinned", effects=(Effect(does=Does.MOVES_PINNED),)),
}
"""Maps names in small letters to abilities."""

# Abilities that change shots, at their owner or by it.

SHOOTING = {
    "accurate": KnownAbility(
        weapons=True,
        does="natural X and lower are Critical Successes of its shots",
        effects=(by_x(Does.CRITICAL, kind=AbilityKind.SHOOT),),
    ),
    "burst": KnownAbility(
        weapons=True,
        does="up to X Shoot Action Tests; no Aim; may Brace",
        source="Aim",
        effects=(by_x(Does.TESTS, kind=AbilityKind.SHOOT), Effect(does=Does.NO_AIM, kind=AbilityKind.SHOOT)),
    ),
    "recoil": KnownAbility(
        weapons=True, does="−X on its tests; not after a Brace", source="Brace", effects=(by_x(Does.TN, less=True),)
    ),
    "firing stance": KnownAbility(
        does="its shots ignore Recoil", effects=(Effect(does=Does.IGNORES, ignored="recoil", kind=AbilityKind.SHOOT),)
    ),
    "focused fire": KnownAbility(
        does="+1 DAM for each earlier hit on the same target this Activation, not with an area",
        effects=(Effect(does=Does.DAM, amount=1, kind=AbilityKind.SHOOT, when=When.NO_AREA, per=Per.HIT),),
    ),
    "brace": KnownAbility(
        does="its next shot ignores Recoil and is Suppressive",
        source="Brace",
        effects=(Effect(does=Does.IGNORES, ignored="recoil", kind=AbilityKind.SHOOT),),
    ),
    "cloud": KnownAbility(
        weapons=True,
        does="hits all in the cloud; multipliers on the Primary Target only",
        source="Cloud Area of Effect",
        effects=(Effect(does=Does.CLOUD, kind=AbilityKind.SHOOT),),
    ),
    "explosive": KnownAbility(
        weapons=True,
        does="hits all in the blast; multipliers on the Primary Target only",
        source="Explosive Area of Effect",
        effects=(Effect(does=Does.EXPLOSIVE, kind=AbilityKind.SHOOT),),
    ),
    "projected": KnownAbility(
        weapons=True,
        does="no Aim; obstruction and engaged friends do not count",
        source="Projected Area of Effect",
        effects=(Effect(does=Does.PROJECTED, kind=AbilityKind.SHOOT),),
    ),
    "f-214 flamer": KnownAbility(
        weapons=True,
        does="its Handgun is Continuous and Projected in Short Range",
        source="Brotherhood Assets",
        effects=tuple(
            Effect(does=does, kind=AbilityKind.SHOOT, when=When.TOLD) for does in (Does.AGAIN, Does.PROJECTED)
        ),
    ),
    "indirect": KnownAbility(weapons=True, does="may fire indirectly, at a Spot", source="Indirect Fire"),
    "evasive": KnownAbility(
        does="its DEF changes by X against shots", effects=(by_x(Does.TN, whose=Whose.AT_IT, kind=AbilityKind.SHOOT),)
    ),
    "blur": KnownAbility(
        does="its DEF changes by X against shots of a Reaction",
        effects=(by_x(Does.TN, whose=Whose.AT_IT, kind=AbilityKind.SHOOT, when=When.REACTION),),
    ),
    "camouflage": KnownAbility(
        does="obstruction counts X more against shots at it",
        effects=(by_x(Does.TN, less=True, whose=Whose.AT_IT, kind=AbilityKind.SHOOT, when=When.OBSTRUCTED),),
    ),
    "precise senses": KnownAbility(
        does="its shots ignore Camouflage",
        effects=(Effect(does=Does.IGNORES, ignored="camouflage", kind=AbilityKind.SHOOT),),
    ),
    "entrenched": KnownAbility(
        does="until it moves: DEF −1, and AR +2 against shots",
        effects=(
            Effect(does=Does.TN, amount=-1, whose=Whose.AT_IT, when=When.TOLD),
            Effect(does=Does.AR, amount=2, whose=Whose.AT_IT, kind=AbilityKind.SHOOT, when=When.TOLD),
        ),
    ),
    "rebreather": KnownAbility(
        does="DAM of a cloud is X at most",
        effects=(by_x(Does.DAM_LIMIT, whose=Whose.AT_IT, kind=AbilityKind.SHOOT, when=When.CLOUD),),
    ),
    "smoke": KnownAbility(weapons=True, does="no line of sight through its area"),
    "silenced": KnownAbility(weapons=True, does="no Counterattack by who sees the shooter only in part"),
}
"""Maps names in small letters to abilities."""

# Abilities that change strikes, at their owner or by it.

STRIKING = {
    "executioner": KnownAbility(
        does="natural X and lower are Critical Successes of its strikes",
        effects=(by_x(Does.CRITICAL, kind=AbilityKind.STRIKE),),
    ),
    "duelist": KnownAbility(
        does="its DEF changes by X against strikes",
        effects=(by_x(Does.TN, whose=Whose.AT_IT, kind=AbilityKind.STRIKE),),
    ),
    "thrust": KnownAbility(
        weapons=True,
        does="+X DAM on the strike of a Charge",
        effects=(by_x(Does.DAM, kind=AbilityKind.STRIKE, when=When.CHARGE),),
    ),
    "fierce charge": KnownAbility(
        does="+2 DAM on the strike of its Charge",
        source="Algeroth Assets",
        effects=(Effect(does=Does.DAM, amount=2, kind=AbilityKind.STRIKE, when=When.CHARGE),),
    ),
    "honored charge": KnownAbility(
        does="+1 CC, and with its ST +X DAM, on the strike of a Charge that is its first action",
        source="Mishima Assets",
        effects=(
            Effect(does=Does.TN, amount=1, kind=AbilityKind.STRIKE, when=When.BY_CC),
            by_x(Does.DAM, kind=AbilityKind.STRIKE, when=When.CHARGE),
        ),
    ),
    "first strike": KnownAbility(
        does="x1 more for strikes at Units without an Activation Counter",
        effects=(Effect(does=Does.MULTIPLIER, amount=1, kind=AbilityKind.STRIKE, when=When.FRESH),),
    ),
    "honorbound": KnownAbility(
        does="no bonus for Overwhelming Numbers",
        effects=(Effect(does=Does.IGNORES, ignored=OVERWHELMING, kind=AbilityKind.STRIKE),),
    ),
    "multi-strike": KnownAbility(weapons=True, does="one test at each of up to X Enemy Units"),
    "reach": KnownAbility(weapons=True, also=(Help.MOVES,), does="strikes from up to X inches, Charges too"),
}
"""Maps names in small letters to abilities."""

# Special Abilities that are known by name, and what each does to a number.
#
# The Core Rulebook prints few of them; the others are on unit cards. Their effects are figures of the game, in our own
# words. The text that counts is the card's.

_ELSEWHERE = {
    "first aid": (
        Help.ATTACKS,
        "heals a friend in contact on X or lower; spares those within 6” a second Wound Counter",
    ),
    "group": (Help.PASSES, "a Group counts as one activation for Pass Counters"),
    "flight": (Help.MOVES, "may Fly: up to double its MV, straight"),
    "tactical": (Help.TESTS, "+4 LD with Interact; near an objective it may react once more"),
    "recruit": (Help.TESTS, "Rally needs a test against LD"),
    "training": (Help.DUELS, "gives an ability to all others of a Unit Type"),
    "trailblaze": (Help.MOVES, "ignores Rough"),
    "gymnastic": (Help.MOVES, "falls half as far; all terrain is Climbable"),
    "hyperactivator": (Help.MOVES, "Repositions 4”"),
    "subreal link": (Help.TESTS, "re-rolls failed tests against LD with Interact"),
}
"""Lists abilities that change a number, but not one of the Unit's own attacks."""
_NO_NUMBER = {
    "unstoppable": "no Ambush against its Charge",
    "shadowed": "no Ambush against its Move, Charge or Reposition",
    "fearless": "may react while Pinned",
    "awareness": "may react a second time",
    "pack hunter": "may react a second time near one of its kind",
    "zombie": "never reacts; without a Controller near only Charge, Move, Shoot and Strike",
    "controller": "lets Zombies within X inches act freely",
    "dodge": "may dive without a Reaction Counter",
    "guerilla": "may Ambush without an Activation Counter on X or lower",
    "networked": "hands a Reaction Counter to a Networked friend",
    "shake it off": "loses its Pinned Counter in the End Turn Phase",
    "inspire": "an action takes a Reaction or Pinned Counter off a friend",
    "command": "an action and a test against LD give a friend an action",
    "aggressive": "moves 2” on after a shot",
    "blitz": "moves on after a shot that wounds",
    "shift": "an action places it up to its MV away",
    "advanced deploy": "placed again within 6” in the first Turn",
    "scout ahead": "deployed in the first Turn",
    "command helmet": "Command reaches 4” further",
    "helicopter deployment": "comes in from an edge in the first Turn",
    "network hub": "takes a second Reaction Counter from Networked friends",
    "daimyo": "its Command may choose two Troopers",
    "word of the cardinal": "a Faith token makes its test against LD succeed",
    "self repair": "once a game it loses a Wound Counter on 10 or lower",
    "invoke frenzy": "an action gives a friend Fierce Charge",
    "centurion special forces": "two Centurions for each Alpha Nassal may be Troopers",
    "impact": "after a flight all that are near test LD",
}
"""Lists abilities that let a unit or others do more, and leave every printed number as it is."""
_UNCOUNTED = {
    "gruesome": "a kill makes enemies within X inches test LD or be Pinned",
    "volatile end": "its end hits all that are near",
    "carcass suit": "its Charge hits an Enemy Unit with DAM 7",
    "distort": "for a Turn −2 CC, ST and LD for enemies within 2”",
    "arcane immunity": "no Divine or Symmetry attacks at it",
    "fortitude": "the card says which wounds it is spared",
    "divine": "the card says what it does",
}
"""Lists abilities that affect others, or whose effect is not known here."""
GRUESOME, VOLATILE = "gruesome", "volatile end"


def fallen(abilities: Sequence[str], key: str) -> list[str]:
    """Returns what the named ability does to others as a Unit falls; of several, the first.

    An example: "Gruesome (4): a kill makes enemies within 4 inches test LD or be Pinned".
    """
    for printed in abilities:
        found = read_ability(printed)
        if found.key == key:
            return [f"{printed}: {_UNCOUNTED[key].replace('X', str(found.number or 'X'))}"]
    return []


_ALSO = {"continous": "continuous"}
"""Maps spellings that occur in files to the right ones."""

_NAMED = {
    **SHOOTING,
    **STRIKING,
    **ATTACKING,
    **{name: KnownAbility(does=does, also=(where,)) for name, (where, does) in _ELSEWHERE.items()},
    **{name: KnownAbility(does=does) for name, does in _NO_NUMBER.items()},
    **{name: KnownAbility(does=does, counted=False) for name, does in _UNCOUNTED.items()},
}
KNOWN: Vocabulary = {**_NAMED, **{name: _NAMED[other] for name, other in _ALSO.items()}}
"""Holds every ability of the Core Rulebook and of the cards that were looked through."""
