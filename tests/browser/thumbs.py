"""What a thumb cannot hit, or an eye not read."""

from collections.abc import Mapping

from playwright.sync_api import Page

SMALL_TARGETS: Mapping[str, str] = {
    ".flags a": "nine flags of a line beside each other: narrow, but several times as high",
    ".frame:not(.zoomed) .hex": "the whole board on a phone: a tap makes it larger there, and the next one can aim",
    ".deck button, .deck a, .reach button, .reach a": "suit-and-value keys, which may be a phone keyboard's size",
}
"""What may be less than 44 px wide or high, by selector, and why. No text may be less than 11 px high."""

_MEASURE = """(smallTargets) => {
    const found = [];
    const excepted = (element) => smallTargets.some((selector) => element.matches(selector));
    const seen = (element) => !element.closest(".unseen") && element.checkVisibility({ visibilityProperty: true });
    const name = (element) => {
        const words = (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40);
        const place = element.closest("[class]");
        return `${element.localName} "${words}" in ${place.localName}.${place.getAttribute("class")}`;
    };

    const size = (element) => {
        const px = parseFloat(getComputedStyle(element).fontSize);
        return element.getScreenCTM ? px * Math.abs(element.getScreenCTM().a) : px;
    };
    const read = (element, px) => {
        if (px < 10.99) found.push(`${px.toFixed(1)} px: ${name(element)}`);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (texts.currentNode.data.trim() && seen(element)) read(element, size(element));
    }
    for (const element of document.querySelectorAll("body *")) {
        if (!seen(element)) continue;
        if (element.matches("input, select, textarea")) read(element, size(element));
        for (const part of ["::before", "::after"]) {
            const { content, fontSize } = getComputedStyle(element, part);
            if (/\\w/.test(content) && content !== "none" && content !== "normal") read(element, parseFloat(fontSize));
        }
    }

    const inSentence = (link) => {
        if (getComputedStyle(link).display !== "inline") return false;
        let block = link.parentElement;
        while (getComputedStyle(block).display === "inline") block = block.parentElement;
        return block.textContent.trim().length > link.textContent.trim().length;
    };
    const targets = "a[href], button, summary, select, textarea, input:not([type=hidden])";
    for (const element of document.querySelectorAll(targets)) {
        if (!seen(element) || excepted(element) || inSentence(element)) continue;
        const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
        const width = Math.max(...boxes.map((box) => box.width));
        const height = Math.max(...boxes.map((box) => box.height));
        if (width < 43.99 || height < 43.99) found.push(`${width.toFixed(0)}x${height.toFixed(0)}: ${name(element)}`);
    }
    return found;
}"""


def too_small(page: Page) -> list[str]:
    """What is less than 44 px wide or high though it is to be tapped, and what is written smaller than 11 px."""
    found: list[str] = page.evaluate(_MEASURE, list(SMALL_TARGETS))
    return found
