"""The next things to do, as buttons: the one that is meant first, then what else the rules allow."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.table.sides import Side
from companion.table.view import Phase
from companion.warzone.match.state import LAST_TURN, TurnPhase
from companion.warzone.match.views import WarzoneView
from companion.warzone.scenario.scenarios import WarzoneScenario

MATCH = "/warzone/match"


@dataclass(frozen=True, kw_only=True)
class Act:
    """A button. `side` is whose act it is, "" for both; `dice` whether a real die can be typed in beside it; `main`
    draws it as the one that is meant."""

    label: str
    action: str
    side: str = ""
    main: bool = False
    dice: bool = False


def acts(view: WarzoneView, near: Side) -> list[Act]:
    """What the page's large buttons are, on the phone that sits at `near`."""
    if view.phase is not Phase.RUNNING:
        return []
    if view.turn_phase is TurnPhase.START:
        return list(_start(view, near))
    if view.turn_phase is TurnPhase.ACTIVATION and view.active is not None:
        return list(_activation(view, view.active, near))
    return list(_end(view))


def _start(view: WarzoneView, near: Side) -> Iterator[Act]:
    chooser = view.initiative.chooser
    if view.turn == 1 and chooser is not None:
        yield _of(chooser, "keep", f"{view.names[chooser]} starts", main=True)
    elif view.turn == 1:
        for side in (near, near.other):
            yield _of(side.value, "first", f"{view.names[side.value]} goes first", main=side is near)
    elif chooser is not None:
        own = chooser == near.value
        yield _of(chooser, "keep", "Keep it" if own else f"{view.names[chooser]} keeps it", main=own)
        yield _of(chooser, "yield", "Pass it" if own else f"{view.names[chooser]} passes it")
    else:
        for side in (near, near.other):
            if view.initiative.tie or view.sides[side.value].initiative is None:
                yield _of(side.value, "initiative", f"Roll for {view.names[side.value]}", main=side is near, dice=True)


def _activation(view: WarzoneView, active: str, near: Side) -> Iterator[Act]:
    force, own = view.sides[active], active == near.value
    if view.acting:
        yield _of(active, "done", "End Activation", main=own)
        return
    if force.activations:
        yield _of(
            active, "done", "End one, unnamed" if force.listed else "End Activation", main=own and not force.listed
        )
    if force.passes:
        yield _of(active, "pass", f"Pass ({force.passes} left)", main=own and not force.activations)


def _end(view: WarzoneView) -> Iterator[Act]:
    if view.turn == LAST_TURN and _to_reveal(view):
        yield Act(label="Reveal Primary Objectives", action=f"{MATCH}/reveal-primaries", main=True)
        return
    if any(each.answer is None for each in view.questions if each.turn == view.turn):
        return
    if view.turn < LAST_TURN and any(cloud.to_roll for cloud in view.clouds):
        return
    label = "End the game" if view.turn == LAST_TURN else f"End Turn {view.turn}"
    yield Act(label=label, action=f"{MATCH}/end-turn", main=True)


def _to_reveal(view: WarzoneView) -> bool:
    """Whether both Primary Objectives of Key Positions are sealed still."""
    return view.scenario is WarzoneScenario.KEY_POSITIONS and all(force.primary_sealed for force in view.sides.values())


def _of(side: str, act: str, label: str, *, main: bool = False, dice: bool = False) -> Act:
    return Act(label=label, action=f"{MATCH}/sides/{side}/{act}", side=side, main=main, dice=dice)
