"""One part of a page made equal to another, of which what has not changed stays."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.browser.conftest import Venue, until
from tests.companion.wartime import acts as c

Visit = Callable[..., Page]

KEYS = st.sampled_from(["", "", ' id="a"', ' id="b"', ' id="c"', ' data-timer="gold-30"', ' data-timer="red-30"'])
LOOKS = st.sampled_from(["", ' class="tile warm"', ' class="tile"', " hidden", ' title="Pause"'])
TEXTS = st.sampled_from(["", "30", "Archer", " ", "<!--sand-->", '<svg viewBox="0 0 1 1"><use href="#glass"/></svg>'])


def element(inside: str, key: str, look: str, tag: str) -> str:
    return f"<{tag}{key}{look}>{inside}</{tag}>"


def several(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    one = st.builds(element, inside, KEYS, LOOKS, st.sampled_from(["div", "i", "b"]))
    return st.lists(one | TEXTS, max_size=6).map("".join)


PARTS = st.recursive(TEXTS, several, max_leaves=20)

EQUAL = """([before, after]) => {
    const made = (inside) => Object.assign(document.createElement("main"), { innerHTML: inside });
    const old = made(before);
    morph(old, made(after));
    return old.isEqualNode(made(after));
}"""
STAYS = """([before, after, stays]) => {
    const old = Object.assign(document.createElement("main"), { innerHTML: before });
    document.body.append(old);
    const kept = [...old.querySelectorAll(stays)];
    const gone = new Set();
    const eyes = new MutationObserver(() => {});
    eyes.observe(old, { childList: true, subtree: true });
    morph(old, Object.assign(document.createElement("main"), { innerHTML: after }));
    for (const { removedNodes } of eyes.takeRecords()) for (const node of removedNodes) gone.add(node);
    old.remove();
    return kept.filter((node) => !gone.has(node) && old.contains(node)).map((node) => node.outerHTML);
}"""
"""What was there before and was never taken out."""


@pytest.fixture
def morphing(visit: Visit) -> Page:
    page = visit("/watch", joined=False)
    page.evaluate("""async () => {
        const script = document.querySelector("script[type=module]").src;
        window.morph = (await import(script)).modules["morph.js"].morph;
    }""")
    return page


def test_whatever_it_was_it_is_what_was_wanted(morphing: Page) -> None:
    @settings(suppress_health_check=[HealthCheck.too_slow])
    @given(before=PARTS, after=PARTS)
    def holds(before: str, after: str) -> None:
        assert morphing.evaluate(EQUAL, [before, after])

    holds()


CHANGES = {
    "a text changes in place": ("<b>1</b>", "<b>2</b>", "b", ["<b>2</b>"]),
    "so does a class": ('<i class="free"></i>', '<i class="running"></i>', "i", ['<i class="running"></i>']),
    "one in front": ("<p>1</p><p>2</p>", "<p>0</p><p>1</p><p>2</p>", "p", ["<p>1</p>", "<p>2</p>"]),
    "the first goes": ("<p>1</p><p>2</p>", "<p>2</p>", "p", ["<p>2</p>"]),
    "one between": ("<p>1</p><p>3</p>", "<p>1</p><p>2</p><p>3</p>", "p", ["<p>1</p>", "<p>3</p>"]),
    "what has a key is itself": (
        '<b>1</b><i id="x">2</i><i id="y">3</i>',
        '<i id="z"></i><i id="y">4</i>',
        "#y",
        ['<i id="y">4</i>'],
    ),
    "so is what has a timer": (
        '<i data-timer="a">1</i><i data-timer="b">2</i><u></u>',
        '<i data-timer="b">3</i><u></u>',
        "i",
        ['<i data-timer="b">3</i>'],
    ),
    "another kind is another": ("<b>1</b>", "<i>1</i>", "b", []),
}


def test_what_is_the_same_stays(morphing: Page) -> None:
    stayed = {name: morphing.evaluate(STAYS, change[:3]) for name, change in CHANGES.items()}
    assert stayed == {name: kept for name, (*_, kept) in CHANGES.items()}


def test_sand_falls_on_while_something_else_changes(visit: Visit, venue: Venue) -> None:
    venue.do(c.Begin(), c.Flip(timer="gold-60a", unit="Archer"))
    page = visit("/watch", joined=False, reduced_motion="no-preference")
    until(page, "document.querySelector('[data-timer=gold-60a].running')")
    page.evaluate("""() => {
        const tile = document.querySelector("[data-timer=gold-60a]");
        const falling = () => [...tile.querySelectorAll("i, b")].flatMap((sand) => sand.getAnimations());
        const before = falling();
        window.same = () => {
            const now = falling();
            const on = now.every((fall, at) => fall === before[at] && fall.playState === "running");
            return tile.isConnected && now.length === 3 && on;
        };
    }""")
    venue.do(c.Flip(timer="red-90", unit="Knight"), c.Flip(timer="gold-30"), c.Free(timer="gold-30"))
    until(page, f"document.querySelector('main').dataset.version === '{venue.table.version}'")
    assert page.locator("[data-timer=red-90].running").count() == 1
    assert page.evaluate("same()")
