"""Initiative in a match: a side's score now, and who chooses. The sum is companion.warzone.sums.initiative's."""

from companion.ledger import Ledger
from companion.table.sides import Side
from companion.warzone.choices import TiedInitiative
from companion.warzone.match.dice import Die
from companion.warzone.match.effects import COUNTS_AS_ONE, IGNORES_VPS, has, used_in
from companion.warzone.match.points.scoring import victory_points
from companion.warzone.match.setup.rolls import lower
from companion.warzone.match.state import State
from companion.warzone.sums import initiative


def score(state: State, side: Side, die: Die) -> Ledger:
    """The Initiative Score of this side, rolling `die` now. Two Faction Assets change it, where the Force has them."""
    force = state.forces[side]
    return initiative.score(
        die.value,
        vps=victory_points(state, side).value,
        pinned=sum(unit.pinned for unit in force.standing),
        ignores_vp=has(force, IGNORES_VPS),
        counts_as_one=used_in(force, COUNTS_AS_ONE) == state.turn,
    )


def scores_equal(state: State) -> bool:
    """Whether both have rolled the same Initiative Score. What then is a table choice: the book is silent."""
    gold, red = (state.forces[side].score for side in Side)
    return gold is not None and red is not None and gold.value == red.value


def to_reroll(state: State) -> bool:
    """Whether both roll again."""
    return scores_equal(state) and chooser(state) is None


def chooser(state: State) -> Side | None:
    """Who may keep the Initiative or pass it: in the first Turn, whoever did not select the Deployment Areas; later,
    the lower Initiative Score. None while that is open."""
    if state.turn == 1:
        return state.first
    if scores_equal(state):
        return state.last_first if state.choices.tied_initiative is TiedInitiative.HOLDER else None
    gold, red = (state.forces[side].score for side in Side)
    if gold is None or red is None:
        return None
    return lower(gold=gold.value, red=red.value)
