"""The view of a game of Warzone, made from its state."""

from companion.choices import reading
from companion.clock import MS
from companion.ledger import Ledger
from companion.table.sides import Side
from companion.table.state import Stage
from companion.table.view import Reason
from companion.warzone.choices import TIED_INITIATIVE
from companion.warzone.match import views as v
from companion.warzone.match.effects import once_a_game
from companion.warzone.match.names import called
from companion.warzone.match.objectives.viewing import objective_views
from companion.warzone.match.points.questions import Question, due
from companion.warzone.match.points.scoring import outcome, victory_points
from companion.warzone.match.points.suggestions import grounds, suggested
from companion.warzone.match.points.ways import ways
from companion.warzone.match.reactions.who import who_may
from companion.warzone.match.setup.commander import asked, candidates
from companion.warzone.match.setup.designate import carried_by
from companion.warzone.match.setup.rolls import allegiance_roll, lower
from companion.warzone.match.state import State, TurnPhase
from companion.warzone.match.turns.activations import left
from companion.warzone.match.turns.assets import timely
from companion.warzone.match.turns.initiative import chooser, scores_equal, to_reroll
from companion.warzone.match.turns.prospects import prospects
from companion.warzone.match.waiting import deploying, waiting
from companion.warzone.scenario.counters import counters
from companion.warzone.scenario.deployment import BATTLEFIELD, CHECK, COUNTER_DIAMETER, areas, centerline
from companion.warzone.scenario.objectives import open_to
from companion.warzone.sums.commander import reach


def view(state: State, now: int) -> v.WarzoneView:
    """The view at the monotonic instant `now`."""
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
            )
            for cloud in state.clouds
        ),
        questions=tuple(_question(state, each) for turn in range(2, _asked(state) + 1) for each in due(state, turn)),
        waiting=waiting(state),
        winner=_name(ended.winner) if ended else None,
        outcome=ended.text if ended else None,
        refused=_refused(state),
        objectives=objective_views(state),
        scoring=ways(state),
        prospects=prospects(state),
        declared=state.declared,
        reactions=who_may(state),
    )


def _asked(state: State) -> int:
    """The last Turn whose questions are asked already."""
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
        allegiance_roll=allegiance_roll(force, roll) if roll else None,
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
        commander_asked=asked(state, side),
    )


def _units(state: State, side: Side) -> list[v.UnitView]:
    acting = state.acting or () if state.active is side else ()
    return [
        v.UnitView(
            unit=each.unit,
            activated=each.activated,
            reacted=each.reacted,
            pinned=each.pinned,
            wounds=each.wounds,
            jammed=each.jammed,
            fall=each.fall,
            acting=each.unit.id in acting,
            actions=each.actions,
            engaged=each.engaged,
            assets=carried_by(each.unit.id, state.forces[side].designated),
            reaction_counters=each.reactions,
            reacting=each.reacting,
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
    return {side.value: reach(stand) for side, stand in stands.items()}


def _refused(state: State) -> dict[str, Reason]:
    refusal = state.refusal
    if refusal is None:
        return {}
    sides = [refusal.subject] if refusal.subject else [side.value for side in Side]
    return {side: Reason(refusal.reason, refusal.mono_ns // MS) for side in sides}
