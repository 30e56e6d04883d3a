"""Serves the battle on the site: the whole line, one flag of it opened, its proof, and what spectators see."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Response, abort, g, redirect, request

from companion.battleline.answers.answers import answer
from companion.battleline.cards import BIT, TROOPS, Card, Colour, Edition, Formation
from companion.battleline.choices import BattleLineChoices, Tactics
from companion.battleline.claim import to_the_other
from companion.battleline.match.claims import ProofView, refuted
from companion.battleline.match.game import BATTLE_LINE
from companion.battleline.match.report import BattleReport
from companion.battleline.match.state import ENVIRONMENT, GUILE, MORALE, MOVERS, NUMBERS, TACTICS, State
from companion.battleline.match.views import BattleLineView, ClaimView, FlagView
from companion.battleline.proof import ProofStep, ReplyFate
from companion.fields.numbers import whole
from companion.table.rule_choices import AgreedChoices
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import Phase
from web.battleline.claimpage import FORMATION_NAMES, PATH, CardFace, card_face
from web.battleline.tray import tray
from web.http.phones import PhoneSeat
from web.http.render import page
from web.site.games import GamePages, Offer, Scene, Tool, minutes
from web.site.table_page import seat_of

# The flags of a battle as one phone sees them: its own lines first, its side of each at the bottom.


@dataclass(frozen=True, kw_only=True)
class FlagLine:
    """Describes the flags between two seats, from left to right; `near` is drawn below them, `far` above."""

    near: Seat
    far: Seat
    flags: Sequence[FlagView]


def lines(view: BattleLineView, seat: Seat) -> list[FlagLine]:
    """Returns every line, those before `seat` first and as that seat sees them.

    With three players, the line between the two others comes last, as one of them sees it.
    """
    row = view.sides[seat.value].row
    own = [view.flags[number - 1] for number in row]
    found = [
        FlagLine(near=seat, far=far, flags=tuple(flags)) for far, flags in groupby(own, lambda flag: _far(flag, seat))
    ]
    rest = [flag for flag in view.flags if flag.flag not in row]
    if rest:
        near, far = map(Seat, rest[0].cards)
        seen = [view.flags[number - 1] for number in view.sides[near.value].row]
        found.append(FlagLine(near=near, far=far, flags=[flag for flag in seen if flag in rest]))
    return found


def _far(flag: FlagView, seat: Seat) -> Seat:
    return next(Seat(side) for side in flag.cards if side != seat.value)


# The one verdict in the middle of the page.


@dataclass(frozen=True, kw_only=True)
class Judged:
    """Says what `side` has made at a flag, and whether that can be claimed. `text` is one sentence where it cannot."""

    flag: FlagView
    side: Seat
    across: Seat
    claim: ClaimView

    @property
    def saving(self) -> tuple[Card, ...]:
        """Returns the cards that could still stop it."""
        return self.flag.weather[self.across.value].cards

    @property
    def others(self) -> int:
        """Returns how many could still stop it, where the text does not name them all."""
        return len(self.saving) if len(self.saving) != len(self.claim.needs) else 0

    @property
    def text(self) -> str:
        first, dot, _ = self.claim.why.partition(". ")
        return self.claim.why if self.claim.claimable or not dot else f"{first}."

    def text_for(self, seat: str) -> str:
        """Returns the text for the phone of that seat: for the other side, "you" is that side."""
        return to_the_other(self.text) if seat == self.across.value else self.text


def judged(flag: FlagView, sides: Sequence[Seat]) -> Judged | None:
    """Returns the verdict for the side that has all its cards there, or has won the flag; None where neither has."""
    made = [
        Judged(flag=flag, side=side, across=sides[1 - at], claim=claim)
        for at, side in enumerate(sides)
        if (claim := flag.claims.get(side.value)) and claim.formation
    ]
    return next((each for each in made if each.claim.claimable), made[0] if made else None)


# The one thing to do next in a battle: it is under the thumb of the player who may do it.


@dataclass(frozen=True, kw_only=True)
class NextAct:
    """`side` claims that flag; where there is none, it passes."""

    side: Seat
    flag: int | None = None


def next_act(view: BattleLineView, seat: PhoneSeat, opened: FlagView | None) -> NextAct | None:
    """Returns a claim of this phone's own: of the opened flag, else of the one that the side's claim button takes. Else
    a pass where no Troop card can be laid; None where one comes next, or somebody else.

    A phone that both share is not offered a pass: a moment later the same spot would pass for the other side.
    """
    if view.phase is Phase.ENDED:
        return None
    sides = [side for side in ([seat.side] if seat.side else _in_turn(view)) if view.sides[side.value].claimable]
    for side in sides:
        if opened and opened.flag in view.sides[side.value].claimable:
            return NextAct(side=side, flag=opened.flag)
    if sides:
        return NextAct(side=sides[0], flag=view.sides[sides[0].value].shown)
    if seat.side and view.next == seat.value and _stuck(view, seat.side):
        return NextAct(side=seat.side)
    return None


def _in_turn(view: BattleLineView) -> list[Seat]:
    """Returns who may claim: whose turn it still is, then whose comes next."""
    return [Seat(side) for side in dict.fromkeys((view.turn, view.next)) if side is not None]


def _stuck(view: BattleLineView, side: Seat) -> bool:
    """Returns whether this side has no room for a card."""
    flags = (view.flags[number - 1] for number in view.sides[side.value].row)
    return all(flag.holder is not None or len(flag.cards[side.value]) >= flag.slots for flag in flags)


# A claim's proof on the whole of a phone: what lies there, and step by step the replies that it beats.
#
# It comes by itself where this phone's side is across from the claim, and stays until that side agrees or plays on; any
# other phone follows a link to it. The flag and the step stand in the address: `/?proof=3&step=2`, and for a claim that
# does not hold who would make it: `/?proof=5&by=gold`.

_VERDICTS = {
    ReplyFate.BEATEN: "Beaten.",
    ReplyFate.TIED: "Tied, and lost.",
    ReplyFate.OUT: "Out of reach.",
    ReplyFate.BEATS: "Not yet.",
}


def proof_page(view: BattleLineView, state: State, sitting: PhoneSeat) -> Response | None:
    """Returns the page; None where the table is to be drawn."""
    proof = _open_proof(view, state) or _handed(view, sitting)
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
        laid=lambda each: _made_of(each, proof.cards[proof.to]),
    )


def _open_proof(view: BattleLineView, state: State) -> ProofView | None:
    number = whole(request.args.get("proof", ""), most=max(NUMBERS))
    if number is None or number not in NUMBERS:
        return None
    found = next((each for each in view.handed if each.flag == number), None)
    side = request.args.get("by", "")
    return found or (refuted(state, number, Seat(side)) if side in view.sides else None)


def _handed(view: BattleLineView, sitting: PhoneSeat) -> ProofView | None:
    """Returns the latest proof that lies before this phone's own side."""
    if view.phase is Phase.ENDED:
        return None
    return next((each for each in view.handed if each.to == sitting.value), None)


def _kind(formation: Formation) -> str:
    return FORMATION_NAMES.get(formation, formation.value)


def _made_of(step: ProofStep, held: tuple[Card, ...]) -> list[tuple[Card, Card]]:
    """Returns what a reply is made of: each card with what it counts as, those that lie there first."""
    return list(zip((*held, *step.needs), step.as_ or held, strict=True))


def _counting(card: Card, as_: Card, edition: Edition) -> CardFace:
    """Returns a card with the figure that it counts as."""
    own = card_face(card, edition)
    if BIT[card] or card == as_:
        return own
    counted = card_face(as_, edition)
    return CardFace(
        card=card, figure=counted.figure, word=own.name, colour="wild", name=f"{own.name} as {counted.name}", brief=""
    )


# A battle for spectators: the nine flags, both halves of each, and who holds them.


def scene(view: BattleLineView) -> Scene:
    edition = Edition(next(choice.value for choice in view.choices if choice.name == "edition"))
    return Scene(
        template="battleline_watch.html",
        style="battleline_watch.css",
        values={
            "view": view,
            "lines": lines(view, Seat.GOLD),
            "seats": [Seat(side) for side in reversed(view.sides)],
            "face": lambda piece: card_face(piece, edition),
            "said": _turn(view),
        },
    )


def _turn(view: BattleLineView) -> str:
    if not view.turn:
        return "The first card is yet to be laid"
    name = view.names[view.turn]
    if view.acted and view.next:
        return f"{name} has played. {view.names[view.next]} is next"
    return f"{name}’s turn"


# The battle on the site: the whole line, and one flag of it opened.


class BattlePages:
    """Draws the pages, which only read; their forms change the battle.

    The address has the opened flag, the seat that a card is laid for, the tapped card and what the tray shows:
    `/?flag=5&for=red&tray=tactics&card=R8`.
    """

    def __init__(self, table: Table, agreed: AgreedChoices[BattleLineChoices]) -> None:
        self._table = table
        self._agreed = agreed

    def pages(self) -> GamePages:
        return GamePages(
            name=BATTLE_LINE.name,
            says="claims, with their proof",
            tools=(Tool("Claim a flag", "prove it, or not yet", PATH),),
            opened=lambda _: None,
            table=self.table_page,
            scene=scene,
            report=self.report_scene,
            offers=self.offers,
            how=(
                ("Tap a flag", "then the card that you lay there"),
                ("Claim", "proves that no reply can beat you"),
                ("Undo", "takes the last act back, anyone’s"),
            ),
            again="Again, next battle",
            answer=lambda state, view, question, asker: answer(state, question, names=view.names, asker=asker),
            sheet="battleline_game.html",
        )

    def offers(self) -> list[Offer]:
        players = self._agreed.now().players.value
        return [Offer(scenario=None, name="Battle Line", text=f"{players} players, a new series")]

    def table_page(self, view: BattleLineView, near: Seat) -> Response:
        state = self._table.match.state
        if not isinstance(state, State):
            abort(redirect("/"))  # another game has been opened since
        sitting = seat_of(g.seating, view.names)
        if (proof := proof_page(view, state, sitting)) is not None:
            return proof
        asked, chosen = request.args, {choice.name: choice.value for choice in view.choices}
        edition = Edition(chosen["edition"])
        number = whole(asked.get("flag", ""), most=max(NUMBERS))
        opened = view.flags[number - 1] if number is not None and number in NUMBERS else None
        drawn = lines(view, near)
        facing = next(((each.far, each.near) for each in drawn if opened in each.flags), None)
        seats = [Seat(side) for side in view.sides]
        at = seats.index(near)
        after = next_act(view, sitting, opened)
        laying = _laying(view, facing, near, sitting)
        told = opened or (view.flags[after.flag - 1] if after and after.flag else None)
        verdict = judged(told, [Seat(side) for side in _from(told, near)]) if told else None
        return page(
            "battleline_table.html",
            view=view,
            lines=drawn,
            seats=(*seats[at + 1 :], *seats[: at + 1]),
            opened=opened,
            facing=facing,
            next=after,
            verdict=verdict,
            lit=verdict.saving if verdict and "light" in asked else (),
            tray=tray(
                state,
                laying=laying,
                flag=opened.flag if opened else None,
                shown=asked.get("tray", ""),
                play=asked.get("play", ""),
                card=asked.get("card", ""),
            ),
            face=lambda piece: card_face(piece, edition),
            colours=Colour,
            deck=TROOPS,
            tactics=TACTICS if chosen["tactics"] == Tactics.WITH.value else (),
            morale=MORALE,
            environment=ENVIRONMENT,
            guile=GUILE,
            movers=MOVERS,
            instead="instead" in asked,
            taken="taken" in asked,
            ended=view.phase is Phase.ENDED,
        )

    def report_scene(self, view: BattleLineView, report: BattleReport) -> Scene:
        edition = Edition(next(choice.value for choice in view.choices if choice.name == "edition"))
        values = {
            "view": view,
            "report": report,
            "minutes": minutes,
            "name": lambda piece: card_face(piece, edition).name,
        }
        return Scene(template="battleline_report.html", style="paper.css", values=values)


def _from(flag: FlagView, near: Seat) -> list[str]:
    """Returns the two sides of a flag, this phone's own first."""
    return sorted(flag.cards, key=lambda side: side != near.value)


def _laying(view: BattleLineView, facing: tuple[Seat, Seat] | None, near: Seat, sitting: PhoneSeat) -> Seat:
    """Returns the seat that a card is laid for, as far as it faces the opened flag.

    It is the one in the address, else this phone's own. On a shared phone it is the one whose card comes next.
    """
    might = [Seat(side) for side in view.sides if facing is None or Seat(side) in facing]
    own = sitting.side and sitting.value
    asked = (request.args.get("for"), own, view.next, near.value)
    return next((seat for each in asked for seat in might if seat.value == each), might[0])
