"""The most expensive question of each kind that anyone may ask, beside an ordinary one.

Found by trying, with time.thread_time: the largest numbers, the fullest boards, the longest lists, what is misspelt,
and what is wrong many times over. benchmarks/worst_questions.py measures them, tests/web/test_worst_questions.py holds
them to what they may cost.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from companion.table.commands import Command
from companion.table.opening import New
from companion.table.seats import Side
from companion.wartime.referee.board import HEXES, NEIGHBOURS
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.forces import Muster

KEPT = 500
"""Unit cards and Forces in the library: as many as fit."""


class Question(NamedTuple):
    """An address, and a body where it is asked with one."""

    path: str
    body: Mapping[str, Any] | None = None


def asks(path: str, **query: Any) -> Question:
    return Question(f"{path}?{urlencode(query, safe=':,')}")


LINES = sorted({tuple(sorted((one, other))) for one in HEXES for other in NEIGHBOURS[one]})
HILLS = ",".join(f"{hex}:hills" for hex in HEXES)
ALTARS = ",".join(f"{hex}:altar" for hex in HEXES[1:-1])
MEASURED = {"from": "A1", "to": "I13", "speed": 20, "charge": 20, "d1": "melee:9", "d4": "distance:9"}
HILLY = {
    "terrain": HILLS,
    "lines": ",".join("-".join(line) for line in LINES[::2]),
    "units": ",".join(HEXES[1:-1:3]),
}
POSITION = {
    "terrain": dict.fromkeys(HEXES, "hills"),
    "lines": LINES[::2],
    "units": HEXES[1:-1:3],
    "from": "A1",
}
WORDY = ", ".join(f"Ability {number:02}" for number in range(40))
"""Abilities that nobody knows, as many as fit."""
SHOT = {"ar": 20, "mw": 10, "dam": 14}
MANY_SHOTS = SHOT | {
    "cf": 19, "multiplier": 10, "wounds": 20, "reroll": "failed", "armor_reroll": "failed",
    "abilities": f"Burst (20), Recoil (4), Focused Fire, Vicious, Continuous, Accurate (5), {WORDY}",
    "target_abilities": f"Evasive (-2), Camouflage (2), {WORDY}", "obstruction": "heavy", "off": WORDY,
}  # fmt: skip
BLOW = {"ar": 20, "cc": 10, "dam": 14}
MANY_BLOWS = BLOW | {
    "cf": 19, "multiplier": 10, "strikes": 20, "wounds": 20, "reroll": "failed", "armor_reroll": "failed",
    "abilities": f"Vicious, Continuous, Executioner (5), Thrust (5), {WORDY}", "target_abilities": WORDY, "off": WORDY,
}  # fmt: skip
PLANS = MANY_SHOTS | {
    "cc": 10, "strike_dam": 14, "strike_cf": 19, "strike_multiplier": 10, "strikes": 20, "strike_reroll": "failed",
    "charge": 1, "move_dam": 14, "abilities": f"Burst (20), Recoil (4), {WORDY}", "strike_abilities": WORDY,
}  # fmt: skip
ALL_AT_ONCE = {
    "multiplier": 1, "strike_multiplier": 1, "wounds": 5, "abilities": MANY_SHOTS["abilities"],
    "strike_abilities": MANY_BLOWS["abilities"],
}  # fmt: skip
"""As much as one target allows, everything that makes it longer among it."""
TWO_CARDS = {"side": "gold", "unit": "31", "target": "31"}
TWO_DEAR = {
    "side": "gold", "unit": "1", "target": "1", "action": "shoot", "weapon": "Weapon 1", "band": "short", "friends": 3,
}  # fmt: skip
TARGETS = ",".join(f"T{number}:ar={18 + number}" for number in range(12))
FEW_TARGETS = ",".join(TARGETS.split(",")[:3])
OF_CARDS = {"attacker": "c1", "ranged_weapon": "Weapon 1", "band": "short", "melee_weapon": "Weapon 2"}
GROUPS = ",".join(["a:99:1"] * 57)
MISSPELT = (
    "foarmtion negagemnet coutnres hcagre counetsr niitiatvie terrian cahracteristcis equpimetn modiifesr obtsruciton "
    "cahgre engaegemnt abttleifeld fromaiton obejctvie"
)
UNHEARD_OF = (
    "ehrnseaasanr eehsreotaaro irrstestsnha ashhaitnasse oeohrraatata oiohsthaoaho raohshotaeen itseahatshea "
    "ireahaaatono nioatietoohn nnnieasitroe naiinshrerit hetrrotieiih aenhootnrton aethahoihihi strahenoinoo"
)
STRANGE = {f"x{number}": 1 for number in range(3_000)}

QUESTIONS: dict[str, tuple[Question, Question]] = {
    "table": (asks("/"), asks("/", flag="9" * 60_000, **STRANGE)),
    "watch": (asks("/watch"), asks("/watch", **STRANGE)),
    "shoot": (asks("/warzone/shoot", **SHOT), asks("/warzone/shoot", **MANY_SHOTS)),
    "shoot, JSON": (asks("/api/warzone/shoot", **SHOT), asks("/api/warzone/shoot", **MANY_SHOTS)),
    "strike": (asks("/warzone/strike", **BLOW), asks("/warzone/strike", **MANY_BLOWS)),
    "plans": (asks("/warzone/plans", **SHOT), asks("/warzone/plans", **PLANS, targets=TARGETS)),
    "plans, all at once": (
        asks("/warzone/plans", **SHOT), asks("/warzone/plans", **PLANS | ALL_AT_ONCE, targets=FEW_TARGETS)
    ),
    "plans, too much": (asks("/warzone/plans", **SHOT), asks("/warzone/plans", **PLANS | ALL_AT_ONCE, targets=TARGETS)),
    "plans, JSON": (asks("/api/warzone/plans", **SHOT), asks("/api/warzone/plans", **PLANS, targets=TARGETS)),
    "plans of a pinned unit": (
        asks("/warzone/plans", **SHOT, pinned=1), asks("/warzone/plans", **PLANS, pinned=1, targets=TARGETS)
    ),
    "plans by cards": (
        asks("/warzone/plans", **OF_CARDS, target="c2"),
        asks("/warzone/plans", **OF_CARDS, targets=",".join(f"T{number}:target=c{number}" for number in range(12))),
    ),
    "plans, all wrong": (asks("/warzone/plans", ar="x"), asks("/warzone/plans", targets=TARGETS, **STRANGE)),
    "armor": (
        asks("/warzone/armor", ar=20, dam=14, rolls="11"),
        asks("/warzone/armor", ar=20, dam=14, multiplier=10, armor_reroll="failed", rolls=",".join(["20"] * 26)),
    ),
    "initiative": (
        asks("/warzone/initiative", turn=3), asks("/warzone/initiative", turn=3, a_groups=GROUPS, b_groups=GROUPS)
    ),
    "a Force": (asks("/warzone/force", **{"n-c1": 3}), asks("/warzone/force", **{f"n-c{n}": 1 for n in range(120)})),
    "a Force, all wrong": (
        asks("/warzone/force", **{"n-c1": "x"}),
        asks("/warzone/force", **{f"n-c{n}": "00000000300000000" for n in range(2_000)}),
    ),
    "a Force, JSON": (
        Question("/api/warzone/force", {"faction": "Bauhaus", "allegiance": "light", "units": ["c1"]}),
        Question(
            "/api/warzone/force",
            {"faction": "Bauhaus", "allegiance": "light", "units": [f"c{n}" for n in range(120)], "assets": ["x"] * 60},
        ),
    ),
    "unit cards": (asks("/warzone/units", q="card 1"), asks("/warzone/units", q=" ".join(["card"] * 2_000))),
    "a rule's text": (asks("/warzone/abilities/text", of="x"), asks("/warzone/abilities/text", of="A" * 60_000)),
    "a card's link": (asks("/warzone/units/import"), asks("/warzone/units/import", card="A" * 60_000)),
    "measure": (asks("/measure", **{"from": "A1", "to": "A3"}), asks("/measure", **MEASURED, **HILLY)),
    "measure a move": (
        asks("/measure", mode="move", speed=4, **{"from": "E6"}),
        asks("/measure", mode="move", speed=20, lines=HILLY["lines"], **{"from": "E6"}),
    ),
    "measure a charge": (
        asks("/measure", mode="charge", speed=4, **{"from": "E6", "to": "E8"}),
        asks("/measure", **MEASURED | {"from": "E6"}, mode="charge", lines=HILLY["lines"]),
    ),
    "measure, named": (
        asks("/measure", units="A1:Orc"),
        asks("/measure", units=",".join(f"{hex}:valyance:{'x' * 24}" for hex in HEXES[:100]), **MEASURED),
    ),
    "measure, edited": (
        asks("/measure", mode="edit"), asks("/measure", mode="edit", features=ALTARS, **{"from": "A1"})
    ),
    "measure, all wrong": (
        asks("/measure", units="zz"), asks("/measure", units="zz," * 9_000, keywords="x," * 9_000, **STRANGE)
    ),
    "scenarios": (asks("/scenarios"), asks("/scenarios", **STRANGE)),
    "a scenario": (asks("/scenarios/open"), asks("/scenarios/s0", **STRANGE)),
    "a scenario that is made": (
        asks("/scenarios/s1/edit"),
        asks("/scenarios/s0/edit", put="unit", side="gold", name="W" * 24, hex="I13", open="x" * 60_000, **STRANGE),
    ),
    "a unit that is made": (
        asks("/scenarios/s0/unit", side="gold", name="Unit 0"),
        asks("/scenarios/s0/unit", side="gold", name="Unit 19", **STRANGE),
    ),
    "scenarios, JSON": (asks("/api/scenarios/open"), asks("/api/scenarios/s0")),
    "range, JSON": (
        Question("/api/wartime/range", {"from": "A1", "to": "A3"}),
        Question("/api/wartime/range", {**POSITION, "to": "I13", "speed": 20}),
    ),
    "moves, JSON": (
        Question("/api/wartime/moves", {"from": "A1", "speed": 4}),
        Question("/api/wartime/moves", {"from": "E6", "speed": 20}),
    ),
    "charge, JSON": (
        Question("/api/wartime/charge", {"from": "A1", "to": "A3", "speed": 4, "charge": 2}),
        Question("/api/wartime/charge", {"from": "E6", "to": "I13", "speed": 20, "charge": 175}),
    ),
    "attack, JSON": (
        Question("/api/wartime/attack", {"from": "A1", "to": "A2", "damage": {"1": {"kind": "melee", "value": 1}}}),
        Question(
            "/api/wartime/attack",
            {
                **POSITION,
                "to": "I13",
                "damage": {str(n): {"kind": "distance", "value": 9} for n in range(1, 113)},
                "tokens": 175,
            },
        ),
    ),
    "a board, all wrong": (
        Question("/api/wartime/moves", {"from": "A1", "speed": 4, "terrain": {"Z1": "hills"}}),
        Question(
            "/api/wartime/moves",
            {"from": "A1", "speed": 4, "terrain": {**{str(n): "hills" for n in range(3_000)}, "z": "x"}},
        ),
    ),
    "claim": (asks("/battleline/claim", mine="R8.R9"), asks("/battleline/claim", mine="LA.LD.CC.SB", mud=1)),
    "claim, all wrong": (
        asks("/battleline/claim", mine="zz"), asks("/battleline/claim", mine="zz." * 9_000, seen="R1." * 9_000)
    ),
    "line, JSON": (
        Question("/api/battleline/line", {"line": "R8.R9-B4" + "/-" * 8}),
        Question("/api/battleline/line", {"line": "LA.LD-CC.SB*m" + "/R1-B1/R2-B2/R3-B3/R4-B4/R5-B5/R6-B6/R7-B7/-*f"}),
    ),
    "rulings": (asks("/rulings", q="what do hills do"), asks("/rulings", q=MISSPELT)),
    "rulings, JSON": (asks("/api/rulings", q="what do hills do"), asks("/api/rulings", q=UNHEARD_OF, limit=50)),
    "the live board": (
        asks("/board"), asks("/board", unit="gold." + "a" * 20_000, hex="E7", card="x" * 30_000, **STRANGE)
    ),
    "a dispute": (
        asks("/disputes", gold="attack", red="move"),
        asks("/disputes", gold="charge", red="charge", first=",".join(["gold-lift.red-tokens"] * 19)),
    ),
    "a dispute, all wrong": (asks("/disputes", gold="z"), asks("/disputes", first="z" * 60_000, **STRANGE)),
    "sitting ducks": (asks("/ducks"), asks("/ducks", **STRANGE)),
    "a replay": (asks("/replay/1"), asks("/replay/1", at=1, find=("z " * 50)[:100], **STRANGE)),
    "a replay, JSON": (asks("/api/replay/1"), asks("/api/replay/1", **STRANGE)),
    "a kept report": (asks("/report", match=1), asks("/report", match=1, **STRANGE)),
    "the shelf to bring to": (asks("/shelf/import"), asks("/shelf/import", **STRANGE)),
    "players": (asks("/shelf/players"), asks("/shelf/players", season="2026-11", **STRANGE)),
    "players, JSON": (asks("/api/shelf/players"), asks("/api/shelf/players", season="2026")),
    "a hall's card": (asks("/hall"), asks("/hall", card="x" * 2_000)),
    "the shelf": (asks("/shelf", q="anna"), asks("/shelf", q=" ".join(["ab", "cd", "won", "ef"] * 20)[:200])),
    "the shelf, JSON": (asks("/api/shelf"), asks("/api/shelf", q=" ".join("abcdefghij") * 10, page=100_000)),
    "the shelf, all wrong": (asks("/shelf", page="x"), asks("/shelf", page="9" * 60_000, q="z" * 60_000, before="z")),
    "choices": (asks("/choices"), asks("/choices", **STRANGE)),
    "screens": (asks("/panel"), asks("/panel", **STRANGE)),
}  # fmt: skip

FIRST = (asks("/replay/{}"), asks("/api/replay/{}"), asks("/report", match="{}"), asks("/replay/{}/screens.png"))
"""About a long match that nobody has looked at yet: what they take then they take beside everything else."""

DUELS: Mapping[str, tuple[Question, Question]] = {
    "asked of the table": (asks("/api/rulings", q="is my captain pinned"), asks("/api/rulings", q=MISSPELT)),
    "a duel": (asks("/warzone/duel", **TWO_CARDS), asks("/warzone/duel", **TWO_DEAR)),
    "a duel, JSON": (asks("/api/warzone/duel", **TWO_CARDS), asks("/api/warzone/duel", **TWO_DEAR)),
}
"""Those about the match of `duelling`."""


def card(number: int) -> dict[str, Any]:
    """A unit card as full as one can be."""
    line = {
        "abilities": ["Burst (2)", "Recoil (4)"], "cc": "+1 ST+5", "short": '12" +0 14', "long": '24" -2 14', "cf": 19
    }  # fmt: skip
    return {
        "id": f"c{number}", "name": f"Card {number}", "type": "Trooper", "faction": "Bauhaus", "dp": 4, "mv": 4,
        "mw": 12, "cc": 10, "st": 8, "def": -1, "ar": 20, "w": 2, "pw": 5, "ld": 12, "designations": ["Trooper"],
        "abilities": ["Duelist (-2)"] * 24, "weapons": [{"name": f"Weapon {n}", **line} for n in range(12)],
    }  # fmt: skip


def dear() -> dict[str, Any]:
    """A unit card whose every attack rolls many dice."""
    line = {"abilities": ["Burst (20)", "Continuous", "Reliable"], "cc": "+1 ST+5", "cf": 19}
    weapons = [
        {"name": f"Weapon {n}", **line, "short": '12" +0 14x9', "long": '24" -2 14x9'} for n in range(12)
    ]  # fmt: skip
    oaths = [f"Oath {n:02}" for n in range(12)]
    bound = [f"{oath}: {does}" for oath in oaths for does in (*["own attacks TN +1"] * 3, *["at it attacks AR +1"] * 3)]
    abilities = [*oaths, *(f"Nobody knows {n:02}" for n in range(12))]
    return card(KEPT - 1) | {"name": "Dear", "w": 20, "weapons": weapons, "abilities": abilities, "bound": bound}


def duelling() -> tuple[Command, ...]:
    """What puts a match of two full Forces of such Units onto the table."""
    entries = (
        ForceEntry(name="Dear", count=30, card_id=f"c{KEPT - 1}"),
        ForceEntry(name="Card 1", count=30, card_id="c1"),
    )
    return (New(game="warzone"), *(Muster(side=side, entries=entries) for side in Side))


def force(number: int) -> dict[str, Any]:
    """A Force as large as one can be."""
    units = [f"c{n % KEPT}" for n in range(number, number + 120)]
    return {"id": f"f{number}", "name": f"Force {number}", "faction": "Bauhaus", "allegiance": "light", "units": units}


def scenario(number: int) -> dict[str, Any]:
    """A scenario of as many words as one can have; the first is as full as one can be."""
    told = {
        "id": f"s{number}",
        "name": f"Scenario {number:04} ".ljust(60, "w"),
        "text": "ab " * 666,
        "victory": "ab " * 666,
    }
    if number:
        return told
    hit = {"kind": "distance", "value": 20}
    words = [f"Keyword {n:02} ".ljust(24, "w") for n in range(40)]
    units = [
        {
            "side": ("gold", "red")[n % 2], "name": f"Unit {n // 2}", "type": "W" * 24, "hex": HEXES[n], "speed": 20,
            "health": 40, "charge": 20, "keywords": words, "damage": dict.fromkeys("1234", hit),
        }
        for n in range(40)
    ]  # fmt: skip
    cards = [{"name": f"Card {n:02} ".ljust(24, "w"), "kind": "spell", "only": words} for n in range(60)]
    return told | {
        "terrain": dict.fromkeys(HEXES[:73], "castle_wall"),
        "features": [{"hex": hex, "terrain": "altar", "tokens": 40} for hex in HEXES[73:]],
        "lines": LINES[:300],
        "time_spaces": [{"hex": hex, "text": "ab " * 133} for hex in HEXES[:6]],
        "items": [{"name": f"Item {n}", "hex": HEXES[n], "text": "ab " * 133} for n in range(20)],
        "units": units,
        "cards": {side: {"cards": cards, "spells": 20} for side in ("gold", "red")},
    }
