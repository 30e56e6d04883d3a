"""A verdict in words, as one player would say it to the other."""

import re

from companion.battleline.cards import Card, named
from companion.battleline.flag import Flag, Who
from companion.battleline.formations import Formation, Made, Outcome, Reply

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
    """Why a side that is not complete claims nothing."""
    mud = " in the Mud" if flag.mud else ""
    has = NUMBERS[len(flag.mine)] if flag.mine else "none"
    return f"You need {NUMBERS[flag.slots]} cards here{mud} and have {has}."


def out_of_cards(flag: Flag, mine: Made, *, left: int) -> str:
    """Why a complete side claims when the other can no longer be completed; `left` Troop cards are unseen."""
    cards = f"{NUMBERS[left]} troop card{' is' if left == 1 else 's are'} unseen"
    needed = NUMBERS[flag.slots - len(flag.theirs)]
    never = f"They need {needed} more and {cards}: they can never complete this flag."
    return f"{never} {in_words(mine).capitalize()} is enough."


def decided(flag: Flag, mine: Made, theirs: Made, outcome: Outcome) -> str:
    """What two complete sides come to."""
    if outcome is not Outcome.TIE:
        higher, lower = ("Your", "their") if outcome is Outcome.MINE else ("Their", "your")
        first, second = (mine, theirs) if outcome is Outcome.MINE else (theirs, mine)
        return f"{higher} {_bare(first)} beats {lower} {_beaten(first, second)}."
    tie = f"Both sides are {in_words(mine)}: a tie."
    if flag.last is None:
        return f"{tie} Whoever played the last card loses it: say who that was."
    loser = "you" if flag.last is Who.MINE else "they"
    return f"{tie} It goes against the last card, and {loser} played it."


def held_off(mine: Made, reply: Reply, outcome: Outcome) -> str:
    """Why the best that the other side can still make is not enough."""
    best = f"With {listed(reply.needs)} they could make {in_words(reply)}, and nothing better."
    if outcome is Outcome.TIE:
        return f"{best} That only ties, and they would play the last card."
    return f"{best} Your {_bare(mine)} beats it."


def answered(mine: Made, reply: Reply) -> str:
    """What the other side can still make to beat mine."""
    are = "is" if len(reply.needs) == 1 else "are"
    lost = _beaten(reply, mine)
    return f"{listed(reply.needs)} {are} still unseen: they could make {in_words(reply)}, which beats your {lost}."


def were_it_out(mine: Made, reply: Reply | None, outcome: Outcome) -> str:
    """What would be if the one card that they need were face up."""
    if reply is None:
        return "Were it out, the flag would be yours."
    next_best = f"Were it out, {listed(reply.needs)} would"
    if outcome is Outcome.TIE:
        return f"{next_best} tie at {mine.total}, and a tie is yours."
    if outcome is Outcome.THEIRS:
        return f"{next_best} still make {in_words(reply)}."
    return f"{next_best} make only {in_words(reply)}, and the flag would be yours."


def in_words(made: Made) -> str:
    """ "a wedge of 27"."""
    return f"{_WORDS[made.formation]} of {made.total}"


def to_the_other(text: str) -> str:
    """What is said to one side, as it is said to the other. The two take the same verbs in English."""
    return _WHOSE.sub(_turned, text)


def _turned(word: re.Match[str]) -> str:
    other = _TURNED[word[0].lower()]
    return other.capitalize() if word[0][0].isupper() else other


def _bare(made: Made) -> str:
    return in_words(made).removeprefix("a ")


def _beaten(winner: Made, loser: Made) -> str:
    return str(loser.total) if winner.formation is loser.formation else _bare(loser)


def listed(cards: tuple[Card, ...]) -> str:
    """At least one card, by name: Blue 8, Blue 9 and Red 10."""
    names = [named(card) for card in cards]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
