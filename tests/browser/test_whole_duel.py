"""Two Turns of Warzone between two imported Forces: two phones, and nothing but their pages."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.by_the_book import odds
from tests.browser.conftest import rested, until
from tests.browser.venue import Venue
from tests.companion.warzone.test_battlescribe_bounds import INVENTED
from web.http.seating import PhoneSeat

Visit = Callable[..., Page]
TO_THE_ANSWER, TO_THE_RECORD = 3, 6
LAMP, BELL = "Lamp Guards Trooper", "Bell Ringers Trooper"
LAMPS, BELLS = "Lamp Guards Leader", "Bell Ringers Leader"


class Phone:
    """A page under a finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, *found: Locator | str) -> None:
        """Links and buttons by their name."""
        for each in found:
            (self.named(each) if isinstance(each, str) else each).tap()
            self.taps += 1

    def then(self, name: str) -> None:
        """Once it is there, and has been for as long as a tap takes to be meant."""
        expect(self.named(name)).to_be_visible()
        rested(self.page)
        self.tap(name)

    def named(self, name: str) -> Locator:
        found = re.compile(f"^{re.escape(name)}")
        page = self.sheet if self.sheet.is_visible() else self.page.locator("body")
        return page.get_by_role("button", name=found).or_(page.get_by_role("link", name=found)).first

    def line(self, weapon: str, how: str) -> Locator:
        """A weapon's line of the duel sheet, by its band or action."""
        return self.sheet.locator(".ways a").filter(has_text=re.compile(rf"^\s*{weapon}\s*{how}"))

    def dice(self, rolls: str, armor: str = "") -> None:
        """Types in what was rolled on the table, and has it read."""
        field = self.sheet.get_by_label("rolled")
        self.tap(field)
        field.fill(rolls)
        self.sheet.get_by_label("Armor dice").fill(armor)
        rested(self.page)
        self.tap("Read them")

    def apply(self) -> None:
        self.then("Apply")
        expect(self.sheet).to_be_hidden()

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog .sheet")


class Match:
    """Both phones of a game."""

    def __init__(self, gold: Page, red: Page) -> None:
        self.gold, self.red = Phone(gold), Phone(red)

    @property
    def phones(self) -> tuple[Phone, Phone]:
        return self.gold, self.red

    def see(self, found: str, text: str) -> None:
        """Both phones say that there."""
        for phone in self.phones:
            expect(phone.page.locator(found)).to_contain_text(text)

    def counters(self, side: str, unit: str, *marks: str) -> None:
        """Both phones show these beside the Unit, and no others."""
        for phone in self.phones:
            tile = phone.page.locator(f"#roster-{side} > li").filter(has_text=unit)
            expect(tile.locator("b")).to_have_text(list(marks))

    def to_act(self, **left: int) -> None:
        for side, count in left.items():
            self.band(side, "to act", count)

    def band(self, side: str, what: str, count: int) -> None:
        """Both phones say so much of it in the side's band."""
        for phone in self.phones:
            found = phone.page.locator(f"#band-{side} dl > div").filter(has_text=what)
            expect(found.locator("dd")).to_have_text(str(count))


def test_two_turns_from_two_catalogues_to_the_victory_points(visit: Visit, venue: Venue) -> None:
    match = Match(visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED))
    opened(match)
    forces_built_and_brought(match)
    set_up_in_the_order_of_the_book(match)
    shot_in_six_taps(match)
    ambushed_on_the_move(match)
    aimed_at_one_that_dives(match)
    charged_and_taken_back(match)
    gold_takes_the_center(match)
    missed_and_counterattacked(match)
    struck_in_parting(match)
    rallied_and_the_turn_is_over(match)
    initiative_by_typed_dice(match)
    shot_twice_at_once(match)
    reloaded_and_shot(match)
    gold_rallies_and_takes_the_left(match)
    red_takes_the_right(match)
    scored_as_tracked(match)


# Before the game


def opened(match: Match) -> None:
    gold, red = match.phones
    gold.page.goto("/game")
    gold.tap("Warzone Eternal")
    expect(gold.page.locator("#step-forces")).to_be_visible()
    imported(gold, "8.", "Lamps.cat", "Lamps_Eternal.gst")
    imported(red, "2.", "Bells.cat")


def imported(phone: Phone, kept: str, *names: str) -> None:
    phone.page.goto("/warzone/units/import")
    phone.page.get_by_label("Choose them together").set_input_files([INVENTED / name for name in names])
    phone.tap("Read them", "Keep what is ticked")
    expect(phone.page.get_by_role("status").filter(has_text="Kept:")).to_contain_text(kept)


def forces_built_and_brought(match: Match) -> None:
    """Gold brings what it has just built, red what it kept before."""
    gold, red = match.phones
    for phone in match.phones:
        phone.page.goto("/")
    size = gold.page.get_by_label("Game Size in DP")
    size.fill("20")
    gold.tap(gold.page.locator("form[action$='/size'] button"))
    expect(red.page.get_by_label("Game Size in DP")).to_have_value("20")
    gold.tap(gold.page.locator(".force.gold").get_by_role("link", name="Build one"))
    built(gold, "Capitol", LAMP, LAMPS, "DP 17 of 20")
    kept(gold, "Bright")
    gold.tap("Bring it for Gold")
    match.see("#step-forces .force.gold", "17 of 20 DP: legal")
    red.tap(red.page.locator(".force.red").get_by_role("link", name="Build one"))
    built(red, "Dark Legion: Ilian", BELL, BELLS, "DP 18 of 20")
    kept(red, "Dim")
    red.page.goto("/")
    red.tap("Dim")
    match.see("#step-forces .force.red", "18 of 20 DP: legal")


def built(phone: Phone, faction: str, trooper: str, leader: str, points: str) -> None:
    """A Leader and three Troopers, after one too many and a Leader too early."""
    verdict = phone.page.locator("#verdict")
    phone.page.get_by_label("Faction", exact=True).select_option(faction)
    phone.tap(f"One {leader} more")
    expect(verdict).to_contain_text("Not yet.")
    for more in range(1, 5):
        phone.tap(f"One {trooper} more")
        expect(phone.page.get_by_label(trooper, exact=True)).to_have_value(str(more))
    phone.tap(f"One {trooper} less")
    expect(verdict).to_contain_text("Legal.")
    expect(verdict).to_contain_text(points)


def kept(phone: Phone, name: str) -> None:
    phone.page.get_by_label("Keep it as").fill(name)
    phone.tap(phone.page.get_by_role("button", name="Keep", exact=True))
    expect(phone.page.get_by_role("status")).to_contain_text(name)


def set_up_in_the_order_of_the_book(match: Match) -> None:
    """Both roll on the table: gold is the Light, red selects its area, so that gold goes first."""
    gold, red = match.phones
    gold.tap(gold.page.locator("#dock").get_by_role("link", name="Allegiance"))
    rolled(gold, "allegiance", "3", "16")
    match.see("#step-allegiance summary", "Bright is the Light")
    gold.tap("Standard")
    match.see("#step-deployment summary", "Standard")
    scenario = gold.page.locator("#step-scenario form.dice")
    scenario.get_by_label("The real die").fill("12")
    gold.tap(scenario.get_by_role("button", name="Roll"))
    match.see("#step-scenario summary", "Key Positions")
    rolled(gold, "areas", "15", "4")
    match.see("#step-areas", "Dim chooses")
    red.tap("Dim takes Side B")
    match.see("#step-areas summary", "Dim chose Side B")
    sealed(gold, "Bright", "Hold Ground", "Acceptable Casualties", "Center")
    expect(red.page.locator("#step-secrets")).to_contain_text("Bright: sealed.")
    expect(red.page.locator("#step-secrets :is(:checked, [aria-pressed])")).to_have_count(0)
    sealed(red, "Dim", "Slaughter", "Send a Message", "Center")
    gold.tap("Reveal both sides’ picks")
    match.see("#step-secrets", "Send a Message, Slaughter")
    match.see("#step-secrets", "Hold Ground, Acceptable Casualties")
    match.see("#deploying", "Dim deploys half")
    gold.tap("Begin")
    for phone in match.phones:
        expect(phone.page.locator("body")).to_have_class(re.compile("play"))
        until(phone.page, "scrollY === 0")
    gold.tap("Bright starts")


def sealed(phone: Phone, side: str, *picks: str) -> None:
    """Two Secondary Objectives and, in the same step, a Primary one, which the other phone does not learn."""
    step = phone.page.locator("#step-secrets")
    *secondaries, primary = picks
    for each in secondaries:
        phone.tap(step.get_by_label(each))
    phone.tap(step.get_by_role("button", name="Seal"))
    expect(phone.page.locator("#strip")).to_contain_text(f"{side} seals")
    phone.tap(step.get_by_role("button", name=primary))
    expect(step.get_by_role("button", name=primary)).to_have_attribute("aria-pressed", "true")


def rolled(phone: Phone, step: str, gold: str, red: str) -> None:
    """Both sides' real dice, typed in on one phone."""
    form = phone.page.locator(f"#step-{step} form.dice")
    form.get_by_label("Bright’s real die").fill(gold)
    form.get_by_label("Dim’s real die").fill(red)
    phone.tap(form.get_by_role("button", name="Roll"))


# Turn 1: gold goes first


def shot_in_six_taps(match: Match) -> None:
    """MW 13 with +0 at DEF 0, two Tests; DAM 13 against AR 21 is answered by 8, and 11 fails by 3."""
    gold = match.gold
    gold.taps = 0
    gold.tap(f"Activate {LAMP} 1", f"Attack {BELL} 1")
    best = gold.sheet.locator(".best a")
    shows(best, "Wick Rifle", roll=13, armor=8, out=odds(tn=13, dam=13, ar=21, left=2, tests=2))
    box = best.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740, "seen without scrolling"
    assert gold.taps <= TO_THE_ANSWER
    gold.tap(best)
    gold.dice("9 16", "11")
    expect(gold.sheet.locator(".headline")).to_have_text("1 Wound, Pinned")
    gold.apply()
    assert gold.taps <= TO_THE_RECORD
    covered = "document.querySelector('#act').getBoundingClientRect().top"
    until(gold.page, f"document.querySelector('.band.near').getBoundingClientRect().bottom <= {covered} + 1")
    match.counters("red", f"{BELL} 1", "P", "W 1/2")
    match.counters("gold", f"{LAMP} 1", "A")
    match.to_act(gold=3, red=4)


def shows(line: Locator, weapon: str, *, roll: int, armor: int, out: str) -> None:
    """The three figures of a line."""
    expect(line).to_contain_text(weapon)
    expect(line.locator("b")).to_have_text([f"{roll}−Roll", f"{armor}−Armor", f"{out}takes it out"])


def ambushed_on_the_move(match: Match) -> None:
    """MW 14 with +0 at DEF −1; 18 is the rifle's Crit Fail. The Ambush costs both counters."""
    gold, red = match.phones
    gold.tap("Move")
    offer = offered(red, f"{BELL} 2: Ambush")
    expect(offer.locator("b")).to_have_text(odds(tn=13, dam=14, ar=22, left=2))
    expect(offer).to_contain_text("Reaction and Activation, 3 left to act")
    expect(gold.page.locator("#react")).to_contain_text("Dim may react.")
    red.tap(offer)
    match.counters("red", f"{BELL} 2", "A", "R")
    match.to_act(gold=3, red=3)
    shows(red.line("Chime Rifle", "to 12"), "Chime Rifle", roll=13, armor=8, out=odds(tn=13, dam=14, ar=22, left=2))
    red.tap(red.line("Chime Rifle", "to 12"))
    red.dice("18")
    expect(red.sheet.locator(".headline")).to_have_text("A miss, the weapon must Reload")
    red.apply()
    match.counters("red", f"{BELL} 2", "A", "R", "L")
    gold.tap("End Activation")
    match.see("#next", "Dim Activates a Unit.")


def offered(phone: Phone, what: str) -> Locator:
    """A Reaction among those that the phone is asked about."""
    found = phone.page.locator("#react .offer button").filter(has_text=what)
    expect(found).to_be_visible()
    return found


def aimed_at_one_that_dives(match: Match) -> None:
    """Aim: 14 + 4 at DEF −1 and DAM 16. AR 22 + 2 for the dive is answered by 8, and 12 fails by 4."""
    gold, red = match.phones
    red.tap(f"Activate {BELL} 3", f"Attack {LAMP} 2", "aim")
    shot = red.line("Chime Rifle", "to 12")
    shows(shot, "Chime Rifle", roll=17, armor=6, out=odds(tn=17, dam=16, ar=22, left=2))
    red.tap(shot, "Shoot")
    offer = offered(gold, f"{LAMP} 2: Dive for Cover")
    expect(offer).to_contain_text("costs Reaction")
    gold.tap(offer)
    match.counters("gold", f"{LAMP} 2", "R")
    expect(red.sheet).to_contain_text("dives for cover")
    shows(red.sheet.locator(".best"), "Chime Rifle", roll=17, armor=8, out=odds(tn=17, dam=16, ar=24, left=2))
    red.dice("5", "12")
    expect(red.sheet.locator(".headline")).to_have_text("1 Wound, Pinned")
    red.apply()
    match.counters("gold", f"{LAMP} 2", "R", "P", "W 1/2")
    expect(gold.page.locator("#react")).to_have_count(0)
    red.tap("End Activation")


def charged_and_taken_back(match: Match) -> None:
    """CC 13 + 1 for the Snuffer + 2 for the Charge; DAM 11 against AR 21. A natural 1 makes two Armor Tests of it."""
    gold = match.gold
    gold.taps = 0
    gold.tap(f"Activate {LAMPS}", f"Attack {BELL} 1")
    charge = gold.sheet.locator(".best a")
    shows(charge, "Snuffer", roll=16, armor=10, out=odds(tn=16, dam=11, ar=21, left=1))
    gold.tap(charge)
    gold.dice("1", "4 12")
    expect(gold.sheet.locator(".headline")).to_have_text("Casualty")
    gold.apply()
    assert gold.taps <= TO_THE_RECORD
    fallen(match, f"{BELL} 1")
    match.to_act(gold=2, red=1)
    gold.then("Undo")
    match.to_act(gold=2, red=2)
    match.counters("red", f"{BELL} 1", "P", "W 1/2")
    match.counters("gold", LAMPS, "A")
    gold.tap(f"Attack {BELL} 1", charge)
    gold.dice("8", "13")
    gold.apply()
    fallen(match, f"{BELL} 1")


def fallen(match: Match, unit: str) -> None:
    for phone in match.phones:
        expect(phone.page.locator(".roster .fallen").filter(has_text=unit)).to_be_visible()


def interacted(phone: Phone, counter: str, ld: int, die: str, said: str) -> None:
    """With a real die; the LD is the card's."""
    goal = phone.page.locator("#goals").get_by_role("link", name=re.compile(f"^{counter}"))
    phone.tap(goal)
    expect(phone.page.get_by_label("LD", exact=True)).to_have_value(str(ld))
    phone.page.get_by_label("The real die").fill(die)
    phone.tap("Roll")
    expect(phone.page.locator("#strip")).to_contain_text(f"{die} (a real die) against {ld}")
    expect(goal).to_contain_text(said)


def gold_takes_the_center(match: Match) -> None:
    interacted(match.gold, "Center", 14, "6", "Bright’s")
    match.see("#goals", "Bright’s")
    match.gold.tap("End Activation")


def missed_and_counterattacked(match: Match) -> None:
    """Red's Leader charges: CC 15 + 2 at DEF −1. Whom it missed strikes back with CC 12 + 1, and misses too."""
    gold, red = match.phones
    red.tap(f"Activate {BELLS}", f"Attack {LAMP} 3")
    charge = red.line("Handbell", "Charge")
    shows(charge, "Handbell", roll=16, armor=9, out=odds(tn=16, dam=13, ar=22, left=2))
    red.tap(charge)
    red.dice("17")
    red.apply()
    match.counters("gold", f"{LAMP} 3", "E")
    offer = offered(gold, f"{LAMP} 3: Counterattack")
    expect(offer.locator("b")).to_have_text(odds(tn=13, dam=11, ar=23, left=3))
    gold.tap(offer)
    match.counters("gold", f"{LAMP} 3", "R", "E")
    strike = gold.line("Snuffer", "Strike")
    shows(strike, "Snuffer", roll=13, armor=12, out=odds(tn=13, dam=11, ar=23, left=3))
    gold.tap(strike)
    gold.dice("18")
    expect(gold.sheet.locator(".headline")).to_have_text("A miss")
    gold.apply()
    match.counters("red", BELLS, "A", "E")
    red.tap("End Activation")


def struck_in_parting(match: Match) -> None:
    """CC 15 at DEF −1, DAM 13 against AR 22: 14 fails by 5."""
    gold, red = match.phones
    gold.tap(f"Activate {LAMP} 3", "Move")
    offer = offered(red, f"{BELLS}: Parting Blow")
    expect(offer.locator("b")).to_have_text(odds(tn=14, dam=13, ar=22, left=2))
    red.tap(offer)
    match.counters("red", BELLS, "A", "R", "E")
    red.tap(red.line("Handbell", "Strike"))
    red.dice("3", "14")
    expect(red.sheet.locator(".headline")).to_have_text("1 Wound, Pinned")
    red.apply()
    match.counters("gold", f"{LAMP} 3", "A", "R", "P", "E", "W 1/2")
    gold.tap("End Activation")
    match.counters("gold", f"{LAMP} 3", "A", "R", "P", "W 1/2")
    match.counters("red", BELLS, "A", "R")


def rallied_and_the_turn_is_over(match: Match) -> None:
    """Nobody is left to act but gold's last; in Turn 1 nothing scores."""
    gold = match.gold
    match.to_act(gold=1, red=0)
    gold.tap(f"Activate {LAMP} 2")
    rallied(gold, f"{LAMP} 2")
    match.counters("gold", f"{LAMP} 2", "A", "R", "W 1/2")
    gold.tap("End Activation")
    gold.then("End Turn 1")
    match.see(".turn", "Turn 2 of 5")
    match.band("gold", "VP", 0)
    match.band("red", "VP", 0)


def rallied(phone: Phone, unit: str) -> None:
    phone.tap(phone.page.locator("#roster-gold").get_by_role("link", name=re.compile(f"^{unit}.*counters")))
    phone.tap("Rally")


# Turn 2


def initiative_by_typed_dice(match: Match) -> None:
    """A d20, VPs and Pinned Units: 5 + 0 + 1 is less than 9 + 0 + 0."""
    for phone, side, die in ((match.gold, "Bright", "5"), (match.red, "Dim", "9")):
        phone.page.get_by_label(f"Roll for {side} with").fill(die)
        phone.tap(f"Roll for {side}")
    match.band("gold", "Initiative", 6)
    match.band("red", "Initiative", 9)
    match.gold.then("Keep it")
    match.to_act(gold=4, red=3)
    match.band("red", "passes", 0)


def shot_twice_at_once(match: Match) -> None:
    """Both Tests hit: 20 fails by 12, 3 does not fail."""
    gold = match.gold
    gold.tap(f"Activate {LAMP} 1", f"Attack {BELL} 3", gold.line("Wick Rifle", "to 12"))
    shows(gold.sheet.locator(".best"), "Wick Rifle", roll=13, armor=8, out=odds(tn=13, dam=13, ar=21, left=2, tests=2))
    gold.dice("4 8", "20 3")
    expect(gold.sheet.locator(".headline")).to_have_text("Casualty")
    gold.apply()
    fallen(match, f"{BELL} 3")
    gold.tap("End Activation")
    match.to_act(gold=3, red=2)


def reloaded_and_shot(match: Match) -> None:
    """MW 14 at DEF +1; 9 against 23 − 14 does not fail, and is not 6 better."""
    red = match.red
    red.tap(f"Activate {BELL} 2", f"Attack {LAMPS}")
    shot = red.line("Chime Rifle", "jammed: Reload first")
    expect(shot.first).to_be_visible()
    red.tap("Reload Chime Rifle")
    shot = red.line("Chime Rifle", "to 12")
    shows(shot, "Chime Rifle", roll=15, armor=9, out=odds(tn=15, dam=14, ar=23, left=2))
    red.tap(shot)
    red.dice("11", "9")
    expect(red.sheet.locator(".headline")).to_have_text("Pinned")
    red.apply()
    match.counters("gold", LAMPS, "P")
    match.counters("red", f"{BELL} 2", "A")
    red.tap("End Activation")


def gold_rallies_and_takes_the_left(match: Match) -> None:
    gold = match.gold
    gold.tap(f"Activate {LAMPS}")
    rallied(gold, LAMPS)
    match.counters("gold", LAMPS, "A")
    interacted(gold, "Left", 14, "3", "Bright’s")
    gold.tap("End Activation")


def red_takes_the_right(match: Match) -> None:
    """The first to fail, for 16 is more than LD 15."""
    gold, red = match.phones
    red.tap(f"Activate {BELLS}")
    interacted(red, "Right", 15, "16", "nobody’s")
    interacted(red, "Right", 15, "9", "Dim’s")
    red.tap("End Activation")
    for number in (2, 3):
        gold.tap(f"Activate {LAMP} {number}")
        gold.then("End Activation")


def scored_as_tracked(match: Match) -> None:
    """Gold controls two of three, and red took nobody out; where red's Units stand only the players see."""
    gold, red = match.phones
    expect(red.page.locator(".asks")).to_contain_text("Controlled: Bright 2, Dim 1.")
    red.tap("As tracked")
    match.band("gold", "VP", 1)
    match.band("red", "VP", 0)
    ground = gold.page.locator("form.ask").filter(has_text="Hold Ground")
    gold.tap("Next question", ground.get_by_role("button", name="Yes"))
    match.band("gold", "VP", 2)
    gold.then("End Turn 2")
    match.see(".turn", "Turn 3 of 5")
