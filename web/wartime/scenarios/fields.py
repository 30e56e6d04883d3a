"""Reads a scenario's parts from the fields of forms. Every function raises Invalid, naming the field."""

from collections.abc import Iterable

from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded
from companion.table.seats import Side
from companion.wartime.referee.board import AttackKind
from companion.wartime.scenario.edits import is_
from companion.wartime.scenario.parts import PRINTED, Card, CardKind, Condition, Hand, ScenarioHit, UnitSpec
from companion.wartime.scenario.scenario import BOX, Scenario

Fields = MultiDict[str, str]
RANGES = ("1", "2", "3", "4")
MOST = 999
"""Limits numbers whose own bounds are checked afterwards."""


def side_of(form: Fields, field: str = "side") -> Side:
    """Returns the side that a form is about."""
    given = form.get(field, "")
    if given not in {each.value for each in Side}:
        raise Invalid(field, "must be gold or red")
    return Side(given)


def words(scenario: Scenario, form: Fields) -> Scenario:
    """Returns the scenario with its name, what it is, and who wins."""
    return replace(
        scenario,
        name=_line(form.get("title", "")),
        text=_lines(form.get("text", "")),
        victory=_lines(form.get("victory", "")),
    )


def timers(scenario: Scenario, form: Fields) -> Scenario:
    """Returns the scenario with the timers it uses, whether 10 minutes end it, and what neutral ones are for."""
    ticked = set(form.getlist("timers"))
    neutral = {spec.id: text for spec in BOX if spec.side is None and (text := _lines(form.get(spec.id, "")))}
    return replace(
        scenario,
        timers=tuple(each for each in BOX if each.id in ticked),
        time_limit="time_limit" in form,
        neutral=neutral,
    )


def conditions(scenario: Scenario, form: Fields) -> Scenario:
    """Adds a victory condition that the table counts, or removes the one whose fact is `remove`."""
    if removed := form.get("remove"):
        rest = tuple(each for each in scenario.conditions if each.fact != removed)
        return replace(scenario, conditions=rest)
    added = Condition(
        side=side_of(form, "winner"),
        destroy=_number(form, "destroy") or None,
        of=_listed((), form.get("of", "")),
        hold=tuple(each.upper() for each in _listed((), form.get("hold", ""))),
        raze=tuple(each.upper() for each in _listed((), form.get("raze", ""))),
    )
    return replace(scenario, conditions=(*scenario.conditions, added))


def unit(scenario: Scenario, form: Fields) -> Scenario:
    """Returns the scenario with what one unit's token says, and the unit's name."""
    side, was = side_of(form), form.get("was", "")
    return replace(
        scenario, units=tuple(_unit(each, form) if is_(each, side, was) else each for each in scenario.units)
    )


def without_unit(scenario: Scenario, form: Fields) -> Scenario:
    side, was = side_of(form), form.get("was", "")
    return replace(scenario, units=tuple(each for each in scenario.units if not is_(each, side, was)))


def item(scenario: Scenario, form: Fields) -> Scenario:
    """Returns the scenario with an item's name, and how it is used."""
    name, text = _line(form.get("name", "")), _lines(form.get("text", ""))
    return replace(
        scenario,
        items=tuple(
            replace(each, name=name, text=text) if each.name == form.get("was") else each for each in scenario.items
        ),
    )


def without_item(scenario: Scenario, form: Fields) -> Scenario:
    return replace(scenario, items=tuple(each for each in scenario.items if each.name != form.get("was")))


def time_space(scenario: Scenario, form: Fields) -> Scenario:
    """Returns the scenario with what a time space does."""
    text = _lines(form.get("text", ""))
    return replace(
        scenario,
        time_spaces=tuple(
            replace(each, text=text) if each.hex == form.get("hex") else each for each in scenario.time_spaces
        ),
    )


def without_time_space(scenario: Scenario, form: Fields) -> Scenario:
    return replace(scenario, time_spaces=tuple(each for each in scenario.time_spaces if each.hex != form.get("hex")))


def cards(scenario: Scenario, form: Fields) -> Scenario:
    """Returns the scenario with a side's cards: those that are ticked, another that is typed, and how many of them are
    chosen. `whose` is that side: `side` is of the tool in hand."""
    side = side_of(form, "whose")
    hand = scenario.hand(side)
    ticked = {name.casefold() for name in form.getlist("cards")}
    chosen = [card for card in deck(hand) if card.name.casefold() in ticked]
    if name := _line(form.get("other", "")):
        chosen.append(Card(name=name, kind=_kind(form)))
    actions = _number(form, "actions") or 0
    if hand is None and not actions and any(card.kind is not CardKind.SPELL for card in chosen):
        actions = PRINTED.typical.actions
    now = Hand(
        cards=tuple(chosen), actions=actions, spells=_number(form, "spells") or 0, dealt=_number(form, "dealt") or 0
    )
    return _with_hand(scenario, side, now)


def card(scenario: Scenario, form: Fields) -> Scenario:
    """Returns the scenario with a card's kind, and the units it is for."""
    side, was = side_of(form), form.get("was", "")
    hand = scenario.hand(side) or Hand()
    only = _listed(form.getlist("only"), form.get("others", ""))
    changed = tuple(replace(each, kind=_kind(form), only=only) if each.name == was else each for each in hand.cards)
    return _with_hand(scenario, side, replace(hand, cards=changed))


def without_card(scenario: Scenario, form: Fields) -> Scenario:
    side, was = side_of(form), form.get("was", "")
    hand = scenario.hand(side) or Hand()
    return _with_hand(scenario, side, replace(hand, cards=tuple(each for each in hand.cards if each.name != was)))


def deck(hand: Hand | None) -> list[Card]:
    """Returns the cards to tick: those of the book, as this hand has them, and its others."""
    own = {card.name.casefold(): card for card in (hand or Hand()).cards}
    printed = [own.pop(card.name.casefold(), card) for card in PRINTED.deck()]
    return [*printed, *own.values()]


def _with_hand(scenario: Scenario, side: Side, hand: Hand) -> Scenario:
    rest = {other: held for other, held in scenario.cards.items() if other is not side}
    return replace(scenario, cards=rest if hand == Hand() else rest | {side: hand})


def _unit(unit: UnitSpec, form: Fields) -> UnitSpec:
    type = _line(form.get("type", ""))
    return replace(
        unit,
        name=_line(form.get("name", "")),
        type=type or None,
        speed=_number(form, "speed"),
        health=_number(form, "health"),
        charge=_number(form, "charge"),
        keywords=_listed(form.getlist("keywords"), form.get("others", "")),
        damage={range: hit for range in RANGES if (hit := _hit(form, f"d{range}")) is not None},
    )


def _hit(form: Fields, field: str) -> ScenarioHit | None:
    given = form.get(field, "").strip()
    kind, _, value = given.partition(":")
    if not given:
        return None
    if kind not in {each.value for each in AttackKind}:
        raise Invalid(field, "must be like melee:4 or distance:2")
    return ScenarioHit(kind=AttackKind(kind), value=bounded(field, value, most=MOST))


def _kind(form: Fields) -> CardKind:
    given = form.get("kind", "")
    if given not in {each.value for each in CardKind}:
        raise Invalid("kind", "must be standard, heroic or spell")
    return CardKind(given)


def _number(form: Fields, field: str) -> int | None:
    given = form.get(field, "").strip()
    return bounded(field, given, most=MOST) if given else None


def _listed(ticked: Iterable[str], typed: str) -> tuple[str, ...]:
    """Returns names that were ticked, and those that were typed with commas between, each once."""
    first: dict[str, str] = {}
    for name in (_line(each) for each in (*ticked, *typed.split(","))):
        first.setdefault(name.casefold(), name)
    return tuple(name for name in first.values() if name)


def _line(text: str) -> str:
    return " ".join(text.split())


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").strip()
