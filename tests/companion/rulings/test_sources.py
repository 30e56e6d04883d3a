"""From every line of every sum to its ruling: whatever a ledger can name, the books on the shelf have."""

import ast
import random
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from msgspec import inspect

from companion.battleline.cards import TROOPS, Edition, Flag
from companion.battleline.choices import BattleLineChoices
from companion.battleline.claim import claim, comparison
from companion.fields.invalid import Invalid
from companion.games import RuledGame
from companion.rulings.shelf import headings
from companion.wartime.referee.board import TILES, Feature, Terrain
from companion.warzone.abilities.catalogue import KNOWN
from companion.warzone.attacks.armor import ArmorTest, armor_test
from companion.warzone.attacks.plans import compare
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.situation import Situation, UnitSituation
from companion.warzone.attacks.strike import Strike, strike
from companion.warzone.choices import WarzoneChoices
from companion.warzone.scenarios import Secondary, WarzoneScenario
from companion.warzone.sums.falls import Fall, Jump, fall, jump
from companion.warzone.sums.initiative import Initiative, Passes, initiative, passes
from companion.warzone.sums.leadership import (
    CloudTest,
    Dangerous,
    InteractTest,
    LeadershipTest,
    Rally,
    cloud,
    dangerous,
    enclosed,
    interact,
    rally,
)
from companion.warzone.sums.moves import (
    ChargeWay,
    Climb,
    Fly,
    Move,
    Obstacle,
    Reposition,
    charge,
    climb,
    fly,
    move,
    obstacle,
    reposition,
)
from companion.warzone.sums.sight import Reach, Scatter, Sight, SpotTest, reach, scatter, sight, spot

COMPANION = Path(__file__).parents[3] / "companion"
DRAWS = 300

ELSEWHERE = {
    "question.source": "a Scenario or a Secondary Objective: sampled by their titles",
    "scenario.title": "likewise",
    "secondary.title": "likewise",
    "f'{TILES}: {terrain.label}'": "a tile or a feature: sampled by their labels",
    "source": "handed down by who asks: sampled by what they ask",
    "line.source": "another line's",
    "each.kind.source": "likewise",
    "state.scenario.title": "likewise",
    **dict.fromkeys(
        (
            *("by_ld.known.source", "by_pw.known.source", "part.known.source", "known.source"),
            "known.source if known else ''",
        ),
        "an ability's: all of them are looked at",
    ),
}
"""Sources that the code does not spell out where it uses them."""


def cited(source: str, game: str) -> bool:
    return headings().cited(source, RuledGame(game)) is not None


# What the code spells out


def spelt(game: str) -> Iterator[tuple[str, list[str] | str]]:
    """Where each source of a game's ledgers and answers stands, and what it can be; as it is written, where nobody can
    tell without running it."""
    for path in sorted((COMPANION / game).rglob("*.py")):
        module = ".".join(("companion", *path.relative_to(COMPANION).with_suffix("").parts))
        known = vars(import_module(module))
        for written in _sources(ast.parse(path.read_text(encoding="utf-8"))):
            values = _values(written, known)
            yield f"{module}:{written.lineno}", ast.unparse(written) if values is None else values


def _sources(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id == "Line":
                yield from node.args[2:3]
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "source")
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "source":
            yield from (node.value,) if node.value is not None else ()


def _values(written: ast.expr, known: Mapping[str, Any]) -> list[str] | None:
    match written:
        case ast.IfExp(body=body, orelse=orelse):
            either = _values(body, known), _values(orelse, known)
            return None if None in either else [value for values in either for value in values or ()]
        case ast.Subscript(value=ast.Name(id=name)) if isinstance(known.get(name), dict):
            return list(known[name].values())
    try:
        value = eval(ast.unparse(written), dict(known))
    except (NameError, AttributeError):
        return None
    return [value] if isinstance(value, str) else None


@pytest.mark.parametrize("game", [game.value for game in RuledGame])
def test_what_the_code_calls_a_source_is_a_heading(game: str) -> None:
    found = list(spelt(game))
    lost = [(where, source) for where, sources in found if isinstance(sources, list) for source in sources]
    assert [each for each in lost if not cited(each[1], game)] == []
    assert {sources for _, sources in found if isinstance(sources, str)} <= set(ELSEWHERE)


def test_there_is_something_to_find() -> None:
    sources = {source for _, found in spelt("warzone") if isinstance(found, list) for source in found}
    assert len(sources) > 20


@pytest.mark.parametrize("each", [*WarzoneScenario, *Secondary])
def test_what_gives_victory_points_is_a_heading(each: WarzoneScenario | Secondary) -> None:
    assert cited(each.title, "warzone")


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_of_an_ability_has_its_heading(name: str) -> None:
    assert cited(KNOWN[name].source, "warzone")


@pytest.mark.parametrize("each", [*Terrain, *Feature])
def test_what_lies_on_a_hex_has_its_ruling(each: Terrain | Feature) -> None:
    assert cited(f"{TILES}: {each.label}", "wartime")


# What it comes to, asked this way and that

READINGS = WarzoneChoices()
ASKED: tuple[tuple[type[msgspec.Struct], Callable[[Any], object]], ...] = (
    (Shoot, lambda q: shoot(q, READINGS)),
    (Strike, lambda q: strike(q, READINGS)),
    (ArmorTest, lambda q: armor_test(q, READINGS)),
    (Situation, lambda q: compare([q], UnitSituation(), READINGS)),
    (Fall, lambda q: fall(q, READINGS)),
    (Dangerous, lambda q: dangerous(q, READINGS)),
    (LeadershipTest, enclosed),
    (InteractTest, interact),
    (Rally, rally),
    (Move, lambda q: move(q, READINGS)),
    (ChargeWay, lambda q: charge(q, READINGS)),
    (Obstacle, lambda q: obstacle(q, READINGS)),
    (Climb, climb),
    (Jump, jump),
    (Fly, fly),
    (Reposition, reposition),
    (SpotTest, spot),
    (Scatter, scatter),
    (CloudTest, cloud),
    (Reach, reach),
    (Sight, lambda q: sight(q, READINGS)),
    (Initiative, lambda q: initiative(q, READINGS)),
    (Passes, passes),
)


def drawn(kind: inspect.Type, chance: random.Random) -> Any:
    """Some value of a field's type, such as may stand in an address."""
    match kind:
        case inspect.Metadata(type=inner):
            return drawn(inner, chance)
        case inspect.UnionType(types=types):
            return drawn(chance.choice(types), chance)
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.EnumType(cls=cls):
            return chance.choice([each.value for each in cls if isinstance(each, Enum)])
        case inspect.IntType(ge=int(least), le=int(most)):
            return chance.randint(least, most)
        case inspect.StrType(pattern=str()):
            return str(chance.randint(1, 40))
        case inspect.StrType():
            return ""
    assert isinstance(kind, inspect.NoneType), f"no way to draw {kind}"
    return None


def some(question: type[msgspec.Struct]) -> Iterator[Any]:
    info, chance = inspect.type_info(question), random.Random(question.__name__)
    assert isinstance(info, inspect.StructType)
    for _ in range(DRAWS):
        values = {field.encode_name: drawn(field.type, chance) for field in info.fields}
        yield msgspec.convert(values, question)


def named(answer: object, key: Literal["source"] = "source") -> set[str]:
    """Every source in an answer, however deep."""
    found: set[str] = set()
    todo: list[Any] = [msgspec.to_builtins(answer)]
    while todo:
        each = todo.pop()
        if isinstance(each, dict):
            found |= {each[key]} if key in each else set()
            todo += each.values()
        elif isinstance(each, list | tuple):
            todo += each
    return found


@pytest.mark.parametrize(("question", "answer"), ASKED)
def test_every_line_of_an_answer_has_its_ruling(
    question: type[msgspec.Struct], answer: Callable[[Any], object]
) -> None:
    found: set[str] = set()
    for each in some(question):
        try:
            found |= named(answer(each))
        except Invalid:
            continue
    assert found
    assert {source for source in found if not cited(source, "warzone")} == set()


@pytest.mark.parametrize("edition", Edition)
def test_every_verdict_has_its_ruling(edition: Edition) -> None:
    choices = BattleLineChoices(edition=edition)
    cards = TROOPS[:9]
    for mine, theirs in ((cards[:0], cards[:0]), (cards[:3], cards[3:5]), (cards[:3], cards[3:6])):
        verdict = claim(Flag(mine=mine, theirs=theirs), 0, choices)
        assert cited(f"{verdict.cite.book}, {verdict.cite.section}", "battleline")
    compared = comparison(Flag(mine=cards[:3], theirs=cards[3:6]), choices)
    assert cited(f"{compared.cite.book}, {compared.cite.section}", "battleline")
