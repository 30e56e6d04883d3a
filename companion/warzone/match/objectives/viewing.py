"""The view of the Scenario Objective counters."""

from companion.table.sides import Side
from companion.warzone.match.objectives.counters import Kind, Objective, holder, objectives, places, title, tracked
from companion.warzone.match.objectives.tracked import Place
from companion.warzone.match.state import State
from companion.warzone.match.views import ObjectiveView


def objective_views(state: State) -> tuple[ObjectiveView, ...]:
    """The counters of this game, the Scenario's first."""
    points = places(state)
    views = []
    for each in objectives(state):
        known = tracked(state, each.id)
        made = known.connection
        views.append(
            ObjectiveView(
                id=each.id,
                kind=each.kind,
                name=title(state, each),
                source=each.kind.source,
                side=each.side.value if each.side else None,
                point=points.get(each.id),
                may=() if known.place is Place.OFF else tuple(side.value for side in Side if _may(state, each, side)),
                told=each.id in state.scoring.counters,
                control=known.control.value if known.control else None,
                damage={side.value: known.damage.get((state.turn, side), 0) for side in Side},
                place=known.place,
                moves=known.moves,
                connected=made.unit if made and made.turn == state.turn else None,
            )
        )
    return tuple(views)


def _may(state: State, counter: Objective, side: Side) -> bool:
    found = holder(state, counter)
    if counter.kind is Kind.SABOTAGE:
        return found is not side
    return counter.side in (None, side)
