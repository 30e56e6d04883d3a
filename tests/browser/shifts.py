"""What moves on a page without anybody having touched it, as Chromium measures it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from tests.browser.conftest import until

SLOW = 4
"""How many times slower than this machine a phone may be."""
PACES = (1, pytest.param(SLOW, marks=pytest.mark.screens))
"""As fast as this machine with every change: to wait for a slow phone takes as much of the processor."""
MOST = 0.02
"""How much may move on a page, from its opening until it is left."""
QUIET_FRAMES = 4
_WATCH = """
    window.shifts = [];
    window.stir = { asked: 0, changes: 0 };
    const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
    const name = (node) => node?.nodeType === 1 ? `${node.localName}#${node.id}.${node.className}` : `"${node?.data}"`;
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries()) {
            const moved = sources.slice(0, 3).map((each) =>
                `${name(each.node)} ${box(each.previousRect)} > ${box(each.currentRect)}`);
            shifts.push({ value, touched: hadRecentInput, moved: moved.join("; ") });
        }
    }).observe({ type: "layout-shift", buffered: true });
    new MutationObserver(() => { stir.changes += 1; })
        .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const ask = window.fetch;
    window.fetch = (...all) => {
        stir.asked += 1;
        return ask(...all).finally(() => { stir.asked -= 1; });
    };
"""
_SETTLED = f"""async () => {{
    await document.fonts.ready;
    for (let quiet = 0, seen = -1; quiet < {QUIET_FRAMES}; ) {{
        await new Promise(requestAnimationFrame);
        quiet = stir.asked === 0 && stir.changes === seen ? quiet + 1 : 0;
        seen = stir.changes;
    }}
}}"""


def watch(context: BrowserContext) -> None:
    """Every page that the context opens from now on counts what moves."""
    context.add_init_script(_WATCH)


@contextmanager
def slowed(page: Page, times: int = SLOW) -> Iterator[None]:
    """The page on a processor so many times slower."""
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": times})
    try:
        yield
    finally:
        tools.detach()


def settle(page: Page) -> None:
    """Waits until the page has its letters, has no question open, and has drawn what it knows."""
    page.evaluate(_SETTLED)


def hear(page: Page, act: Callable[[], object]) -> None:
    """Does something elsewhere, and waits until the page has drawn it; it may load itself anew."""
    before = page.evaluate("stir.changes")
    act()
    try:
        until(page, f"stir.changes > {before}")
        settle(page)
    except Error as error:
        if "context was destroyed" not in str(error):
            raise
        page.wait_for_load_state()
        settle(page)


def shifted(page: Page) -> list[tuple[float, str]]:
    """What has moved since the page was opened: how much, and what from where to where. Without what a touch has
    brought about, as the definition of layout shift has it."""
    found = page.evaluate("shifts.filter(({ touched }) => !touched).map(({ value, moved }) => [value, moved])")
    return [(round(value, 4), moved) for value, moved in found]


def unsteady(page: Page, where: str, *, most: float = MOST) -> list[str]:
    """What has moved, where that is too much in all."""
    found = shifted(page)
    return [f"{where}: {value} {moved}" for value, moved in found] if sum(value for value, _ in found) >= most else []
