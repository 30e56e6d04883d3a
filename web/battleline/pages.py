"""The battle on the site: the whole line, and one flag of it opened."""

from flask import Response, g, request

from companion.battleline.answers.answers import answer
from companion.battleline.cards import TROOPS, Colour, Edition, named
from companion.battleline.choices import BattleLineChoices, Tactics
from companion.battleline.match.game import BATTLE_LINE
from companion.battleline.match.layout import NUMBERS
from companion.battleline.match.report import BattleReport
from companion.battleline.match.tactics import ENVIRONMENT, MORALE
from companion.battleline.match.views import BattleLineView, FlagView
from companion.battleline.weather import Sky
from companion.fields.numbers import whole
from companion.table.agreed import Agreed
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import Phase
from web.battleline.board import lines
from web.battleline.cardface import card_face
from web.battleline.claimpage import FORMATION_NAMES, PATH
from web.battleline.nextact import next_act
from web.battleline.watch import watch_page
from web.http.render import page
from web.http.seating import PhoneSeat
from web.site.durations import minutes
from web.site.games import GamePages, Offer
from web.site.table_page import seat_of


class BattlePages:
    """They only read; what they change goes through forms. The opened flag, the seat that a card is laid for and
    the card that was tapped stand in the address: `/?flag=5&for=red&card=R8`."""

    def __init__(self, table: Table, agreed: Agreed[BattleLineChoices]) -> None:
        self._table = table
        self._agreed = agreed

    def pages(self) -> GamePages:
        return GamePages(
            name=BATTLE_LINE.name,
            measure=PATH,
            opened=lambda _: None,
            table=self.table_page,
            watch=watch_page,
            report=self.report_page,
            offers=self.offers,
            how=(
                ("Tap a flag", "then the card that you lay there"),
                ("Claim", "proves that nothing can beat you"),
                ("Undo", "takes the last act back, anyone’s"),
            ),
            again="Again, next battle",
            answer=lambda state, view, question, asker: answer(state, question, names=view.names, asker=asker),
        )

    def offers(self) -> list[Offer]:
        players = self._agreed.now().players.value
        return [Offer(scenario=None, name="Battle Line", text=f"{players} players, a series begun anew")]

    def table_page(self, view: BattleLineView, near: Seat) -> Response:
        chosen = {choice.name: choice.value for choice in view.choices}
        edition = Edition(chosen["edition"])
        number = whole(request.args.get("flag", ""), most=max(NUMBERS))
        opened = view.flags[number - 1] if number is not None and number in NUMBERS else None
        drawn = lines(view, near)
        facing = next(((each.far, each.near) for each in drawn if opened in each.flags), None)
        seats = [Seat(side) for side in view.sides]
        at = seats.index(near)
        sitting = seat_of(g.seating, view.names)
        return page(
            "battleline_table.html",
            view=view,
            lines=drawn,
            seats=(*seats[at + 1 :], *seats[: at + 1]),
            opened=opened,
            facing=facing,
            laying=_laying(view, facing, near, sitting),
            next=next_act(view, sitting, opened),
            tapped=_tapped(view, opened, request.args.get("card", "")),
            saving=_saving(opened, edition),
            face=lambda piece: card_face(piece, edition),
            formations={kind.value: word for kind, word in FORMATION_NAMES.items()},
            colours=Colour,
            deck=TROOPS,
            wilds=(*MORALE, *ENVIRONMENT) if chosen["tactics"] == Tactics.WITH.value else (),
            ended=view.phase is Phase.ENDED,
        )

    def report_page(self, view: BattleLineView, report: BattleReport) -> Response:
        edition = Edition(next(choice.value for choice in view.choices if choice.name == "edition"))
        return page(
            "battleline_report.html",
            view=view,
            report=report,
            minutes=minutes,
            name=lambda piece: card_face(piece, edition).name,
        )


def _saving(opened: FlagView | None, edition: Edition) -> dict[str, list[str]]:
    """By seat: every card that would still save the opened flag, where the other side is complete."""
    found = opened.weather if opened else {}
    return {
        side: [named(card, edition) for card in each.cards]
        for side, each in found.items()
        if each.sky is Sky.THREATENED
    }


def _laying(view: BattleLineView, facing: tuple[Seat, Seat] | None, near: Seat, sitting: PhoneSeat) -> Seat:
    """The seat that a card is laid for, as far as it faces the opened flag: the one in the address, else this phone's
    own; on a phone that several share, the one whose card comes next."""
    might = [Seat(side) for side in view.sides if facing is None or Seat(side) in facing]
    own = sitting.side and sitting.value
    asked = (request.args.get("for"), own, view.next, near.value)
    return next((seat for each in asked for seat in might if seat.value == each), might[0])


def _tapped(view: BattleLineView, opened: FlagView | None, card: str) -> tuple[str, str] | None:
    """The tapped card with the side on which it lies, if it lies at the opened flag or beside the deck."""
    lying = {piece: side for side, each in view.sides.items() for piece in each.beside}
    if opened is not None:
        lying |= opened.environment | {piece: side for side, cards in opened.cards.items() for piece in cards}
    return (card, lying[card]) if card in lying else None
