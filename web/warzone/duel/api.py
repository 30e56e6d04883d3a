"""Serves the duel as JSON: every line of it, an attack recorded with its effects, and the other actions."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from companion.fields.numbers import LARGEST, bounded
from companion.ledger import Ledger
from companion.table.errors import NotHere, Refused
from companion.table.seats import Side, side_named
from companion.table.table import Table
from companion.warzone.abilities.standing import StandingAbility
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.resolution import Rolls, of_lot, resolved
from companion.warzone.cards.library import KeptCards
from companion.warzone.cards.numbers import BandName
from companion.warzone.chances.dice import Chance
from companion.warzone.duel.fighter import Duel, declaration, duel, fitting
from companion.warzone.duel.lines import RALLY_FIRST, DuelLine, duel_lines, engulfing, the_line
from companion.warzone.duel.outcome import dealt, fought
from companion.warzone.force.force import card_of
from companion.warzone.match.actions import Do
from companion.warzone.match.clouds import HitByCloud
from companion.warzone.match.declarations import Declare, Roll
from companion.warzone.match.fight import Fight
from companion.warzone.match.limits import dice_match, under_way
from companion.warzone.match.parts import LeadershipRoll, TableDice, Told
from companion.warzone.match.state import State
from web.http.endpoint import Call, Endpoint, Nothing, get
from web.warzone.duel.bodies import (
    DeclareBody,
    DoBody,
    DuelQuery,
    EngulfBody,
    FightBody,
    RollBody,
    dice,
    missing,
    told_of,
    way_of,
)
from web.warzone.match.api import Own, die


class FiguresAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the main figures of an AttackAnswer."""

    target_number: Ledger
    damage: Ledger
    armor: Ledger
    multiplier: int
    tests: int
    hit: Chance
    pinned: Chance
    casualty: Chance
    expected_wounds: float
    not_counted: tuple[str, ...]


class LineAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one attack: see companion.warzone.duel.lines.DuelLine."""

    action: Action
    weapon: str
    band: BandName | None
    why_not: str
    best: bool
    figures: FiguresAnswer | None


class DuelAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a Unit's attacks on another.

    `attacker` and `target` are their names. `without_card` names those of them without a kept card; then there are no
    lines. `friends` are engaged with the target as far as that was tapped. `aided`: a friend of the target has First
    Aid. `after` goes with the attack that is made, so that it is recorded once. `line` is the whole answer of the
    chosen line.
    """

    attacker: str
    target: str
    without_card: tuple[str, ...]
    friends: int
    aided: bool
    after: int
    lines: tuple[LineAnswer, ...]
    line: AttackAnswer | None


class Duels:
    """Serves the duels of the match that is on the table now. Any thread may call any method."""

    def __init__(self, *, table: Table, cards: KeptCards) -> None:
        self._table = table
        self._cards = cards

    def state(self, unit: str) -> State:
        """Raises NotHere where something else is on the table."""
        state = self._table.match.state
        if not isinstance(state, State):
            raise NotHere("unit", unit)
        return state

    def duel(self, state: State, told: Told, *, side: Side, unit: str, target: str) -> Duel:
        """Raises NotHere."""
        cards = self._cards.all()
        return duel(state, cards, side=side, unit=unit, target=target, primary=told.primary)

    def engulfed(self, state: State, owner: Side, shooter: str, side: Side, unit: str) -> Duel:
        """Returns the duel of the Unit that left a Cloud, and one of either side in it. Raises NotHere."""
        cards = self._cards.all()
        return duel(state, cards, side=owner, unit=shooter, target=unit, primary=None, against=side)

    def no_brace(self, side: Side, unit: str) -> str:
        """Returns why the Unit cannot Brace, by its kept card (Brace); empty where it can, or without a card."""
        force = self.state(unit).forces[side]
        card = card_of(force.unit(unit).unit, force.faction, self._cards.all())
        if card is None or any(each.key == "burst" for weapon in card.weapons for each in weapon.abilities):
            return ""
        return f"{force.unit(unit).unit.name} cannot Brace without a Burst weapon"


class DuelApi:
    """Shows every line of a duel, and reads requests for attacks and other actions."""

    def __init__(self, duels: Duels) -> None:
        self._duels = duels

    def endpoints(self) -> Sequence[Endpoint[Any, Any]]:
        return (
            get(
                "/warzone/duel",
                self._lines,
                query=DuelQuery,
                answer=DuelAnswer,
                summary="Every attack of one Unit of the match on another",
                turns_away=(404,),
            ),
        )

    @property
    def own(self) -> Own:
        return {
            Fight: (FightBody, self._fight),
            Roll: (RollBody, self._roll),
            Declare: (DeclareBody, self._declare),
            Do: (DoBody, self._do),
            HitByCloud: (EngulfBody, self._engulf),
        }

    def _lines(self, call: Call[DuelQuery, Nothing]) -> DuelAnswer:
        query, told = call.query, told_of(call.query)
        state = self._duels.state(query.unit)
        found = self._duels.duel(state, told, side=query.side, unit=query.unit, target=query.target)
        way = way_of(query)
        return DuelAnswer(
            attacker=found.attacker.name,
            target=found.target.name,
            without_card=tuple(each.name for each in (found.attacker, found.target) if each.card is None),
            friends=found.friends,
            aided=found.target.aided,
            after=found.attacker.state.blows,
            lines=tuple(_line(each) for each in duel_lines(found, told, state.choices)),
            line=the_line(found, told, way, state.choices).answer if way else None,
        )

    def _fight(self, call: Call[Nothing, FightBody]) -> Fight | None:
        """Records once what is sent twice: `after` says what was known when it was meant."""
        body, side, unit = call.body, side_named(call.path["side"]), call.path["unit"]
        state = self._duels.state(unit)
        if body.after is not None and body.after < state.forces[side].unit(unit).blows:
            return None
        found, told, line = self._read_attack(state, side, unit, body)
        assert line.attack is not None
        thrown = lying(found, told, line)
        rolls = dice(body.rolls, body.armor) if body.rolls.strip() else None
        rolls = rolls or thrown or of_lot(line.attack, draw_lot())
        lay = found.attacker.state.dice.faces if thrown == rolls and found.attacker.state.dice else None
        # Dice that come with the request are the players' own: the table's are those that it rolled, and no others.
        blow = fought(found, told, line.way, line.attack, rolls, real=bool(body.rolls.strip()), thrown=lay)
        return Fight(
            side=side, unit=unit, blow=blow, after=body.after, agreed=body.agreed, against=against(state, found, line)
        )

    def _roll(self, call: Call[Nothing, RollBody]) -> Roll:
        body, side, unit = call.body, side_named(call.path["side"]), call.path["unit"]
        state = self._duels.state(unit)
        found, told, line = self._read_attack(state, side, unit, body)
        assert line.attack is not None
        lot, how = draw_lot(), declaration(found, told, line.way)
        rolls = of_lot(line.attack, lot, tested=dice(body.rolls, "").attack)
        thrown = TableDice(target=body.target, how=how, lot=lot, rolls=rolls.attack, armor=rolls.armor)
        return Roll(
            side=side, unit=unit, dice=thrown, again=body.again, agreed=body.agreed, against=against(state, found, line)
        )

    def _declare(self, call: Call[Nothing, DeclareBody]) -> Declare:
        body, side, unit = call.body, side_named(call.path["side"]), call.path["unit"]
        declare = Declare(
            side=side, unit=unit, action=body.action, target=body.target, forced=body.forced, agreed=body.agreed
        )
        if body.target is not None and body.weapon:
            state = self._duels.state(unit)
            found, told, line = self._read_attack(state, side, unit, body)
            how = declaration(found, told, line.way)
            declare = structs.replace(declare, action=line.way.action, how=how, against=against(state, found, line))
        return declare

    def _read_attack(
        self, state: State, side: Side, unit: str, body: FightBody | RollBody | DeclareBody
    ) -> tuple[Duel, Told, DuelLine]:
        """Returns the attack that is meant. Raises Invalid, NotHere."""
        told, way = told_of(body), way_of(body)
        assert body.target is not None
        found = self._duels.duel(state, told, side=side, unit=unit, target=body.target)
        if way is None:
            raise missing("action")
        return found, told, the_line(found, told, fitting(found, told, way) or way, state.choices)

    def _do(self, call: Call[Nothing, DoBody]) -> Do:
        body, side, unit = call.body, side_named(call.path["side"]), call.path["unit"]
        test = None if body.ld is None else LeadershipRoll(unit=unit, ld=body.ld, die=die(body.roll))
        reason = self._duels.no_brace(side, unit) if body.action is Action.BRACE else ""
        return Do(
            side=side,
            unit=unit,
            action=body.action,
            weapon=body.weapon,
            test=test,
            agreed=body.agreed,
            against=(reason,) if reason else (),
        )

    def _engulf(self, call: Call[Nothing, EngulfBody]) -> HitByCloud:
        number = bounded("cloud", call.path["cloud"], most=LARGEST)
        side, unit = Side(call.body.who.partition("-")[0]), call.body.who.partition("-")[2]
        state = self._duels.state(unit)
        cloud = next((each for each in state.clouds if each.id == number), None)
        if cloud is None:
            raise NotHere("cloud", str(number))
        if cloud.how is None or cloud.unit is None or cloud.owner is None:
            raise Refused(f"The table does not know {cloud.name}: enter the Unit’s Wounds yourselves.")
        found = self._duels.engulfed(state, cloud.owner, cloud.unit, side, unit)
        attack = engulfing(found, cloud.how, state.choices)
        typed = dice("1", call.body.armor) if call.body.armor.strip() else None
        rolls = typed or of_lot(attack, draw_lot(), tested=(1,))
        return HitByCloud(
            side=side,
            unit=unit,
            cloud=number,
            dealt=dealt(resolved(attack, rolls)),
            armor=rolls.armor,
            real=typed is not None,
        )


def lying(found: Duel, told: Told, line: DuelLine) -> Rolls | None:
    """Returns the dice that the table rolled for this attack, as they count in these circumstances; None where none
    lie."""
    lie = found.attacker.state.dice
    if lie is None or line.attack is None or not dice_match(lie, found.target.id, declaration(found, told, line.way)):
        return None
    return of_lot(line.attack, lie.lot, tested=lie.rolls if told.primary is not None and line.one_test else ())


def against(state: State, found: Duel, line: DuelLine) -> tuple[str, ...]:
    """Returns what the cards and the players' word have against the attack.

    What the table says by itself is left out, and all of it where the players agreed as they declared or rolled.
    """
    going = state.declared
    if going is not None and going.agreed is True and under_way(state, found.side, found.attacker.id, line.way.action):
        return ()
    against = "" if line.why_not == RALLY_FIRST else line.why_not
    return (f"{found.attacker.name}, {line.way.weapon}: {against}",) if against else ()


def draw_lot() -> int:
    """Draws what the dice of a roll follow from."""
    return secrets.randbits(48)


def _line(line: DuelLine) -> LineAnswer:
    attack, answer = line.attack, line.answer
    return LineAnswer(
        action=line.way.action,
        weapon=line.way.weapon,
        band=line.way.band,
        why_not=line.why_not,
        best=line.best,
        figures=FiguresAnswer(
            target_number=answer.target_number,
            damage=answer.damage,
            armor=answer.armor,
            multiplier=answer.multiplier,
            tests=attack.tests,
            hit=answer.hit,
            pinned=answer.pinned,
            casualty=answer.casualty,
            expected_wounds=answer.expected_wounds,
            not_counted=tuple(each.name for each in answer.abilities if each.standing is StandingAbility.UNKNOWN),
        )
        if answer and attack
        else None,
    )
