"""What does not fit a screen: what sticks out, is cut off, lies under a bar, or is too small there."""

from playwright.sync_api import Page

from tests.browser.thumbs import too_small

SIZES = ((360, 740), (180, 740), (740, 360), (768, 1024), (1280, 800))
"""A phone, the same at 200 %, the same on its side, a tablet, a laptop."""
SHORT = (360, 640)
"""The lowest phone that a table is played on without scrolling."""
EXTREMES = (SIZES[0], SIZES[1], SIZES[-1])
TELEVISION = (1920, 1080)
LETTERS = 16
"""How many points high a browser writes, as long as nobody has set it otherwise."""
LARGE = 2 * LETTERS
ELIDED = (
    ".who, .who span, .turn .whose span, .facing span, .act, .last li, .lists > span, .field label, nav span, "
    ".spot .why span, .spot .sides span, .hall-line a > *, .battle .banner span"
)
"""What is cut with dots on purpose: whole in a timer's sheet, the log, a side's sheet, the field, the seat's page, and
in a battle in what a side's button is called and in the line of whose turn it is; what a table says of its hall in that
sheet, and a tile of the organiser's in that table's. A fault is whole on the panel's page."""
FINGER = 360
"""How wide a screen is of whose points 44 are a fingertip: one of 180 is the same phone with its points doubled."""
MANY = 12
"""So much of what is wrong on one screen is enough to see why."""

MISFITS = """(elided) => {
    const found = [];
    const wide = document.documentElement.clientWidth;
    const top = document.querySelector("dialog[open]") ?? document.body;
    const short = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 40);
    const called = (each) => {
        const words = each.getAttribute("aria-label") || each.textContent || each.getAttribute("name") || "";
        const id = each.id && `#${each.id}`;
        return `${[each.localName + id, ...each.classList].join(".")} "${short(words)}"`;
    };
    const style = new Map();
    const of = (each) => style.get(each) ?? style.set(each, getComputedStyle(each)).get(each);
    const sight = { opacityProperty: true, visibilityProperty: true };
    const said = (each) => each.closest(".unseen") || of(each).clipPath === "inset(50%)";
    const seen = (each) => each.checkVisibility(sight) && !said(each);

    if (document.documentElement.scrollWidth > wide) {
        const past = [...document.body.querySelectorAll("*")].filter((each) => {
            const edge = each.getBoundingClientRect();
            return edge.right + scrollX > wide && edge.height && seen(each);
        });
        const width = document.documentElement.scrollWidth;
        found.push(`the page is ${width} wide, by ${past.slice(-3).map(called).join(", ")}`);
    }

    // A layer lies over another on purpose: a bar, a sheet, what a page says of a tap.
    const layers = new Map();
    const layer = (each) => {
        if (!each || each === top) return top;
        if (!layers.has(each)) {
            const own = ["fixed", "sticky", "absolute"].includes(of(each).position);
            layers.set(each, own ? each : layer(each.parentElement));
        }
        return layers.get(each);
    };
    const inSight = (owner, part) => {
        for (let box = owner; box && box !== document.documentElement; box = box.parentElement) {
            const { display, overflowX, overflowY, position } = of(box);
            const edge = box.getBoundingClientRect();
            if (display !== "inline" && overflowX !== "visible") {
                Object.assign(part, { left: Math.max(part.left, edge.left), right: Math.min(part.right, edge.right) });
            }
            if (display !== "inline" && overflowY !== "visible") {
                Object.assign(part, { high: Math.max(part.high, edge.top), low: Math.min(part.low, edge.bottom) });
            }
            if (position === "fixed") break;
        }
        return part;
    };
    const written = [];
    const scrolls = (kind) => kind === "auto" || kind === "scroll";
    const cuts = (kind) => kind === "hidden" || kind === "clip";
    const words = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const text = words.currentNode;
        const owner = text.parentElement;
        if (!text.data.trim() || owner.matches("script, style, option, title, .chit *") || !seen(owner)) continue;
        const size = parseFloat(of(owner).fontSize);
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const part of range.getClientRects()) {
            if (part.width < 1) continue;
            // The letters themselves are lower than the line that they stand on.
            const [high, low] = [part.top + size * 0.25, part.bottom - size * 0.25];
            const { left, right } = part;
            if (!owner.closest("svg")) written.push(inSight(owner, { text, owner, high, low, left, right }));
            let [sideways, down, lost] = [true, true, ""];
            for (let box = owner; box && box !== document.documentElement && !lost; box = box.parentElement) {
                if (of(box).position === "fixed" || of(box).display === "inline") continue;
                const edge = box.getBoundingClientRect();
                if (sideways && scrolls(of(box).overflowX)) sideways = false;
                if (down && scrolls(of(box).overflowY)) down = false;
                if (box.matches(elided)) {
                    sideways = false;
                    break;
                }
                const past = part.left < edge.left - 1 || part.right > edge.right + 1;
                const below = high < edge.top - 1 || low > edge.bottom + 1;
                if ((sideways && cuts(of(box).overflowX) && past) || (down && cuts(of(box).overflowY) && below)) {
                    lost = `cut off by ${called(box)}`;
                }
            }
            if (!lost && sideways && (part.left < -1 || part.right > wide + 1)) lost = "outside the screen";
            if (lost) {
                found.push(`"${short(text.data)}" is ${lost}`);
                break;
            }
        }
    }

    written.sort((one, other) => one.left - other.left);
    for (const [index, one] of written.entries()) {
        for (let next = index + 1; next < written.length && written[next].left < one.right - 2; next += 1) {
            const other = written[next];
            const deep = Math.min(one.low, other.low) - Math.max(one.high, other.high);
            const wide = Math.min(one.right, other.right) - other.left;
            if (deep < 2 || wide < 2 || one.text === other.text || layer(one.owner) !== layer(other.owner)) continue;
            found.push(`"${short(one.text.data)}" is written over "${short(other.text.data)}"`);
        }
    }

    const acts = [...top.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, summary")];
    for (const act of acts) {
        if (!seen(act) || act.disabled) continue;
        // Who taps a label taps what it is for.
        const label = act.labels?.[0];
        const target = act.matches("[type=checkbox], [type=radio]") && label ? label : act;
        target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const part = target.getClientRects()[0];
        if (!part) continue;
        const hit = document.elementFromPoint(part.left + part.width / 2, part.top + part.height / 2);
        if (!hit) found.push(`${called(act)} cannot be reached`);
        // A refusal lies over the header as long as it is news, what all are told until somebody has seen it.
        else if (hit.closest("#refusal, .announced")) continue;
        else if (!target.contains(hit) && (!label || hit.closest("label") !== label)) {
            found.push(`${called(act)} lies under ${called(hit)}`);
        }
    }
    scrollTo(0, 0);
    return [...new Set(found)];
}"""


def write(page: Page, letters: int) -> None:
    """Sets how large the browser writes, as its user would."""
    tools = page.context.new_cdp_session(page)
    tools.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    tools.detach()


def scrolls(page: Page) -> list[str]:
    """A table that is played on one screen, and does not fit it. What is over, told to all, or opened by hand may be
    longer."""
    found: list[str] = page.evaluate(_SCROLLS)
    return found


_SCROLLS = """() => {
    const table = document.querySelector("body:is(.table, .board, .battle)");
    if (!table || table.querySelector("[data-phase=ended], .ended, .hall-result, .announced, #more[open]")) return [];
    const { scrollHeight } = document.documentElement;
    return scrollHeight > innerHeight + 1 ? [`the table is ${scrollHeight} high on ${innerHeight}`] : [];
}"""


def misfits(page: Page, where: str, *, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """What does not fit, on screens of all these sizes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wrong = page.evaluate(MISFITS, ELIDED) + (too_small(page) if width >= FINGER else [])
        found += [f"{where}, {width} x {height}: {each}" for each in wrong[:MANY]]
    return found
