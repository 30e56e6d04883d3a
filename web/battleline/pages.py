"""The battle on the site: the whole line, and one flag of it opened."""

from flask import Response, abort, g, redirect, request

from companion.battleline.answers.answers import answer
from companion.battleline.cards import TROOPS, Colour, Edition
from companion.battleline.choices import BattleLineChoices, Tactics
from companion.battleline.match.game import BATTLE_LINE
from companion.battleline.match.report import BattleReport
from companion.battleline.match.state import ENVIRONMENT, GUILE, MORALE, MOVERS, NUMBERS, TACTICS, State
from companion.battleline.match.views import BattleLineView, FlagView
from companion.fields.numbers import whole
from companion.table.agreed import Agreed
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import Phase
from web.battleline.board import lines
from web.battleline.cardface import card_face
from web.battleline.claimpage import PATH
from web.battleline.judged import judged
from web.battleline.nextact import next_act
from web.battleline.proofpage import proof_page
from web.battleline.tray import tray
from web.battleline.watch import scene
from web.http.render import page
from web.http.seating import PhoneSeat
from web.site.durations import minutes
from web.site.games import GamePages, Offer, Tool
from web.site.scene import Scene
from web.site.table_page import seat_of


class BattlePages:
    """They only read; what they change goes through forms. The opened flag, the seat that a card is laid for,
    the card that was tapped and what the tray shows stand in the address: `/?flag=5&for=red&tray=tactics&card=R8`."""

    def __init__(self, table: Table, agreed: Agreed[BattleLineChoices]) -> None:
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
                ("Claim", "proves that nothing can beat you"),
                ("Undo", "takes the last act back, anyone’s"),
            ),
            again="Again, next battle",
            answer=lambda state, view, question, asker: answer(state, question, names=view.names, asker=asker),
            sheet="battleline_game.html",
        )

    def offers(self) -> list[Offer]:
        players = self._agreed.now().players.value
        return [Offer(scenario=None, name="Battle Line", text=f"{players} players, a series begun anew")]

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
    """The two sides of a flag, this phone's own first."""
    return sorted(flag.cards, key=lambda side: side != near.value)


def _laying(view: BattleLineView, facing: tuple[Seat, Seat] | None, near: Seat, sitting: PhoneSeat) -> Seat:
    """The seat that a card is laid for, as far as it faces the opened flag: the one in the address, else this phone's
    own; on a phone that several share, the one whose card comes next."""
    might = [Seat(side) for side in view.sides if facing is None or Seat(side) in facing]
    own = sitting.side and sitting.value
    asked = (request.args.get("for"), own, view.next, near.value)
    return next((seat for each in asked for seat in might if seat.value == each), might[0])
