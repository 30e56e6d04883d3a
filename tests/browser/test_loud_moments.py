"""What has to be seen from the other end of the room: the last five seconds, a timer run out, a pause."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.wartime.match import commands as c
from tests.browser.conftest import Venue, until
from tests.web.colour import contrast
from web.http.seating import PhoneSeat

Visit = Callable[..., Page]


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


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize(("timer", "army"), [("gold-30", "gold"), ("red-30", "red"), ("gold-spell", "spell")])
def test_the_last_five_seconds_turn_the_tile_over_as_the_screen_does(
    visit: Visit, venue: Venue, scheme: str, timer: str, army: str
) -> None:
    venue.do(c.Begin(), c.Flip(timer=timer))
    page = visit(seat=PhoneSeat.GOLD, color_scheme=scheme)
    tile = page.locator(f"[data-timer={timer}]")
    expect(tile).to_have_class(re.compile("running"))
    tile.evaluate("(tile) => tile.classList.add('warm')")
    expect(tile.locator("button")).to_have_css("background-color", colour(page, army))
    expect(tile.locator(".secs")).to_have_css("color", colour(page, "felt"))
    expect(tile.locator(".low i")).to_have_css("background-color", colour(page, "felt"))
    assert contrast(hexed(colour(page, army)), hexed(colour(page, "felt"))) >= 4.5


def test_running_out_flashes_the_border_and_leaves_the_figure_alone(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin())
    page = visit(seat=PhoneSeat.GOLD)
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
    page = visit()
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


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (180, 740), (1024, 768)])
def test_a_pause_dims_the_tiles_and_makes_resume_the_whole_strip(
    visit: Visit, venue: Venue, size: tuple[int, int]
) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a"))
    page = visit(viewport={"width": size[0], "height": size[1]})
    undo = page.locator(".undo button")
    tile = page.locator("[data-timer=red-90]")
    before = undo.bounding_box(), tile.bounding_box()
    venue.do(c.Pause())
    resume = page.locator(".strip").get_by_role("button", name="Resume")
    expect(resume).to_be_visible()
    for part in (".secs", ".glass"):
        expect(tile.locator(part)).to_have_css("opacity", "0.6")
    assert (undo.bounding_box(), tile.bounding_box()) == before
    drawn = resume.bounding_box()
    assert drawn is not None
    room = page.locator("main").evaluate(
        "(main) => main.clientWidth - 2 * parseFloat(getComputedStyle(main).paddingLeft)"
    )
    assert drawn["width"] >= room - 1
    assert drawn["height"] >= 48
    expect(resume).to_have_css("background-color", colour(page, "bone"))
    resume.tap()
    expect(resume).to_be_hidden()
    expect(tile.locator(".secs")).to_have_css("opacity", "1")
