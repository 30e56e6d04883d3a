"""The duel as JSON: every line of it, an attack recorded with all that comes of it, and the other actions."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.ledger import Ledger
from companion.table.errors import NotHere
from companion.table.seats import Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.warzone.abilities.standing import Standing
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.resolved import thrown
from companion.warzone.cards.kept import KeptCards
from companion.warzone.cards.numbers import BandName
from companion.warzone.chances.dice import FACES, Chance
from companion.warzone.duel.fighter import Duel, Told, duel
from companion.warzone.duel.lines import DuelLine, duel_lines, the_line
from companion.warzone.duel.outcome import fought
from companion.warzone.match.commands import Do, Fight
from companion.warzone.match.parts import LeadershipRoll
from companion.warzone.match.state import State
from companion.warzone.match.views import WarzoneView
from web.http.endpoint import Call, Endpoint, Nothing, get, post
from web.table.api import side_named
from web.warzone.duel.asked import DoBody, DuelQuery, FightBody, dice, missing, told_of, way_of
from web.warzone.match.api import change, die

_UNIT = "sides/{side}/units/{unit}"


class FiguresAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Of an AttackAnswer, what is looked for first."""

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
    """One attack: see companion.warzone.duel.lines.DuelLine."""

    action: Action
    weapon: str
    band: BandName | None
    why_not: str
    best: bool
    figures: FiguresAnswer | None


class DuelAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`attacker` and `target` are their names, `without_card` those of them that nobody has kept a card of: then there
    are no lines. `friends` are engaged with the target as far as that was tapped; `aided`: a friend of the target has
    First Aid. `after` goes with the attack that is made, so that it is recorded once. `line` is
    the whole answer of the one that was asked for."""

    attacker: str
    target: str
    without_card: tuple[str, ...]
    friends: int
    aided: bool
    after: int
    lines: tuple[LineAnswer, ...]
    line: AttackAnswer | None


class Duels:
    """Duels of the match that is on the table now. Any thread may call any method."""

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


class DuelApi:
    def __init__(self, *, table: Table, duels: Duels) -> None:
        self._table = table
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
            post(
                f"/warzone/match/{_UNIT}/fight",
                self._fight,
                body=FightBody,
                answer=WarzoneView,
                summary="A Unit attacks: the dice, and all that comes of them",
            ),
            change(self._table, f"{_UNIT}/do", DoBody, _do, "A Unit performs an action that attacks nobody"),
        )

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

    def _fight(self, call: Call[Nothing, FightBody]) -> TableView:
        """Sent twice, it is recorded once: `after` says what was known when it was meant."""
        body, told, way = call.body, told_of(call.body), way_of(call.body)
        side, unit = side_named(call.path["side"]), call.path["unit"]
        state = self._duels.state(unit)
        found = self._duels.duel(state, told, side=side, unit=unit, target=body.target)
        if body.after is not None and body.after < found.attacker.state.blows:
            return self._table.view()
        if way is None:
            raise missing("action")
        attack = the_line(found, told, way, state.choices).attack
        assert attack is not None
        rolls = dice(body.rolls, body.armor) if body.rolls.strip() else thrown(attack, draw)
        blow = fought(found, told, way, attack, rolls, real=body.real)
        return self._table.dispatch(Fight(side=side, unit=unit, blow=blow, after=body.after), source=call.source)


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
            not_counted=tuple(each.name for each in answer.abilities if each.standing is Standing.UNKNOWN),
        )
        if answer and attack
        else None,
    )


def draw() -> int:
    """A die that Warglass rolls."""
    return secrets.randbelow(FACES) + 1


def _do(call: Call[Nothing, DoBody]) -> Do:
    body, unit = call.body, call.path["unit"]
    test = None if body.ld is None else LeadershipRoll(unit=unit, ld=body.ld, die=die(body.roll))
    return Do(side=side_named(call.path["side"]), unit=unit, action=body.action, weapon=body.weapon, test=test)
