"""Two complete sides compared (Battle Line, Formations and Flags)."""

import msgspec

from companion.battleline import proof
from companion.battleline.books import BOOKS, Cite
from companion.battleline.choices import DEFAULTS, BattleLineChoices
from companion.battleline.flag import Flag, Who
from companion.battleline.formations import Made, Outcome, compared
from companion.battleline.replies import best
from companion.fields.invalid import Invalid


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Both formations, which of them is higher, and who wins the flag: None for a tie of which nobody said who played
    the last card."""

    winner: Who | None
    beats: Outcome
    mine: Made
    theirs: Made
    proof: str
    cite: Cite


def comparison(flag: Flag, choices: BattleLineChoices = DEFAULTS) -> Comparison:
    """Who wins a flag where both sides are complete. Raises Invalid, naming the side that is not."""
    sides = []
    for field, cards in (("mine", flag.mine), ("theirs", flag.theirs)):
        reply = best(cards, 0, slots=flag.slots, fog=flag.fog)
        if reply is None:
            raise Invalid(field, f"must be {flag.slots} cards to compare, and there are {len(cards)}")
        sides.append(reply.made)
    mine, theirs = sides
    beats = compared(mine, theirs)
    return Comparison(
        winner=Who(beats.value) if beats is not Outcome.TIE else flag.last and flag.last.other,
        beats=beats,
        mine=mine,
        theirs=theirs,
        proof=proof.decided(flag, mine, theirs, beats),
        cite=Cite(BOOKS[choices.edition], "Formations"),
    )
