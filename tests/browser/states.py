"""Every page and state of the site by name: what is looked at by axe, measured on every size of screen, and drawn.

To add one: a line where its game is, or in `_of_all`. How the table gets there is a moment of tests/web/moments.py;
how the page gets from its address to what is meant is an act, by a finger.
"""

import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from playwright.sync_api import FilePayload, Page

from companion.table.events import SERVICE, Named
from companion.table.view import ResultHere, RoundHere
from tests.browser.venue import Stage
from tests.companion.warzone.test_battlescribe_bounds import INVENTED, links_to_every_profile
from tests.web.moments import MOMENTS, change, keep
from tests.web.wartime.great_board import GREAT
from tests.web.workers import HALF_DONE, instead_of_workers
from web.http.phones import PhoneSeat

Play = Callable[[Stage], None]
Act = Callable[[Page], None]


def _nothing(_: Page) -> None:
    pass


@dataclass(frozen=True)
class State:
    """A page at a moment, on the phone that sits there, or on one that has not joined. `act` is what a finger does."""

    game: str
    name: str
    play: Play
    path: str = "/"
    act: Act = _nothing
    seat: PhoneSeat | None = PhoneSeat.GOLD

    @property
    def id(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", f"{self.game} {self.name}".lower()).strip("-")


def at_fault(state: State) -> State:
    """The same while the table says what is broken."""

    def play(stage: Stage) -> None:
        state.play(stage)
        stage.table.fault("sync", "Not saving: No space left on device. The game goes on.")

    return replace(state, play=play)


def _at(game: str, moment: str, *, wait: float = 0) -> Play:
    def play(stage: Stage) -> None:
        MOMENTS[game][moment](stage.phone())
        stage.wait(wait)

    return play


def _loaded(page: Page) -> None:
    """A replay that the browser plays."""
    page.locator("body[data-loaded]").wait_for()


def _its_report(page: Page) -> None:
    """The report of a kept match, from its replay."""
    _loaded(page)
    page.get_by_role("link", name="Report", exact=True).tap()
    page.wait_for_url("**/report?match=*")


def _no_match(page: Page) -> None:
    """A file that is none."""
    page.locator("#bring [type=file]").set_input_files(
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": b"a photo"}
    )
    page.locator("#bring button").tap()
    page.get_by_role("alert").filter(has_text="That is not a match file").wait_for()


def _missed_shot(stage: Stage) -> None:
    """A shot that another weapon would have made better."""
    phone = stage.phone()
    MOMENTS["warzone"]["a duel"](phone)
    shot = {"target": "2", "action": "shoot", "weapon": "Soot Pot", "band": "long"}
    change(phone, "/api/warzone/match/sides/gold/units/1/fight", **shot)


def _rolling(target: str) -> Play:
    """The table is asked for the dice of a shot: they wait for the Captain, and lie for the Lamp Guard, who is
    Pinned."""

    def play(stage: Stage) -> None:
        MOMENTS["warzone"]["a duel"](stage.phone())
        shot = {"target": target, "action": "shoot", "weapon": "Wick Rifle", "band": "short"}
        change(stage.phone(), "/api/warzone/match/sides/gold/units/1/roll", **shot)

    return play


def _tap(*selectors: str) -> Act:
    """Taps the first of each in turn."""

    def act(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.tap()

    return act


def _opened(page: Page) -> None:
    """Everything that can be unfolded is, as by hand."""
    page.keyboard.press("Shift")
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")


def _sheet(selector: str) -> Act:
    def act(page: Page) -> None:
        page.locator(selector).first.tap()
        page.locator("dialog[open] .sheet").wait_for()

    return act


def _whole_sheet(page: Page) -> None:
    _sheet(".title")(page)
    _opened(page)


# WarTime


def _demo(game: str) -> Play:
    def play(stage: Stage) -> None:
        MOMENTS["wartime"]["timers alone"](stage.phone())
        change(stage.phone(), "/api/table/demo", game=game)
        stage.wait(40)

    return play


def _sand(stage: Stage) -> None:
    """Sand at every height, and named."""
    phone = stage.phone()
    MOMENTS["wartime"]["units named"](phone)
    change(phone, "/api/table/begin")
    for wait, timer, said in (
        (3, "red-60b", {}),
        (19, "red-60a", {}),
        (8, "gold-60a", {"unit": "Archer"}),
        (4, "gold-90", {"unit": "Knight / Squire"}),
        (2, "gold-spell", {"card": "Bless"}),
        (3, "red-90", {"unit": "Orc"}),
    ):
        change(phone, f"/api/timers/{timer}/flip", **said)
        stage.wait(wait)


def _last_seconds(stage: Stage) -> None:
    _sand(stage)
    for timer in ("gold-30", "red-30"):
        change(stage.phone(), f"/api/timers/{timer}/flip")
    stage.wait(26)


def _time_is_up(stage: Stage) -> None:
    phone = stage.phone()
    change(phone, "/api/table/new", game="wartime", scenario="ten-minutes")
    change(phone, "/api/table/begin")
    change(phone, "/api/timers/gold-60a/flip")
    stage.wait(601)


def _ruled_on(page: Page) -> None:
    page.locator("#hearing .chips:last-child a").last.tap()
    page.locator(".verdict").wait_for()


def _proposed_in_a_pause(stage: Stage) -> None:
    MOMENTS["wartime"]["a proposal"](stage.phone())
    change(stage.phone(), "/api/table/pause")


_NAMES = ("Man-at-Arms 1", "Man-at-Arms 2", "Archer", "Crossbowman", "Knight", "Pikeman", "Wizard", "Abomination")


def _army(stage: Stage) -> None:
    """Eight units a side, and a scenario that says at length who wins."""
    hit = {"1": {"kind": "melee", "value": 4}, "3": {"kind": "distance", "value": 2}}
    token = {"health": 4, "speed": 2, "charge": 1, "keywords": ["infantry", "hero"], "damage": hit, "type": "Guard"}
    units = [{"side": side, "name": name, **token} for side in ("gold", "red") for name in _NAMES]
    victory = "Valyance wins as soon as one of its units stands in a castle wall. " * 6
    scenario = {"id": "own", "name": "The long bridge over the river", "victory": victory, "units": units}
    keep(stage.phone(), "/api/scenarios/own", scenario)
    change(stage.phone(), "/api/table/new", game="wartime", scenario="own")


def _armies_fight(stage: Stage) -> None:
    _army(stage)
    for path, body in (
        ("table/begin", {}),
        ("timers/gold-60a/flip", {"unit": "Knight"}),
        ("units/Wizard/damage", {"side": "gold", "tokens": 4}),
        ("units/Archer/damage", {"side": "gold", "tokens": 1}),
    ):
        change(stage.phone(), f"/api/{path}", **body)


def _ready(seat: str) -> Play:
    def play(stage: Stage) -> None:
        _army(stage)
        change(stage.phone(), "/api/table/begin", seat=seat)

    return play


def _over(**winner: str) -> Play:
    def play(stage: Stage) -> None:
        _armies_fight(stage)
        change(stage.phone(), "/api/table/end", **winner)

    return play


def _paused(stage: Stage) -> None:
    _last_seconds(stage)
    change(stage.phone(), "/api/table/pause")


def _hands_paused(stage: Stage) -> None:
    _at("wartime", "hands")(stage)
    change(stage.phone(), "/api/table/pause")


def _map_paused(stage: Stage) -> None:
    MOMENTS["wartime"]["on the map"](stage.phone())
    stage.wait(7)
    change(stage.phone(), "/api/table/pause")


def _map_setup(stage: Stage) -> None:
    keep(stage.phone(), "/api/scenarios/great", GREAT)
    change(stage.phone(), "/api/table/new", game="wartime", scenario="great")


def _map_alone(stage: Stage) -> None:
    """Units that players have put down, and no numbers."""
    MOMENTS["wartime"]["timers alone"](stage.phone())
    change(stage.phone(), "/api/table/begin")
    for unit, side, hex in (("Archer", "gold", "E5"), ("Goblin", "red", "E7")):
        change(stage.phone(), f"/api/units/{unit}/place", side=side, hex=hex)


def _long_night(stage: Stage) -> None:
    """More happens than a page of the log tells, and the disk is full."""
    _sand(stage)
    for _ in range(120):
        for act in ("flip", "free"):
            stage.wait(1)
            change(stage.phone(), f"/api/timers/gold-30/{act}")
    stage.table.fault("sync", "Not saving: No space left on device. The game goes on.")
    stage.table.fault("guessing", "Somebody is guessing codes: 192.168.1.77.")


def _shelf(stage: Stage) -> None:
    """Games of an evening, one of them put away, one that nothing here can replay, and one on the table."""
    for each in stage.table.reader.listed():
        if each.match != stage.table.reader.stamp().on_table:
            stage.table.delete(each.match)
    for winner, names in (("gold", ("Maximiliane von Hohenau", "Ben")), ("red", ("Anna", "Ben"))):
        MOMENTS["battleline"]["cards laid"](stage.phone())
        for seat, name in zip(("gold", "red"), names, strict=True):
            stage.table.note(Named(seat=seat, name=name), source=SERVICE)
        stage.wait(1200)
        change(stage.phone(), "/api/table/end", winner=winner)
    MOMENTS["warzone"]["ended"](stage.phone())
    stage.wait(600)
    journal = stage.table._journal
    with journal.together():
        strange = journal.open_match("chess", b"{}", wall_ns=stage.table.log().lines[-1][0].wall_ns)
        laid = stage.table.reader.stamp().on_table
        journal.away.lay(strange.id)
        journal.away.lay(laid)
    MOMENTS["wartime"]["running"](stage.phone())
    stage.wait(30)
    MOMENTS["battleline"]["nothing laid"](stage.phone())


def _bad_parts(stage: Stage) -> None:
    """A real panel, one of whose pins somebody else has."""
    _sand(stage)
    stage.panel.simulated = False
    stage.panel.broken = {"red-spell": "GPIO 22 (pin 15) is held by spi0 CS1"}
    stage.table.fault("button red-spell", "Button red-spell does not work: GPIO 22 (pin 15) is held by spi0 CS1.")


def _hand(stage: Stage, *, begun: bool = False) -> None:
    """Red has chosen, and may have played too."""
    phone = stage.phone()
    MOMENTS["wartime"]["cards to choose"](phone)
    for card in ("Advance", "Quake", "Control", "Fireball"):
        change(phone, "/api/sides/red/tick", choose=card)
    if begun:
        change(phone, "/api/table/begin")
        change(phone, "/api/timers/red-spell/flip", card="Control")
        change(phone, "/api/timers/red-30/flip", unit="Abomination")


def _hand_played(stage: Stage) -> None:
    _hand(stage, begun=True)


def _two_casters(stage: Stage) -> None:
    phone = stage.phone()
    units = [{"side": "red", "name": f"Shaman {number}", "keywords": ["magic"]} for number in (1, 2)]
    assert phone.put("/api/scenarios/two", {"id": "two", "name": "Two Shamans", "units": units}).status_code == 200
    change(phone, "/api/table/new", game="wartime", scenario="two")
    change(phone, "/api/table/begin")
    change(phone, "/api/timers/red-spell/flip", card="Fireball")


WATCH = "/watch"
BOARD = (
    "terrain=C5:hills,D4:woods,B4:river,F3:thicket,C9:castle_wall,D6:hut,G5:bridge,E9:open_drawbridge,"
    "F10:drawbridge_lever&features=E7:altar,G8:battlement,H6:flames&lines=C9-C10&units=F4,G3"
)
_RIFLE = "ranged_weapon=Wick+Rifle&band=long"
PLANS = "/warzone/plans?mw=12&dam=14&ar=21&cc=13&strike_dam=13&charge=1&targets=Elite:ar=24,Grunt"
SHOT = "/warzone/shoot?mw=12&dam=14&ar=22&range=-2&def=-1&wounds=2&cf=19"


def _maps() -> Iterator[State]:
    mapped = _at("wartime", "on the map", wait=7)
    for name, asks in (
        ("a unit chosen on the map", "?unit=gold.Archer"),
        ("an attack on the map", "?unit=gold.Archer&hex=E10"),
        ("a charge or an attack on the map", "?unit=gold.Knight&hex=F10"),
        ("a move on the map", "?unit=gold.Archer&hex=F8"),
        ("too far on the map", "?unit=gold.Archer&hex=A1"),
        ("by a card on the map", "?unit=gold.Archer&hex=A3&card=Windfall"),
        ("a hex of the map", "?hex=E9"),
    ):
        yield State("wartime", name, mapped, f"/board{asks}", act=_opened)
    yield State("wartime", "an attack on the map, unopened", mapped, "/board?unit=gold.Archer&hex=E10")
    yield State("wartime", "the sand beside a map", mapped, "/sand")
    yield State("wartime", "the map on one phone", mapped, "/board", seat=PhoneSeat.BOTH)
    yield State("wartime", "the map, not joined", mapped, "/board", seat=None)
    yield State("wartime", "the map with hands", _at("wartime", "hands"), "/board")
    yield State("wartime", "the map, paused", _map_paused, "/board")
    yield State("wartime", "the map, setting up", _map_setup, "/board?unit=gold.Archer&hex=F8")
    yield State("wartime", "the map without a scenario", _map_alone, "/board?unit=gold.Archer&hex=E7&tokens=2")


def _wartime() -> Iterator[State]:
    for moment in MOMENTS["wartime"]:
        if moment not in ("running", "paused", "a house ruling"):
            yield State("wartime", moment, _at("wartime", moment))
    yield State("wartime", "running", _sand)
    yield State("wartime", "the last five seconds", _last_seconds)
    yield State("wartime", "paused", _paused)
    yield State("wartime", "time is up", _time_is_up)
    yield State("wartime", "refused", _paused, act=_tap("[data-timer=gold-60b] button"))
    yield State("wartime", "naming", _at("wartime", "running"), act=_tap("[data-timer=gold-30] button"))
    yield State("wartime", "naming one of eight", _armies_fight, act=_tap("[data-timer=gold-30] button"))
    yield State("wartime", "ready", _ready("gold"))
    yield State("wartime", "the other side is ready", _ready("red"))
    for name, winner in (("nobody has won", {}), ("somebody has won", {"winner": "red"})):
        yield State("wartime", name, _over(**winner))
        yield State("wartime", f"{name}, all opened", _over(**winner), act=_opened)
        yield State("wartime", f"the game's sheet, {name}", _over(**winner), act=_sheet(".title"))
    for name in ("Knight", "Wizard"):
        yield State("wartime", f"a unit, {name}", _armies_fight, f"/units/gold/{name}")
    yield State("wartime", "a timer and what a card allows", _armies_fight, "/timers/gold-60a", act=_opened)
    yield State("wartime", "the units of a side", _armies_fight, "/sides/gold")
    yield State("wartime", "a side of whom any may fight", _at("wartime", "paused"), "/sides/gold")
    yield State("wartime", "asked back", _sand, act=_tap("[data-timer=red-spell] button"))
    yield State("wartime", "both on one phone", _sand, seat=PhoneSeat.BOTH)
    yield State("wartime", "both hands on one phone", _at("wartime", "hands"), seat=PhoneSeat.BOTH)
    yield State("wartime", "hands of one that looks on", _at("wartime", "hands"), seat=PhoneSeat.LOOK)
    yield State("wartime", "a hand refused", _hands_paused, act=_tap(".hand button"))
    yield State("wartime", "the other side's sheet", _sand, act=_sheet("[data-timer=red-90] button"))
    yield State("wartime", "a timer's sheet", _sand, act=_sheet("[data-timer=gold-90] button"))
    yield State("wartime", "a side's sheet", _sand, act=_sheet("#army-gold a"))
    yield State("wartime", "the game's sheet", _sand, act=_sheet(".title"))
    yield State("wartime", "the game's sheet, paused", _paused, act=_sheet(".title"))
    for name, play, path in (
        ("a hand", _hand, "/sides/red"),
        ("a hand, played from", _hand_played, "/sides/red"),
        ("a timer with cards to play", _hand_played, "/timers/red-30"),
        ("who casts", _two_casters, "/timers/red-spell"),
    ):
        yield State("wartime", name, play, path, seat=PhoneSeat.RED)
    yield State("wartime", "another side's hand", _hand, "/sides/red")
    yield State("wartime", "another side's hand, played from", _hand_played, "/sides/red")
    yield State("wartime", "the game's sheet, one put away", _at("wartime", "one put away"), act=_sheet(".title"))
    two = _at("wartime", "one put away, one running")
    yield State("wartime", "the game's sheet, one put away, one running", two, act=_whole_sheet)
    yield State("wartime", "seat's sheet", _sand, act=_sheet("nav .me"))
    yield State("wartime", "not joined", _sand, seat=None)
    yield State("wartime", "a stranger's first page", _at("wartime", "timers alone"), seat=None)
    yield State("wartime", "a stranger's first page, all opened", _army, seat=None, act=_opened)
    yield State("wartime", "the first page of a game that runs", _sand, "/start")
    for game in ("wartime", "warzone", "battleline"):
        yield State(game, "a demo", _demo(game))
    yield State("wartime", "stopping a demo", _demo("wartime"), "/end")
    yield State("wartime", "one that looks on", _sand, seat=PhoneSeat.LOOK)
    yield State("wartime", "a side with cards dealt", _at("wartime", "cards dealt"), "/sides/gold")
    yield State("wartime", "a side with its stacks", _at("wartime", "stacks worn down"), "/sides/red")
    for name, path in (
        ("a timer", "/timers/gold-90"),
        ("log", "/log"),
        ("report", "/report"),
        ("disputes", "/disputes"),
        ("chits", "/print/chits"),
        ("panel", "/panel"),
        ("scenarios", "/scenarios"),
        ("a new scenario", "/scenarios/new"),
        ("table choices", "/choices"),
        ("tools", "/tools"),
        ("help", "/help"),
        ("a guide", "/help/building"),
        ("a picture of a guide", "/help/look/wiring-starter.svg"),
        ("about", "/about"),
        ("backup", "/backup"),
        ("measure", "/measure"),
        ("a range", f"/measure?mode=range&from=C4&to=C6&{BOARD}"),
        (
            "an attack",
            f"/measure?mode=attack&from=C4&to=C5&d1=melee:4&{BOARD},C4:valyance:Man-at-Arms_1,C5:firebrand:Orc",
        ),
        ("a move", f"/measure?mode=move&from=C3&to=C7&speed=2&{BOARD}"),
        ("a charge", f"/measure?mode=charge&from=C4&to=D7&speed=4&charge=2&{BOARD},D7:firebrand:{'W' * 24}"),
        ("a wrong question", f"/measure?mode=attack&from=Z4&d2=two&terrain=C5:lava&units=F4,{BOARD}"),
        ("an empty hex attacked", f"/measure?mode=attack&from=C4&to=C5&d1=melee:4&{BOARD}"),
        ("a board being edited", f"/measure?mode=edit&{BOARD}"),
    ):
        yield State("wartime", name, _sand, path)
    yield State("wartime", "a panel with a bad part", _bad_parts, "/panel")
    yield from _maps()
    yield from _scenarios()
    disputed, proposed = _at("wartime", "disputed"), _at("wartime", "a proposal")
    yield State("wartime", "a dispute, who was first", disputed, "/disputes")
    yield State("wartime", "a dispute ruled on", disputed, "/disputes", act=_ruled_on)
    yield State("wartime", "a proposal of one's own", proposed, seat=PhoneSeat.RED)
    yield State("wartime", "a proposal in a pause", _proposed_in_a_pause)
    for name, path in (
        ("what to put right", "/putright"),
        ("a timer to put right", "/putright?timer=gold-60a"),
        ("a unit to put right", "/putright?side=red&unit=Orc"),
        ("a feature to put right", "/putright?feature=D6"),
    ):
        yield State("wartime", name, disputed, path)
    ducks = _at("wartime", "sitting ducks")
    yield State("wartime", "sitting ducks, a page", ducks, "/ducks")
    yield State("wartime", "sitting ducks, the other side first", ducks, "/ducks", seat=PhoneSeat.RED)
    yield State("wartime", "sitting ducks, not agreed on", _sand, "/ducks")
    for moment in ("running", "paused", "on the map", "ended"):
        yield State("wartime", f"a replay, {moment}", _at("wartime", moment), "/replay", act=_loaded)
    yield State("wartime", "a replay, searched", _at("wartime", "on the map"), "/replay?find=flipped", seat=None)
    yield State("wartime", "a match to bring", _sand, "/shelf/import")
    yield State("wartime", "a match to bring that is none", _sand, "/shelf/import", act=_no_match)
    yield State("wartime", "report of a kept match", _at("wartime", "ended"), "/replay", act=_its_report)
    yield State("wartime", "report of a game that is over", _at("wartime", "ended"), "/report")
    yield State("wartime", "the disk is full", _long_night)
    yield State("wartime", "the newest of a long log", _long_night, "/log")
    yield State("wartime", "an older page of the log", _long_night, "/log?before=60")
    yield State("wartime", "an empty log", _at("wartime", "timers alone"), "/log", seat=None)


def _scenarios() -> Iterator[State]:
    kept = _at("wartime", "stacks worn down")
    for name, path in (
        ("a scenario to read", "/scenarios/example-range"),
        ("the scenario on the table", "/scenario"),
        ("a scenario that is made", "/scenarios/own/edit"),
        ("a unit in hand", "/scenarios/own/edit?put=unit&side=red&name=Orc"),
        ("a feature in hand", "/scenarios/own/edit?put=altar&tokens=3"),
        ("a line begun", "/scenarios/own/edit?put=line&start=C6"),
        ("a hex chosen", "/scenarios/own/edit?put=woods&hex=C4"),
        ("a unit that is made", "/scenarios/own/unit?side=gold&name=Tower"),
        ("a card that is made", "/scenarios/own/card?side=gold&name=Card+1"),
    ):
        yield State("wartime", name, kept, path)
    yield State("wartime", "a scenario that is made, all opened", kept, "/scenarios/own/edit", act=_opened)
    yield State("wartime", "a unit's sheet on the map", kept, "/scenarios/own/edit", act=_sheet("#C5"))


# Warzone


def _warzone() -> Iterator[State]:
    for moment in MOMENTS["warzone"]:
        if moment != "a house ruling":
            yield State("warzone", moment, _at("warzone", moment))
    for moment in ("cards and a Force kept", "Forces mustered", "secrets to seal", "a Unit acts", "questions"):
        yield State("warzone", f"{moment}, all opened", _at("warzone", moment), act=_opened)
    yield State("warzone", "report of what might have been", _missed_shot, "/report")
    acting, kept = _at("warzone", "a Unit acts"), _at("warzone", "cards and a Force kept")
    for moment in ("a Unit acts", "two Forces of cards", "ended"):
        yield State("warzone", f"a replay, {moment}", _at("warzone", moment), "/replay", act=_loaded)
    yield State("warzone", "not joined", acting, seat=None)
    for seat in (PhoneSeat.BOTH, PhoneSeat.LOOK):
        yield State("warzone", f"secrets, {seat.value}", _at("warzone", "secrets sealed"), act=_opened, seat=seat)
    yield State("warzone", "assets to use, shared", _at("warzone", "assets to use"), seat=PhoneSeat.BOTH)
    yield State("warzone", "the other side acts", acting, seat=PhoneSeat.RED)
    yield State("warzone", "asked for the other side", acting, act=_tap(".next button"), seat=PhoneSeat.RED)
    dueling, at = _at("warzone", "a duel"), "/warzone/duel?side=gold&unit=1&target=2"
    rifle = f"{at}&action=shoot&weapon=Wick+Rifle&band=short"
    over = _sheet("#roster-red li:last-child a[data-sheet]")
    for seat in (PhoneSeat.GOLD, PhoneSeat.RED):
        yield State("warzone", f"a duel, {seat.value}", dueling, seat=seat)
    for moment in ("a Move declared", "a shot declared", "an Ambush to roll"):
        yield State("warzone", f"{moment}, red", _at("warzone", moment), seat=PhoneSeat.RED)
    yield State("warzone", "reacting Unit", _at("warzone", "a shot declared"), "/warzone/match/sides/red/units/1")
    yield State("warzone", "the duel sheet", dueling, act=over, seat=PhoneSeat.GOLD)
    for name, path in (
        ("a duel's line", rifle),
        ("a duel's dice", f"{rifle}&aim=1&rolls=5+19&armor=16"),
        ("a duel's wrong dice", f"{rifle}&rolls=5+39"),
        ("a duel, engaged and in cover", f"{at}&obstruction=heavy&cover=1&friends=2&contact=1"),
        ("whom to attack", "/warzone/duel?side=gold&unit=1"),
    ):
        yield State("warzone", name, dueling, path, act=_opened)
    shot = "/warzone/duel?side=gold&unit=1&action=shoot&weapon=Wick+Rifle&band=short&target="
    for name, target in (("dice that wait", "1"), ("dice that lie", "2")):
        yield State("warzone", name, _rolling(target), f"{shot}{target}", act=_opened)
    yield State("warzone", "dice to apply", _rolling("2"), seat=PhoneSeat.GOLD)
    yield State("warzone", "a duel without cards", acting, "/warzone/duel?side=red&unit=1&target=1")
    embattled, carded = _at("warzone", "two Forces of cards"), _at("warzone", "a Unit of cards acts")
    yield State("warzone", "a Recruit to rally", embattled, "/warzone/match/sides/gold/units/5")
    yield State("warzone", "a Unit's sheet while it acts", carded, "/warzone/match/sides/gold/units/2")
    yield State("warzone", "a card from a tile", carded, act=_sheet(".facts"))
    yield State("warzone", "Forces of cards, shared", embattled, seat=PhoneSeat.BOTH)
    yield State("warzone", "Forces of cards, watched", carded, WATCH)
    for name, path in (
        ("counters", "/warzone/match/sides/gold/units/2"),
        ("a counter of the Scenario", "/warzone/match/objectives/center?ld=12"),
        ("a counter of a Secondary Objective", "/warzone/match/objectives/red-escort"),
        ("game", "/game"),
        ("report", "/report"),
        ("log", "/log"),
        ("table choices", "/choices"),
        ("shoot", SHOT),
        ("shoot, nothing asked", "/warzone/shoot"),
        ("strike", "/warzone/strike?cc=13&dam=13&charge=1&ar=20"),
        ("armor", "/warzone/armor"),
        ("plans", PLANS),
        ("initiative", "/warzone/initiative"),
        ("tests", "/warzone/tests?test=dangerous&ld=14&ar=20"),
        ("a move", "/warzone/tests?test=move&mv=5&in_clear=2"),
        ("a jump", "/warzone/tests?test=jump&mv=4&gap=3&moved=2&height=5&gymnastic=0"),
    ):
        yield State("warzone", name, acting, path)
    for name, path in (
        ("shoot", f"{SHOT}&multiplier=2&aim=1"),
        ("plans", PLANS),
        ("tests", "/warzone/tests?test=dangerous&ld=14&ar=20"),
    ):
        yield State("warzone", f"{name}, all opened", acting, path, act=_opened)
    yield State("warzone", "a unit card, all opened", kept, "/warzone/units/lamp-guard", act=_opened)
    for name, path in (
        ("shoot, all weapons", "/warzone/shoot?attacker=lamp-guard&target=captain"),
        ("shoot, both bands", "/warzone/shoot?attacker=lamp-guard&target=captain&weapon=Wick+Rifle"),
        ("shoot, smoke", "/warzone/shoot?attacker=lamp-guard&target=captain&weapon=Soot+Pot"),
        ("strike by cards", "/warzone/strike?attacker=lamp-guard&target=captain"),
        ("plans by cards", f"/warzone/plans?attacker=captain&target=lamp-guard&{_RIFLE}&move_engages=1&move_charge=1"),
        ("an ability to bind", "/warzone/units/lamp-guard/edit?bind=Long+Wick"),
        ("unit cards", "/warzone/units"),
        ("a unit card", "/warzone/units/lamp-guard"),
        ("a unit card that is changed", "/warzone/units/lamp-guard/edit"),
        ("rule texts", "/warzone/abilities"),
        ("a rule text", "/warzone/abilities/text?of=Burst+(2)&card=lamp-guard"),
        ("a new unit card", "/warzone/units/new"),
        ("a card from a link", "/warzone/units/import"),
        ("a Spot by a card", "/warzone/tests?test=spot&unit=lamp-guard&distance=20&cover_height=6&cover_distance=3"),
        ("a force", "/warzone/force?game_size=40&faction=Capitol&allegiance=light"),
        (
            "a force for a side",
            "/warzone/force?side=gold&faction=Capitol&n-captain=1&n-lamp-guard=12&assets=Extra+Kit&assets=Command+Helmet",
        ),
    ):
        yield State("warzone", name, kept, path)

    for name, act in (
        ("files that are being read", _reading),
        ("cards read from files", _read),
        ("a file of too much", _read_too_much),
    ):
        yield State("warzone", name, _with_nothing_on_its_way, "/warzone/units/import", act=act)


_left: list[int] = []
"""Processes that pretend to read files, and go on with it while their page is looked at."""


def _with_nothing_on_its_way(stage: Stage) -> None:
    while _left:
        os.kill(_left.pop(), signal.SIGKILL)
    _at("warzone", "cards and a Force kept")(stage)


def _chosen(page: Page, *files: FilePayload) -> None:
    page.get_by_label("Choose them together").set_input_files(files)
    page.get_by_role("button", name="Read them").tap()


def _reading(page: Page) -> None:
    with instead_of_workers(HALF_DONE) as pids:
        _chosen(page, {"name": "Lamps.cat", "mimeType": "text/xml", "buffer": b"<catalogue/>"})
        page.locator("progress[value='40']").wait_for()
        _left.extend(map(int, pids.read_text(encoding="ascii").split()))


def _read(page: Page) -> None:
    lamps = [INVENTED / name for name in ("Lamps.cat", "Lamps_Eternal.gst")]
    page.get_by_label("Choose them together").set_input_files(lamps)
    page.get_by_role("button", name="Read them").tap()
    page.get_by_role("button", name="Keep what is ticked").wait_for()


def _read_too_much(page: Page) -> None:
    (name, data) = next(iter(links_to_every_profile().items()))
    _chosen(page, {"name": name, "mimeType": "text/xml", "buffer": data})
    page.get_by_text("choose fewer files").wait_for()


# Battle Line


def _laid(stage: Stage, text: str, seats: Sequence[str]) -> None:
    for index, each in enumerate(text.split()):
        flag, _, card = each.partition(":")
        change(stage.phone(), f"/api/battleline/match/flags/{flag}/lay", side=seats[index % len(seats)], card=card)


def _unproven(stage: Stage) -> None:
    """Gold is next, and its three cards at flag 5 can still be beaten."""
    MOMENTS["battleline"]["nothing laid"](stage.phone())
    _laid(stage, "5:R7 5:B8 5:R8 5:B9 5:R9 1:Y1", ("gold", "red"))


def _late(stage: Stage) -> None:
    """Every verdict there is, Mud under four cards, a discard; Red is next and may play what moves a card."""
    keep(stage.phone(), "/api/battleline/choices", {})
    change(stage.phone(), "/api/table/new", game="battleline")
    _laid(
        stage,
        "1:Y10 1:G10 5:R7 5:B9 1:Y9 1:G9 5:R8 5:B8 7:O10 6:G4 7:O9 6:G6 4:O7 2:O3 1:Y8 6:G5 6:Y1 8:B7 5:R9 8:G1"
        " 3:MUD 3:B2 3:P9 3:B4 3:P8 3:R1 3:P10 8:LD",
        ("gold", "red"),
    )
    change(stage.phone(), "/api/battleline/match/flags/1/claim", side="gold")
    change(stage.phone(), "/api/battleline/match/flags/1/agree", side="red")
    change(stage.phone(), "/api/battleline/match/flags/8/desert", side="gold", card="G1")


def _named(stage: Stage, play: Play = _late) -> None:
    play(stage)
    for seat, name in (("gold", "Wilhelmina Featherstoneh"), ("red", "Maximilian-Bartholomew W")):
        change(stage.phone(), "/api/table/name", side=seat, name=name)


def _named_muddy(stage: Stage) -> None:
    _named(stage, _at("battleline", "a proof handed across in the Mud"))


def _late_of_three(stage: Stage) -> None:
    keep(stage.phone(), "/api/battleline/choices", {"players": "three"})
    change(stage.phone(), "/api/table/new", game="battleline")
    seats = ("gold", "red", "azure")
    _laid(stage, "1:R7 1:B8 4:G1 1:R8 1:B9 4:G2 1:R9 4:Y1 4:MUD 7:P8 4:Y2 7:P1", seats)


def _battleline() -> Iterator[State]:
    for moment in MOMENTS["battleline"]:
        if moment != "a house ruling":
            yield State("battleline", moment, _at("battleline", moment))
    laid, three = _at("battleline", "cards laid"), _at("battleline", "three lines")
    for moment in ("cards laid", "ended", "three lines"):
        yield State("battleline", f"a replay, {moment}", _at("battleline", moment), "/replay", act=_loaded)
    yield State("battleline", "a flag open", laid, "/?flag=4")
    yield State("battleline", "a flag that can be claimed", laid, "/?flag=5")
    yield State("battleline", "a claim refused", _unproven, "/?flag=5", act=_tap(".claims button"))
    yield State("battleline", "a flag of three", three, "/?flag=4")
    yield State("battleline", "a flag between names that take room", _at("battleline", "without Tactics"), "/?flag=5")
    yield State("battleline", "a flag open on the other side", laid, "/?flag=4", seat=PhoneSeat.RED)
    yield State("battleline", "a flag open on a phone that both share", laid, "/?flag=5", seat=PhoneSeat.BOTH)
    yield State("battleline", "a card to change", laid, "/?flag=4&card=R9")
    yield State("battleline", "a card beside the deck", _late, "/?card=G1")
    yield State("battleline", "a card that a Deserter took", _late, "/?card=G1&taken=1")
    yield State("battleline", "late in the Mud", _late, "/?flag=5")
    yield State("battleline", "cards that can still save a flag", _late, "/?flag=5&light=1")
    yield State("battleline", "Tactics in the tray", _late, "/?flag=5&tray=tactics", seat=PhoneSeat.RED)
    yield State("battleline", "Tactics that are not allowed", laid, "/?flag=5&tray=tactics", seat=PhoneSeat.RED)
    yield State("battleline", "Traitor chosen", _late, "/?flag=5&play=TRAITOR", seat=PhoneSeat.RED)
    yield State("battleline", "Redeploy and its card chosen", _late, "/?play=REDEPLOY&card=R1", seat=PhoneSeat.RED)
    yield State("battleline", "three players late in the Mud", _late_of_three, "/?flag=1")
    yield State("battleline", "names of 24 letters", _named, "/?flag=5", seat=PhoneSeat.RED)
    yield State("battleline", "names of 24 letters, Tactics", _named, "/?flag=5&tray=tactics", seat=PhoneSeat.BOTH)
    claimed, muddy = _at("battleline", "a proof handed across"), _at("battleline", "a proof handed across in the Mud")
    yield State("battleline", "a proof before its side", claimed, seat=PhoneSeat.RED)
    yield State("battleline", "a proof, a kind that is out", claimed, "/?proof=5&step=1", seat=PhoneSeat.RED)
    yield State("battleline", "a proof, a reply that is beaten", claimed, "/?proof=5&step=2", seat=PhoneSeat.RED)
    yield State("battleline", "a proof between names of 24 letters", _named_muddy, "/?proof=5", seat=PhoneSeat.BOTH)
    yield State("battleline", "a proof on the claim’s own phone", claimed, "/?proof=5")
    yield State("battleline", "a proof in the Mud", muddy, seat=PhoneSeat.RED)
    yield State("battleline", "the reply that beats a claim", claimed, "/?proof=6&by=gold")
    yield State("battleline", "not joined", laid, seat=None)
    yield State("battleline", "not joined, a flag open", laid, "/?flag=5", seat=None)
    for name, path in (
        ("game", "/game"),
        ("report", "/report"),
        ("log", "/log"),
        ("table choices", "/choices"),
        ("a seat to change", "/seat"),
        ("names", "/names"),
        ("claim, nothing laid", "/battleline/claim"),
        ("claim", "/battleline/claim?mine=R7.R8.R9&theirs=B8.B9&seen=B10"),
    ):
        yield State("battleline", name, laid, path)
    for name, asks in (
        ("claim, all opened", "mine=R1.R5.B9&theirs=G2.Y5.P8"),
        ("not yet, all opened", "mine=R7.LA.R9&theirs=B8.CC&seen=B10.Y1.O2.G3.P4&mud=1&fog=1"),
    ):
        yield State("battleline", name, laid, f"/battleline/claim?{asks}", act=_opened)


# What belongs to all games, looked at in one


def _of_all() -> Iterator[State]:
    ruled = _at("wartime", "a house ruling")
    for name, path in (
        ("rulings", "/rulings"),
        ("rulings, asked", "/rulings?q=shoot+over+hil"),
        ("rulings, nothing found", "/rulings?q=xqzzqx"),
        ("a ruling", "/rulings/wt-hills"),
        ("a ruling with a choice", "/rulings/bl-redeploy-environment"),
        ("a book", "/rulings/book/battle-line-variants"),
        ("a house ruling", "/rulings/house-moon"),
        ("a house ruling to change", "/rulings/house-moon/change"),
        ("a new house ruling", "/rulings/house/new"),
        ("a seat to change", "/seat"),
        ("phones", "/phones"),
        ("nothing here", "/no"),
    ):
        yield State("all", name, ruled, path)
    yield State("all", "game, all opened", _at("wartime", "one put away, one running"), "/game", act=_opened)
    for game, moment, question in (
        ("battleline", "cards laid", "can I claim 5"),
        ("battleline", "cards laid", "which 10s are left"),
        ("wartime", "running", "is my knight free"),
        ("warzone", "a Unit acts", "who goes first"),
    ):
        path = f"/rulings?q={question.replace(' ', '+')}"
        yield State(game, f"rulings, {question}", _at(game, moment), path)
    for name, path in (
        ("the shelf", "/shelf"),
        ("the shelf, asked", "/shelf?q=anna+won"),
        ("the shelf, nothing found", "/shelf?q=xqzzqx"),
        ("the shelf, what is old", "/shelf?before=2100-01-01"),
    ):
        yield State("all", name, _shelf, path)
    yield State("all", "players", _shelf, "/shelf/players")
    yield State("all", "a player", _shelf, "/shelf/players/Anna")
    yield State("all", "the shelf, all opened", _shelf, "/shelf", act=_opened)
    yield State("all", "the shelf, looked at", _shelf, "/shelf", seat=None)
    yield State("all", "phones, all opened", ruled, "/phones", act=_opened)
    yield State("all", "join", ruled, "/join", seat=None)
    yield State("all", "invited", ruled, "/j/ABCDEF", seat=None)
    for game, moment in (
        ("warzone", "nothing set up"),
        ("battleline", "nothing laid"),
        ("battleline", "three players"),
    ):
        yield State(game, f"seats, {moment}", _at(game, moment), "/join", seat=None)


def _watched() -> Iterator[State]:
    for name, play in (("running", _sand), ("the last five seconds", _last_seconds), ("paused", _paused)):
        yield State("wartime", f"watched, {name}", play, WATCH, seat=None)
    for game, moments in {
        "wartime": ("units named", "ended"),
        "warzone": ("Units counted", "ready", "a Unit acts", "the Initiative to choose", "ended"),
        "battleline": ("nothing laid", "cards laid", "by claims ended", "enveloped", "three lines", "three, ended"),
    }.items():
        for moment in moments:
            yield State(game, f"watched, {moment}", _at(game, moment), WATCH, seat=None)


# In a hall

_ANSWER = "You may measure before you declare, but what you have declared then holds: the Unit shoots, or does nothing."


def _stands(play: Play, *, called: str = "", said: str = "", over: str = "", **more: object) -> Play:
    """A table of a hall's, in its third round. `called` is how the call of a judge stands, `said` what all are told,
    `over` who has confirmed how the match ended."""

    def stand(stage: Stage) -> None:
        play(stage)
        view = stage.table.view()
        told = {"number": 3, "title": "Round 3", "ends_ms": view.server_ms + 2_537_000, "left_ms": 0, "error_ms": 300}
        stage.hall.stand(round=RoundHere(**(told | {"players": ("Anna", "Ben")} | more)))
        if called:
            change(stage.phone(), "/api/hall/judge", words="Does it reach?")
            stage.wait(42)
        if called in ("coming", "answered"):
            stage.hall.comes("Dana")
        if called == "answered":
            stage.hall.answers("Dana", _ANSWER)
        if said:
            stage.hall.announce(said)
        if view.over is not None:
            score = dict(zip(view.names, (3, 1), strict=False))
            result = ResultHere(winner=view.over.winner, title=view.over.title, score=score, agreed=tuple(over.split()))
            stage.hall.stand(result=result)

    return stand


def _carded(stage: Stage) -> None:
    _stands(_sand, called="coming")(stage)
    stage.cards.held = stage.cards.CARD


def _unheard(stage: Stage) -> None:
    _carded(stage)
    stage.hall.stand(online=False, trouble="The broker at hall.local port 8883 does not answer.", call=None)


def _known(stage: Stage) -> None:
    """Who of the paired sits where was said."""
    _stands(_at("wartime", "ended"))(stage)
    stage.hall.sit("gold", "Anna", source=SERVICE)


def _replaced(stage: Stage) -> None:
    _carded(stage)
    stage.hall.stand(online=False, trouble="another box stands in the hall with this table's card", aside=True)


def _stuck(stage: Stage) -> None:
    _sand(stage)
    stage.cards.stuck = (
        "The hall's card in /var/lib/warglass/hall.card cannot be used: it is of another Warglass's making: update "
        "this one, or have a new card made."
    )
    stage.table.fault("hall", stage.cards.stuck)


def _in_a_hall() -> Iterator[State]:
    lunch = "Lunch is at one, in the room next door. Please leave your tables as they are until then."
    for game, name, play, path in (
        ("wartime", "sand", _sand, "/"),
        ("wartime", "map", _at("wartime", "on the map", wait=7), "/board"),
        ("wartime", "setting up", _at("wartime", "units named"), "/"),
        ("warzone", "match", _at("warzone", "a Unit acts"), "/"),
        ("battleline", "line", _at("battleline", "cards laid"), "/?flag=5"),
        ("battleline", "three lines", _at("battleline", "three lines"), "/?flag=1"),
    ):
        yield State(game, f"in a hall, {name}", _stands(play), path)
        yield State(game, f"in a hall, {name}, a judge is called", _stands(play, called="called"), path)
        yield State(game, f"in a hall, {name}, all told", _stands(play, called="answered", said=lunch), path)
    for game, moment in (("wartime", "ended"), ("warzone", "ended"), ("battleline", "by claims ended")):
        for name, by, seat in (("to confirm", "red", PhoneSeat.GOLD), ("to confirm for both", "gold", PhoneSeat.BOTH)):
            yield State(game, f"in a hall, {name}", _stands(_at(game, moment), over=by), seat=seat)
    yield State("wartime", "in a hall, who sits where is said", _known, seat=PhoneSeat.BOTH, act=_opened)
    yield State("wartime", "in a hall, the organiser wrote it", _stands(_at("wartime", "ended"), written="Anna won"))
    yield State("wartime", "in a hall, to join", _stands(_sand), "/join", seat=None)
    yield State("wartime", "in a hall, replaced, its page", _replaced, "/hall", act=_opened)
    told = _stands(_sand, called="answered", said=lunch)
    yield State("wartime", "in a hall, not joined", told, seat=None)
    yield State("wartime", "in a hall, the round stands", _stands(_sand, ends_ms=None, left_ms=61_000))
    yield State("wartime", "in a hall, the log", told, "/log")
    yield State("wartime", "in a hall, the game's sheet", _stands(_sand, called="answered"), act=_sheet(".title"))
    yield State("wartime", "in a hall, its sheet", _carded, act=_sheet(".hall-round"))
    yield State("wartime", "in a hall, its page", _carded, "/hall", act=_opened)
    yield State("wartime", "in a hall, not heard", _unheard)
    yield State("wartime", "in a hall, not heard, its page", _unheard, "/hall")
    yield State("all", "no hall", _sand, "/hall")
    yield State("all", "a hall's card", _sand, "/hall?card=WARGLASS-CARD")
    yield State("all", "a hall's card of no use", _stuck, "/hall")
    yield State("all", "no card of a hall's", _sand, "/hall?card=nonsense")
    for game, moment in (("wartime", "running"), ("warzone", "a Unit acts"), ("battleline", "cards laid")):
        watched = _stands(_at(game, moment), called="called", said=lunch)
        yield State(game, "in a hall, watched", watched, WATCH, seat=None)


STATES = (*_wartime(), *_warzone(), *_battleline(), *_of_all(), *_watched(), *_in_a_hall())
