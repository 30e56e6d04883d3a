"""Works out a duel: an attack's dice, the worth of a Reaction, and the odds of another weapon."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.table.game import Step
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import Resolution, Rolls, resolved
from companion.warzone.attacks.target import Area, Obstruction
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.numbers import UNARMED
from companion.warzone.chances.attack import Attack
from companion.warzone.duel.fighter import Duel, declaration, duel
from companion.warzone.duel.lines import DuelLine, duel_lines
from companion.warzone.force.assets import AIR_STRIKE
from companion.warzone.match.fight import AttackDealt, Blow, Fought
from companion.warzone.match.parts import AttackWay, CloudZone, Declaration, EnemyAction, Reaction, Told
from companion.warzone.match.reactions import aimed, braced
from companion.warzone.match.state import State

# What the dice of a duel's line come to, as the match records it.


def fought(
    duel: Duel, told: Told, way: AttackWay, attack: Attack, rolls: Rolls, *, real: bool, thrown: Rolls | None = None
) -> Blow:
    """Returns the attack with these dice.

    `thrown` are the dice that the table rolled, as the log has them. Raises Invalid for too few dice or too many.
    """
    found = resolved(attack, rolls)
    how = declaration(duel, told, way)
    return Blow(
        action=way.action,
        target=duel.target.id,
        weapon="" if way.weapon == UNARMED else way.weapon,
        reaction=told.reaction,
        dive=(told.dive or duel.dives) and way.action is Action.SHOOT,
        apart=told.apart and way.action.melee,
        same_action=told.primary is not None,
        dealt=dealt(found),
        rolls=rolls.attack,
        armor=rolls.armor,
        real=real,
        prepared=prepared(duel, told, way) or UNSET,
        how=how,
        cloud=_cloud(duel, attack, how) if how.area is Area.CLOUD and found.hits and told.primary is None else UNSET,
        thrown=UNSET if thrown is None else thrown,
    )


def _cloud(duel: Duel, attack: Attack, how: Declaration) -> CloudZone:
    weapon = duel.attacker.card.weapon(how.way.weapon) if duel.attacker.card else None
    sizes = [each.number for each in weapon.abilities if each.key == "cloud"] if weapon else []
    return CloudZone(
        name=how.way.weapon[:40], size=next(iter(sizes), None), hits=bool(attack.multiplier) or attack.pins
    )


def dealt(found: Resolution) -> AttackDealt:
    return AttackDealt(
        hits=found.hits,
        wounds=found.wounds,
        pinned=found.pinned,
        failed=found.failed,
        casualty=found.casualty or UNSET,
    )


def prepared(duel: Duel, told: Told, way: AttackWay) -> tuple[Action, ...]:
    """Returns the Aim or Brace that the players say came before this shot, and that is not recorded."""
    if way.action is not Action.SHOOT or told.primary is not None or told.reaction is not None:
        return ()
    state = duel.attacker.state
    said = ((Action.AIM, told.aim and not aimed(state)), (Action.BRACE, told.brace and not braced(state)))
    return tuple(action for action, here in said if here)


# What a Reaction is worth now: the odds of the attack that it is, or of the shot that a Unit dives from.


class ReactionOdds(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the odds of a Reaction.

    `out` is the probability, in 0..1, that the best attack removes the acting Unit, and `hurt` that it wounds it. Of a
    dive, they are the probabilities that the shot does so to this Unit; `undived` and `unhurt` are those without the
    dive. `way` is that attack.
    """

    way: AttackWay
    out: float
    hurt: float
    undived: float | None = None
    unhurt: float | None = None


def reaction_odds(state: State, cards: Sequence[UnitCard], unit: str, reaction: Reaction) -> ReactionOdds | None:
    """Returns the odds of one Unit of the Reactive Force against the declared act.

    None without such an act, without a card, or without a possible attack. Raises NotHere.
    """
    going = state.declared
    if going is None:
        return None
    if reaction is Reaction.DIVE_FOR_COVER:
        caught = unit in going.further or (unit not in going.targets and _area(going))
        how = going.at(unit) if caught else going.how or None
        primary = how.told.primary if how else None
        found = duel(state, cards, side=going.side, unit=going.unit, target=unit, primary=primary)
        return _dive(state, found, how)
    found = duel(state, cards, side=going.side.other, unit=unit, target=going.unit, primary=None)
    best = _best(duel_lines(found, answering_told(going, unit, reaction), state.choices))
    return None if best is None else ReactionOdds(way=best.way, out=_out(best), hurt=_hurt(best))


def answering_told(going: EnemyAction, unit: str, reaction: Reaction) -> Told:
    """Returns what is known of the Unit's attack that answers this one: it goes along the same line of sight, the other
    way."""
    how = going.at(unit) if reaction is Reaction.COUNTERATTACK and going.action is Action.SHOOT else None
    return Told(reaction=reaction, obstruction=how.told.obstruction if how else Obstruction.CLEAR)


def _area(going: EnemyAction) -> bool:
    return going.how is not UNSET and going.how.area is not Area.NONE


def _dive(state: State, found: Duel, how: Declaration | None) -> ReactionOdds | None:
    """Returns the odds of a dive from the declared shot. For a shot without a description, it takes the deadliest."""
    known = how if how is not None and how.way.action is Action.SHOOT else None
    told = replace(known.told if known else Told(), dive=False)
    shots = [
        line
        for line in duel_lines(found, told, state.choices)
        if line.way.action is Action.SHOOT
        and line.answer is not None
        and (not line.why_not if known is None else line.way == known.way)
    ]
    worst = max(shots, key=_chance, default=None)
    if worst is None:
        return None
    dived = duel_lines(found, replace(told, dive=True), state.choices)
    same = next(line for line in dived if line.way == worst.way)
    return ReactionOdds(way=worst.way, out=_out(same), hurt=_hurt(same), undived=_out(worst), unhurt=_hurt(worst))


def _best(lines: Sequence[DuelLine]) -> DuelLine | None:
    return next((line for line in lines if line.best), None)


def _chance(line: DuelLine) -> Fraction:
    return line.answer.casualty.fraction if line.answer else Fraction()


def _out(line: DuelLine) -> float:
    return line.answer.casualty.p if line.answer else 0.0


def _hurt(line: DuelLine) -> float:
    return line.answer.at_least[1].p if line.answer and len(line.answer.at_least) > 1 else 0.0


# Shots of a match for which another weapon of the same Unit was better at any distance.

MOST = 40
"""Limits the shots of a match that are summed again, to its last ones: each takes some milliseconds."""
CLEARLY = Fraction(1, 10)
"""Says by how much another weapon has to be better, as a chance to remove the target or as Wounds expected."""


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a shot of `unit` at `target` with `weapon`, at that sand time, and the `better` weapon.

    It has the chances of a Casualty with either, in per cent, and the Wounds expected. They are for the band where the
    two are closest.
    """

    sand_ns: int
    side: str
    unit: str
    target: str
    weapon: str
    better: str
    chance: float
    wounds: float
    better_chance: float
    better_wounds: float


def missed(steps: Iterable[Step[State]], cards: Sequence[UnitCard]) -> list[Missed]:
    """Returns the shots for which the odds favour another weapon, as far as the match and its cards show.

    Both are counted at the same target, in the same band, with what was tracked of Aim, Brace and a dive. The distance
    was not recorded, so the other weapon has to be better in every band of the shot. Other possible targets are left
    out, since the table does not know what a Unit could see. A Unit without a card is left out too, and so is a shot as
    a Reaction or at a further target.
    """
    shots = [step for step in steps if isinstance(step.event, Fought) and _is_shot(step.event)]
    return [found for step in shots[-MOST:] if (found := _missed(step, cards)) is not None]


def _is_shot(event: Fought) -> bool:
    blow = event.blow
    apart = blow.weapon == AIR_STRIKE.name or (blow.how is not UNSET and bool(blow.how.told.spread))
    return blow.action is Action.SHOOT and blow.reaction is None and not blow.same_action and not apart


def _missed(step: Step[State], cards: Sequence[UnitCard]) -> Missed | None:
    event, was = step.event, step.was
    assert isinstance(event, Fought)
    blow, forces = event.blow, was.forces
    if event.unit not in forces[event.side].units or blow.target not in forces[event.side.other].units:
        return None
    found = duel(was, cards, side=event.side, unit=event.unit, target=blow.target, primary=None)
    prepared = blow.prepared or ()
    told = Told(dive=blow.dive, aim=Action.AIM in prepared, brace=Action.BRACE in prepared)
    lines = [each for each in duel_lines(found, told, was.choices) if each.way.band and each.answer]
    taken = {each.way.band: each for each in lines if each.way.weapon == blow.weapon}
    best = [(each, max(others, key=_worth)) for each in taken.values() if (others := list(_others(lines, each)))]
    if not best or len(best) < len(taken):
        return None
    shot, better = min(best, key=lambda pair: _gain(*pair))
    if _gain(shot, better) < CLEARLY:
        return None
    (chance, wounds), (better_chance, better_wounds) = _worth(shot), _worth(better)
    return Missed(
        sand_ns=event.sand_ns,
        side=event.side.value,
        unit=found.attacker.name,
        target=found.target.name,
        weapon=blow.weapon,
        better=better.way.weapon,
        chance=float(100 * chance),
        wounds=float(wounds),
        better_chance=float(100 * better_chance),
        better_wounds=float(better_wounds),
    )


def _others(lines: Sequence[DuelLine], shot: DuelLine) -> Iterator[DuelLine]:
    """Yields what else the Unit could have shot in the same band."""
    for each in lines:
        other = each.way.weapon not in (shot.way.weapon, AIR_STRIKE.name)
        if each.way.band is shot.way.band and other and not each.why_not:
            yield each


def _worth(line: DuelLine) -> tuple[Fraction, Fraction]:
    """Returns the chance of a Casualty, and the Wounds expected."""
    assert line.answer is not None
    return line.answer.casualty.fraction, Fraction(line.answer.expected_wounds_exact)


def _gain(shot: DuelLine, better: DuelLine) -> Fraction:
    """Returns by how much another is better: by its chance, or among equals by its Wounds."""
    (chance, wounds), (more, deeper) = _worth(shot), _worth(better)
    return more - chance if more != chance else deeper - wounds
