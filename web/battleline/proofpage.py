"""A claim's proof on the whole of a phone: what lies there, and step by step the replies that it beats.

It comes by itself where this phone's side is across from the claim, and stays until that side agrees or plays on; any
other phone follows a link to it. The flag and the step stand in the address: `/?proof=3&step=2`, and for a claim that
does not hold who would make it: `/?proof=5&by=gold`.
"""

from flask import Response, request

from companion.battleline.beaten import Fate, Step
from companion.battleline.cards import BIT, Card, Edition, Formation
from companion.battleline.match.claims import ProofView, refuted
from companion.battleline.match.state import NUMBERS, State
from companion.battleline.match.views import BattleLineView
from companion.fields.numbers import whole
from companion.table.seats import Seat
from companion.table.view import Phase
from web.battleline.cardface import CardFace, card_face
from web.battleline.claimpage import FORMATION_NAMES
from web.http.render import page
from web.http.seating import PhoneSeat

_VERDICTS = {Fate.BEATEN: "Beaten.", Fate.TIED: "Tied, and lost.", Fate.OUT: "Out of reach.", Fate.BEATS: "Not yet."}


def proof_page(view: BattleLineView, state: State, sitting: PhoneSeat) -> Response | None:
    """The page; None where the table is to be drawn."""
    proof = _asked(view, state) or _handed(view, sitting)
    if proof is None:
        return None
    holds = proof in view.handed
    number = whole(request.args.get("step", ""), most=len(proof.steps)) or (0 if holds else 1)
    edition = Edition(next(choice.value for choice in view.choices if choice.name == "edition"))
    return page(
        "battleline_proof.html",
        view=view,
        proof=proof,
        step=proof.steps[number - 1] if number else None,
        number=number,
        holds=holds,
        answers=holds and view.phase is Phase.RUNNING and sitting in (PhoneSeat(proof.to), PhoneSeat.BOTH),
        waits=holds and view.phase is Phase.RUNNING and sitting is PhoneSeat(proof.to),
        verdicts=_VERDICTS,
        kind=_kind,
        face=lambda piece: card_face(piece, edition),
        counting=lambda card, as_: _counting(card, as_, edition),
        laid=lambda each: _laid(each, proof.cards[proof.to]),
    )


def _asked(view: BattleLineView, state: State) -> ProofView | None:
    number = whole(request.args.get("proof", ""), most=max(NUMBERS))
    if number is None or number not in NUMBERS:
        return None
    found = next((each for each in view.handed if each.flag == number), None)
    side = request.args.get("by", "")
    return found or (refuted(state, number, Seat(side)) if side in view.sides else None)


def _handed(view: BattleLineView, sitting: PhoneSeat) -> ProofView | None:
    """The latest proof that lies before this phone's own side."""
    if view.phase is Phase.ENDED:
        return None
    return next((each for each in view.handed if each.to == sitting.value), None)


def _kind(formation: Formation) -> str:
    return FORMATION_NAMES.get(formation, formation.value)


def _laid(step: Step, held: tuple[Card, ...]) -> list[tuple[Card, Card]]:
    """What a reply is made of: each card with what it counts as, those that lie there first."""
    return list(zip((*held, *step.needs), step.as_ or held, strict=True))


def _counting(card: Card, as_: Card, edition: Edition) -> CardFace:
    """A card with the figure that it counts as."""
    own = card_face(card, edition)
    if BIT[card] or card == as_:
        return own
    counted = card_face(as_, edition)
    return CardFace(
        card=card, figure=counted.figure, word=own.name, colour="wild", name=f"{own.name} as {counted.name}", brief=""
    )
