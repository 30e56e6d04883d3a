"""Special Abilities that are known by name, and what each does to a number.

The Core Rulebook prints few of them; the others stand on unit cards. Their effects are figures of the game, told in
our own words; the text that counts is the card's.
"""

from companion.warzone.abilities.attacking import ATTACKING
from companion.warzone.abilities.described import Help, Known, Vocabulary
from companion.warzone.abilities.shooting import SHOOTING
from companion.warzone.abilities.striking import STRIKING

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
"""What changes a number, but not one of its own attacks."""
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
    "advanced deploy": "placed anew within 6” in the first Turn",
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
"""What lets a unit do more, or has others do something, and leaves every number as it is printed."""
_UNCOUNTED = {
    "gruesome": "a kill makes enemies within X inches test LD or be Pinned",
    "volatile end": "its end hits all that are near",
    "carcass suit": "its Charge hits an Enemy Unit with DAM 7",
    "distort": "for a Turn −2 CC, ST and LD for enemies within 2”",
    "arcane immunity": "no Divine or Symmetry attacks at it",
    "fortitude": "the card says which wounds it is spared",
    "divine": "the card says what it does",
}
"""What happens to others, or is not known here."""
_ALSO = {"continous": "continuous"}
"""How files spell some of them."""

_NAMED = {
    **SHOOTING,
    **STRIKING,
    **ATTACKING,
    **{name: Known(does=does, also=(where,)) for name, (where, does) in _ELSEWHERE.items()},
    **{name: Known(does=does) for name, does in _NO_NUMBER.items()},
    **{name: Known(does=does, counted=False) for name, does in _UNCOUNTED.items()},
}
KNOWN: Vocabulary = {**_NAMED, **{name: _NAMED[other] for name, other in _ALSO.items()}}
"""Every ability of the Core Rulebook and of the cards that were looked through."""
