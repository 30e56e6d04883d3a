"""A battle on two phones."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from companion.table.opening import New
from companion.table.seats import Seat
from tests.browser.battles import battle, cards
from tests.browser.conftest import Venue, open_flag
from tests.companion.battleline import acts as c
from web.http.phones import PhoneSeat


def test_a_claim_refused_then_granted_on_both_phones(visit: Callable[..., Page], venue: Venue) -> None:
    venue.do(New(game="battleline"))
    gold, red = visit("/"), visit(seat=PhoneSeat.RED)
    open_flag(gold, 5)
    gold.get_by_role("button", name="Red 7").tap()
    expect(red.get_by_text("Team Gold has played.")).to_be_visible()
    open_flag(red, 5)
    red.get_by_role("button", name="Blue 8").tap()
    expect(gold.get_by_text("Team Gold’s turn.").or_(gold.get_by_text("Team Red has played."))).to_be_visible()
    for side, card in ((Seat.GOLD, "R8"), (Seat.RED, "B9"), (Seat.GOLD, "R9")):
        venue.do(c.Lay(side=side, flag=5, piece=card))
    expect(gold.get_by_text("Not yet.")).to_be_visible()
    gold.get_by_role("button", name="Claim flag 5 for Team Gold").tap()
    expect(gold.get_by_role("alert")).to_contain_text("Blue 10 is still unseen")
    open_flag(red, 1)
    red.get_by_role("button", name="Blue 10").tap()
    expect(gold.get_by_text("Claim.", exact=True)).to_be_visible()
    gold.get_by_role("button", name="Claim flag 5 for Team Gold").tap()
    expect(red.get_by_role("button", name="Agree")).to_be_visible()
    red.get_by_role("button", name="Agree").tap()
    expect(red.get_by_role("link", name="Flag 5, Team Gold’s")).to_be_visible()
    venue.do(c.Lay(side=Seat.GOLD, flag=9, piece="MUD"))
    expect(red.get_by_text("mud", exact=True)).to_be_visible()
    tops = red.evaluate("[...document.querySelectorAll('.post')].map((each) => each.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, "all flags stand in one line, in the Mud or not"


def test_a_card_is_never_laid_at_the_flag_before_the_one_that_was_tapped(
    visit: Callable[..., Page], venue: Venue
) -> None:
    venue.do(New(game="battleline"))
    page = visit("/?flag=5")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/?flag=1", hold)
    card = page.get_by_role("button", name="Blue 10")
    card.evaluate("(card) => card.scrollIntoView({ block: 'center' })")
    box = card.bounding_box()
    assert box is not None
    page.get_by_role("link", name="Flag 1").evaluate("(link) => link.click()")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for route in held:
        route.continue_()
    page.unroute("**/?flag=1")
    page.get_by_role("button", name="Blue 9").tap()
    expect(page.get_by_text("has played.")).to_be_visible()
    assert cards(venue, 5) == {"gold": [], "red": []}
    assert cards(venue, 1) == {"gold": ["B9"], "red": []}


def test_what_was_laid_while_the_table_did_not_answer_is_drawn_on_its_return(
    visit: Callable[..., Page], venue: Venue
) -> None:
    battle(venue, "5:R7 5:B8")
    page = visit("/?flag=5", seat=PhoneSeat.GOLD)
    expect(page.get_by_role("link", name="Red 7: change")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    page.get_by_role("button", name="Red 8").tap()
    expect(page.get_by_role("alert")).to_contain_text("this was not done")
    page.get_by_role("link", name="Flag 1").tap()
    expect(page.get_by_role("alert")).to_contain_text("This page stays")
    assert page.evaluate("location.search") == "?flag=5"
    venue.do(c.Lay(side=Seat.GOLD, flag=5, piece="R9"), c.Lay(side=Seat.RED, flag=5, piece="B10"))
    page.context.set_offline(False)
    expect(page.get_by_role("link", name="Blue 10: change")).to_be_visible()
    expect(page.locator("#lost")).to_be_hidden()
    page.get_by_role("button", name="Red 8").tap()
    expect(page.get_by_role("link", name="Red 8: change")).to_be_visible()


def test_a_flag_that_could_not_be_fetched_leaves_the_one_before_in_use(
    visit: Callable[..., Page], venue: Venue
) -> None:
    battle(venue)
    page = visit("/?flag=5")
    page.route("**/?flag=1", lambda route: route.abort())
    page.get_by_role("link", name="Flag 1").tap()
    expect(page.get_by_role("alert")).to_contain_text("This page stays")
    page.get_by_role("button", name="Blue 9").tap()
    expect(page.get_by_role("link", name="Blue 9: change")).to_be_visible()
    assert cards(venue, 5) == {"gold": ["B9"], "red": []}


def test_a_phone_that_may_keep_nothing_follows_and_asks_once(visit: Callable[..., Page], venue: Venue) -> None:
    venue.do(New(game="battleline"), c.Lay(side=Seat.GOLD, flag=5, piece="R7"))
    page = visit("about:blank", joined=False, own=True)
    page.add_init_script("Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException(); } })")
    page.clock.install()
    page.goto(venue.url)
    expect(page.get_by_text("Team Gold has played.")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    venue.do(c.Lay(side=Seat.RED, flag=5, piece="B8"))
    expect(page.get_by_text("Team Red has played.")).to_be_visible()
    # What it might do by itself by then comes before what is asked next.
    page.clock.fast_forward(1000)
    venue.do(c.Lay(side=Seat.GOLD, flag=5, piece="R8"))
    expect(page.get_by_text("Team Gold has played.")).to_be_visible()
    assert asked.count(f"{venue.url}/") == 2


def test_a_flag_that_is_tapped_as_somebody_plays_is_opened_all_the_same(
    visit: Callable[..., Page], venue: Venue
) -> None:
    battle(venue, "5:R7 5:B8")
    page = visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/?flag=4", hold)
    with page.expect_request("**/?flag=4"):
        page.get_by_role("link", name="Flag 4", exact=True).tap()
    venue.do(c.Lay(side=Seat.GOLD, flag=9, piece="P1"))
    expect(page.locator("#say")).to_contain_text("Purple 1")
    held.pop().continue_()
    page.unroute("**/?flag=4")
    expect(page.get_by_text("Team Gold has played.")).to_be_visible()
    expect(page.get_by_role("region", name="Flag 4")).to_be_visible()
    page.get_by_role("button", name="Green 2", exact=True).tap()
    expect(page.get_by_text("Team Red has played.")).to_be_visible()
    assert cards(venue, 4)["red"] == ["G2"]
