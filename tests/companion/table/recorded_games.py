"""Games of every kind, played command by command, so that all that can happen in them happens."""

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.journal.journal import Journal
from companion.people import SITTERS, TABLE, Sitter
from companion.table.commands import Begin, Command, End, Pause, Resume, Undo
from companion.table.errors import NotHere, Refused
from companion.table.events import HouseRuled, Named, Source
from companion.table.opening import CHOICES, SCENARIO, MatchExchange, New
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.table.view import TableView
from companion.wartime.match.state import Correction
from companion.wartime.referee.board import Feature, Terrain
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import Rolls
from companion.warzone.attacks.target import Area as Threat
from companion.warzone.attacks.target import Obstruction
from companion.warzone.cards.card import Faction
from companion.warzone.cards.numbers import BandName
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.actions import Do
from companion.warzone.match.declarations import Declare, Forgo, Spare
from companion.warzone.match.fight import AttackDealt, Blow, Fight
from companion.warzone.match.forces import Designate
from companion.warzone.match.parts import (
    Assistance,
    AttackWay,
    BattlefieldPlace,
    CloudZone,
    Counter,
    Declaration,
    Die,
    LeadershipRoll,
    Reaction,
    TableDice,
    Told,
)
from companion.warzone.scenarios import Deployment, DeploymentArea, Primary, Secondary, WarzoneScenario
from companion.warzone.sums.sight import Stand
from tests.companion.battleline import acts as b
from tests.companion.wartime import acts as w
from tests.companion.warzone import acts as z
from tests.companion.warzone.match import seats
from tests.support import BUTTON, PHONE, Players, entries
from web.table.log import described


class RecordedRow(msgspec.Struct, frozen=True):
    """A row of the journal, the event as its bytes."""

    seq: int
    wall: int
    mono: int
    source: str
    event: msgspec.Raw


class Opened(msgspec.Struct, frozen=True):
    game: str
    setup: msgspec.Raw


class Seen(msgspec.Struct, frozen=True):
    """What a table shows that has come back to this match, and a digest of its view after every act on the way."""

    view: msgspec.Raw
    log: msgspec.Raw
    report: msgspec.Raw
    digests: tuple[str, ...]


class Played(Players):
    """Players who go on whatever is refused, and look at the table after each act."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.views: list[bytes] = []

    def do(self, asked: Command | MatchExchange, source: Source = PHONE) -> TableView:
        with contextlib.suppress(Refused, NotHere):
            super().do(asked, source)
        view = self.table.view()
        self.views.append(msgspec.json.encode(view))
        self.clock.advance(seconds=1.5)
        return view


WARTIME_SCENARIO = b"""{
    "id": "battle", "name": "Battle", "time_limit": true,
    "features": [{"hex": "D6", "terrain": "altar", "tokens": 3}],
    "units": [
        {"side": "gold", "name": "Archer", "health": 3, "keywords": ["hero"]},
        {"side": "gold", "name": "Knight"},
        {"side": "red", "name": "Orc", "health": 5, "keywords": ["magic"]}
    ],
    "cards": {
        "gold": {"actions": 1, "spells": 0, "dealt": 2, "cards": [
            {"name": "Charge", "kind": "standard"}, {"name": "Oath", "kind": "heroic"}]},
        "red": {"actions": 0, "spells": 1, "cards": [{"name": "Fireball", "kind": "spell"}]}
    }
}"""


def wartime(players: Played) -> None:
    """Ends by its time, after a restart in which all stood still."""
    gold, red = Side.GOLD, Side.RED
    players.table.keep("wartime", SCENARIO, "battle", WARTIME_SCENARIO)
    players.do(New(game="wartime", scenario="battle"))
    for command in (
        w.Flip(timer="gold-30"),
        w.Deal(side=gold, lot=5),
        w.Muster(side=gold, units=("archer", "Knight"), cards=("Oath",)),
        w.Muster(side=red, cards=("Fireball",)),
        w.Flip(timer="neutral-120"),
        Pause(),
        Resume(),
        Begin(),
        w.Flip(timer="gold-30", unit="archer", card="Oath"),
        w.Flip(timer="red-spell", card="fireball"),
        w.Flip(timer="gold-60a"),
        w.Assign(timer="gold-60a", unit="Knight"),
        w.Turn(timer="gold-60a"),
        w.Flip(timer="gold-90", unit="Knight"),
        z.EndTurn(),
    ):
        players.do(command)
    players.do(w.Flip(timer="gold-30"), BUTTON)
    players.table.note(HouseRuled(change="added", id="dice", question="What of a die on the floor?"), source=PHONE)
    for command in (
        w.Damage(unit="orc", tokens=2),
        w.DamageFeature(hex="d6", tokens=1),
        w.Damage(unit="Archer", tokens=9),
        w.Eliminate(unit="Orc", side=red),
        Undo(),
        Pause(),
        Undo(),
        w.Flip(timer="red-90", unit="Orc"),
        w.Free(timer="red-90"),
        w.Free(timer="red-99"),
        w.Flip(timer="red-60b", unit="Orc"),
    ):
        players.do(command)
    players.wait(40)
    players.restart()
    players.do(Resume(), BUTTON)
    players.wait(20)
    players.do(Undo())
    players.do(Resume())
    players.wait(45)
    players.do(w.Flip(timer="red-60b"))
    players.wait(700)
    players.do(w.Flip(timer="red-60b"), BUTTON)


def wartime_by_hand(players: Played) -> None:
    """A game with hands: each tells the log who began to act, whoever flipped first."""
    players.table.keep("wartime", CHOICES, CHOICES, b'{"hands":"on_phones"}')
    players.do(New(game="wartime"))
    gold, red = w.Touch(side=Side.GOLD), w.Touch(side=Side.RED)
    for command in (gold, Begin(), red, gold, w.Flip(timer="gold-30"), w.Flip(timer="red-90"), Undo(), Pause(), red):
        players.do(command)
    players.restart()
    for command in (Resume(), gold, w.Flip(timer="gold-60a"), red, End()):
        players.do(command, BUTTON)


WARTIME_FORD = b"""{
    "id": "ford", "name": "At the ford", "terrain": {"E4": "woods", "C9": "river"}, "lines": [["F5", "F6"]],
    "features": [{"hex": "E9", "terrain": "altar", "tokens": 3}],
    "time_spaces": [{"hex": "D4", "text": "Wait here."}],
    "items": [{"name": "Rune Stone", "hex": "D6", "text": "Carry it."}],
    "units": [
        {"side": "gold", "name": "Archer", "hex": "E5", "speed": 3, "health": 4,
         "damage": {"1": {"kind": "melee", "value": 4}, "2": {"kind": "distance", "value": 2}}},
        {"side": "gold", "name": "Knight", "hex": "A1", "speed": 4, "health": 4, "charge": 3, "keywords": ["mounted"]},
        {"side": "red", "name": "Goblin", "hex": "E7", "speed": 2, "health": 3}
    ]
}"""


def wartime_on_the_map(players: Played) -> None:
    """Whole actions on the live board, and what is put on it by hand."""
    players.table.keep("wartime", SCENARIO, "ford", WARTIME_FORD)
    players.do(New(game="wartime", scenario="ford"))
    for command in (
        w.PlaceUnit(unit="Knight", hex="C5"),
        Begin(),
        w.Act(timer="gold-30", unit="Archer", target="Goblin"),
        w.Act(timer="gold-60a", unit="Knight", to="A13"),
        w.Act(timer="gold-60a", unit="Knight", to="D6", target="Goblin"),
        Undo(),
        w.Act(timer="red-30", unit="Goblin", to="E7"),
        w.Act(timer="gold-60a", unit="Knight", to="D6", target="Goblin"),
        w.LayTile(hex="E4", terrain=Terrain.PLAINS),
        w.LayTile(hex="b2", terrain=Terrain.HUT),
        w.PlaceFeature(hex="B2", feature=Feature.FLAMES, tokens=2),
        w.DrawLine(one="E5", other="E6"),
        w.DrawLine(one="F6", other="F5"),
        w.DrawLine(one="A1", other="C3"),
        w.PlaceItem(item="rune stone", hex="D7"),
        w.PlaceItem(item="Rune Stone"),
        w.PlaceUnit(unit="Knight"),
    ):
        players.do(command)
    players.restart()
    players.do(Resume())
    players.wait(31)
    players.do(w.Act(timer="gold-90", unit="Archer", card="Volley", feature="E9", tokens=3))


def wartime_put_right(players: Played) -> None:
    """Both sides agree on what is put right: a timer's seconds, its flip, a unit's tokens and its hex."""
    gold, red = Seat.GOLD, Seat.RED
    players.table.keep("wartime", SCENARIO, "battle", WARTIME_SCENARIO)
    players.do(New(game="wartime", scenario="battle"))
    for command in (
        w.PlaceUnit(unit="Orc", hex="E6"),
        Begin(),
        w.Act(timer="gold-60a", unit="Archer", target="Orc", tokens=5),
        w.Propose.of(Correction(timer="gold-60a", seconds=-10), seat=gold),
        w.Agree(seat=gold),
        w.Agree(seat=red, number=1),
        w.Propose.of(Correction(timer="gold-60a", free=True, unit="orc", tokens=5, hex="E7"), seat=red),
        w.Agree(seat=gold),
        Undo(),
        w.Decline(seat=gold),
        w.Propose.of(Correction(unit="Knight", tokens=-1)),
        w.Propose.of(Correction(timer="red-30", seconds=12)),
        Pause(),
        w.Propose.of(Correction(timer="red-30", seconds=-30)),
        w.Propose.of(Correction(timer="gold-60a", seconds=5), seat=red),
        w.Decline(seat=red),
        w.Propose.of(Correction(timer="gold-60a", free=True), seat=red),
    ):
        players.do(command)
    players.restart()
    for command in (w.Agree(seat=gold), Resume(), End()):
        players.do(command)


WARTIME_LAST_UNIT = b"""{
    "id": "ford", "name": "Ford",
    "features": [{"hex": "D6", "terrain": "altar", "tokens": 1}],
    "neutral": {"neutral-120": "A fresh unit may come."},
    "conditions": [{"side": "red", "raze": ["D6"]}, {"side": "gold", "destroy": 1, "of": ["hero"], "hold": ["E5"]}],
    "units": [
        {"side": "gold", "name": "Archer", "hex": "E5"},
        {"side": "gold", "name": "Knight"},
        {"side": "red", "name": "Orc", "keywords": ["hero"]},
        {"side": "red", "name": "Goblin"}
    ]
}"""


def wartime_last_unit(players: Played) -> None:
    """A unit is left off the board and comes in by agreement; victory conditions come true, until both sides end it."""
    gold, red = Seat.GOLD, Seat.RED
    players.table.keep("wartime", SCENARIO, "ford", WARTIME_LAST_UNIT)
    players.do(New(game="wartime", scenario="ford"))
    players.do(w.Flip(timer="neutral-120"))
    players.wait(130)
    for command in (
        Begin(),
        w.Flip(timer="gold-60a", unit="Knight"),
        w.Propose.of(Correction(unit="knight", hex="E4"), seat=gold),
        w.Agree(seat=red),
        w.Flip(timer="gold-60a", unit="Knight"),
        w.Flip(timer="neutral-120"),
        w.AgreeEnd(seat=gold),
        w.DamageFeature(hex="D6", tokens=1),
        w.AgreeEnd(seat=red, winner=Side.RED),
        w.AgreeEnd(seat=red, winner=Side.RED),
        w.PlayOn(winner=Side.RED),
        w.Eliminate(unit="Orc"),
        w.AgreeEnd(seat=gold, winner=Side.GOLD),
        Undo(),
        Undo(),
        w.Eliminate(unit="Goblin"),
        w.Eliminate(unit="Orc"),
    ):
        players.do(command)
    players.restart()
    players.wait(130)
    players.do(Resume())
    players.wait(130)
    for command in (
        w.PlayOn(),
        w.AgreeEnd(seat=gold, winner=Side.RED),
        w.AgreeEnd(seat=gold, winner=Side.GOLD),
        w.AgreeEnd(seat=red, winner=Side.GOLD),
        End(winner=red),
    ):
        players.do(command)


WARTIME_SECRETS = b"""{
    "id": "secrets", "name": "Secrets",
    "units": [
        {"side": "gold", "name": "Archer"},
        {"side": "gold", "name": "Hero", "keywords": ["hero"]},
        {"side": "red", "name": "Shaman 1", "keywords": ["magic"]},
        {"side": "red", "name": "Shaman 2", "keywords": ["magic"]}
    ],
    "cards": {
        "gold": {"actions": 2, "dealt": 3, "cards": [
            {"name": "Charge", "kind": "standard"}, {"name": "Drill", "kind": "standard"},
            {"name": "March", "kind": "standard"}, {"name": "Oath", "kind": "heroic"}]},
        "red": {"actions": 1, "spells": 2, "cards": [
            {"name": "Charge", "kind": "standard"},
            {"name": "Fireball", "kind": "spell"}, {"name": "Haste", "kind": "spell"}]}
    }
}"""


def wartime_in_secret(players: Played) -> None:
    """Hands that are dealt and ticked; casters told apart; a card that goes back, and one that frees a timer."""
    gold, red = Side.GOLD, Side.RED
    players.table.keep("wartime", SCENARIO, "secrets", WARTIME_SECRETS)
    players.do(New(game="wartime", scenario="secrets"))
    for command in (
        w.Tick(side=gold, choose="Charge"),
        w.Deal(side=gold, lot=5),
        *(w.Tick(side=gold, choose=card) for card in ("Charge", "Drill", "March", "Oath")),
        w.Tick(side=gold, drop="drill"),
        w.Muster(side=gold, units=("Archer",)),
        *(w.Tick(side=red, choose=card) for card in ("Haste", "Fireball", "Charge")),
        w.Flip(timer="neutral-120"),
    ):
        players.do(command)
    players.restart()
    players.do(Resume())
    players.wait(120)
    for command in (
        w.Tick(side=gold, choose="Drill"),
        Begin(),
        w.Flip(timer="gold-30", unit="Archer"),
        *(w.Assign(timer="gold-30", unit="Archer", card=card) for card in ("Charge", "March", "Oath")),
        w.Free(timer="gold-30"),
        w.Flip(timer="red-spell"),
        w.Assign(timer="red-spell", card="Haste"),
        w.Assign(timer="red-spell", caster="Shaman 2"),
        w.Flip(timer="red-30", unit="Shaman 2", card="Charge"),
        w.Free(timer="red-30", card="Haste"),
        w.Free(timer="red-spell"),
        Undo(),
        w.Flip(timer="red-60a", unit="Shaman 1"),
    ):
        players.do(command)
    players.wait(31)
    players.do(w.Flip(timer="red-spell", caster="Shaman 1", card="Fireball"))
    players.do(w.Flip(timer="red-spell", card="Fireball"))


def wartime_given_up(players: Played) -> None:
    """A game without a scenario: set up, left alone, begun, ended in words, ended again after an undo."""
    players.do(New(game="wartime"))
    players.restart()
    for command in (
        w.Muster(side=Side.RED, units=("Orc", "Goblin"), cards=()),
        Begin(),
        w.Flip(timer="gold-60b", unit="Archer"),
        w.Flip(timer="red-60b", unit="Goblin"),
        End(winner=Seat.GOLD),
        Undo(),
        End(winner=Seat.AZURE),
        End(winner=Seat.RED),
    ):
        players.do(command)


def wartime_brought_back(players: Played) -> None:
    """Begun by both sides; units fall and come back; it ends for nobody, and then somebody has won."""
    gold, red = Side.GOLD, Side.RED
    players.table.keep("wartime", SCENARIO, "battle", WARTIME_SCENARIO)
    players.do(New(game="wartime", scenario="battle"))
    for command in (
        Begin(seat=Seat.GOLD),
        Begin(seat=Seat.GOLD),
        Begin(seat=Seat.RED),
        w.Flip(timer="red-60a", unit="Orc"),
        w.Damage(unit="Orc", tokens=9),
        w.Reinforce(unit="orc", side=red, tokens=2),
        w.Reinforce(unit="Orc", side=red, tokens=40),
        w.Reinforce(unit="Knight", tokens=1),
        w.Eliminate(unit="Knight"),
        w.Revive(unit="knight", side=gold),
        w.Revive(unit="Knight"),
        w.Eliminate(unit="Archer"),
        w.Revive(unit="Archer"),
        Pause(),
        End(),
        w.Reinforce(unit="Archer", tokens=1),
        End(winner=Seat.RED),
        End(winner=Seat.RED),
        End(winner=Seat.GOLD),
        Undo(),
    ):
        players.do(command)


def warzone(players: Played) -> None:
    """Five Turns of Key Positions."""
    gold, red = Side.GOLD, Side.RED
    players.do(New(game="warzone"))
    knights = (
        ForceEntry(name="Knight", count=3, wounds=2, dp=4, trooper=True),
        ForceEntry(name="Lord", wounds=3, leader=True),
    )
    hounds = (ForceEntry(name="Hound", count=4, group=2, wounds=1, dp=2),)
    for command in (
        Begin(),
        z.SetSize(size=50),
        z.Muster(side=gold, name="Order", entries=knights, assets=("Air Strike", "Distort")),
        z.Muster(side=red, activations=3),
        z.Muster(side=red, entries=hounds),
        z.RollAllegiance(gold=_die(3), red=_die(3)),
        z.ChooseAllegiance(light=gold),
        z.SetDeployment(die=_die(3)),
        z.SetDeployment(deployment=Deployment.CORNER),
        z.SetScenario(die=_die(10)),
        z.SetScenario(scenario=WarzoneScenario.KEY_POSITIONS),
        z.RollAreas(gold=_die(4), red=_die(9)),
        z.SelectArea(side=gold, area=DeploymentArea.A),
        z.Seal(side=gold, owner="phone 1", picks=(Secondary.HOLD_GROUND, Secondary.ESCORT)),
        z.Seal(side=red, owner="phone 2", picks=(Secondary.ESCORT, Secondary.FLANKING_MANEUVERS)),
        z.Seal(side=red, owner="phone 2", picks=(Secondary.ESCORT, Secondary.ESCORT)),
        z.Reveal(),
        z.SealPrimary(side=gold, owner="phone 1", pick=Primary.CENTER),
        z.SealPrimary(side=red, owner="phone 2", pick=Primary.CENTER),
        z.NameCommander(side=gold, unit="4"),
        Pause(),
        Begin(),
        w.Flip(timer="gold-30"),
    ):
        players.do(command)
    players.do(z.GoFirst(side=gold), BUTTON)
    for command in (
        z.Activate(side=gold, units=("1",)),
        z.Activate(side=gold, units=("2",)),
        z.React(side=red, unit="1", reaction=Reaction.AMBUSH),
        z.EndActivation(side=gold),
        z.EndActivation(side=gold),
        z.EndActivation(side=red),
        z.SetPasses(side=red, passes=2),
        z.SetActive(side=red),
        z.UsePass(side=red),
        Undo(),
        z.Mark(side=gold, unit="3", counter=Counter.PINNED),
        z.Mark(side=gold, unit="3", counter=Counter.ACTIVATION),
        z.Wound(side=gold, unit="1", count=1),
        z.Wound(side=gold, unit="1", count=1, by="2", strike=True),
        z.Remove(side=red, unit="4", by="2"),
        z.Return(side=red, unit="4"),
        z.Jam(side=gold, unit="2", weapon="Rifle"),
        z.Reload(side=gold, unit="2", weapon="Rifle"),
        z.PlaceCloud(),
        z.PlaceCloud(name="Gas"),
        z.RemoveCloud(cloud=1),
        z.UseEffect(side=gold, effect="air strike"),
        z.UseEffect(side=gold, effect="air strike", agreed=True),
        z.UseEffect(side=gold, effect="Air Strike"),
        z.Activate(side=red),
        z.EndActivations(),
        z.EndActivation(side=red),
        z.EndActivations(),
        z.EndTurn(),
        z.RollCloud(cloud=2, die=_die(5)),
        z.EndTurn(),
    ):
        players.do(command)
    players.restart()
    for turn in range(2, 6):
        players.do(z.RollInitiative(side=gold, die=_die(7)))
        players.do(z.RollInitiative(side=red, die=_die(7 + turn)), BUTTON)
        players.do(z.PassInitiative(side=gold) if turn % 2 else z.KeepInitiative(side=gold))
        players.do(z.EndActivations())
        players.do(z.RollCloud(cloud=2, die=_die(20)))
        if turn == 5:
            players.do(z.RevealPrimaries())
        for question in seats.open_questions(players):
            players.do(z.Answer(turn=turn, question=question.id, option=question.options[turn % 2 - 1].id))
        players.do(z.EndTurn())
    players.do(z.Answer(turn=2, question="no such", option="yes"))


def warzone_fought(players: Played) -> None:
    """Attacks with all that comes of them, Reactions among them."""
    gold, red = Side.GOLD, Side.RED
    players.do(New(game="warzone"))
    lamps = (
        ForceEntry(name="Lamp", count=2, wounds=2, dp=4),
        ForceEntry(name="Wick", wounds=1, abilities=("Relentless",)),
    )
    shot = Blow(action=Action.SHOOT, target="1", weapon="Rifle", dealt=AttackDealt(), rolls=(19,), real=True)
    for command in (
        z.Muster(side=gold, name="Lamps", entries=lamps),
        z.Muster(side=red, name="Moths", entries=lamps),
        z.SelectArea(side=gold, area=DeploymentArea.A),
        Begin(),
        z.KeepInitiative(side=red),
        z.Activate(side=red, units=("1",)),
        Do(side=red, unit="1", action=Action.AIM),
        Fight(side=red, unit="1", blow=msgspec.structs.replace(shot, dealt=AttackDealt(failed=True))),
        Fight(side=red, unit="1", blow=shot),
        Do(side=red, unit="1", action=Action.RELOAD, weapon="Rifle"),
        Do(side=red, unit="1", action=Action.RELOAD, weapon="Rifle", agreed=True),
        Fight(
            side=gold,
            unit="1",
            blow=msgspec.structs.replace(
                shot,
                reaction=Reaction.COUNTERATTACK,
                dealt=AttackDealt(hits=1, wounds=1, pinned=True),
                rolls=(4,),
                armor=(15,),
            ),
        ),
        Undo(),
        z.EndActivation(side=red),
        Fight(
            side=gold,
            unit="1",
            blow=Blow(action=Action.CHARGE, target="1", dealt=AttackDealt(hits=1, wounds=2, pinned=True), rolls=(1,)),
        ),
        z.Wound(side=red, unit="3", count=2),
        z.Mark(side=red, unit="3", counter=Counter.PINNED),
        Do(side=gold, unit="1", action=Action.MOVE),
        Do(side=gold, unit="1", action=Action.RALLY),
        z.EndActivation(side=gold),
        End(),
    ):
        players.do(command)


def warzone_reacted(players: Played) -> None:
    """Actions that are declared, everything that answers them, and the tests that spare a counter."""
    gold, red = Side.GOLD, Side.RED
    players.do(New(game="warzone"))
    lamps = (
        ForceEntry(name="Lamp", count=2, wounds=2),
        ForceEntry(name="Moth", abilities=("Guerilla (5)", "Dodge", "Awareness")),
    )
    shot = Blow(action=Action.SHOOT, target="3", weapon="Rifle", dealt=AttackDealt(), rolls=(9, 4), real=True)
    for command in (
        z.Muster(side=gold, name="Lamps", entries=lamps),
        z.Muster(side=red, name="Moths", entries=lamps),
        z.SelectArea(side=gold, area=DeploymentArea.A),
        Begin(),
        z.KeepInitiative(side=red),
        Declare(side=red, unit="1", action=Action.MOVE),
        z.React(side=gold, unit="3", reaction=Reaction.AMBUSH),
        z.React(side=gold, unit="1", reaction=Reaction.AMBUSH),
        Fight(side=gold, unit="3", blow=msgspec.structs.replace(shot, target="1", reaction=Reaction.AMBUSH)),
        Spare(side=gold, unit="3", die=_die(4)),
        Declare(side=red, unit="1", action=Action.SHOOT, target="3"),
        z.React(side=gold, unit="3", reaction=Reaction.DIVE_FOR_COVER),
        Fight(side=red, unit="1", blow=msgspec.structs.replace(shot, dive=True)),
        Spare(side=gold, unit="3", die=_die(7)),
        Undo(),
        Spare(side=gold, unit="3", die=_die(3)),
        Forgo(side=gold),
        z.EndActivation(side=red),
        End(),
    ):
        players.do(command)


def warzone_declared(players: Played) -> None:
    """Attacks that are declared with all that their odds need, dice that the table rolls, a cloud, what is agreed."""
    gold, red = Side.GOLD, Side.RED
    players.do(New(game="warzone"))
    lamps = (
        ForceEntry(name="Lamp", count=2, wounds=3),
        ForceEntry(name="Wick", wounds=2, abilities=("Command", "Inspire")),
    )
    way = AttackWay(action=Action.SHOOT, weapon="Fog", band=BandName.LONG)
    told = Told(obstruction=Obstruction.HEAVY, aim=True)
    how = Declaration(way=way, told=told, area=Threat.CLOUD, span=(12, 36))
    dice = TableDice(target="1", how=how, lot=7, rolls=(4,), armor=(15,))
    blow = Blow(
        action=Action.SHOOT,
        target="1",
        weapon="Fog",
        dealt=AttackDealt(hits=1, wounds=1, pinned=True),
        rolls=(4,),
        armor=(15,),
        prepared=(Action.AIM,),
        how=how,
        cloud=CloudZone(name="Fog", size=2),
        thrown=Rolls(attack=(4,), armor=(15,)),
    )
    for command in (
        z.Muster(side=gold, name="Lamps", entries=lamps),
        z.Muster(side=red, name="Moths", entries=lamps),
        z.SelectArea(side=gold, area=DeploymentArea.A),
        Begin(),
        z.KeepInitiative(side=red),
        z.Activate(side=red, units=("1",)),
        z.Roll(side=red, unit="1", dice=dice),
        z.Roll(side=red, unit="1", dice=dice),
        z.React(side=gold, unit="1", reaction=Reaction.DIVE_FOR_COVER),
        Forgo(side=gold),
        z.Roll(side=red, unit="1", dice=dice),
        z.Roll(side=red, unit="1", dice=dice, again=True),
        Do(side=red, unit="1", action=Action.MOVE),
        Fight(side=red, unit="1", blow=blow),
        Declare(side=red, unit="1", action=Action.REPOSITION),
        Declare(side=red, unit="1", action=Action.MOVE),
        Declare(side=red, unit="1", action=Action.MOVE, agreed=True),
        Declare(side=red, unit="2", action=Action.COMPULSORY, forced="4” away"),
        z.EndActivation(side=red),
        z.HitByCloud(side=gold, unit="2", cloud=1, dealt=AttackDealt(wounds=1, pinned=True), armor=(18,)),
        z.AnswerCloud(cloud=1),
        z.AnswerCloud(cloud=1),
        z.ScatterCloud(cloud=1, inches=3, die=_die(7)),
        z.Activate(side=gold, units=("3",)),
        z.Assist(side=gold, unit="3", ability=Assistance.INSPIRE, other="1"),
        z.Assist(side=gold, unit="3", ability=Assistance.COMMAND, other="2", needed=12, die=_die(5)),
        Do(side=gold, unit="2", action=Action.MOVE),
        Do(side=gold, unit="2", action=Action.MOVE),
        z.UseEffect(side=gold, effect="Flare"),
        z.EndActivation(side=gold),
        End(),
    ):
        players.do(command)


def warzone_set_up(players: Played) -> None:
    """Set up in the book's order, from the Factions on, with the terrain; and a roll that ties."""
    players.do(New(game="warzone"))
    for command in (
        z.SetSize(size=30),
        z.RollAllegiance(gold=_die(3), red=_die(13), factions={Side.GOLD: Faction.SEMAI, Side.RED: Faction.CAPITOL}),
        z.RollAllegiance(gold=_die(4), red=_die(2), factions={Side.GOLD: Faction.SEMAI, Side.RED: Faction.CAPITOL}),
        z.Muster(side=Side.GOLD, activations=2),
        z.Muster(side=Side.RED, activations=2),
        z.SetDeployment(die=_die(7)),
        z.SetScenario(scenario=WarzoneScenario.SABOTAGE),
        z.PlaceTerrain(),
        Undo(),
        z.PlaceTerrain(),
        z.SelectArea(side=Side.RED, area=DeploymentArea.B),
        Begin(),
    ):
        players.do(command)


def warzone_given_up(players: Played) -> None:
    """Units that are only counted, and a side that gives up."""
    players.do(New(game="warzone"))
    for command in (
        z.Muster(side=Side.GOLD, activations=2),
        z.Muster(side=Side.RED, activations=1),
        z.SelectArea(side=Side.RED, area=DeploymentArea.B),
        Begin(),
        z.KeepInitiative(side=Side.GOLD),
        z.EndActivation(side=Side.GOLD),
        End(winner=Seat.RED),
        Undo(),
        z.UsePass(side=Side.RED),
        End(winner=Seat.GOLD),
    ):
        players.do(command)


def warzone_objectives(players: Played) -> None:
    """Counters that are interacted with, put right and counted at the end of a Turn; Commanders that are measured."""
    gold, red = Side.GOLD, Side.RED
    players.do(New(game="warzone"))
    for command in (
        z.Muster(side=gold, activations=3),
        z.Muster(side=red, activations=3),
        z.SetDeployment(deployment=Deployment.FLANK),
        z.SetScenario(scenario=WarzoneScenario.SABOTAGE),
        z.SelectArea(side=gold, area=DeploymentArea.A),
        z.Seal(side=gold, owner="phone 1", picks=(Secondary.ESCORT, Secondary.INTERCEPT_TRANSMISSIONS)),
        z.Seal(side=red, owner="phone 2", picks=(Secondary.ESCORT, Secondary.HOLD_GROUND)),
        z.Reveal(),
        Begin(),
        z.Seal(side=gold, owner="phone 1", picks=(Secondary.ESCORT, Secondary.HOLD_GROUND)),
        z.KeepInitiative(side=red),
        z.EndActivations(),
        z.EndTurn(),
        z.GoFirst(side=gold),
        z.Activate(side=gold, units=("1",)),
        z.Interact(side=gold, unit="1", counter="b-left", needed=12, dice=(_die(13), _die(4))),
        z.Interact(side=gold, unit="1", counter="a-left"),
        z.Interact(side=gold, unit="1", counter="gold-escort", place=BattlefieldPlace.AREA),
        z.Interact(side=gold, unit="1", counter="gold-escort", place=BattlefieldPlace.AREA, agreed=True),
        z.Interact(side=gold, unit="1", counter="gold-intercept-2", needed=9, dice=(_die(10),), agreed=True),
        z.SetConnection(counter="gold-intercept-2", unit="1"),
        z.SetDamage(side=red, counter="a-right", damage=2),
        Undo(),
        z.PlaceObjective(counter="red-escort", place=BattlefieldPlace.OFF),
        z.EndActivations(),
        z.EndActivation(side=gold),
        z.EndActivations(),
        z.AnswerTracked(),
        z.SetControl(counter="left", control=gold),
        z.SetScenario(scenario=WarzoneScenario.KEY_POSITIONS),
        z.SetControl(counter="left", control=gold),
        z.SetControl(counter="right"),
        z.AnswerTracked(),
        z.SetScenario(scenario=WarzoneScenario.LEAD_FROM_THE_FRONT),
        z.MeasureCommanders(gold=Stand(distance=13, front=2), red=Stand(distance=8, behind=1)),
        z.AnswerTracked(),
    ):
        players.do(command)


def warzone_with_assets(players: Played) -> None:
    """The second Turn's start: their die rolled again, and tests of a Pinned Unit."""
    gold, red = Side.GOLD, Side.RED
    players.do(New(game="warzone"))
    knights = (ForceEntry(name="Knight", count=2),)
    for command in (
        z.Muster(side=gold, entries=knights, assets=("Intel Misdirection", "To the Last Warrior")),
        z.Muster(side=red, activations=2),
        z.SelectArea(side=gold, area=DeploymentArea.B),
        Begin(),
        z.Mark(side=gold, unit="1", counter=Counter.PINNED),
        z.UseEffect(side=gold, effect="to the last warrior", test=LeadershipRoll(unit="1", ld=12, die=_die(13))),
        z.GoFirst(side=gold),
        z.EndActivations(),
        z.EndTurn(),
        z.RollInitiative(side=gold, die=_die(8)),
        z.RollInitiative(side=red, die=_die(3), misdirected=True),
        z.RollInitiative(side=red, die=_die(3)),
        z.RollInitiative(side=red, die=_die(19), misdirected=True),
        Undo(),
        z.RollInitiative(side=red, die=_die(12), misdirected=True),
        z.UseEffect(side=gold, effect="To the Last Warrior", test=LeadershipRoll(unit="1", ld=12, die=_die(12))),
        z.KeepInitiative(side=gold),
    ):
        players.do(command)


def warzone_equipped(players: Played) -> None:
    """A Force that came from cards: Faction Assets for one Unit, given to another, taken back and asked for in vain."""
    gold = Side.GOLD
    lamps = (
        ForceEntry(name="Lamp Guard", count=2, wounds=2, dp=4, trooper=True, card_id="lamp-guard"),
        ForceEntry(name="Warden", wounds=3, dp=6, leader=True, card_id="warden"),
    )
    players.do(New(game="warzone"))
    for command in (
        z.Muster(
            side=gold,
            name="Night Watch",
            entries=lamps,
            assets=("Extra Kit", "Command Helmet", "Air Strike"),
            designated={"Extra Kit": "lamp-guard", "Command Helmet": "gone"},
        ),
        z.Muster(side=Side.RED, activations=2),
        Designate(side=gold, unit="3", asset="command helmet"),
        Designate(side=gold, unit="2", asset="Extra Kit"),
        Undo(),
        Designate(side=gold, unit="3", asset="Air Strike"),
        Designate(side=gold, unit="3", asset="Rocket Boots"),
        Designate(side=gold, unit="9", asset="Extra Kit"),
        z.SelectArea(side=Side.RED, area=DeploymentArea.B),
        Begin(),
        Designate(side=gold, unit="3", asset="Extra Kit"),
        End(winner=Seat.GOLD),
    ):
        players.do(command)


def battleline(players: Played) -> None:
    """Two players, all Tactics cards, mis-taps put right, three flags in a row."""
    gold, red = Seat.GOLD, Seat.RED
    players.do(New(game="battleline"))
    for command in (
        b.Claim(side=gold, flag=1),
        Begin(),
        Begin(),
        b.Pass(side=gold),
        b.Lay(side=gold, flag=1, piece="R10"),
        b.Lay(side=red, flag=1, piece="FOG"),
        b.Lay(side=gold, flag=2, piece="LA"),
        b.Lay(side=red, flag=9, piece="P2"),
        b.Lay(side=red, flag=9, piece="P3"),
        b.Lay(side=gold, flag=1, piece="X9"),
        b.TakeUp(piece="P2"),
        b.Lay(side=red, flag=9, piece="P3"),
        b.Shift(piece="P3", flag=9, side=red),
        b.Shift(piece="P3", flag=8, side=red),
        b.Shift(piece="FOG", flag=1, side=gold),
        b.Scout(side=gold),
        b.Redeploy(side=red, piece="P3", to=7),
        b.Lay(side=gold, flag=6, piece="Y1"),
        b.Lay(side=red, flag=6, piece="Y2"),
        b.Betray(side=gold, piece="P3", to=7),
        b.Desert(side=red, piece="LA"),
        Undo(),
        b.Desert(side=red, piece="P3"),
        Pause(),
        w.Free(timer="gold-30"),
    ):
        players.do(command)
    players.restart()
    idle = iter(("9:P4", "9:P5", "9:P6", "8:B1", "8:B2", "8:R1", "7:R2", "7:R3", "6:R4"))
    for flag, colour in ((3, "O"), (4, "Y"), (5, "G")):
        for value in (10, 9, 8):
            players.do(b.Lay(side=gold, flag=flag, piece=f"{colour}{value}"))
            at, _, piece = next(idle).partition(":")
            players.do(b.Lay(side=red, flag=int(at), piece=piece))
    players.do(b.Point(side=gold), BUTTON)
    players.do(b.Point(side=red), BUTTON)
    players.do(b.Claim(side=gold), BUTTON)
    for flag in (3, 4, 5, 6):
        players.do(b.Claim(side=gold, flag=flag))
    players.do(b.Lay(side=red, flag=6, piece="B3"))


def battleline_in_the_mud(players: Played) -> None:
    """The Mud is taken from under four cards; later both may hold nothing but Tactics cards, and pass."""
    gold, red = Seat.GOLD, Seat.RED
    players.do(New(game="battleline"))
    players.do(b.Lay(side=gold, flag=4, piece="MUD"))
    for value in (1, 2, 3):
        players.do(b.Lay(side=red, flag=4, piece=f"B{value}"))
        players.do(b.Lay(side=gold, flag=4, piece=f"R{value}"))
    players.do(b.Lay(side=red, flag=5, piece="B5"))
    players.do(b.Lay(side=gold, flag=4, piece="R4"))
    players.do(b.TakeUp(piece="MUD"))
    players.do(b.Desert(side=red, piece="MUD"))
    players.do(b.Lay(side=gold, flag=4, piece="R5"))
    for value in range(7, 10):
        players.do(b.Lay(side=gold, flag=1, piece=f"Y{value}"))
        players.do(b.Lay(side=red, flag=2, piece=f"G{value}"))
    players.do(b.Lay(side=gold, flag=5, piece="R6"))
    players.do(b.Lay(side=red, flag=5, piece="B6"))
    players.do(b.Exchange(piece="B6", instead="B7"))
    players.do(b.Pass(side=gold))
    players.do(b.Pass(side=red))


def battleline_of_three(players: Played) -> None:
    """The other printing's names; ended in words."""
    players.table.keep("battleline", CHOICES, CHOICES, b'{"players": "three", "edition": "second"}')
    players.do(New(game="battleline"))
    for command in (
        b.Lay(side=Seat.AZURE, flag=7, piece="LD"),
        b.Lay(side=Seat.GOLD, flag=7, piece="R1"),
        b.Lay(side=Seat.RED, flag=7, piece="R2"),
        b.Lay(side=Seat.RED, flag=1, piece="MUD"),
        b.TakeUp(piece="MUD"),
        End(winner=Seat.AZURE),
        Undo(),
        End(),
    ):
        players.do(command)


def battleline_handed(players: Played) -> None:
    """Proofs handed across: one agreed to, one answered by playing on, one taken back with its claim."""
    gold, red = Seat.GOLD, Seat.RED
    players.do(New(game="battleline"))
    for flag, colour in ((1, "R"), (2, "O"), (4, "Y")):
        for value in (10, 9, 8):
            players.do(b.Lay(side=gold, flag=flag, piece=f"{colour}{value}"))
            players.do(b.Lay(side=red, flag=flag + 4, piece=f"{colour}{11 - value}"))
    for command in (
        b.Agree(side=red, flag=1),
        b.Claim(side=gold, flag=1),
        b.Claim(side=gold, flag=2),
        b.Agree(side=red, flag=1),
        b.Agree(side=red, flag=1),
        b.Lay(side=gold, flag=9, piece="P1"),
        b.Exchange(piece="Y1", instead="Y6"),
        b.Lay(side=red, flag=9, piece="P2"),
        b.Claim(side=gold, flag=4),
        Undo(),
        b.Claim(side=gold, flag=4),
    ):
        players.do(command)
    players.restart()


def battleline_by_name(players: Played) -> None:
    """Sides that go by who plays: known before, told meanwhile, taken away, one twice, one that is a suit."""

    def call(seat: Seat, name: str | None) -> None:
        players.table.note(Named(seat=seat.value, name=name), source=PHONE)

    known = (Sitter("gold", "Anna", 1), Sitter("azure", "Cleo"))
    players.table.keep(TABLE, SITTERS, SITTERS, msgspec.json.encode(known))
    players.do(New(game="battleline"))
    call(Seat.RED, "Ben")
    players.do(b.Lay(side=Seat.GOLD, flag=1, piece="R10"))
    players.do(b.Lay(side=Seat.GOLD, flag=1, piece="R9"))
    call(Seat.RED, "anna")
    players.do(b.Scout(side=Seat.RED))
    players.do(Undo())
    players.restart()
    call(Seat.GOLD, "Red")
    call(Seat.RED, None)
    players.do(b.Lay(side=Seat.RED, flag=1, piece="B9"))
    players.do(End(winner=Seat.GOLD))


GAMES: dict[str, Callable[[Played], None]] = {
    game.__name__: game
    for game in (
        wartime,
        wartime_by_hand,
        wartime_on_the_map,
        wartime_put_right,
        wartime_last_unit,
        wartime_in_secret,
        wartime_given_up,
        wartime_brought_back,
        warzone,
        warzone_set_up,
        warzone_given_up,
        warzone_objectives,
        warzone_with_assets,
        warzone_fought,
        warzone_reacted,
        warzone_equipped,
        warzone_declared,
        battleline,
        battleline_in_the_mud,
        battleline_of_three,
        battleline_handed,
        battleline_by_name,
    )
}


def journaled(players: Players) -> tuple[Opened, list[RecordedRow]]:
    """The last match as the journal has it, once the table is closed."""
    journal = Journal(players.path)
    last = journal.last_match()
    assert last is not None
    rows = [
        RecordedRow(seq=row.seq, wall=row.wall, mono=row.mono, source=row.source, event=msgspec.Raw(row.event))
        for row in journal.rows(last.id)
    ]
    journal.close()
    return Opened(game=last.game, setup=msgspec.Raw(last.setup)), rows


def digest(view: bytes) -> str:
    return hashlib.sha256(view).hexdigest()[:8]


def seen(table: Table, digests: list[str]) -> Seen:
    log = [described(entry, line) for entry, line in entries(table)]
    parts = (msgspec.Raw(msgspec.json.encode(part)) for part in (table.view(), log, table.report()))
    return Seen(*parts, digests=tuple(digests))


def _die(value: int) -> Die:
    return Die(value=value, real=value % 2 == 0)
