"""axe-core in the real page."""

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

ONLY = {"resultTypes": ["violations"], "preload": False}
"""Nothing is loaded first: that is for rules on films and on phones held sideways, of which none applies here."""
COLOURS = {**ONLY, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
SCHEMES = ("dark", "light")
RUN = "([part, options]) => axe.run(part, options).then(({ violations }) => violations)"


def axe(
    page: Page, where: str, *, part: str = "html", without: str | None = None, schemes: Sequence[str] = SCHEMES
) -> list[str]:
    """What axe finds in a part of the page in these schemes; in the second only the colours can differ. What `without`
    selects is left out."""
    parts = {"include": [part], "exclude": [without] if without else []}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = []
    for scheme, rules in zip(schemes, (ONLY, COLOURS), strict=False):
        page.emulate_media(color_scheme=scheme)
        found += page.evaluate(RUN, [parts, rules])
    return [
        f"{where}: {each['id']}: {node['failureSummary']} {node['html']}" for each in found for node in each["nodes"]
    ]
