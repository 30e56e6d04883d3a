"""Every endpoint of the API as its own description has it, and as it does not.

schemathesis draws what each operation takes (and what it must refuse) from /api/openapi.json, and holds every answer
against it. Half of the cases name what is there: units, cards, screens that exist at that moment.
"""

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core import NotSet
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.attack.found import Found
from tests.attack.site import Siege, besieged, sweep
from tests.web.moments import MOMENTS

HOST = "localhost"
"""The only host that schemathesis sets cookies for."""
HERE = {"Origin": f"http://{HOST}"}
ELSEWHERE = {"Origin": "http://warglass.example"}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
REFUSED = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}})
"""A text that is too long for its field may be too long for a body too: 413."""
MODES = (GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
AFRESH = 25
"""After so many cases the table is brought back to the moment."""

STAGES = [
    ("wartime", "units named"), ("wartime", "running"), ("wartime", "cards to deal"),
    ("wartime", "stacks worn down"), ("wartime", "ended"), ("wartime", "one put away, one running"),
    ("warzone", "cards and a Force kept"), ("warzone", "secrets to seal"), ("warzone", "Turn 1"),
    ("warzone", "a Unit acts"), ("warzone", "a Cloud to roll for"), ("warzone", "questions"), ("warzone", "ended"),
    ("battleline", "nothing laid"), ("battleline", "cards laid"), ("battleline", "three lines"),
    ("battleline", "by claims ended"), ("battleline", "a house ruling"),
]  # fmt: skip
"""In setup, running and over, each game with what it can have on the table."""

KNOWN: dict[str, Sequence[object]] = {
    "side": ("gold", "red"), "seat": ("gold", "red", "both", "look"), "winner": ("gold", "red", "azure"),
    "game": ("wartime", "warzone", "battleline"), "scenario": ("own", "example-cards", "key_positions"),
    "unit": ("Archer", "Knight / Squire", "Orc", "Tower", "1", "2"), "units": ("Archer", "Tower", "captain", "1", "2"),
    "name": ("Archer", "Knight / Squire", "Tower"), "card": ("R10", "B8", "LA", "FOG", "Bless"), "to": (1, 5, 9),
    "cards": ("Bless", "Curse", "Card 1"), "mine": ("R8", "R9", "LA"), "theirs": ("B7", "B8", "CC"),
    "seen": ("Y7", "G4", "SB"), "from": ("C5", "D6", "E5"), "hex": ("C5", "D6", "E5"), "match": (1, 2, 3),
    "flag": (1, 4, 5), "cloud": (1,), "weapon": ("Wick Rifle",), "force": ("watch",), "attacker": ("lamp-guard",),
    "target": ("lamp-guard", "captain"), "picks": ("assassinate",), "seq": (1, 2, 3, 9), "question": ("0", "1"),
}  # fmt: skip
"""What may be there, by the name of the field."""
IDS = {
    "timers": ("gold-30", "gold-60a", "gold-spell", "red-30", "neutral-600"), "screens": ("gold-30", "center"),
    "controls": ("gold-30", "pause"), "rulings": ("wz-shoot-twice", "house-moon"), "house-rulings": ("house-moon",),
    "scenarios": ("own", "example-cards", "open"), "units": ("lamp-guard", "captain"), "forces": ("watch",),
}  # fmt: skip
"""What `{id}` may be, by what stands before it."""


def run(count: int, seed_: int) -> Found:
    """At least `count` cases, spread over operations and moments."""
    found, chance = Found(), random.Random(seed_)
    with besieged() as siege:
        description = siege.stranger().get("/api/openapi.json").get_json()
        schema = schemathesis.openapi.from_dict(description, config=REFUSED)
        operations = [each.ok() for each in schema.get_all_operations()]
        if count < 2 * len(operations):
            operations = chance.sample(operations, count // 4)
        cases = list(drawn(operations, -(-count // len(operations)), seed_))
        chance.shuffle(cases)
        sweep()
        stages = STAGES if len(cases) >= 100 * len(STAGES) else chance.sample(STAGES, 3)
        for number, (game, moment) in enumerate(stages):
            siege.play(MOMENTS[game][moment])
            _send_all(siege, cases[number :: len(stages)], chance, found)
        found.add("operations", len(operations))
        found.add("moments", len(stages))
    return found


def drawn(operations: Sequence[Any], each: int, seed_: int) -> Iterator[Case]:
    """So many cases of each operation, in the end; those with nothing to vary are repeated."""
    for operation in operations:
        drawn: list[Case] = []
        for mode in set(MODES):
            drawn += _cases(operation, mode, -(-each * MODES.count(mode) // len(MODES)), seed_)
        for number in range(each):
            yield drawn[number % len(drawn)]


def _cases(operation: Any, mode: GenerationMode, count: int, seed_: int) -> list[Case]:
    drawn: list[Case] = []

    @seed(seed_)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode, headers=HERE if operation.method != "get" else None))
    def draw(case: Case) -> None:
        drawn.append(case)

    try:
        draw()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, operation.label  # nothing that it takes can be wrong
    return drawn


def _send_all(siege: Siege, cases: Sequence[Case], chance: random.Random, found: Found) -> None:
    cookies: list[dict[str, str]] = []
    for number, case in enumerate(cases):
        if number % AFRESH == 0:
            siege.again()
            cookies = [{}, *(_cookie(siege, seat) for seat in ("both", "both", "both", "gold", "red", "look"))]
        siege.clock.advance(seconds=chance.random())
        siege.table.settle()
        _send(case, siege, chance, cookies, found)


def _cookie(siege: Siege, seat: str) -> dict[str, str]:
    answer = siege.newcomer().post("/api/join", {"code": siege.access.code, "seat": seat})
    return {"warglass": answer.headers["Set-Cookie"].partition(";")[0].partition("=")[2]}


def _send(case: Case, siege: Siege, chance: random.Random, cookies: Sequence[dict[str, str]], found: Found) -> None:
    if chance.random() < 0.5:
        _name_what_is_there(case, chance)
    nameless = bool(case.operation.definition.raw.get("security")) and "warglass" not in case.cookies
    origin = ELSEWHERE if chance.random() < 0.05 else {}
    response = case.call(
        base_url=f"http://{HOST}",
        app=siege.meter,
        headers=origin,
        cookies={} if nameless else chance.choice(cookies),
        timeout=600,
    )
    if response.headers.pop("content-encoding", None) == ["gzip"]:
        response.content = gzip.decompress(response.content)
    found.add("cases")
    found.add(f"answered {response.status_code // 100}xx")
    label = case.operation.label
    way = f"{case.formatted_path} {dict(case.query)} {_short(case.body)}"
    siege.meter.judge(found, label, way)
    try:
        case.validate_response(response, checks=CHECKS)
    except FailureGroup as group:
        for failure in group.exceptions:
            said = str(failure.message).replace("\n", " ")[:200] if isinstance(failure, Failure) else repr(failure)
            found.wrong(f"{response.status_code} {label}: {getattr(failure, 'title', '')}", f"{way} [{said}]")


def _name_what_is_there(case: Case, chance: random.Random) -> None:
    """Puts names that exist in place of some that were drawn. What is drawn to be wrong stays so."""
    if case.meta is None or case.meta.generation.mode.is_negative:
        return
    for name in case.path_parameters:
        before = case.operation.path.partition(f"/{{{name}}}")[0].rpartition("/")[2]
        if known := IDS.get(before) if name == "id" else KNOWN.get(name):
            case.path_parameters[name] = chance.choice(known)
    _season(case.query, chance)
    _season(case.body, chance)


def _season(values: Any, chance: random.Random) -> None:
    if not isinstance(values, dict):
        return
    for name, value in values.items():
        known = [each for each in KNOWN.get(name, ()) if type(each) is type(value)]
        if known and chance.random() < 0.7:
            values[name] = chance.choice(known)
        elif isinstance(value, list) and value and isinstance(value[0], str) and name in KNOWN:
            values[name] = [chance.choice(KNOWN[name]) for _ in value]


def encoded(body: object) -> bytes | None:
    """As JSON. Raises TypeError where it is none, such as bytes."""
    return None if isinstance(body, NotSet) else json.dumps(body).encode()


def _short(body: object) -> str:
    try:
        return json.dumps(body)[:300]
    except TypeError:
        return repr(body)[:300]
