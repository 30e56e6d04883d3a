"""Moments of every game, each reached as players reach it: by what a joined phone sends."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games import all_games
from companion.warzone.match.state import LAST_TURN
from tests.companion.warzone.cards_strategy import GUARD
from tests.web.conftest import Phone
from tests.web.wartime.great_board import GREAT

Moment = Callable[[Phone], None]
MATCH = "/api/warzone/match"
KIT = {"assets": ["Extra Kit", "Air Strike"], "designated": {"Extra Kit": "captain"}}
HOUSE = {"id": "house-moon", "question": "Is it dark?", "answer": "Never.", "about": None}


def change(phone: Phone, path: str, **body: object) -> dict[str, Any]:
    answer = phone.post(path, body)
    assert answer.status_code == 200, (path, answer.text)
    return dict(answer.get_json())


def keep(phone: Phone, path: str, body: object) -> None:
    answer = phone.put(path, body)
    assert answer.status_code == 200, (path, answer.text)


# WarTime


def timers(phone: Phone) -> None:
    change(phone, "/api/table/new", game="wartime")


def mustered(phone: Phone) -> None:
    timers(phone)
    for side, units in (("gold", ["Archer", "Knight / Squire"]), ("red", ["Orc"])):
        change(phone, f"/api/sides/{side}/muster", units=units, cards=["Bless", "Curse"])


def running(phone: Phone) -> None:
    mustered(phone)
    change(phone, "/api/table/begin")
    change(phone, "/api/timers/gold-60a/flip", unit="Knight / Squire")
    change(phone, "/api/timers/gold-spell/flip", card="Bless")
    change(phone, "/api/timers/red-30/flip")


def paused(phone: Phone) -> None:
    """Where nobody said who fights, and any name goes."""
    timers(phone)
    change(phone, "/api/table/begin")
    change(phone, "/api/timers/gold-60a/flip", unit="Knight / Squire")
    change(phone, "/api/table/pause")


def timed_out(phone: Phone) -> None:
    running(phone)
    change(phone, "/api/units/Orc/eliminate", side="red")
    change(phone, "/api/table/end", winner="gold")


def untold(phone: Phone) -> None:
    """Over before anything was flipped, and nobody has won."""
    timers(phone)
    change(phone, "/api/table/begin")
    change(phone, "/api/table/end")


def choosing(phone: Phone) -> None:
    change(phone, "/api/table/new", game="wartime", scenario="example-cards")


def stacked(phone: Phone) -> None:
    """A scenario of the table's own: stacks, a feature, cards that are dealt; and it has begun."""
    shipped = phone.get("/api/scenarios/example-cards").get_json()
    unit = {"side": "gold", "name": "Tower", "health": 3, "hex": "C5"}
    hand = {"actions": 1, "dealt": 2, "cards": [{"name": f"Card {n}", "kind": "standard"} for n in range(3)]}
    own = {
        "units": [unit, *shipped["units"]],
        "features": [{"hex": "D6", "terrain": "altar", "tokens": 3}],
        "terrain": {"C6": "castle_wall", "E6": "woods"},
        "lines": [["C6", "D6"]],
        "items": [{"name": "Rune Stone", "hex": "E7", "text": "Whoever stands on it may cast a spell twice."}],
        "time_spaces": [{"hex": "A1", "text": "Take 10 seconds back."}],
        "cards": {"gold": hand},
    }
    keep(phone, "/api/scenarios/own", {**shipped, "id": "own", "name": "Our own", **own})
    change(phone, "/api/table/new", game="wartime", scenario="own")


def dealt(phone: Phone) -> None:
    stacked(phone)
    change(phone, "/api/sides/gold/deal")


def worn_down(phone: Phone) -> None:
    dealt(phone)
    dealt_cards = phone.get("/api/hand").get_json()["sides"]["gold"]["dealt"]
    change(phone, "/api/sides/gold/muster", units=["Tower"])
    change(phone, "/api/sides/gold/tick", choose=dealt_cards[0])
    change(phone, "/api/table/begin")
    change(phone, "/api/units/Tower/damage", side="gold")
    change(phone, "/api/features/D6/damage")
    change(phone, "/api/timers/gold-60a/flip", unit="Tower")


def ducks(phone: Phone) -> None:
    """Two small armies on a board of the table's own, both with units that stand still, where everybody may see who
    reaches whom."""
    shipped = phone.get("/api/scenarios/example-cards").get_json()
    blows = {"1": {"kind": "melee", "value": 3}, "2": {"kind": "distance", "value": 1}}
    units = [
        {"side": side, "name": name, "hex": hex, "speed": speed, "health": 3, "damage": blows, "keywords": []}
        for side, name, hex, speed in (
            ("gold", "Archer", "E5", 2),
            ("gold", "Knight / Squire", "C3", 5),
            ("gold", "Man-at-Arms 1", "E1", 2),
            ("red", "Goblin", "E6", 2),
            ("red", "Abomination", "G5", 3),
        )
    ]
    units += [{"side": "red", "name": "Orc"}, {"side": "gold", "name": "Tower", "hex": "I1"}]
    own = {"id": "field", "name": "Open field", "units": units, "cards": {}}
    keep(phone, "/api/scenarios/field", {**shipped, **own})
    keep(phone, "/api/wartime/choices", {"sitting_ducks": "shown"})
    change(phone, "/api/table/new", game="wartime", scenario="field")
    keep(phone, "/api/wartime/choices", {})
    change(phone, "/api/table/begin")
    for timer, unit in (
        ("gold-30", "Archer"), ("red-90", "Goblin"), ("red-60a", "Orc"), ("gold-90", "Man-at-Arms 1"),
    ):  # fmt: skip
        change(phone, f"/api/timers/{timer}/flip", unit=unit)


def handed(phone: Phone) -> None:
    """A side's hand is on its phones, and has been touched; the next game has none."""
    keep(phone, "/api/wartime/choices", {"hands": "on_phones"})
    timers(phone)
    keep(phone, "/api/wartime/choices", {})
    change(phone, "/api/table/begin")
    change(phone, "/api/timers/gold-60a/flip", unit="Knight / Squire")
    change(phone, "/api/sides/red/hand")


def on_the_map(phone: Phone) -> None:
    """A great scenario in play: units in reach of each other, one lost, sand round two of them."""
    keep(phone, "/api/scenarios/great", GREAT)
    change(phone, "/api/table/new", game="wartime", scenario="great")
    change(phone, "/api/table/begin")
    change(phone, "/api/units/Orc/eliminate", side="red")
    for unit, hex in (("Archer", "E8"), ("Knight", "F4"), ("Goblin", "E10"), ("Wolf Rider", "F10")):
        change(phone, f"/api/units/{unit}/place", hex=hex)
    change(phone, "/api/timers/gold-60a/flip", unit="Man-at-Arms 1")
    change(phone, "/api/timers/red-90/flip", unit="Troll")


def disputed(phone: Phone) -> None:
    """Red moved while Gold attacked, and each flipped its timer."""
    stacked(phone)
    change(phone, "/api/sides/gold/deal")
    change(phone, "/api/units/Orc/place", side="red", hex="C6")
    change(phone, "/api/table/begin")
    change(phone, "/api/timers/gold-60a/act", unit="Tower", target="Orc", tokens=1)
    change(phone, "/api/timers/red-30/act", unit="Orc", to="C7")


def proposed(phone: Phone) -> None:
    """Red proposes what is Gold's to agree to."""
    disputed(phone)
    change(phone, "/api/seat", seat="red")
    change(phone, "/api/table/propose", timer="gold-60a", free="yes", unit="Orc", tokens=1)
    change(phone, "/api/seat", seat="both")


# Warzone


def keep_force(phone: Phone, id: str, *units: str, **more: object) -> None:
    """Keeps a Force of kept cards, named by its id in title case."""
    force = {"game_size": 40, "faction": "Capitol", "allegiance": "light", "id": id, "name": id.title()}
    keep(phone, f"/api/warzone/forces/{id}", {**force, "units": units, **more})


def bring_alike(phone: Phone, force: str) -> None:
    """Both sides bring this Force, and gold goes first."""
    for side in ("gold", "red"):
        change(phone, f"{MATCH}/sides/{side}/muster", force=force)
    change(phone, f"{MATCH}/sides/gold/area", area="a")
    change(phone, "/api/table/begin")
    change(phone, f"{MATCH}/sides/gold/first")


def armoury(phone: Phone) -> None:
    """Cards, a rule's text and a Force that are kept, and nothing set up."""
    keep(phone, "/api/warzone/units/lamp-guard", GUARD)
    captain = {"id": "captain", "name": "Captain", "designations": ["Leader (1 : Lamp Guards)"], "dp": 5}
    keep(phone, "/api/warzone/units/captain", GUARD | captain)
    rule = {"of": "Burst (2)", "text": "Two wicks burn at once.\n• Mind the draught, and whoever stands in it."}
    assert phone.post("/warzone/abilities/text", data=rule).status_code == 303
    keep_force(phone, "watch", "captain", "lamp-guard", **KIT)
    keep_force(phone, "rabble", *["lamp-guard"] * 11)
    change(phone, "/api/table/new", game="warzone")


def setting_up(phone: Phone) -> None:
    change(phone, "/api/table/new", game="warzone")


def forces(phone: Phone) -> None:
    armoury(phone)
    change(phone, f"{MATCH}/sides/gold/muster", force="watch")
    change(phone, f"{MATCH}/sides/red/muster", units=["3 Hounds, W 2, DP 4, Group 3", "Lord, W 4, DP 9, Leader"])


def counted(phone: Phone) -> None:
    """Forces of which nobody has typed in more than how many Units they have."""
    setting_up(phone)
    for side in ("gold", "red"):
        change(phone, f"{MATCH}/sides/{side}/muster", activations=2)


def allegiance(phone: Phone) -> None:
    forces(phone)
    change(phone, f"{MATCH}/allegiance", gold=3, red=9)


def deployment(phone: Phone) -> None:
    allegiance(phone)
    change(phone, f"{MATCH}/deployment", roll=1)


def areas(phone: Phone) -> None:
    deployment(phone)
    change(phone, f"{MATCH}/scenario", scenario="key_positions")
    change(phone, f"{MATCH}/areas", gold=4, red=17)


def secrets(phone: Phone) -> None:
    areas(phone)
    change(phone, f"{MATCH}/sides/gold/area", area="a")


def sealed(phone: Phone) -> None:
    """Both sides' Secondary and Primary Objectives, by one phone."""
    secrets(phone)
    for side in ("gold", "red"):
        open_to = phone.get("/api/table").get_json()["sides"][side]["open_secondaries"]
        change(phone, f"{MATCH}/sides/{side}/seal", picks=open_to[:2])
        change(phone, f"{MATCH}/sides/{side}/primary", pick="left")


def ready(phone: Phone) -> None:
    sealed(phone)
    change(phone, f"{MATCH}/reveal")


def first_turn(phone: Phone) -> None:
    ready(phone)
    change(phone, "/api/table/begin")


def ready_to_activate(phone: Phone) -> None:
    first_turn(phone)
    change(phone, f"{MATCH}/sides/red/keep")


def acting(phone: Phone) -> None:
    ready_to_activate(phone)
    change(phone, f"{MATCH}/sides/red/activate", units=["1"])
    change(phone, f"{MATCH}/objectives/left/interact", side="red", unit="1", ld=12, roll=5)
    change(phone, f"{MATCH}/objectives/red-escort/interact", side="red", unit="1", done=True, place="area")
    change(phone, f"{MATCH}/sides/gold/units/2/wound", count=1, by="1")
    change(phone, f"{MATCH}/sides/gold/units/2/mark", counter="pinned")
    change(phone, f"{MATCH}/sides/gold/units/2/jam", weapon="Wick Rifle")
    change(phone, f"{MATCH}/sides/red/units/2/remove", by="1")
    change(phone, f"{MATCH}/clouds", name="Smoke")
    change(phone, f"{MATCH}/sides/gold/effect", effect="Flare")


def dueling(phone: Phone) -> None:
    """Two Forces of cards: gold's Captain acts, red's Lamp Guard has lost a Wound."""
    armoury(phone)
    bring_alike(phone, "watch")
    change(phone, f"{MATCH}/sides/gold/activate", units=["1"])
    change(phone, f"{MATCH}/sides/red/units/2/wound", count=1)


def embattled(phone: Phone) -> None:
    """Two Forces of kept cards, some with long names, in the middle of a Turn; nobody acts."""
    armoury(phone)
    marshal = {"id": "marshal", "name": "Wickmarshal-General Thistlethwaite", "designations": ["Leader"], "w": 3}
    keep(phone, "/api/warzone/units/marshal", GUARD | marshal)
    snuffer = {"id": "snuffer", "name": "Candlesnuffer", "abilities": ["Recruit"], "weapons": [GUARD["weapons"][1]]}
    keep(phone, "/api/warzone/units/snuffer", GUARD | snuffer)
    keep_force(phone, "host", "marshal", "captain", "lamp-guard", "lamp-guard", "snuffer", "snuffer", **KIT)
    for side in ("gold", "red"):
        change(phone, f"{MATCH}/sides/{side}/muster", force="host")
    change(phone, f"{MATCH}/deployment", roll=1)
    change(phone, f"{MATCH}/scenario", scenario="lead_from_the_front")
    change(phone, f"{MATCH}/sides/gold/area", area="a")
    change(phone, "/api/table/begin")
    for side in ("gold", "red"):
        change(phone, f"{MATCH}/sides/{side}/commander", unit="1")
    change(phone, f"{MATCH}/sides/gold/first")
    for unit, side in (("3", "gold"), ("2", "red")):
        change(phone, f"{MATCH}/sides/{side}/activate", units=[unit])
        change(phone, f"{MATCH}/sides/{side}/done")
    change(phone, f"{MATCH}/sides/gold/units/2/jam", weapon="Wick Rifle")
    for side, unit in (("gold", "1"), ("gold", "3"), ("red", "2")):
        change(phone, f"{MATCH}/sides/{side}/units/{unit}/wound", count=1)
    change(phone, f"{MATCH}/sides/gold/units/5/mark", counter="pinned")
    change(phone, f"{MATCH}/sides/gold/units/4/mark", counter="reaction")
    change(phone, f"{MATCH}/sides/red/units/6/remove", by="3")


def embattled_acting(phone: Phone) -> None:
    """The same, and gold's Captain acts."""
    embattled(phone)
    change(phone, f"{MATCH}/sides/gold/activate", units=["2"])
    change(phone, f"{MATCH}/sides/gold/units/2/do", action="aim")


def forty(phone: Phone) -> None:
    """As many of either side as a table takes well."""
    armoury(phone)
    keep_force(phone, "horde", *["captain"] * 4, *["lamp-guard"] * 36, game_size=200)
    bring_alike(phone, "horde")


def declared_move(phone: Phone) -> None:
    """Gold's Captain moves; red may ambush it."""
    dueling(phone)
    change(phone, f"{MATCH}/sides/gold/units/1/declare", action="move")


def declared_shot(phone: Phone) -> None:
    """Gold's Captain shoots at red's."""
    dueling(phone)
    change(phone, f"{MATCH}/sides/gold/units/1/declare", action="shoot", target="1")


def ambushed(phone: Phone) -> None:
    """One of red's has declared an Ambush that is still to be rolled."""
    declared_move(phone)
    change(phone, f"{MATCH}/sides/red/units/1/react", reaction="ambush")


def engulfed(phone: Phone) -> None:
    """A hit of a Cloud weapon has left its Cloud, and the Activation is over: who is in it?"""
    armoury(phone)
    gas = {"name": "Gas Bell", "abilities": ["Cloud (3)"], "short": '12" +0 11', "cf": 20}
    keep(phone, "/api/warzone/units/ringer", GUARD | {"id": "ringer", "name": "Ringer", "weapons": [gas]})
    keep_force(phone, "choir", "ringer", "lamp-guard")
    bring_alike(phone, "choir")
    shot = {"target": "1", "action": "shoot", "weapon": "Gas Bell", "band": "short", "rolls": "5", "armor": "14"}
    change(phone, f"{MATCH}/sides/gold/units/1/fight", **shot, real=True)
    change(phone, f"{MATCH}/sides/gold/done")


def clouded(phone: Phone) -> None:
    acting(phone)
    change(phone, f"{MATCH}/sides/red/done")
    change(phone, f"{MATCH}/end-activations")


def second_turn(phone: Phone) -> None:
    clouded(phone)
    _answer_all(phone)
    change(phone, f"{MATCH}/clouds/1/roll", roll=3)
    change(phone, f"{MATCH}/end-turn")


def assets(phone: Phone) -> None:
    """The second Turn's start: red has rolled, and gold has assets whose moment is now."""
    armoury(phone)
    owned = ["Intel Misdirection", "To the Last Warrior", "Mission Critical", "Supply Drop"]
    change(phone, f"{MATCH}/sides/gold/muster", units=["Captain, W 3, DP 5, Leader", "Lamp Guard, W 2"], assets=owned)
    change(phone, f"{MATCH}/sides/red/muster", units=["3 Hounds, W 2, DP 4, Group 3", "Lord, W 4, DP 9, Leader"])
    change(phone, f"{MATCH}/sides/gold/area", area="a")
    change(phone, "/api/table/begin")
    change(phone, f"{MATCH}/sides/red/keep")
    change(phone, f"{MATCH}/sides/gold/units/2/mark", counter="pinned")
    change(phone, f"{MATCH}/end-activations")
    change(phone, f"{MATCH}/end-turn")
    change(phone, f"{MATCH}/sides/red/initiative", roll=4)


def tied(phone: Phone) -> None:
    """Both dice show what makes the Initiative Scores equal."""
    second_turn(phone)
    scores = {
        side: change(phone, f"{MATCH}/sides/{side}/initiative", roll=9)["sides"][side]["initiative"]["value"]
        for side in ("gold", "red")
    }
    second_turn(phone)
    change(phone, f"{MATCH}/sides/gold/initiative", roll=9)
    rolled = change(phone, f"{MATCH}/sides/red/initiative", roll=9 + scores["gold"] - scores["red"])
    assert rolled["initiative"]["tie"]


def chosen(phone: Phone) -> None:
    second_turn(phone)
    change(phone, f"{MATCH}/sides/gold/initiative", roll=2)
    change(phone, f"{MATCH}/sides/red/initiative", roll=19)


def asked(phone: Phone) -> None:
    """The questions at the end of a Turn."""
    chosen(phone)
    change(phone, f"{MATCH}/sides/gold/keep")
    change(phone, f"{MATCH}/end-activations")
    assert [each for each in phone.get("/api/table").get_json()["questions"] if each["answer"] is None]


def led(phone: Phone) -> None:
    """Lead from the Front at the end of the second Turn, both Commanders measured."""
    asked(phone)
    change(phone, f"{MATCH}/scenario", scenario="lead_from_the_front")
    change(phone, f"{MATCH}/commanders", gold="12.5", red="14", red_front=2, red_behind=1)


def last_turn(phone: Phone) -> None:
    asked(phone)
    while phone.get("/api/table").get_json()["turn"] < LAST_TURN:
        _answer_all(phone)
        for cloud in phone.get("/api/table").get_json()["clouds"]:
            change(phone, f"{MATCH}/clouds/{cloud['id']}/roll", roll=20)
        change(phone, f"{MATCH}/end-turn")
        change(phone, f"{MATCH}/sides/gold/first")
        change(phone, f"{MATCH}/end-activations")


def fought(phone: Phone) -> None:
    last_turn(phone)
    change(phone, f"{MATCH}/reveal-primaries")
    _answer_all(phone)
    assert change(phone, f"{MATCH}/end-turn")["phase"] == "ended"


def given_up(phone: Phone) -> None:
    """While a Unit acts, a Cloud lies and effects are left."""
    acting(phone)
    change(phone, "/api/table/end", winner="red")


def _answer_all(phone: Phone) -> None:
    """With the first of its options each; an answer may lead to further questions."""
    table = phone.get("/api/table").get_json()
    while open_ := [each for each in table["questions"] if each["answer"] is None]:
        question = open_[0]
        option = question["options"][0]["id"]
        table = change(phone, f"{MATCH}/answer", turn=question["turn"], question=question["id"], option=option)


# Battle Line


def _battle(phone: Phone, laid: str = "", **agreed: str) -> None:
    keep(phone, "/api/battleline/choices", agreed)
    for side in change(phone, "/api/table/new", game="battleline")["sides"]:
        change(phone, "/api/table/name", side=side)
    sides = list(change(phone, "/api/table/new", game="battleline")["sides"])
    for index, each in enumerate(laid.split()):
        flag, _, card = each.partition(":")
        path = f"/api/battleline/match/flags/{flag}/lay"
        change(phone, path, side=sides[index % len(sides)], card=card)


def unlaid(phone: Phone) -> None:
    _battle(phone)


def laid(phone: Phone) -> None:
    """A flag that can be claimed, one with a wild card and Fog, a Scout beside the deck."""
    _battle(phone, "5:R10 5:B8 5:R9 5:B7 5:R8 4:FOG 4:LA 5:B1 3:G4", edition="second")
    change(phone, "/api/battleline/match/scout", side="red")


def without_tactics(phone: Phone) -> None:
    """With people whose names take room, and would be a suit."""
    _battle(phone, "5:R10 5:B8 5:R9", tactics="without")
    change(phone, "/api/table/name", side="gold", name="Maximiliane von Hohenfels"[:24])
    change(phone, "/api/table/name", side="red", name="Blue")


def won(phone: Phone) -> None:
    _battle(phone, "5:R10 5:B8 5:R9")
    change(phone, "/api/table/end", winner="gold")


def broken_through(phone: Phone) -> None:
    _battle(phone, "1:R10 4:B1 1:R9 4:B2 1:R8 4:B3 2:G10 5:B4 2:G9 5:B5 2:G8 5:B6 3:P10 6:O1 3:P9 6:O2 3:P8 6:O3")
    for flag in (1, 2, 3):
        table = change(phone, f"/api/battleline/match/flags/{flag}/claim", side="gold")
    assert (table["phase"], table["victory"]) == ("ended", "breakthrough")


def enveloped(phone: Phone) -> None:
    """Red has claimed five flags, no three of them adjacent."""
    armies = {1: "RO", 2: "YG", 4: "GB", 5: "BP", 7: "PY"}
    gold = [f"{flag}:{colours[0]}{value}" for flag, colours in armies.items() for value in (1, 3, 5)]
    red = [f"{flag}:{colours[1]}{value}" for flag, colours in armies.items() for value in (10, 9, 8)]
    _battle(phone, " ".join(each for pair in zip(gold, red, strict=True) for each in pair))
    for flag in armies:
        table = change(phone, f"/api/battleline/match/flags/{flag}/claim", side="red")
    assert table["victory"] == "envelopment"


def claimed(phone: Phone) -> None:
    """Gold has claimed flag 5 with a Leader, against two cards of which one that would help lies elsewhere; at flag 6
    it is not proven yet."""
    _battle(phone, "5:R10 5:B8 5:LA 5:B9 5:R8 1:G1 6:R5 6:G8 6:R6 6:G9 6:R7 1:Y1 2:B10")
    change(phone, "/api/battleline/match/flags/1/lay", side="red", card="Y2")
    change(phone, "/api/battleline/match/flags/5/claim", side="gold")


def claimed_in_the_mud(phone: Phone) -> None:
    """Four cards a side, wild ones among them."""
    _battle(phone, "5:R10 5:MUD 5:LA 5:B10 5:CC 5:LD 5:R7 5:SB 1:P1 5:B7")
    change(phone, "/api/battleline/match/flags/5/claim", side="gold")


def three_unlaid(phone: Phone) -> None:
    _battle(phone, players="three")


def three_laid(phone: Phone) -> None:
    _battle(phone, "1:R10 1:B8 4:G4 1:R9 1:B7 4:G5 1:R8", players="three")


def three_over(phone: Phone) -> None:
    three_laid(phone)
    change(phone, "/api/table/end", winner="azure")


def _one_after_another(*moments: Moment) -> Moment:
    """Each but the last is put away, if it is unfinished."""

    def moment(phone: Phone) -> None:
        for each in moments:
            each(phone)

    return moment


def _ruled(game: str) -> Moment:
    def moment(phone: Phone) -> None:
        change(phone, "/api/table/new", game=game)
        keep(phone, "/api/house-rulings/house-moon", {**HOUSE, "game": game})

    return moment


def _begun(game: str) -> Moment:
    def moment(phone: Phone) -> None:
        change(phone, "/api/table/new", game=game)
        change(phone, "/api/table/begin")

    return moment


def _over(game: str) -> Moment:
    def moment(phone: Phone) -> None:
        _begun(game)(phone)
        change(phone, "/api/table/end", winner="red")

    return moment


_OWN: Mapping[str, Mapping[str, Moment]] = {
    "wartime": {
        "timers alone": timers,
        "units named": mustered,
        "running": running,
        "paused": paused,
        "hands": handed,
        "ended": timed_out,
        "at once ended": untold,
        "cards to choose": choosing,
        "cards to deal": stacked,
        "cards dealt": dealt,
        "stacks worn down": worn_down,
        "on the map": on_the_map,
        "disputed": disputed,
        "a proposal": proposed,
        "sitting ducks": ducks,
        "one put away": _one_after_another(running, timers),
        "one put away, one running": _one_after_another(worn_down, running),
    },
    "warzone": {
        "nothing set up": setting_up,
        "cards and a Force kept": armoury,
        "Units counted": counted,
        "Forces mustered": forces,
        "Allegiance rolled": allegiance,
        "Deployment rolled": deployment,
        "areas rolled": areas,
        "secrets to seal": secrets,
        "secrets sealed": sealed,
        "ready": ready,
        "Turn 1": first_turn,
        "nobody acts": ready_to_activate,
        "a Unit acts": acting,
        "a duel": dueling,
        "two Forces of cards": embattled,
        "a Unit of cards acts": embattled_acting,
        "forty Units a side": forty,
        "a Move declared": declared_move,
        "a shot declared": declared_shot,
        "an Ambush to roll": ambushed,
        "a Cloud that hits again": engulfed,
        "a Cloud to roll for": clouded,
        "Turn 2": second_turn,
        "assets to use": assets,
        "a tie": tied,
        "the Initiative to choose": chosen,
        "questions": asked,
        "Commanders measured": led,
        "the last Turn's end": last_turn,
        "ended": fought,
        "one put away": _one_after_another(first_turn, setting_up),
        "one put away, one running": _one_after_another(running, first_turn),
        "early ended": given_up,
    },
    "battleline": {
        "nothing laid": unlaid,
        "cards laid": laid,
        "without Tactics": without_tactics,
        "ended": won,
        "by claims ended": broken_through,
        "enveloped": enveloped,
        "a proof handed across": claimed,
        "a proof handed across in the Mud": claimed_in_the_mud,
        "three players": three_unlaid,
        "three lines": three_laid,
        "three, ended": three_over,
        "one put away": _one_after_another(laid, unlaid),
        "one put away, one running": _one_after_another(running, laid),
    },
}
MOMENTS = {
    game: {**_OWN.get(game, {"begun": _begun(game), "over": _over(game)}), "a house ruling": _ruled(game)}
    for game in all_games()
}
"""Every game by its name, and in it each moment in which its pages differ: where none are named, two that all have."""
