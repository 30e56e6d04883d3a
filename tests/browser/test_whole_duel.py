"""Two Turns of Warzone between two imported Forces: two phones, and nothing but their pages."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.by_the_book import odds
from tests.browser.conftest import until
from tests.browser.into_the_game import (
    BELL,
    BELLS,
    LAMP,
    LAMPS,
    forces_built_and_brought,
    opened,
    set_up_in_the_order_of_the_book,
)
from tests.browser.two_phones import Match, fallen, interacted, offered, rallied, shows
from tests.browser.venue import Venue
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
TO_THE_ANSWER, TO_THE_RECORD = 3, 6


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


def ambushed_on_the_move(match: Match) -> None:
    """MW 14 with +0 at DEF −1; 18 is the rifle's Crit Fail. The Ambush costs both counters."""
    gold, red = match.phones
    gold.tap("Move")
    offer = offered(red, f"{BELL} 2: Ambush")
    expect(offer.locator("b")).to_have_text(odds(tn=13, dam=14, ar=22, left=2))
    expect(offer).to_contain_text("3 left to act")
    expect(gold.page.locator("#react")).to_contain_text("Dim may react.")
    red.tap(offer)
    match.counters("red", f"{BELL} 2", "A", "R")
    match.to_act(gold=3, red=3)
    shows(red.line("Chime Rifle", "to 12"), "Chime Rifle", roll=13, armor=8, out=odds(tn=13, dam=14, ar=22, left=2))
    expect(red.sheet).not_to_contain_text("Counterattack")
    red.tap(red.line("Chime Rifle", "to 12"))
    red.dice("18")
    expect(red.sheet.locator(".headline")).to_have_text("A miss, the weapon must Reload")
    red.apply()
    match.counters("red", f"{BELL} 2", "A", "R", "L")
    gold.tap("End Activation")
    match.see("#next", "Dim: Activate a Unit.")


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
    expect(offer.locator("b")).to_have_text(odds(tn=13, dam=11, ar=23, left=1))
    expect(offer).to_contain_text("wounds it")
    gold.tap(offer)
    match.counters("gold", f"{LAMP} 3", "R", "E")
    strike = gold.line("Snuffer", "Strike")
    shows(strike, "Snuffer", roll=13, armor=12, out=odds(tn=13, dam=11, ar=23, left=1), hope="wounds it")
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
    interacted(red, "Right", 15, "16", "neither side’s")
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
