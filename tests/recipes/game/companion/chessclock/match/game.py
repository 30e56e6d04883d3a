"""The chess clock among the games that the table can open."""

from companion.chessclock.match import rules, views, words
from companion.chessclock.match.commands import ChessCommand
from companion.chessclock.match.events import ChessEvent, Fell
from companion.chessclock.match.evolve import evolve
from companion.chessclock.match.state import Setup, State

from companion.table.game import Game
from companion.table.seats import Seat

CHESS = Game(
    name="chessclock",
    title="Chess Clock",
    came_back="Warglass came back: the clock stands where it stood",
    commands=ChessCommand,
    events=ChessEvent,
    no_acts=(Fell,),
    setups=Setup,
    setup=lambda _: Setup(),
    opened=State.opened,
    decide=rules.decide,
    due=rules.due,
    lapse=rules.lapse,
    evolve=evolve,
    view=views.view,
    standing=words.standing,
    names=lambda _: {seat: seat.title for seat in (Seat.GOLD, Seat.RED)},
    sentence=words.sentence,
    act=words.act,
    side=words.acting_side,
    report=views.report,
    figures=views.figures,
    over=views.over,
    telling=views.told,
)
