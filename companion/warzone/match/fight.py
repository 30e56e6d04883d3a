"""Records attacks, each with all its results. Warzone Eternal, Chapters 5 to 10."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.table.errors import Refused
from companion.table.seats import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import Rolls
from companion.warzone.attacks.target import Obstruction
from companion.warzone.match.actions import (
    DONE,
    activate,
    begins,
    complete,
    continues,
    count_action,
    disengage,
    is_declared,
)
from companion.warzone.match.kinds import Agreed, AgreedAct, UnitEvent, WarzoneEvent, standing
from companion.warzone.match.limits import against_attack, dice_match, own_activation
from companion.warzone.match.parts import (
    ATTACKS,
    AttackWay,
    CloudZone,
    Declaration,
    EnemyAction,
    Pips,
    Reaction,
    Told,
    shares_of,
)
from companion.warzone.match.reactions import answering, has_paid, may_react, note_reaction, unpinnable
from companion.warzone.match.state import (
    AIR_STRIKE,
    RELIABILITY,
    Casualty,
    Cloud,
    State,
    TurnPhase,
    UnitState,
    count_of,
    in_hand,
    unit_name,
    used_in,
    with_unit,
    with_used,
)
from companion.warzone.match.units import afterwards

# An attack and its dice.

MOST_TESTS, MOST_ARMOR_TESTS, MOST_WOUNDS = 20, 400, 80
Faces = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=MOST_TESTS)]
ArmorFaces = Annotated[tuple[Pips, ...], msgspec.Meta(max_length=MOST_ARMOR_TESTS)]


class AttackDealt(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the result of an attack's dice (companion.warzone.attacks.resolution).

    `hits` counts the tests that hit, `wounds` the Wound Counters. `pinned`: the target gets a Pinned Counter. `failed`:
    the attack failed critically. `casualty`: by its card, the target is gone. That matters where the match does not
    know its W.
    """

    hits: Annotated[int, msgspec.Meta(ge=0, le=MOST_TESTS)] = 0
    wounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_WOUNDS)] = 0
    pinned: bool = False
    failed: bool = False
    casualty: bool | msgspec.UnsetType = msgspec.UNSET


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one attack as it was made: with the action SHOOT, STRIKE or CHARGE, at `target`, an Enemy Unit.

    `weapon` is its name, empty without one. `reaction`: it was made as one, whose counters it costs. `dive`: the target
    dived for cover. `apart`: they did not come into contact, as with Reach. `same_action`: it goes with the attack
    before, as against a further target of its area. `rolls` and `armor` are the dice, empty where the players did not
    say. `real`: the dice were on the table. `prepared` is the Aim or Brace before it, recorded with it. `how` is the
    attack with all that its odds need. `cloud` is the Cloud that its hit left behind. `thrown` are the dice that the
    table rolled for it, as the log has them.
    """

    action: Action
    target: str
    weapon: str = ""
    reaction: Reaction | None = None
    dive: bool = False
    apart: bool = False
    same_action: bool = False
    dealt: AttackDealt
    rolls: Faces = ()
    armor: ArmorFaces = ()
    real: bool = False
    prepared: Annotated[tuple[Action, ...], msgspec.Meta(max_length=2)] | msgspec.UnsetType = msgspec.UNSET
    how: Declaration | msgspec.UnsetType = msgspec.UNSET
    cloud: CloudZone | msgspec.UnsetType = msgspec.UNSET
    thrown: Rolls | msgspec.UnsetType = msgspec.UNSET

    @property
    def described(self) -> Declaration:
        """Returns the attack as it was made; without a description, what the record has."""
        if self.how is not UNSET:
            return self.how
        before = self.prepared or ()
        told = Told(reaction=self.reaction, aim=Action.AIM in before, brace=Action.BRACE in before)
        return Declaration(way=AttackWay(action=self.action, weapon=self.weapon), told=told)


_ANSWERS = {
    Reaction.AMBUSH: (Action.SHOOT, Action.CHARGE),
    Reaction.COUNTERATTACK: (Action.SHOOT, Action.STRIKE),
    Reaction.PARTING_BLOW: (Action.STRIKE,),
}
"""What each Reaction attacks with (Chapter 6)."""


def may_attack(state: State, side: Side, unit: UnitState, reaction: Reaction, action: Action) -> None:
    """Checks a Reaction; one that was declared before has its counters already. Raises Refused."""
    if action not in _ANSWERS.get(reaction, ()):
        raise Refused(f"No {action.value.title()} with {reaction.title}.")
    if not has_paid(unit, reaction):
        may_react(state, side, unit, reaction)


class Fought(UnitEvent, frozen=True, kw_only=True):
    """Records that the side's Unit attacked one of the other's.

    `wounds` is the number beside that one now. `casualty`: it is gone. `activates`: with this the attacker's Activation
    begins.
    """

    blow: Blow
    wounds: int
    casualty: bool = False
    activates: bool = False
    agreed: Agreed = UNSET

    @property
    def what(self) -> str:
        """Returns the name of the action, such as "Shoot"; a Reaction's by its own name."""
        return self.blow.reaction.title if self.blow.reaction else self.blow.action.value.title()

    def clear(self, state: State) -> State:
        action = self.blow.action
        if self.blow.reaction is not None or continues(state, self.unit, action):
            return state
        return state if self.blow.same_action and is_declared(state, self.unit, action) else complete(state)

    def apply(self, state: State) -> State:
        side, unit, blow = self.side, self.unit, self.blow
        if self.activates:
            state = activate(state, side, unit)
        if blow.cloud is not UNSET:
            state = clouded(state, self)
        if blow.weapon == AIR_STRIKE and in_hand(state.forces[side], AIR_STRIKE):
            state = with_used(state, side, AIR_STRIKE)
        if (found := state.forces[side].units.get(unit)) is not None:
            if found.dice is not None and dice_match(found.dice, blow.target, blow.described):
                state = with_unit(state, side, unit, dice=None)
            hits = {**found.hits, blow.target: found.hits.get(blow.target, 0) + blow.dealt.hits}
            shot = {"hits": hits} if blow.action is Action.SHOOT and blow.reaction is None else {}
            state = with_unit(state, side, unit, blows=found.blows + 1, **shot)
        for action in () if blow.prepared is UNSET else blow.prepared:
            state = count_action(state, side, unit, action)
        if blow.reaction is not None:
            state = answering(state, side, unit, blow.reaction, made=True)
        elif not blow.same_action:
            state = count_action(state, side, unit, blow.action)
        if blow.action is Action.CHARGE:
            state = disengage(state, side, unit)
        if blow.action.melee and not blow.apart and blow.reaction is not Reaction.PARTING_BLOW:
            state = _engaged(state, side, unit, blow.target)
        if suffers(state, self):
            state = _failed(state, self)
        return _hurt(state, self)

    def follow(self, state: State) -> State:
        if self.blow.reaction is not None:
            return note_reaction(state, self.side, self.unit, self.blow.reaction)
        return _made(state, self)

    def sentence(self, state: State) -> str:
        blow = self.blow
        how = f" with {blow.weapon}" if blow.weapon else ""
        why = f" ({blow.reaction.title})" if blow.reaction else ""
        target = unit_name(state, self.side.other, blow.target)
        before = "".join(f"{DONE[action]} and " for action in blow.prepared or ())
        did = f"{'also ' if blow.same_action else ''}{_DID[blow.action]}"
        return f"{self.who(state)} {before}{did} {target}{how}{why}{_dice(blow)}: {_outcome(state, self)}"


class Fight(AgreedAct, frozen=True, kw_only=True):
    """Makes the Unit attack, with everything that follows.

    `after` is how many attacks it had made when the player meant this one (see UnitState.blows). So the same command
    sent twice is recorded once. None skips that check.
    """

    ADDRESSES = ("sides/{side}/units/{unit}/fight",)
    SUMMARY = "A Unit attacks: the dice, and all that comes of them"
    EVENT = Fought

    blow: Blow
    after: int | None = None

    def decide(self, state: State, at: int) -> Sequence[WarzoneEvent]:
        side, blow = self.side, self.blow
        attacker = self.find_unit(state, TurnPhase.ACTIVATION)
        target = standing(state.forces[side.other], blow.target)
        if blow.action not in ATTACKS:
            raise Refused(f"{blow.action.value.title()} is not an attack: Shoot, Strike or Charge.")
        if self.after not in (None, attacker.blows):
            raise Refused(f"{attacker.unit.name} attacked meanwhile: look again.")
        if set(blow.prepared or ()) - {Action.AIM, Action.BRACE}:
            raise Refused("Only an Aim or a Brace goes before an attack.")
        if blow.weapon in attacker.jammed and not blow.same_action:
            raise Refused(f"{attacker.unit.name} must Reload {blow.weapon} first.")
        if blow.reaction is None:
            own_activation(state, side)
        else:
            may_attack(state, side, attacker, blow.reaction, blow.action)
        thrown = blow.thrown is not UNSET
        against = against_attack(state, self, attacker, blow.described, thrown=thrown, target=blow.target)
        if blow.dive and not has_paid(target, Reaction.DIVE_FOR_COVER):
            may_react(state, side.other, target, Reaction.DIVE_FOR_COVER)
        wounds, limit = target.wounds + blow.dealt.wounds, target.unit.wounds
        return [
            self.event(
                at,
                side=side,
                blow=blow,
                wounds=wounds,
                casualty=bool(blow.dealt.casualty) if limit is None else wounds >= limit,
                activates=blow.reaction is None and begins(state, attacker),
                agreed=self.agreement(() if blow.same_action else against),
            )
        ]


# What an attack changes.


def suffers(state: State, event: Fought) -> bool:
    """Returns True where the attacker gets the counter of a Critical Failure (of Ranged and of Melee Attacks).

    A striker is Pinned, and a shooter must Reload. A Relentless Unit is spared, and so is a Turn of Reliability
    (Bauhaus Assets).
    """
    force = state.forces[event.side]
    if not event.blow.dealt.failed or event.unit not in force.units:
        return False
    if event.blow.action.melee:
        return not unpinnable(force.units[event.unit].unit)
    return used_in(force, RELIABILITY) != state.turn


def clouded(state: State, event: Fought) -> State:
    """Returns the state with the Threat Zone that the hit leaves behind, marked as one that has hit in this
    Activation."""
    zone, number = event.blow.cloud, state.clouds_placed + 1
    assert zone is not UNSET
    how = event.blow.how if zone.hits and event.blow.how is not UNSET else None
    cloud = Cloud(id=number, name=zone.name, size=zone.size, owner=event.side, unit=event.unit, how=how)
    return replace(state, clouds=(*state.clouds, cloud), clouds_placed=number)


def _engaged(state: State, side: Side, unit: str, target: str) -> State:
    """Returns the state where both know of their engagement."""
    for whose, one, other in ((side, unit, target), (side.other, target, unit)):
        found = state.forces[whose].units.get(one)
        if found is not None and other not in found.engaged:
            state = with_unit(state, whose, one, engaged=(*found.engaged, other))
    return state


def _failed(state: State, event: Fought) -> State:
    side, unit, blow = event.side, event.unit, event.blow
    found = state.forces[side].units.get(unit)
    if found is None:
        return state
    if blow.action.melee:
        return with_unit(state, side, unit, pinned=True)
    jammed = found.jammed if blow.weapon in found.jammed else (*found.jammed, blow.weapon)
    return with_unit(state, side, unit, jammed=jammed)


def _hurt(state: State, event: Fought) -> State:
    side, blow = event.side.other, event.blow
    if blow.dive:
        state = answering(state, side, blow.target, Reaction.DIVE_FOR_COVER, made=True)
    target = state.forces[side].units.get(blow.target)
    if target is None:
        return state
    fall = target.fall
    if event.casualty:
        fall = fall or Casualty(turn=state.turn, by=event.unit, strike=blow.action.melee)
    pinned = target.pinned or blow.dealt.pinned
    hurt = with_unit(state, side, blow.target, wounds=event.wounds, pinned=pinned, fall=fall)
    return disengage(hurt, side, blow.target) if event.casualty else hurt


def _made(state: State, event: Fought) -> State:
    """Returns the state where the declared attack is done, which can be answered by a Counterattack."""
    blow, going = event.blow, state.declared
    if going is None:
        going = EnemyAction(side=event.side, unit=event.unit, action=blow.action)
    reacted = {**going.reacted, blow.target: Reaction.DIVE_FOR_COVER} if blow.dive else going.reacted
    targets = going.targets if going.done or blow.target in going.targets else ()
    if not blow.same_action and blow.how is not UNSET:
        targets = blow.how.targets(blow.target)
    rest = (going.rest or ()) if blow.same_action else targets[1:]
    rest = tuple(each for each in rest if each != blow.target)
    dice = [*blow.rolls, *([going.lowest] if going.lowest is not None else [])]
    return replace(
        state,
        declared=replace(
            going,
            done=True,
            left=(),
            until=UNSET,
            rolled=UNSET,
            how=going.how if blow.same_action or blow.how is UNSET else blow.how,
            faces=going.faces if blow.same_action else (blow.rolls or UNSET),
            weapon=blow.weapon,
            targets=targets if blow.target in targets else (*targets, blow.target),
            lowest=min(dice) if dice and blow.action is Action.SHOOT else None,
            reacted=reacted,
            rest=rest or UNSET,
            hit=going.hit if blow.same_action else blow.dealt.hits > 0 or UNSET,
            # Units can react again once it is done: by a Counterattack.
            forgone=going.forgone and going.done,
        ),
    )


# An attack in words.


def attack_words(how: Declaration) -> str:
    """Says an attack with what its odds need, such as "Wick Rifle, short range, heavy obstruction, Aim"."""
    way, told = how.way, how.told
    said = {
        "Charge": way.action is Action.CHARGE,
        "Strike": way.action is Action.STRIKE,
        f"{way.band.value} range" if way.band else "": way.band is not None,
        told.reaction.title if told.reaction else "": told.reaction is not None,
        f"{told.obstruction.value} obstruction": told.obstruction is not Obstruction.CLEAR,
        "cover": told.cover,
        "Aim": told.aim,
        "Brace": told.brace,
        f"friends engaged: {told.friends}": bool(told.friends),
        "out of contact": told.apart,
        "at one that flies": told.flying,
        "indirect": told.indirect,
        "sight blocked": told.sight_blocked,
        "First Aid near": told.first_aid,
        f"modifier {told.modifier:+d}".replace("-", "−"): bool(told.modifier),
        f"armor modifier {told.armor_modifier:+d}".replace("-", "−"): bool(told.armor_modifier),
    }
    return ", ".join((way.weapon, *(words for words, on in said.items() if on)))


def aimed_at(state: State, side: Side, target: str, how: Declaration | UnsetType) -> str:
    """Names whom the attack is at. Those that a Burst is spread over have their number of tests."""
    shares = () if how is UNSET else shares_of(how.told.spread)
    further = (f"{unit_name(state, side, each.target)} ({each.tests})" for each in shares)
    return ", ".join((unit_name(state, side, target), *further))


_DID = {Action.SHOOT: "shot", Action.STRIKE: "struck", Action.CHARGE: "charged"}


def _dice(blow: Blow) -> str:
    if not blow.rolls or blow.thrown == Rolls(attack=blow.rolls, armor=blow.armor):
        return ""
    faces = ", ".join(map(str, blow.rolls))
    armor = f"; armor {', '.join(map(str, blow.armor))}" if blow.armor else ""
    return f" [{faces}{armor}{'; real dice' if blow.real else ''}]"


def _outcome(state: State, event: Fought) -> str:
    blow, dealt = event.blow, event.blow.dealt
    parts = []
    if event.casualty:
        parts += ["a Casualty", *afterwards(state, event.side.other, blow.target, event.unit)]
    elif dealt.wounds:
        parts.append(f"{count_of(dealt.wounds, 'Wound')}, {event.wounds} now")
    if dealt.pinned and not event.casualty:
        parts.append("Pinned")
    if not parts:
        parts.append("no effect" if dealt.hits else "a miss")
    if blow.dive:
        parts.append("it dived for cover")
    if blow.cloud is not UNSET:
        parts.append(f"a cloud of {blow.cloud.size}” stays" if blow.cloud.size else "a cloud stays")
    if suffers(state, event):
        parts.append("it is Pinned itself" if blow.action.melee else "must Reload")
    return ", ".join(parts)
