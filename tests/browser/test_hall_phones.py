"""Two phones at a table of a hall's: what a finger does on one, and what both see."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from companion.table.commands import End
from companion.table.seats import Seat
from companion.table.view import ResultHere, RoundHere
from tests.browser.conftest import until
from tests.browser.venue import Venue
from tests.companion.wartime import acts as c
from tests.web.moments import MOMENTS
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
GAMES = [("wartime", "running"), ("wartime", "on the map"), ("warzone", "a Unit acts"), ("battleline", "cards laid")]


def strip(phone: Page) -> Locator:
    return phone.locator("#hall")


def tap(phone: Page, name: str) -> None:
    strip(phone).get_by_role("button", name=name).or_(strip(phone).get_by_role("link", name=name)).tap()


def test_a_judge_is_called_comes_and_answers(visit: Visit, venue: Venue) -> None:
    MOMENTS["wartime"]["running"](venue.phone())
    venue.hall.stand()
    gold, red = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    tap(gold, "Judge!")
    sheet = gold.locator("dialog[open] .sheet")
    sheet.get_by_label("What it is about").fill("Does it reach?")
    sheet.get_by_role("button", name="Judge!").tap()
    expect(gold.locator("dialog")).to_be_hidden()
    for phone in (gold, red):
        expect(strip(phone)).to_contain_text("Judge called 0:")
        expect(strip(phone).get_by_role("button", name="Take back")).to_be_visible()
    venue.hall.comes("Dana")
    for phone in (gold, red):
        expect(strip(phone)).to_contain_text("Dana is on the way")
    venue.hall.answers("Dana", "It does.")
    for phone in (gold, red):
        expect(strip(phone)).to_contain_text("Dana answered: It does.")
        expect(phone.locator("#hall-say")).to_contain_text("Dana answered: It does.")
    tap(red, "Judge!")
    red.locator("dialog[open]").get_by_role("button", name="Judge!").tap()
    tap(gold, "Take back")
    for phone in (gold, red):
        expect(strip(phone).get_by_role("link", name="Judge!")).to_be_visible()


def test_an_announcement_lies_over_the_header_until_somebody_has_seen_it(visit: Visit, venue: Venue) -> None:
    """In every game; and a judge can be called there."""
    gold, other = visit("about:blank", seat=PhoneSeat.GOLD), visit("about:blank", joined=False)
    for game, moment in GAMES:
        for phone in (gold, other):
            phone.goto("about:blank")
        MOMENTS[game][moment](venue.phone())
        venue.hall.stand()
        for phone in (gold, other):
            phone.goto(venue.url)
        gold.evaluate("navigator.vibrate = () => (window.shaken = true)")
        before = gold.locator("main").bounding_box()
        venue.hall.announce("Lunch at one.")
        for phone in (gold, other):
            expect(strip(phone)).to_contain_text("Lunch at one.")
        assert gold.locator("main").bounding_box() == before, game
        assert gold.evaluate("shaken"), game
        expect(other.locator("#hall button, #hall .button")).to_have_count(0)
        tap(gold, "Seen")
        for phone in (gold, other):
            expect(strip(phone)).not_to_contain_text("Lunch at one.")
        tap(gold, "Judge!")
        expect(gold.get_by_label("What it is about")).to_be_visible()


def test_a_result_is_confirmed_by_both_and_taken_back_until_then(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), End(winner=Seat.GOLD))
    venue.hall.stand(result=ResultHere(winner="gold", title="Valyance wins", score={"gold": 3, "red": 1}))
    gold, red = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    tap(gold, "Confirm")
    for phone in (gold, red):
        expect(strip(phone)).to_contain_text("Firebrand has to confirm it.")
    tap(gold, "Take back")
    expect(strip(red)).to_contain_text("Valyance and Firebrand have to confirm it.")
    tap(gold, "Confirm")
    expect(strip(red)).to_contain_text("wins 3–1: right? Firebrand has to confirm it.")
    tap(red, "Confirm")
    for phone in (gold, red):
        expect(strip(phone)).to_contain_text("Valyance wins 3–1 Sent to the hall.")
        expect(strip(phone).get_by_role("button")).to_have_count(0)


def test_what_the_other_phone_puts_under_the_thumb_is_not_tapped(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), End(winner=Seat.GOLD))
    venue.hall.stand(result=ResultHere(winner="gold", title="Valyance wins", score={}))
    gold, red = visit(seat=PhoneSeat.GOLD), visit(seat=PhoneSeat.RED)
    red.evaluate(
        """new MutationObserver(() => document.querySelector('#hall button').dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })
        )).observe(document.querySelector('#hall').parentElement, { childList: true })"""
    )
    tap(gold, "Confirm")
    expect(strip(red)).to_contain_text("Firebrand has to confirm it.")
    tap(gold, "Take back")
    expect(strip(red)).to_contain_text("Valyance and Firebrand have to confirm it.")


def test_one_phone_for_both_confirms_each(visit: Visit, venue: Venue) -> None:
    MOMENTS["warzone"]["ended"](venue.phone())
    venue.hall.stand(result=ResultHere(winner="gold", title="Watch wins", score={"gold": 9, "red": 4}))
    phone = visit()
    tap(phone, "Confirm for Watch")
    expect(strip(phone)).to_contain_text("Red has to confirm it.")
    tap(phone, "Confirm for Red")
    expect(strip(phone)).to_contain_text("Sent to the hall.")


def test_a_round_runs_by_the_tables_clock_and_ends(visit: Visit, venue: Venue) -> None:
    def ends_in(seconds: float) -> RoundHere:
        at = venue.table.view().server_ms + round(seconds * 1000)
        return RoundHere(number=1, title="Round 1", ends_ms=at, left_ms=0)

    venue.hall.stand(round=ends_in(3600))
    phone, watching, measuring = visit(), visit("/watch", joined=False), visit("/rulings")
    for page in (phone, watching, measuring):
        until(page, "document.querySelector('#hall b').textContent.startsWith('59:')")
    venue.hall.stand(round=ends_in(1))
    for page in (phone, watching):
        until(page, "document.querySelector('#hall b').textContent === 'Time'")
    venue.hall.stand(round=RoundHere(number=1, title="Round 1", ends_ms=None, left_ms=61_000))
    expect(strip(phone)).to_contain_text("Round 1, stands1:01")


def test_a_page_follows_its_table_into_a_hall_and_out_again(visit: Visit, venue: Venue) -> None:
    phone, watching = visit(), visit("/watch", joined=False)
    expect(strip(phone)).to_have_count(0)
    venue.hall.stand()
    for page in (phone, watching):
        expect(strip(page)).to_contain_text("Club night")
    venue.hall.close()
    for page in (phone, watching):
        expect(strip(page)).to_have_count(0)


def test_a_card_is_read_taken_and_left_on_the_sheet(visit: Visit, venue: Venue) -> None:
    phone = visit()
    phone.locator(".title").tap()
    sheet = phone.locator("dialog[open] .sheet")
    sheet.get_by_role("link", name="Hall").tap()
    sheet.get_by_label("The text on this table’s card").fill(venue.cards.TEXT)
    sheet.get_by_role("button", name="Read the card").tap()
    expect(sheet).to_contain_text("hall.local, port 8883")
    assert venue.cards.held is None
    sheet.get_by_role("button", name="Join Club night").tap()
    expect(sheet).to_contain_text("This table’s card")
    sheet.get_by_text("Leave the hall").tap()
    sheet.get_by_role("button", name="Leave Club night").tap()
    expect(sheet.get_by_label("The text on this table’s card")).to_be_visible()
    assert venue.cards.held is None


def test_a_scanned_card_waits_in_its_tab_until_the_phone_sits(visit: Visit, venue: Venue) -> None:
    phone = visit(f"/hall?card={venue.cards.TEXT}", joined=False)
    kept = phone.evaluate("JSON.stringify(sessionStorage)")
    assert venue.cards.TEXT in kept
    assert phone.url == f"{venue.url}/hall"
    phone.evaluate("sessionStorage.clear()")
    phone.goto("about:blank")
    phone.goto(f"/hall#{venue.cards.TEXT}")
    assert phone.evaluate("JSON.stringify(sessionStorage)") == kept
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    assert phone.url == f"{venue.url}/hall"
    phone.get_by_role("link", name="Take a seat").tap()
    phone.get_by_label("Code").fill(venue.access.code)
    phone.get_by_role("button", name="Both of us").tap()
    expect(phone.locator(".sheet")).to_contain_text("hall.local, port 8883")
    assert not [each for each in sent if venue.cards.TEXT in each], "it is in no address"
    assert phone.url == f"{venue.url}/hall"
    phone.get_by_role("button", name="Join Club night").tap()
    expect(phone.locator(".sheet")).to_contain_text("Leave the hall")
    assert venue.cards.held == venue.cards.CARD
    assert phone.evaluate("sessionStorage.length") == 0


def test_a_scanned_card_that_is_none_is_told_once(visit: Visit, venue: Venue) -> None:
    phone = visit("/hall#nonsense")
    expect(phone.get_by_role("alert")).to_contain_text("Copy all of it.")
    phone.goto("/hall")
    expect(phone.get_by_label("The text on this table’s card")).to_have_value("")


def test_another_card_is_scanned_where_one_is_held(visit: Visit, venue: Venue) -> None:
    venue.hall.stand()
    venue.cards.held = venue.cards.CARD
    phone = visit("/hall")
    phone.evaluate(f"location.hash = '{venue.cards.TEXT}'")
    expect(phone.locator(".sheet")).to_contain_text("This table leaves Club night for it.")
