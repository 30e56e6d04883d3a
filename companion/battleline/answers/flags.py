"""Questions about a flag: whether it can be claimed, what still beats that, how it stands (Battle Line, Flags)."""

from collections.abc import Callable

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import counted, listed, sentence
from companion.battleline.answers.acts import OVER, may_claim, refusal
from companion.battleline.answers.battle import TABLE, Battle, to
from companion.battleline.cards import TROOPS
from companion.battleline.claim import Claim
from companion.battleline.formations import Outcome, Reply
from companion.battleline.match.claims import not_now
from companion.battleline.match.hands import unseen_troops
from companion.battleline.match.layout import NUMBERS
from companion.battleline.proof import in_words
from companion.battleline.saves import saves
from companion.table.seats import Seat
from companion.table.state import Stage

MOST_NAMED = 5
"""So many cards an answer names; of more it says how many, and the best of them."""


def claimable(battle: Battle, said: Said) -> Answer | None:
    """Whether those it is about can claim the named flags."""

    def judged(number: int) -> str:
        pair = battle.state.layout.pair(number)
        seats = said.sides(battle.state.layout.seats, mine=not said.has("who"))
        if battle.state.stage is Stage.OVER or not any(seat in pair for seat in seats):
            between = listed([battle.speaker.who(seat) for seat in pair])
            return OVER if battle.state.stage is Stage.OVER else f"No: it lies between {between}."
        seats = [seat for seat in seats if seat in pair]
        return battle.speaker.each([(seat, _claim(battle, number, seat)) for seat in seats])

    return _of_each(battle, said, judged, taken="No: ")


def standing(battle: Battle, said: Said) -> Answer | None:
    """Who holds the named flags, or will."""
    return _of_each(battle, said, lambda number: _state(battle, number))


def threatened(battle: Battle, said: Said) -> Answer | None:
    """What can still beat one side of the named flags."""
    return _of_each(battle, said, lambda number: " ".join(dict.fromkeys(_threats(battle, said, number))))


def which(battle: Battle, said: Said) -> Answer:
    """Every flag that those it is about can claim."""
    state, told, first = battle.state, [], []
    for seat in said.sides(state.layout.seats, mine=not said.has("who")):
        proven = [n for n in NUMBERS if (claim := battle.verdict(n, seat)) is not None and claim.claimable]
        flags = f"flag{'s' if len(proven) > 1 else ''} {listed([str(each) for each in proven])}" if proven else ""
        if any(may_claim(battle, seat, number) for number in proven):
            told.append((seat, f"Yes: {flags}."))
        elif state.stage is Stage.OVER:
            told.append((seat, OVER))
        elif (late := _late(battle, seat)) is not None:
            told.append((seat, f"Not now. {late}{f' Then {flags}.' if proven else ''}"))
        else:
            told.append((seat, "No flag yet."))
        first += proven
    return Answer(battle.speaker.each(told), to(first[0]) if first else TABLE)


def _late(battle: Battle, seat: Seat) -> str | None:
    """Why this is not the seat's moment to claim; None where it is."""
    late, following = not_now(battle.state, seat), battle.state.next
    if late is None or battle.state.stage is Stage.OVER or following in (None, seat) or battle.state.turn is seat:
        return late and refusal(battle, seat, late)
    return f"It is {battle.speaker.whose(following)} turn."


def _of_each(battle: Battle, said: Said, tell: Callable[[int], str], *, taken: str = "") -> Answer | None:
    flags = said.values("flag", "bare")
    told = [f"{taken}{held}" if (held := _taken(battle, number)) else tell(number) for number in flags]
    if len(flags) > 1:
        told = [f"Flag {number}: {text}" for number, text in zip(flags, told, strict=True)]
    told = [sentence(text) for text in told]
    return Answer(" ".join(told), to(flags[0])) if told else None


def _taken(battle: Battle, number: int) -> str:
    """Who has claimed the flag; "" where nobody has."""
    holder = battle.state.claimed.get(number)
    return "" if holder is None else f"{battle.speaker.has(holder)} claimed flag {number}."


def _claim(battle: Battle, number: int, seat: Seat) -> str:
    claim = battle.verdict(number, seat)
    if claim is not None and may_claim(battle, seat, number):
        return f"Yes: {_proven(battle, number, seat, claim)}"
    if claim is None or claim.mine is None:
        return f"Not yet: {_so_far(battle, number, seat)} there."
    if not claim.claimable:
        no = "Not yet" if claim.best_reply and claim.best_reply.needs else "No"
        return f"{no}: {_beaten(battle, number, seat, claim)}"
    return f"Not now. {_late(battle, seat)} Then yes: {_proven(battle, number, seat, claim)}"


def _so_far(battle: Battle, number: int, seat: Seat) -> str:
    """ "you have 2 of 3 cards"."""
    flag = battle.flag(number, seat)
    return f"{battle.speaker.has(seat)} {len(flag.mine) or 'none'} of {flag.slots} cards"


def _other(battle: Battle, number: int, seat: Seat) -> Seat:
    return battle.state.layout.across(number, seat)


def _beaten(battle: Battle, number: int, seat: Seat, claim: Claim) -> str:
    """Why a complete side does not win the flag, or not for certain."""
    reply = claim.best_reply
    if reply is None or claim.mine is None:
        return ""
    if reply.needs:
        return f"{battle.cards(reply.needs)} make{'s' if len(reply.needs) == 1 else ''} {in_words(reply)}."
    if claim.beats is Outcome.TIE:
        return f"a tie, and {battle.speaker.who(seat)} played the last card."
    return f"{battle.made(_other(battle, number, seat), reply)} beats {battle.made(seat, claim.mine)}."


def _proven(battle: Battle, number: int, seat: Seat, claim: Claim) -> str:
    """Why a side has won the flag."""
    other, reply, mine = _other(battle, number, seat), claim.best_reply, claim.mine
    if mine is None:
        return ""
    if reply is None:
        return f"{battle.speaker.who(other)} can never complete it."
    if reply.needs:
        return f"nothing beats {battle.made(seat, mine)} any more."
    if claim.beats is Outcome.TIE:
        return f"a tie, and {battle.speaker.who(other)} played the last card."
    return f"{battle.made(seat, mine)} beats {battle.made(other, reply)}."


def _state(battle: Battle, number: int) -> str:
    if battle.state.stage is Stage.OVER:
        return f"The battle is over: nobody claimed flag {number}."
    pair = battle.state.layout.pair(number)
    claims = {seat: claim for seat in pair if (claim := battle.verdict(number, seat)) is not None}
    for seat, claim in claims.items():
        if claim.claimable:
            return f"{sentence(battle.speaker.does(seat, 'win'))} it: {_proven(battle, number, seat, claim)}"
    for seat, claim in claims.items():
        if claim.mine is not None:
            ahead = f"Open: {battle.speaker.has(seat)} {in_words(claim.mine)}"
            return f"{ahead}, but {_beaten(battle, number, seat, claim)}"
    return f"Open: {listed([_so_far(battle, number, seat) for seat in pair])}."


def _threats(battle: Battle, said: Said, number: int) -> list[str]:
    claims = {seat: battle.verdict(number, _other(battle, number, seat)) for seat in _attackers(battle, said, number)}
    standing = {seat: claim for seat, claim in claims.items() if claim is not None and claim.mine is not None}
    return [_threat(battle, said, number, seat, claim) for seat, claim in standing.items()] or [_state(battle, number)]


def _attackers(battle: Battle, said: Said, number: int) -> list[Seat]:
    """Who would beat the other at the flag: in "can they beat me" whoever comes before the word; in "what beats me"
    the others; in "what saves it for me" whoever is named at all."""
    pair, seats = battle.state.layout.pair(number), battle.state.layout.seats
    if not said.has("beat"):
        named = said.sides(seats)
    else:
        before, after = said.around("beat", seats)
        named = before or [seat for seat in pair if after and seat not in after]
        if not named and said.asker in pair:
            named = [_other(battle, number, said.asker)]
    return battle.facing(number, named)


def _threat(battle: Battle, said: Said, number: int, seat: Seat, claim: Claim) -> str:
    """Whether, or with what, this seat can still beat the other's complete side, whose claim that is."""
    other, reply = _other(battle, number, seat), claim.best_reply
    asks = not said.has("what", "which", "how")
    if claim.claimable:
        return f"{'No: ' if asks else ''}{_proven(battle, number, other, claim)}"
    if reply is None or not reply.needs:
        return f"{'Yes: ' if asks else ''}{_beaten(battle, number, other, claim)}"
    return _with(battle, said, number, seat, reply)


def _with(battle: Battle, said: Said, number: int, seat: Seat, reply: Reply) -> str:
    found = saves(battle.flag(number, seat), unseen_troops(battle.state))
    named = [card for card in said.values("card") if card in TROOPS]
    if named:
        left = [card for card in named if card in found]
        return f"Yes: {battle.cards(left, 'or')} still can." if left else f"No: not with {battle.cards(named, 'or')}."
    yes = "" if said.has("what", "which", "how") else "Yes: "
    best = f"{battle.cards(reply.needs)} make{'s' if len(reply.needs) == 1 else ''} {in_words(reply)}."
    if len(found) < 2:
        return f"{yes}{best}"
    some = battle.cards(found, "or") if len(found) <= MOST_NAMED else f"{counted(len(found), 'card')} still help"
    return f"{yes}{some}. The best: {best}"
