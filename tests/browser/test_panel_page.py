"""The virtual panel in a real browser."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Venue, until

Visit = Callable[..., Page]
READ = """id => {
    const canvas = document.querySelector(`[data-screen="${id}"] canvas`);
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return Array.from({ length: canvas.width * canvas.height }, (_, n) => Number(data[n * 4] > 100)).join("");
}"""


def pixels(ram: bytes) -> str:
    """The RAM's pixels row by row, by the chip's datasheet: byte = page * 128 + column, bit 0 on top."""
    return "".join(str(ram[y // 8 * 128 + x] >> y % 8 & 1) for y in range(64) for x in range(128))


def calls(venue: Venue, count: int) -> list[tuple[str, str]]:
    """What the panel was asked, once that is so much."""
    return [(what, control) for what, control, _ in venue.panel.asked(count)]


def test_screens_show_their_ram_and_change_with_it(visit: Visit, venue: Venue) -> None:
    """Of a real panel too, which has nothing to press. One that is offline says so."""
    venue.panel.simulated = False
    venue.panel.offline = {"red-30"}
    venue.panel.shown["gold-60a"] = bytes(range(256)) * 4
    page = visit("/panel")
    for ram in (venue.panel.shown["gold-60a"], bytes(reversed(range(256))) * 4):
        venue.panel.shown["gold-60a"] = ram
        until(page, f"({READ})('gold-60a') === '{pixels(ram)}'")
    expect(page.locator("canvas")).to_have_count(12)
    expect(page.locator("[data-screen=red-30] figcaption")).to_be_visible()
    expect(page.locator("[data-screen=red-60a] figcaption")).to_be_hidden()


def test_a_button_is_down_as_long_as_the_finger_or_its_key(visit: Visit, venue: Venue) -> None:
    page = visit("/panel")
    page.keyboard.down("1")
    page.keyboard.down("q")
    assert sorted(calls(venue, 2)) == [("push", "gold-30"), ("push", "red-30")]
    page.keyboard.up("q")
    page.keyboard.up("1")
    assert sorted(calls(venue, 4)[2:]) == [("let-go", "gold-30"), ("let-go", "red-30")]
    page.keyboard.press("Space")
    assert calls(venue, 6)[4:] == [("push", "pause"), ("let-go", "pause")]
    page.get_by_role("button", name="Press Valyance 30, key 1").hover()
    page.mouse.down()
    assert calls(venue, 7)[6:] == [("push", "gold-30")]
    page.mouse.move(2, 2)
    page.mouse.up()
    assert calls(venue, 8)[7:] == [("let-go", "gold-30")]
