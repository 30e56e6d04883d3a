"""Two minutes of WarTime that play themselves: both sides flip, sand runs out, units fall, one side has won."""

from companion.demo import Beat
from companion.table.seats import Seat, Side
from companion.wartime.match import commands as c

SCRIPT = (
    Beat(2, c.Muster(side=Side.GOLD, units=("Archer", "Knight", "Man-at-Arms"))),
    Beat(4, c.Muster(side=Side.RED, units=("Goblin", "Orc", "Shaman"))),
    Beat(8, c.Begin()),
    Beat(11, c.Flip(timer="gold-30", unit="Archer")),
    Beat(12, c.Flip(timer="red-60a", unit="Orc")),
    Beat(16, c.Flip(timer="gold-60a", unit="Knight")),
    Beat(21, c.Flip(timer="red-30", unit="Goblin")),
    Beat(28, c.Flip(timer="gold-90", unit="Man-at-Arms")),
    Beat(34, c.Flip(timer="red-spell", card="Fireball")),
    Beat(43, c.Flip(timer="gold-30", unit="Archer")),
    Beat(47, c.Eliminate(unit="Goblin", side=Side.RED)),
    Beat(54, c.Flip(timer="red-30", unit="Shaman")),
    Beat(74, c.Flip(timer="red-60a", unit="Orc")),
    Beat(76, c.Flip(timer="gold-30", unit="Archer")),
    Beat(79, c.Flip(timer="gold-60a", unit="Knight")),
    Beat(85, c.Eliminate(unit="Man-at-Arms", side=Side.GOLD)),
    Beat(87, c.Flip(timer="red-30", unit="Shaman")),
    Beat(96, c.Eliminate(unit="Shaman", side=Side.RED)),
    Beat(108, c.Flip(timer="gold-30", unit="Archer")),
    Beat(110, c.Eliminate(unit="Orc", side=Side.RED)),
    Beat(112, c.End(winner=Seat.GOLD)),
)
