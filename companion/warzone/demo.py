"""Two minutes of Warzone that play themselves: two small Forces, a Turn of Activations, the next Initiative."""

from companion.demo import Beat
from companion.table.commands import Begin, End
from companion.table.seats import Seat, Side
from companion.warzone.match import commands as c
from companion.warzone.match.parts import Die
from companion.warzone.scenarios import Area

GOLD, RED = Side.GOLD, Side.RED
SCRIPT = (
    Beat(2, c.Muster(side=GOLD, activations=3)),
    Beat(5, c.Muster(side=RED, activations=3)),
    Beat(9, c.SelectArea(side=GOLD, area=Area.A)),
    Beat(13, Begin()),
    Beat(17, c.GoFirst(side=GOLD)),
    Beat(21, c.Activate(side=GOLD, units=("1",))),
    Beat(27, c.Wound(side=RED, unit="2", by="1")),
    Beat(35, c.EndActivation(side=GOLD)),
    Beat(39, c.Activate(side=RED, units=("1",))),
    Beat(46, c.Remove(side=GOLD, unit="3", by="1")),
    Beat(51, c.EndActivation(side=RED)),
    Beat(55, c.Activate(side=GOLD, units=("2",))),
    Beat(61, c.PlaceCloud(name="Smoke")),
    Beat(66, c.EndActivation(side=GOLD)),
    Beat(70, c.Activate(side=RED, units=("3",))),
    Beat(77, c.Wound(side=GOLD, unit="1", by="3")),
    Beat(82, c.EndActivation(side=RED)),
    Beat(86, c.EndActivations()),
    Beat(90, c.RollCloud(cloud=1, die=Die(value=14))),
    Beat(94, c.EndTurn()),
    Beat(99, c.RollInitiative(side=GOLD, die=Die(value=6))),
    Beat(103, c.RollInitiative(side=RED, die=Die(value=13))),
    Beat(112, End(winner=Seat.GOLD)),
)
