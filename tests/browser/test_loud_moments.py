"""What has to be seen from the other end of the room: the last five seconds, a timer run out, a pause."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from companion.table.opening import New
from tests.browser.conftest import Venue, until
from tests.browser.states import State
from tests.browser.venue import Stage
from tests.browser.visits import bring, phone_at
from tests.companion.wartime import acts as c
from tests.web.colour import contrast
from web.http.phones import PhoneSeat

Visit = Callable[..., Page]
SIZES = ((360, 740), (740, 360), (180, 740), (1024, 768))
ROOM = "(main) => main.clientWidth - 2 * parseFloat(getComputedStyle(main).paddingLeft)"


def hexed(css: str) -> str:
    """rgb(16, 32, 29) as #10201d."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", css)[:3])


def colour(page: Page, name: str) -> str:
    """A colour of the look as the page computes it."""
    found: str = page.evaluate(
        """(name) => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.className = "probe";
            probe.style.color = `var(--${name})`;
            const { color } = getComputedStyle(probe);
            probe.remove();
            return color;
        }""",
        name,
    )
    return found


def test_the_last_five_seconds_turn_the_tile_over_as_the_screen_does(browser: Browser, stage: Stage) -> None:
    armies = {"gold-30": "gold", "red-30": "red", "gold-spell": "spell"}

    def play(stage: Stage) -> None:
        stage.do(New(game="wartime"), c.Begin(), *(c.Flip(timer=timer) for timer in armies))
        stage.wait(26)

    context = phone_at(browser, stage)
    page = context.new_page()
    bring(page, stage, State("wartime", "the last five seconds", play))
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        for timer, army in armies.items():
            tile = page.locator(f"[data-timer={timer}].warm")
            expect(tile.locator("button")).to_have_css("background-color", colour(page, army))
            expect(tile.locator(".secs")).to_have_css("color", colour(page, "felt"))
            expect(tile.locator(".low i")).to_have_css("background-color", colour(page, "felt"))
            assert contrast(hexed(colour(page, army)), hexed(colour(page, "felt"))) >= 4.5, (scheme, army)
    context.close()


def test_running_out_flashes_the_border_and_leaves_the_figure_alone(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit(seat=PhoneSeat.GOLD, reduced_motion="no-preference")
    expect(page.locator("main")).to_have_attribute("data-phase", "running")
    page.evaluate(
        """() => {
            window.flashed = [];
            const tile = document.querySelector("[data-timer=gold-30]");
            tile.addEventListener("animationstart", ({ animationName, target }) => {
                const frames = target.getAnimations().flatMap((each) => each.effect.getKeyframes());
                if (animationName === "flash") flashed = frames.flatMap(Object.keys);
            });
        }"""
    )
    venue.do(c.Flip(timer="gold-30"))
    expect(page.locator("[data-timer=gold-30]")).to_have_class(re.compile("running"))
    venue.do(c.Turn(timer="gold-30"))  # next to nothing is left to run
    tile = page.locator("[data-timer=gold-30]")
    expect(page.locator("#say")).to_have_text(re.compile("30 ran out"))
    expect(tile.locator(".secs")).to_have_text("30")
    until(page, "flashed.length")
    moved = set(page.evaluate("flashed")) - {"offset", "easing", "composite", "computedOffset"}
    assert moved
    assert all(name.startswith("outline") for name in moved), moved


def test_a_refusal_shakes_the_tile_once_and_says_why_in_the_first_line(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Pause())
    page = visit(reduced_motion="no-preference")
    page.evaluate(
        """() => {
            window.shaken = [];
            addEventListener("animationstart", ({ animationName }) => shaken.push(animationName));
        }"""
    )
    page.locator("[data-timer=red-60b] button").tap()
    expect(page.locator("#refusal")).to_have_text("Paused. Resume first.")
    expect(page.locator("[data-timer=red-60b]")).not_to_have_class(re.compile("refused"))
    assert page.evaluate("shaken") == ["shake"]
    assert page.evaluate("document.querySelector('#refusal').getBoundingClientRect().top") == 0


def test_a_pause_dims_the_tiles_and_makes_resume_the_whole_strip(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a"))
    page = visit()
    undo, tile = page.locator(".undo button"), page.locator("[data-timer=red-90]")
    resume = page.locator(".strip").get_by_role("button", name="Resume")

    def drawn() -> list[object]:
        """How the table is drawn on phones and a tablet, and how much room there is beside the strip."""
        found: list[object] = []
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found.append((undo.bounding_box(), tile.bounding_box()))
            if resume.is_visible():
                strip, room = resume.bounding_box(), page.locator("main").evaluate(ROOM)
                assert strip is not None
                assert strip["width"] >= room - 1, width
                assert strip["height"] >= 48, width
        return found

    before = drawn()
    venue.do(c.Pause())
    expect(resume).to_be_visible()
    for part in (".secs", ".glass"):
        expect(tile.locator(part)).to_have_css("opacity", "0.6")
    assert drawn() == before
    expect(resume).to_have_css("background-color", colour(page, "bone"))
    resume.tap()
    expect(resume).to_be_hidden()
    expect(tile.locator(".secs")).to_have_css("opacity", "1")
