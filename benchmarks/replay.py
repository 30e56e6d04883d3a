"""A replay of ten minutes of WarTime in Chromium: how long its frames take while a thumb pulls the scrubber, and how
large its files are. Run it from the root of the repository: python benchmarks/replay.py [ROWS].

The rival is the same match asked for step by step from the server, as a page without JavaScript does.
"""

import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

# Tests have a table that is served to browsers.
sys.path.insert(0, str(Path(__file__).parents[1]))
from companion.clock import ManualClock
from companion.games import all_games
from companion.matchfile.write import written
from tests.browser.venue import ARGUMENTS, CHROMIUM, PHONE, Venue
from tests.companion.story.matches import play

STEPS = 600
FRAME_MS = 1000 / 60
CLOCK_MS = 0.2
"""A browser's clock is so coarse."""
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


def say(what: str, took: Sequence[float]) -> None:
    ordered = sorted(took)
    p95, p99 = (ordered[int(len(ordered) * share) - 1] for share in (0.95, 0.99))
    print(f"  {what:44} median {statistics.median(took):6.1f} ms, 95th {p95:6.1f} ms, 99th {p99:6.1f} ms")


def say_frames(what: str, took: Sequence[float]) -> None:
    """A frame that is late by less than half of one is still shown for one turn of the screen; what is later leaves
    turns out, which are counted."""
    say(what, took)
    late = sum(each > FRAME_MS + CLOCK_MS for each in took) / len(took)
    turns = sum(max(1, round(each / FRAME_MS)) for each in took)
    dropped = (turns - len(took)) / turns
    print(f"  {'':44} later than {FRAME_MS:.1f} ms: {late:.1%}, dropped: {dropped:.1%}")


def main(rows: int, folder: Path) -> None:
    clock = ManualClock(now=1_000_000_000, wall=1_790_000_000_000_000_000)
    venue = Venue(folder, clock)
    try:
        for mapped in (False, True):
            play(venue.table, clock, rows=rows, mapped=mapped)
            match = venue.table.glance().number
            address = f"{venue.url}/api/replay/{match}"
            packed = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
            started = time.perf_counter()
            size = len(urllib.request.urlopen(packed).read())
            made_s = time.perf_counter() - started
            file = len(written(venue.table.played(match, most=rows + 100), all_games()["wartime"]))
            print(
                f"  {rows} rows{', units on the map' if mapped else ''}: the reel {size / 1024:.1f} KB, made in "
                f"{made_s:.2f} s; the match file {file / 1024:.1f} KB"
            )
            if CHROMIUM is None:
                print("  a frame while scrubbing: there is no Chromium here to draw it")
            else:
                scrubbed(venue.url, match, CHROMIUM)
        took = []
        for seq in range(0, rows, max(1, rows // 100)):
            started = time.perf_counter()
            urllib.request.urlopen(f"{venue.url}/replay/{match}?at={seq}").read()
            took.append(1000 * (time.perf_counter() - started))
        say("rival: a step asked from the server", took)
    finally:
        venue.close()


def scrubbed(url: str, match: int, chromium: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for name, screen in (("phone, 360 x 740", PHONE), ("1280 x 800", {"width": 1280, "height": 800})):
            page = browser.new_page(viewport=screen)
            page.goto(f"{url}/replay/{match}")
            page.locator("body[data-loaded]").wait_for()
            page.evaluate(DRAG, 60)
            say_frames(f"a frame while scrubbing, {name}", page.evaluate(DRAG, STEPS))
            page.close()
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 600, Path(scratch))
