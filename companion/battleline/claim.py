"""Tells whether a flag can be claimed and why, which cards would still save it, and how it stands."""

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

import msgspec

from companion.battleline.cards import (
    ALL_TROOPS,
    BIT,
    BOOKS,
    BookCite,
    Card,
    Flag,
    FlagOutcome,
    Formation,
    Made,
    Reply,
    Who,
    compared,
    mask,
    named,
    troops,
)
from companion.battleline.choices import CLAIM_TIME, DEFAULTS, BattleLineChoices
from companion.battleline.replies import best
from companion.choices import Chosen, reading
from companion.fields.invalid import Invalid

# A verdict in words, as one player would say it to the other.

_WORDS = {
    Formation.WEDGE: "a wedge",
    Formation.PHALANX: "a phalanx",
    Formation.BATTALION: "a battalion order",
    Formation.SKIRMISH: "a skirmish line",
    Formation.HOST: "a host",
    Formation.SUM: "a total",
}
_WHOSE = re.compile(r"\b(you|they|yours?|theirs?)\b(?! table)", re.IGNORECASE)
_TURNED = {"you": "they", "they": "you", "your": "their", "their": "your", "yours": "theirs", "theirs": "yours"}
NUMBERS = ("no", "one", "two", "three", "four")


def incomplete(flag: Flag) -> str:
    """Says why a side that is not complete cannot claim."""
    mud = " in the Mud" if flag.mud else ""
    has = NUMBERS[len(flag.mine)] if flag.mine else "none"
    return f"You need {NUMBERS[flag.slots]} cards here{mud} and have {has}."


def out_of_cards(flag: Flag, mine: Made, *, left: int) -> str:
    """Says why a complete side claims when the other can no longer be completed; `left` Troop cards are unseen."""
    cards = f"{NUMBERS[left]} troop card{' is' if left == 1 else 's are'} unseen"
    needed = NUMBERS[flag.slots - len(flag.theirs)]
    never = f"They need {needed} more and {cards}: they can never complete this flag."
    return f"{never} {in_words(mine).capitalize()} is enough."


def decided(flag: Flag, mine: Made, theirs: Made, outcome: FlagOutcome) -> str:
    """Returns what two complete sides come to."""
    if outcome is not FlagOutcome.TIE:
        higher, lower = ("Your", "their") if outcome is FlagOutcome.MINE else ("Their", "your")
        first, second = (mine, theirs) if outcome is FlagOutcome.MINE else (theirs, mine)
        return f"{higher} {_bare(first)} beats {lower} {_beaten(first, second)}."
    tie = f"Both sides are {in_words(mine)}: a tie."
    if flag.last is None:
        return f"{tie} The side that played the last card loses it. Which side was that?"
    loser = "you" if flag.last is Who.MINE else "they"
    return f"{tie} It goes against the last card, and {loser} played it."


def held_off(mine: Made, reply: Reply, outcome: FlagOutcome) -> str:
    """Says why the other side's best reply is not enough."""
    best = f"With {listed(reply.needs)} they could make {in_words(reply)} at best."
    if outcome is FlagOutcome.TIE:
        return f"{best} That only ties, and they would play the last card."
    return f"{best} Your {_bare(mine)} beats it."


def answered(mine: Made, reply: Reply) -> str:
    """Returns what the other side can still make to beat mine."""
    are = "is" if len(reply.needs) == 1 else "are"
    lost = _beaten(reply, mine)
    return f"{listed(reply.needs)} {are} still unseen: they could make {in_words(reply)}, which beats your {lost}."


def were_it_out(mine: Made, reply: Reply | None, outcome: FlagOutcome) -> str:
    """Returns what would be if the one card that they need were face up."""
    if reply is None:
        return "With it out, the flag would be yours."
    next_best = f"With it out, {listed(reply.needs)} would"
    if outcome is FlagOutcome.TIE:
        return f"{next_best} tie at {mine.total}, and a tie is yours."
    if outcome is FlagOutcome.THEIRS:
        return f"{next_best} still make {in_words(reply)}."
    return f"{next_best} make only {in_words(reply)}, and the flag would be yours."


def in_words(made: Made) -> str:
    """ "a wedge of 27"."""
    return f"{_WORDS[made.formation]} of {made.total}"


def to_the_other(text: str) -> str:
    """Returns words to one side as words to the other. Both take the same verbs in English."""
    return _WHOSE.sub(_turned, text)


def _turned(word: re.Match[str]) -> str:
    other = _TURNED[word[0].lower()]
    return other.capitalize() if word[0][0].isupper() else other


def _bare(made: Made) -> str:
    return in_words(made).removeprefix("a ")


def _beaten(winner: Made, loser: Made) -> str:
    return str(loser.total) if winner.formation is loser.formation else _bare(loser)


def listed(cards: tuple[Card, ...]) -> str:
    """Returns one card or more by name: Blue 8, Blue 9 and Red 10."""
    names = [named(card) for card in cards]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# Whether a flag can be claimed, and why (Battle Line, Flags).
#
# My complete formation must beat, or tie, the best that the other side could still make of every Troop card that is not
# face up: cards in hands count as unseen, mine too, and unplayed Tactics do not count. A tie goes against the side
# that played, or would play, the last card.


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """Says whether my side can claim a flag now, and what shows it.

    `mine` is None while my side is not complete; then there is no claim and no comparison. `best_reply` is None
    if the other side cannot be completed any more. `beats` says which of the two is higher, before the last card
    decides a tie. `proof` is there to be read out. `leans_on` are the rule choices that a granted claim follows.
    """

    claimable: bool
    mine: Made | None
    best_reply: Reply | None
    beats: FlagOutcome | None
    proof: str
    cite: BookCite
    leans_on: tuple[Chosen, ...] = ()


def unseen(flags: Iterable[Flag], seen: Iterable[Card] = ()) -> int:
    """Returns the Troop cards that lie neither beside a flag nor among those `seen` elsewhere, as a mask."""
    found = ALL_TROOPS & ~mask(seen)
    for flag in flags:
        found &= ~(mask(flag.mine) | mask(flag.theirs))
    return found


def claim(flag: Flag, unseen: int, choices: BattleLineChoices = DEFAULTS) -> Claim:
    """Returns whether my side can claim the flag while the Troop cards of the mask `unseen` may still come.

    No side has more cards than the flag has slots, no card lies there twice, and none that lies there is in `unseen`.
    With both sides complete and tied, neither can claim unless `flag.last` says who played the last card.
    """
    cite = BookCite(BOOKS[choices.edition], "Flags")
    mine = best(flag.mine, 0, slots=flag.slots, fog=flag.fog)
    if mine is None:
        return Claim(claimable=False, mine=None, best_reply=None, beats=None, proof=incomplete(flag), cite=cite)
    reply = best(flag.theirs, unseen, slots=flag.slots, fog=flag.fog)
    outcome = compared(mine, reply) if reply else FlagOutcome.MINE
    claimable = outcome is FlagOutcome.MINE or (outcome is FlagOutcome.TIE and _last(flag) is Who.THEIRS)
    return Claim(
        claimable=claimable,
        mine=mine.made,
        best_reply=reply,
        beats=outcome,
        proof=_proof(flag, unseen, mine, reply, outcome=outcome),
        cite=cite,
        leans_on=(reading(CLAIM_TIME, choices),) if claimable else (),
    )


def _last(flag: Flag) -> Who | None:
    """Returns who played, or would play, the last card at a flag where my side is complete."""
    return flag.last if len(flag.theirs) == flag.slots else Who.THEIRS


def _proof(flag: Flag, unseen: int, mine: Made, reply: Reply | None, *, outcome: FlagOutcome) -> str:
    if reply is None:
        return out_of_cards(flag, mine, left=unseen.bit_count())
    if not reply.needs:
        return decided(flag, mine, reply, outcome)
    if outcome is not FlagOutcome.THEIRS:
        return held_off(mine, reply, outcome)
    if len(reply.needs) > 1:
        return answered(mine, reply)
    next_best = best(flag.theirs, unseen & ~mask(reply.needs), slots=flag.slots, fog=flag.fog)
    after = compared(mine, next_best) if next_best else FlagOutcome.MINE
    return f"{answered(mine, reply)} {were_it_out(mine, next_best, after)}"


# What would still save a flag: the unseen cards with which a side can stop the other's claim.


@lru_cache(maxsize=16)
def saves(flag: Flag, unseen: int) -> tuple[Card, ...]:
    """Returns the cards of the mask `unseen` that, laid next on my side, leave it a way to win; colour by colour.

    My side would play the last card, so a tie does not save it (Battle Line, Flags). None are there if the other side
    is not complete, or if mine is. The last few answers are kept: both sides of a flag ask for the same.
    """
    slots, fog = flag.slots, flag.fog
    theirs = best(flag.theirs, 0, slots=slots, fog=fog)
    if theirs is None or len(flag.mine) >= slots:
        return ()

    def winning(*laid: Card) -> int:
        """Returns the cards that the best reply with these takes, as a mask; none if it does not win."""
        taken = mask(laid)
        reply = best((*flag.mine, *laid), unseen & ~taken, slots=slots, fog=fog)
        return taken | mask(reply.needs) if reply is not None and reply.strength > theirs.strength else 0

    saving = winning()
    if saving:
        for card in troops(unseen):
            if not saving & BIT[card]:
                saving |= winning(card)
    return tuple(troops(saving))


# Two complete sides compared (Battle Line, Formations and Flags).


class FlagComparison(msgspec.Struct, frozen=True, kw_only=True):
    """Describes both formations, which of them is higher, and who wins the flag.

    That is None for a tie where it is unknown who played the last card.
    """

    winner: Who | None
    beats: FlagOutcome
    mine: Made
    theirs: Made
    proof: str
    cite: BookCite


def comparison(flag: Flag, choices: BattleLineChoices = DEFAULTS) -> FlagComparison:
    """Returns who wins a flag where both sides are complete. Raises Invalid, naming the side that is not."""
    sides = []
    for field, cards in (("mine", flag.mine), ("theirs", flag.theirs)):
        reply = best(cards, 0, slots=flag.slots, fog=flag.fog)
        if reply is None:
            raise Invalid(field, f"must be {flag.slots} cards to compare, and there are {len(cards)}")
        sides.append(reply.made)
    mine, theirs = sides
    beats = compared(mine, theirs)
    return FlagComparison(
        winner=Who(beats.value) if beats is not FlagOutcome.TIE else flag.last and flag.last.other,
        beats=beats,
        mine=mine,
        theirs=theirs,
        proof=decided(flag, mine, theirs, beats),
        cite=BookCite(BOOKS[choices.edition], "Formations"),
    )


# How a flag stands for one side of it, as the cards that are face up tell (Battle Line, Flags).


class Sky(Enum):
    """Says how a flag stands for my side. LIVE: no side is complete there, and mine can still be. AHEAD: my side is
    complete, the other can still beat it. THREATENED: the other is complete, mine can still beat it. LOCKED: the
    cards prove it mine. DEAD: they prove it the other's, or too few are left to complete my side.

    LIVE is also a tie where it is unknown who played the last card: either side may have won.
    """

    LIVE = "live"
    AHEAD = "ahead"
    THREATENED = "threatened"
    LOCKED = "locked"
    DEAD = "dead"


class Weather(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes one side's `sky` at a flag.

    `cards` are the unseen Troop cards that could still stop its claim, or save it. Each, laid next by the side that is
    not complete, leaves that side a way to win. They are left out unless the side is ahead or threatened.
    """

    sky: Sky
    cards: tuple[Card, ...] = ()


_DECIDED = {Who.MINE: Sky.LOCKED, Who.THEIRS: Sky.DEAD, None: Sky.LIVE}


@lru_cache(maxsize=64)
def weather(flag: Flag, unseen: int) -> Weather:
    """Returns the flag as my side sees it, while the Troop cards of the mask `unseen` may still come.

    As for a claim, unplayed Tactics do not count. The last few answers are kept: views are drawn more often than cards
    are laid.
    """
    mine, theirs = (flag.slots - len(cards) for cards in (flag.mine, flag.theirs))
    if not mine and not theirs:
        return Weather(sky=_DECIDED[comparison(flag).winner])
    if not mine:
        stopping = saves(flag.turned(), unseen)
        return Weather(sky=Sky.AHEAD if stopping else Sky.LOCKED, cards=stopping)
    if not theirs:
        saving = saves(flag, unseen)
        return Weather(sky=Sky.THREATENED if saving else Sky.DEAD, cards=saving)
    return Weather(sky=Sky.LIVE if mine <= unseen.bit_count() else Sky.DEAD)
