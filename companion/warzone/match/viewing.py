"""Draws the view of a match from its state."""

import msgspec
from msgspec import UNSET

from companion.choices import reading
from companion.clock import MS
from companion.ledger import Ledger
from companion.table.seats import Side
from companion.table.state import Stage
from companion.table.view import Reason
from companion.warzone.choices import TIED_INITIATIVE
from companion.warzone.match import views as v
from companion.warzone.match.forces import candidates, carried_by, may_name_commander
from companion.warzone.match.initiative import chooser, scores_equal, to_reroll
from companion.warzone.match.objectives import CounterKind, Objective, holder, objectives, places, title, tracked
from companion.warzone.match.parts import BattlefieldPlace
from companion.warzone.match.points import Question, due, outcome, unanswered, victory_points
from companion.warzone.match.prospects import prospects, timely
from companion.warzone.match.reactions import who_may
from companion.warzone.match.setup import allegiance_roll, lower
from companion.warzone.match.state import LAST_TURN, State, TurnPhase, called, once_a_game
from companion.warzone.match.suggestions import grounds, suggested, ways
from companion.warzone.match.turns import left
from companion.warzone.match.views import ObjectiveView
from companion.warzone.scenarios import BATTLEFIELD, CHECK, COUNTER_DIAMETER, areas, centerline, counters, open_to
from companion.warzone.sums.sight import measure_commander

# The view of the Scenario Objective counters.


def objective_views(state: State) -> tuple[ObjectiveView, ...]:
    """Returns the counters of this game, the Scenario's first."""
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
                may=()
                if known.place is BattlefieldPlace.OFF
                else tuple(side.value for side in Side if _may(state, each, side)),
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
    if counter.kind is CounterKind.SABOTAGE:
        return found is not side
    return counter.side in (None, side)


# What the players do next, in short sentences.


def waiting(state: State) -> str:
    """Says to both players what comes next."""
    if state.stage is Stage.SETUP:
        placed = state.selector is not None and all(force.secondaries for force in state.forces.values())
        return "Deploy, then begin." if placed else "Set up, then begin."
    if state.stage is Stage.OVER:
        ended = outcome(state)
        return f"{ended.text}." if ended else ""
    if state.turn_phase is TurnPhase.START:
        return _start(state)
    if state.turn_phase is TurnPhase.ACTIVATION and state.active is not None:
        return _activation(state, state.active)
    return _end(state)


def deploying(state: State) -> str | None:
    """Returns the order of Deploy Forces (Chapter 13) in words, once a Deployment Area is selected."""
    if state.selector is None:
        return None
    one, other = called(state, state.selector), called(state, state.selector.other)
    return f"Deploy in this order: half of {one}, all of {other}, the rest of {one}. First in Turn 1: {other}."


def _start(state: State) -> str:
    if state.turn == 1 and state.first is not None:
        return f"First: {called(state, state.first)}. Start when you are ready."
    if to_reroll(state):
        return "A tie: both roll again."
    chooses = chooser(state)
    if chooses is not None:
        return f"{called(state, chooses)} may go first, or let {called(state, chooses.other)}."
    to_roll = [called(state, side) for side in Side if state.forces[side].score is None]
    return "Roll for Initiative." if len(to_roll) == 2 else f"{to_roll[0]}: roll for Initiative."


def _activation(state: State, active: Side) -> str:
    force = state.forces[active]
    if state.acting is not None:
        names = [force.units[unit].unit.name for unit in state.acting if unit in force.units]
        return f"{called(state, active)}: {', '.join(names)}." if names else f"{called(state, active)}: acting."
    if not left(force):
        return f"{called(state, active)}: Pass Counters only."
    return f"{called(state, active)}: Activate a Unit" + (" or pass." if force.passes else ".")


def _end(state: State) -> str:
    if unanswered(state):
        return "Answer the questions."
    if any(cloud.stayed < state.turn for cloud in state.clouds) and state.turn < LAST_TURN:
        return "Roll for the Clouds."
    return "End the game." if state.turn == LAST_TURN else f"On to Turn {state.turn + 1}."


# The view of a game of Warzone, made from its state.


def view(state: State, now: int) -> v.WarzoneView:
    """Returns the view at the monotonic instant `now`."""
    ended = outcome(state)
    return v.WarzoneView(
        server_ms=now // MS,
        game="warzone",
        phase=state.phase,
        paused=state.paused,
        turn=state.turn,
        turn_phase=state.turn_phase,
        size=state.size,
        deployment=state.deployment,
        scenario=state.scenario,
        battlefield=_battlefield(state),
        selector=_name(state.selector),
        deploying=deploying(state),
        area_chooser=_name(_area_chooser(state)),
        initiative=_initiative(state),
        active=_name(state.active),
        acting=state.acting is not None,
        sides={side.value: _force(state, side) for side in Side},
        clouds=tuple(
            v.CloudView(
                id=cloud.id,
                name=cloud.name,
                to_roll=state.stage is Stage.PLAY and state.turn_phase is TurnPhase.END and cloud.stayed < state.turn,
                size=cloud.size or UNSET,
                owner=cloud.owner.value if cloud.owner else UNSET,
                asked=cloud.asked or UNSET,
            )
            for cloud in state.clouds
        ),
        questions=tuple(
            _question(state, each) for turn in range(2, _last_asked_turn(state) + 1) for each in due(state, turn)
        ),
        waiting=waiting(state),
        winner=_name(ended.winner) if ended else None,
        outcome=ended.text if ended else None,
        refused=_refused(state),
        objectives=objective_views(state),
        scoring=ways(state),
        prospects=prospects(state),
        declared=state.declared,
        reactions=who_may(state),
        terrain_placed=state.terrain_placed or msgspec.UNSET,
    )


def _last_asked_turn(state: State) -> int:
    """Returns the last Turn whose questions are asked already."""
    return state.turn if state.turn_phase is TurnPhase.END else state.turn - 1


def _name(side: Side | None) -> str | None:
    return side.value if side else None


def _area_chooser(state: State) -> Side | None:
    if not state.area_dice:
        return None
    return lower(gold=state.area_dice[Side.GOLD].value, red=state.area_dice[Side.RED].value)


def _initiative(state: State) -> v.InitiativeView:
    choosing = state.stage is Stage.PLAY and state.turn_phase is TurnPhase.START
    leans_on = (reading(TIED_INITIATIVE, state.choices),) if scores_equal(state) else ()
    return v.InitiativeView(
        chooser=_name(chooser(state)) if choosing else None,
        tie=to_reroll(state),
        first=_name(state.first),
        choices=leans_on,
    )


def _battlefield(state: State) -> v.BattlefieldView | None:
    if state.deployment is None:
        return None
    return v.BattlefieldView(
        width=BATTLEFIELD,
        depth=BATTLEFIELD,
        centerline=centerline(state.deployment),
        areas={area.value: shapes for area, shapes in areas(state.deployment).items()},
        counters=counters(state.scenario, state.deployment),
        counter_diameter=round(COUNTER_DIAMETER, 2),
        check=CHECK,
    )


def _force(state: State, side: Side) -> v.ForceView:
    force = state.forces[side]
    roll = state.allegiance_dice.get(side)
    area_die = state.area_dice.get(side)
    return v.ForceView(
        title=called(state, side),
        name=force.name,
        faction=force.faction,
        allegiance=state.allegiance(side),
        allegiance_roll=allegiance_roll(force.faction, roll) if roll else None,
        area=state.area_of(side),
        area_die=area_die.value if area_die else None,
        listed=force.listed,
        units=tuple(_units(state, side)),
        activations=left(force),
        passes=force.passes,
        effects=_effects(state, side),
        initiative=force.score,
        commander=force.commander,
        sealed=bool(force.sealed),
        open_secondaries=open_to(state.allegiance(side)),
        secondaries=force.secondaries,
        primary_sealed=force.sealed_primary is not None,
        primary=force.primary,
        vps=victory_points(state, side),
        candidates=tuple(each.unit.id for each in candidates(state, side)),
        commander_asked=may_name_commander(state, side),
    )


def _units(state: State, side: Side) -> list[v.UnitView]:
    acting = state.acting or () if state.active is side else ()
    return [
        v.UnitView(
            unit=each.unit,
            activated=each.activated,
            reacted=each.reaction_counters > 0,
            pinned=each.pinned,
            wounds=each.wounds,
            jammed=each.jammed,
            fall=each.fall,
            acting=each.unit.id in acting,
            actions=each.actions,
            engaged=each.engaged,
            assets=carried_by(each.unit.id, state.forces[side].designated),
            reaction_counters=each.reaction_counters,
            reacting=each.reacting,
            dice=each.dice or UNSET,
        )
        for each in state.forces[side].units.values()
    ]


def _effects(state: State, side: Side) -> tuple[v.EffectView, ...]:
    force = state.forces[side]
    return tuple(
        v.EffectView(
            name,
            once=name in force.used or once_a_game(name),
            turn=force.used.get(name),
            now=name in force.assets and timely(state, side, name),
        )
        for name in dict.fromkeys((*force.assets, *force.used))
    )


def _question(state: State, question: Question) -> v.QuestionView:
    return v.QuestionView(
        turn=question.turn,
        id=question.id,
        side=_name(question.side),
        text=question.text,
        source=question.source,
        options=tuple(v.OptionView(id=o.id, text=o.text, gold=o.gold, red=o.red) for o in question.options),
        suggested=suggested(state, question),
        answer=state.answers.get((question.turn, question.id)),
        grounds=grounds(state, question),
        reach=_reach(state, question),
    )


def _reach(state: State, question: Question) -> dict[str, Ledger]:
    stands = state.scoring.stands.get(question.turn, {}) if question.id == "lead" else {}
    return {side.value: measure_commander(stand) for side, stand in stands.items()}


def _refused(state: State) -> dict[str, Reason]:
    refusal = state.refusal
    if refusal is None:
        return {}
    sides = [refusal.subject] if refusal.subject else [side.value for side in Side]
    return {side: Reason(refusal.reason, refusal.mono_ns // MS) for side in sides}
