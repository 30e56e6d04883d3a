"""Initiative Scores, and who chooses."""

from companion.ledger import Ledger, Line
from companion.table.sides import Side
from companion.warzone.tracker.dice import Die
from companion.warzone.tracker.scoring import victory_points
from companion.warzone.tracker.state import State

SOURCE = "Roll for Initiative"
IGNORES_VPS = "Seize the Initiative"
COUNTS_AS_ONE = "The Moment Has Come!"


def score(state: State, side: Side, die: Die) -> Ledger:
    """The Initiative Score of this side, rolling `die` now: the die, its VPs, its Units with Pinned Counters. Two
    Faction Assets change it, where the Force has them."""
    force = state.forces[side]
    pinned = sum(unit.pinned for unit in force.standing)
    vps = victory_points(state, side).value
    lines = [Line("d20", die.value, SOURCE)]
    if force.used.get(COUNTS_AS_ONE) == state.turn:
        lines.append(Line(COUNTS_AS_ONE, 1 - die.value, "Bauhaus Assets"))
    lines.append(Line("VPs", vps, SOURCE))
    if IGNORES_VPS in force.assets:
        lines.append(Line(IGNORES_VPS, -vps, "Imperial Assets"))
    return Ledger.of([*lines, Line("Pinned Units", pinned, SOURCE)])


def tied(state: State) -> bool:
    """Whether both have rolled the same Initiative Score. The book is silent: both roll again."""
    gold, red = (state.forces[side].score for side in Side)
    return gold is not None and red is not None and gold.value == red.value


def chooser(state: State) -> Side | None:
    """Who may keep the Initiative or pass it: in the first Turn, whoever did not select the Deployment Areas; later,
    the lower Initiative Score. None while that is open."""
    if state.turn == 1:
        return state.first
    gold, red = (state.forces[side].score for side in Side)
    if gold is None or red is None or gold.value == red.value:
        return None
    return Side.GOLD if gold.value < red.value else Side.RED
