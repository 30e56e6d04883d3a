"""The actions that a Unit's own page offers while it acts, or begins to with one: those that attack nobody."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.warzone.attacks.actions import Action
from companion.warzone.cards.card import UnitCard
from companion.warzone.match.reactions import aimed, braced, tests_to_rally
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import UnitView, WarzoneView
from companion.warzone.sums.leadership import Rally, rally
from web.warzone.calculators.odds import percent


@dataclass(frozen=True, kw_only=True)
class Doing:
    """A button, and where it is sent: a Move is declared, for the other side to react. `weapon` is what a Reload is
    for. `tests`: it needs a TN(LD) Test, with that `ld` and its odds where the card is kept."""

    action: Action
    label: str
    path: str = "do"
    weapon: str = ""
    tests: bool = False
    ld: int | None = None
    odds: str = ""


def doing(view: WarzoneView, side: str, unit: UnitView, card: UnitCard | None) -> list[Doing]:
    """None while it is not this Unit's Activation."""
    begins = not view.acting and not unit.activated
    mine = view.turn_phase is TurnPhase.ACTIVATION and view.active == side and unit.fall is None
    return list(_offered(unit, card)) if mine and (unit.acting or begins) else []


def _offered(unit: UnitView, card: UnitCard | None) -> Iterator[Doing]:
    if unit.pinned:
        yield _rally(unit, card)
    for weapon in unit.jammed:
        yield Doing(action=Action.RELOAD, label=f"Reload {weapon}".rstrip(), weapon=weapon)
    for action, waits in ((Action.AIM, aimed(unit)), (Action.BRACE, braced(unit))):
        if not waits:
            yield Doing(action=action, label=action.value.title())
    yield Doing(action=Action.MOVE, label="Move", path="declare")


def _rally(unit: UnitView, card: UnitCard | None) -> Doing:
    if not tests_to_rally(unit.unit) and not (card and card.has("Recruit")):
        return Doing(action=Action.RALLY, label="Rally")
    test = rally(Rally(ld=card.ld)).test if card else None
    odds = percent(test.success.p) if test else ""
    return Doing(action=Action.RALLY, label="Rally", tests=True, ld=card.ld if card else None, odds=odds)
