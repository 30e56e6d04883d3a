"""A replay of ten minutes of WarTime in Chromium: how long its frames take while a thumb pulls the scrubber, and how
large its files are.

The rival is the same match asked for step by step from the server, as a page without JavaScript does.
"""

import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.figures import Figure, median_p99
from companion.clock import ManualClock
from companion.games import all_games
from companion.matchfile.files import written
from tests.browser.venue import PHONE, Venue
from tests.companion.story.matches import play

SHORT = {"rows": 20, "steps": 10}
FRAME_MS = 1000 / 60
DRAG = """async (steps) => {
    const field = document.querySelector("#scrub"), took = [];
    const painted = () => new Promise((then) => {
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = then;
            port2.postMessage(0);
        });
    });
    await painted();
    let last = performance.now();
    for (let step = 0; step <= steps; step += 1) {
        field.value = (field.max * step) / steps;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await painted();
        const now = performance.now();
        took.push(now - last);
        last = now;
    }
    return took;
}"""
"""A thumb that moves with every frame. A message that is sent while a frame is made comes after that is painted."""


def dropped(took: Sequence[float]) -> float:
    """Returns the share in percent of frames that were never shown. A frame that is late by less than half of one is
    still shown for one turn of the screen; one that is later leaves turns out."""
    turns = sum(max(1, round(each / FRAME_MS)) for each in took)
    return 100 * (turns - len(took)) / turns


def scrubbed(browser: Browser, address: str, steps: int) -> list[float]:
    """Returns the milliseconds that each frame took."""
    page = browser.new_page(viewport=PHONE)
    page.goto(address)
    page.locator("body[data-loaded]").wait_for()
    page.evaluate(DRAG, steps // 10)
    took: list[float] = page.evaluate(DRAG, steps)
    page.close()
    return took


def fetched(address: str, **headers: str) -> tuple[int, float]:
    """Returns how many bytes were sent, and the milliseconds that took."""
    started = time.perf_counter()
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
        size = len(answer.read())
    return size, 1000 * (time.perf_counter() - started)


def measure(browser: Browser, folder: Path, *, rows: int = 600, steps: int = 600) -> Iterator[Figure]:
    clock = ManualClock(now=1_000_000_000, wall=1_790_000_000_000_000_000)
    venue = Venue(folder, clock)
    frames, reels, files = [], [], []
    try:
        for mapped in (False, True):
            play(venue.table, clock, rows=rows, mapped=mapped)
            match = venue.table.glance().number
            reels.append(fetched(f"{venue.url}/api/replay/{match}", **{"Accept-Encoding": "gzip"}))
            files.append(len(written(venue.table.played(match, most=rows + 100), all_games()["wartime"])))
            frames.append(scrubbed(browser, f"{venue.url}/replay/{match}", steps))
        at = range(0, rows, max(1, rows // 100))
        asked = [fetched(f"{venue.url}/replay/{match}?at={seq}")[1] for seq in at]
    finally:
        venue.close()
    plain, on_map = frames
    yield Figure.of(
        "a frame of a replay of 600 events that a thumb pulls on a phone, median / p99",
        median_p99(plain),
        "ms",
        rival="a step asked from the server",
        rivals=median_p99(asked),
    )
    yield Figure.of("a frame of such a replay with units on the map, median / p99", median_p99(on_map), "ms")
    yield Figure.of("frames dropped by such a replay, without / with the map", [dropped(each) for each in frames], "%")
    yield Figure.of("what such a replay sends, without / with the map", [size / 1024 for size, _ in reels], "KB")
    yield Figure.of("until such a replay is made, without / with the map", [took / 1000 for _, took in reels], "s")
    yield Figure.of("such a match as a file, without / with the map", [size / 1024 for size in files], "KB")
