"""Serves help in the box: the players' guides as pages, what is new, and what this box is."""

import functools
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, request
from markupsafe import Markup

from companion import __version__
from companion.clock import SECOND, Clock
from companion.daytime.phone_time import has_been_told
from companion.shelf.matches import Matches
from companion.system.addresses import lan_address, url
from companion.table.errors import NotHere
from web.http.render import page
from web.shelf.pages import sized
from web.site.assets import files

if TYPE_CHECKING:
    from markdown_it.token import Token


class Guide(NamedTuple):
    """Names a document that players read."""

    name: str
    """Is the last part of the page's address."""
    file: str
    """Is the path from the checkout's root."""
    title: str
    says: str
    """Says in a few words what is in it."""


GUIDES = (
    Guide("playing", "docs/playing.md", "Playing", "seats, tools, questions"),
    Guide("wartime", "docs/wartime.md", "WarTime", "timers, map, referee, disputes"),
    Guide("warzone", "docs/warzone.md", "Warzone Eternal", "odds, Turns, cards, Forces"),
    Guide("battleline", "docs/battleline.md", "Battle Line", "the line, claims, proofs"),
    Guide("replays", "docs/replays.md", "Replays", "records and match files"),
    Guide("owning", "docs/owning.md", "Owning a table", "backup, updates, security"),
    Guide("doctor", "docs/doctor.md", "Faults", "what warglass doctor finds"),
    Guide("building", "docs/building.md", "Building a box", "parts, wires, the first game"),
    Guide("installing", "docs/installing.md", "Installing", "on a Raspberry Pi"),
    Guide("hall", "docs/hall.md", "Halls", "many tables in one evening"),
    Guide("whats-new", "CHANGELOG.md", "What’s new", "what each version brought"),
)
"""Lists the guides in the order of the page Help. Those that players need most at a table come first."""
PICTURES = (
    "backup.png",
    "battleline.png",
    "first-page.png",
    "hall.png",
    "oled-faces.png",
    "replay.png",
    "wartime.png",
    "warzone.png",
    "wiring-full-2-multiplexers.svg",
    "wiring-full-8-channels.svg",
    "wiring-full.svg",
    "wiring-starter.svg",
)
"""Files of docs/pictures, each under 100 KB. A guide shows no other picture on the box."""
OUTSIDE = {"LICENSE": "/about"}
"""Says where links to files that are not guides lead. Links to anything else are for developers, and become plain
text."""
_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}
_HEADING = 3
"""Counts the tokens of a heading: opened, its words, closed."""
_ALONE = 3
"""Counts a link, its text and its end."""
_CHECKOUT = Path(__file__).parents[2]
_INSTALLED = Path(__file__).parents[1] / "guides"
"""Is where a wheel has them, see force-include in pyproject.toml."""
ROOT = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT


class GuidePage(NamedTuple):
    """Describes a guide as HTML without its title, and the ids of its headings."""

    title: str
    html: str
    ids: tuple[str, ...]


def guide_page(guide: Guide, *, root: Path = ROOT) -> GuidePage:
    """Renders a guide. Raw HTML in it comes out as text."""
    # Not at the top: only help needs it, and a start is to be quick.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    parser = MarkdownIt("js-default")
    tokens = parser.parse((root / guide.file).read_text(encoding="utf-8"))
    title, ids = _headings(tokens)
    for token in tokens:
        if token.type == "inline":
            token.children = list(_inline(token.children or [], guide))
    html = parser.renderer.render(list(_wide(tokens)), parser.options, {})
    return GuidePage(guide.title or title, html, ids)


def _headings(tokens: "list[Token]") -> tuple[str, tuple[str, ...]]:
    """Takes the first-level heading off and returns it. Gives all others the ids that links in guides name, as GitHub
    does: small letters and hyphens, a number behind the second of a name."""
    title, seen, ids = "", Counter[str](), []
    for at, token in reversed(list(enumerate(tokens))):
        if token.type == "heading_open" and token.tag == "h1":
            title = tokens[at + 1].content
            del tokens[at : at + _HEADING]
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            text = "".join(each.content for each in tokens[at + 1].children or [])
            slug = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
            name = f"{slug}-{seen[slug]}" if seen[slug] else slug
            seen[slug] += 1
            token.attrSet("id", name)
            ids.append(name)
    return title, tuple(ids)


def _inline(tokens: "Sequence[Token]", guide: Guide) -> "Iterator[Token]":
    """Yields the same text, with links that lead to pages of this box, or as plain text."""
    outside: str | None = None
    led: list[bool] = []
    title = ""
    for token in tokens:
        if token.type == "link_open":
            href = _leads(str(token.attrGet("href")), guide)
            outside = href if href and not href.startswith(("/", "#")) else None
            led.append(href is not None and outside is None)
            title = next((each.title for each in GUIDES if href and href.startswith(f"/help/{each.name}")), "")
            if led[-1]:
                token.attrSet("href", str(href))
                token.attrs.pop("title", None)
                if len(tokens) == _ALONE:
                    token.attrSet("class", "alone")
                yield token
        elif token.type == "link_close":
            if led.pop():
                yield token
            elif outside is not None:
                text = token.copy(type="text", tag="", nesting=0, content=f" ({outside})")
                yield text
        elif token.type == "text" and led and title and token.content.endswith(".md"):
            yield token.copy(content=title)
        elif token.type == "image":
            picture = _picture(str(token.attrGet("src")), guide)
            if picture is not None:
                width, height = picture_size(ROOT / "docs/pictures" / picture)
                token.attrs.update(src=f"/help/pictures/{picture}", width=width, height=height)
                token.attrSet("loading", "lazy")
                link = token.copy(type="link_open", tag="a", nesting=1, attrs={"href": f"/help/look/{picture}"})
                yield from (link, token, token.copy(type="link_close", tag="a", nesting=-1, attrs={}))
        else:
            yield token


def _leads(href: str, guide: Guide) -> str | None:
    """Returns the page of this box that a guide's link leads to, or the address outside of it, to be read. None for
    what only developers need."""
    parts = urlsplit(href)
    if parts.scheme:
        return f"{parts.netloc}{parts.path}".rstrip("/") if parts.scheme in ("http", "https") else None
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    if not parts.path:
        return fragment or None
    picture = _picture(href, guide)
    if picture is not None:
        return f"/help/look/{picture}"
    path = posixpath.normpath(posixpath.join(posixpath.dirname(guide.file), parts.path))
    if path in OUTSIDE:
        return OUTSIDE[path]
    found = next((each for each in GUIDES if each.file == path), None)
    return None if found is None else f"/help/{found.name}{fragment}"


def _picture(href: str, guide: Guide) -> str | None:
    path = posixpath.normpath(posixpath.join(posixpath.dirname(guide.file), urlsplit(href).path))
    folder, _, name = path.rpartition("/")
    return name if folder == "docs/pictures" and name in PICTURES else None


def picture_size(path: Path) -> tuple[int, int]:
    """Returns width and height in pixels: a page that knows them does not move when the picture comes."""
    head = path.read_bytes()[:400]
    if path.suffix == ".png":
        return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    found = re.search(rb'viewBox="0 0 (\d+) (\d+)"', head)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _wide(tokens: "Sequence[Token]") -> "Iterator[Token]":
    """Yields the tokens. What may be wider than a phone, tables and listings, scrolls by itself, by keyboard too."""
    for at, token in enumerate(tokens):
        if token.type == "th_open" and not tokens[at + 1].content:
            # A column without a heading has a corner, not an empty heading.
            token.tag = tokens[at + 2].tag = "td"
        if token.type == "table_open":
            given = {"class": "wide", "tabindex": "0"}
            yield token.copy(type="wide_open", tag="div", nesting=1, attrs=given)
        elif token.type in ("fence", "code_block"):
            token.attrSet("class", "wide")
        yield token
        if token.type == "table_close":
            yield token.copy(type="wide_close", tag="div", nesting=-1, attrs={})


class Licence(NamedTuple):
    """Describes a library that this Warglass runs on."""

    name: str
    version: str
    licence: str


@functools.cache
def licences() -> Sequence[Licence]:
    """Returns the installed libraries, by name, with what each says of its own licence."""
    found: dict[str, Licence] = {}
    todo = ["warglass"]
    while todo:
        name = todo.pop()
        try:
            held = distribution(name)
        except PackageNotFoundError:
            continue
        kept = held.metadata
        classifiers = [each for each in kept.get_all("Classifier") or () if each.startswith("License")]
        said = [*(kept.get_all("License-Expression") or ()), *(each.rpartition(" :: ")[2] for each in classifiers)]
        said += [each.partition("\n")[0] for each in kept.get_all("License") or ()]
        found[name] = Licence(kept["Name"], held.version, said[0] if said else "see its own files")
        ours = name == "warglass"
        needed = [
            each for each in held.requires or () if "extra ==" not in each or (ours and re.search("'(pi|hall)'", each))
        ]
        names = [re.split(r"[\s;<>=!~\[(]", each, maxsplit=1)[0] for each in needed]
        todo += [each for each in (re.sub(r"[-_.]+", "-", name).lower() for name in names) if each not in found]
    found.pop("warglass", None)
    return sorted(found.values(), key=lambda each: each.name.lower())


class HelpPages:
    """Serves the pages, which are open to everyone and only read."""

    def __init__(self, matches: Matches, clock: Clock) -> None:
        self._matches = matches
        self._clock = clock
        self._page = functools.cache(guide_page)

    def install(self, app: Flask) -> None:
        for rule, view in (
            ("/help", self.help_page),
            ("/help/<name>", self.guide_page),
            ("/help/look/<name>", self.guide_look_page),
            ("/help/pictures/<name>", self.guide_picture),
            ("/about", self.about_page),
        ):
            app.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=["GET"])

    def help_page(self) -> Response:
        return page("help.html", guides=GUIDES)

    def guide_page(self, name: str) -> Response:
        guide = next((each for each in GUIDES if each.name == name), None)
        if guide is None:
            raise NotHere("guide", name)
        shown = self._page(guide)
        # Rendered by us from a file of ours, with raw HTML off.
        return page("guide.html", title=shown.title, body=Markup(shown.html))

    def guide_look_page(self, name: str) -> Response:
        """Returns a picture at its full size."""
        path = self._held(name)
        shows = next((each for each in GUIDES if f"/help/look/{name}" in self._page(each).html), None)
        width, height = picture_size(path)
        return page("look.html", name=name, guide=shows, width=width, height=height)

    def guide_picture(self, name: str) -> Response:
        return Response(self._held(name).read_bytes(), content_type=_TYPES[Path(name).suffix])

    def about_page(self) -> Response:
        free = self._matches.free()
        return page(
            "about.html",
            version=__version__,
            addresses=_addresses(request.host_url),
            free=None if free is None else sized(free),
            now=datetime.fromtimestamp(self._clock.wall() // SECOND),
            clock_told=has_been_told(),
            own=(ROOT / "LICENSE").read_text(encoding="utf-8"),
            font=files()["fonts/OFL.txt"].read_text(encoding="utf-8"),
            licences=licences(),
        )

    def _held(self, name: str) -> Path:
        if name not in PICTURES:
            raise NotHere("picture", name)
        return ROOT / "docs/pictures" / name


def _addresses(asked: str) -> Sequence[str]:
    """Returns where phones open this box: the address that this phone came by, and the one on the LAN."""
    port = urlsplit(asked).port or 80
    return tuple(dict.fromkeys((asked, url(lan_address(), port))))
