"""The site as a browser without scripts gets it: pages read, links and buttons found, and each of them tried."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser
from random import Random
from typing import NamedTuple
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map
from werkzeug.test import TestResponse

from tests.web.conftest import HOST, Phone

SITE = f"http://{HOST}"
BROKEN = (404, 405)
LOADED = {"text/css", "text/javascript", "image/png", "image/svg+xml", "application/manifest+json", "font/woff2"}
"""What pages load, and nobody opens."""
TOOLS = re.compile(r"/warzone/(?:shoot|strike|armor|plans|tests|initiative)|/battleline/claim")
"""Pages that work something out, whatever is on the table: at each moment fewer of their questions are tried."""
QUESTIONS = ("/end",)
"""Pages that are a question of their own: what they offer is the second tap."""
READ, PIECES, LINKS = 512, 200_000, 100_000
"""How many pages, pieces of markup and links are remembered as they were read."""
Fields = list[tuple[str, str]]


@dataclass(frozen=True)
class Patience:
    """How many of a kind are tried, which differ only in parts of their path or in what their parameters say, and how
    many of one page or form, whatever its parameters."""

    asks: tuple[int, int] = (9, 18)
    acts: tuple[int, int] = (2, 6)
    tools: int = 18
    """How many questions to one of the tools."""


QUICK = Patience(asks=(1, 8), acts=(1, 3), tools=2)
"""With a seed, and over all moments, this tries more kinds than the first of each page's do with more patience."""


class Sent(NamedTuple):
    """What a browser asks for. `fields` go into the address of a GET, and into the body of a POST; `files` are the
    names under which files may come along."""

    method: str
    path: str
    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.path} {urlencode(self.fields)}".rstrip()


class Form:
    """A form as it was rendered: its fields with what stands in them, and each of its buttons."""

    def __init__(self, given: dict[str, str], *, asked: bool = False) -> None:
        """`asked`: whether another tap comes before it, which only asks."""
        self.given = given
        self.asked = asked
        self.fields: Fields = []
        self.files: list[str] = []
        self.buttons: list[dict[str, str]] = []

    def presses(self, page: str) -> Iterator[Sent]:
        """What each button sends: one without a name or a value of its own, else the first and the last of a name."""
        named: dict[tuple[str, str], list[dict[str, str]]] = {}
        for button in self.buttons:
            named.setdefault((button.get("name", ""), button.get("formaction", "")), []).append(button)
        for alike in named.values():
            for button in (alike[0], alike[-1])[: len(alike)]:
                own = [(button["name"], button.get("value", ""))] if button.get("name") else []
                method = button.get("formmethod", self.given.get("method", "get")).upper()
                action = urljoin(page, button.get("formaction", self.given.get("action", page)))
                path = urlsplit(action).path if method == "GET" else urldefrag(action).url
                yield Sent(method, path, (*self.fields, *own), tuple(self.files))


REFERS = ("for", "list", "form", "aria-labelledby", "aria-describedby", "aria-controls")
"""The attributes that name other elements of their page."""
LEADS = {"a", "link", "details", "form", "button", "textarea", "select", "option", "input"}


class Tag:
    """A tag with the text behind it, up to the next one."""

    def __init__(self, name: str, given: dict[str, str], *, ends: bool = False) -> None:
        self.name = name
        self.given = given
        self.ends = ends
        self.text = ""
        self.matters = name in LEADS or not given.keys().isdisjoint(("id", "src", "href", *REFERS))
        """Whether it leads anywhere, or is led to."""


class _Reader(HTMLParser):
    """The tags of markup. What closes itself has no end of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[Tag] = [Tag("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(Tag(tag, {name: value or "" for name, value in attrs}))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(Tag(tag, {}, ends=True))

    def handle_data(self, data: str) -> None:
        self.tags[-1].text += data


@lru_cache(PIECES)
def _piece(piece: str) -> Tag | None:
    """Returns the tag whose markup that is, without its "<", or None where the "<" that comes next belongs to it."""
    reader = _Reader()
    reader.feed(f"<{piece}")
    whole = not reader.rawdata.startswith("<")
    reader.close()
    tag = reader.tags[-1]
    return tag if whole and not (tag.name in reader.CDATA_CONTENT_ELEMENTS and tag.text.strip()) else None


def tags(markup: str) -> list[Tag]:
    """Returns the tags of a page. Nine of ten stand on other pages too, letter by letter, and are not parsed again."""
    found = []
    for piece in markup.split("<")[1:]:
        tag = _piece(piece)
        if tag is None:
            return parsed(markup)
        found.append(tag)
    return found


def parsed(markup: str) -> list[Tag]:
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return reader.tags


class Page:
    """What a page leads to, and what in it leads nowhere."""

    def __init__(self, markup: str) -> None:
        self.links: list[str] = []
        self.loads: list[str] = []
        self.forms: list[Form] = []
        self.ids: Counter[str] = Counter()
        self.named: list[tuple[str, str]] = []
        self._form: Form | None = None
        self._folds: list[bool] = []
        self._select: dict[str, str] | None = None
        self._options: list[dict[str, str]] = []
        self.tags = tags(markup)
        for tag in self.tags:
            if tag.ends:
                self._end(tag.name)
            elif tag.matters:
                self._start(tag)

    def dangling(self) -> list[str]:
        """Names of elements that the page does not have, or has twice."""
        lost = [f"{attribute}={name}" for attribute, name in self.named if name not in self.ids]
        lost += [f"id={name} twice" for name, count in self.ids.items() if count > 1]
        # Without it, a browser that runs no scripts sends the file's name alone.
        whole = [form.given.get("enctype") == "multipart/form-data" or not form.files for form in self.forms]
        return lost if all(whole) else [*lost, "a form that sends no file"]

    def _start(self, tag: Tag) -> None:
        given = tag.given
        if "id" in given:
            self.ids[given["id"]] += 1
        for attribute in REFERS:
            if attribute in given:
                self.named += [(attribute, name) for name in given[attribute].split()]
        href = given.get("href", "")
        if href.startswith("#"):
            self.named.append(("href", href[1:]))
        elif tag.name == "a" and href:
            self.links.append(href)
        elif tag.name == "link" and href:
            self.loads.append(href)
        if "src" in given:
            self.loads.append(given["src"])
        if tag.name == "details":
            self._folds.append("ask" in given.get("class", "").split() and "open" not in given)
        if tag.name == "form":
            self._form = Form(given, asked=any(self._folds))
            self.forms.append(self._form)
        if self._form is not None:
            self._field(self._form, tag)

    def _field(self, form: Form, tag: Tag) -> None:
        given = tag.given
        name, kind = given.get("name", ""), given.get("type", "text")
        if "disabled" in given:
            return
        match tag.name:
            case "button" if kind != "button":
                form.buttons.append(given)
            case "textarea":
                form.fields.append((name, tag.text.removeprefix("\n") or ("Moth" if "required" in given else "")))
            case "select":
                self._select, self._options = given, []
            case "option" if self._select is not None:
                self._options.append({"value": " ".join(tag.text.split()), **given})
            case "input" if name and kind in ("checkbox", "radio"):
                if "checked" in given:
                    form.fields.append((name, given.get("value", "on")))
            case "input" if name and kind == "file":
                form.files.append(name)
            case "input" if name:
                form.fields.append((name, given.get("value", "") or _typed(given)))

    def _end(self, tag: str) -> None:
        if tag == "details":
            self._folds.pop()
        elif tag == "form":
            self._form = None
        elif tag == "select" and self._select is not None and self._form is not None:
            picked = [each for each in self._options if "selected" in each] or self._options[:1]
            self._form.fields += [(self._select["name"], each["value"]) for each in picked if self._select.get("name")]
            self._select = None


@dataclass(frozen=True)
class Read:
    """What a page says to a crawl."""

    tags: list[Tag]
    ids: frozenset[str]
    wrong: tuple[str, ...]
    forms: frozenset[Sent]
    """Those that one tap sends."""
    leads: tuple[Sent, ...]
    """What its forms send and its links ask for."""
    leads_back: bool
    """Whether a link leads to the first page: on a home screen no browser has a button for that."""
    fragments: frozenset[tuple[str, str, str]]
    """Where on which page its links lead: the page, the other's address, the name there."""


@lru_cache(READ)
def read(markup: str, address: str) -> Read:
    """The page as it came from there. Most of a night's pages are the same from one moment to the next."""
    page = Page(markup)
    forms = [(sent, form.asked) for form in page.forms for sent in form.presses(address)]
    links = [(href, *_leads(address, href)) for href in dict.fromkeys((*page.links, *page.loads))]
    away = [f"leads away to {href}" for href, host, _, _ in links if host != HOST]
    ours = [(sent, fragment) for _, host, sent, fragment in links if host == HOST]
    return Read(
        tags=page.tags,
        ids=frozenset(page.ids),
        wrong=tuple(f"{address}: {each}" for each in (*page.dangling(), *away)),
        forms=frozenset(sent for sent, asked in forms if not asked),
        leads=tuple(dict.fromkeys((*(sent for sent, _ in forms), *(sent for sent, _ in ours)))),
        leads_back="/" in page.links,
        fragments=frozenset((address, _address(sent), fragment) for sent, fragment in ours if fragment),
    )


@lru_cache(LINKS)
def _leads(page: str, href: str) -> tuple[str, Sent, str]:
    """To which host, what it asks for there, and where on the page."""
    parts = urlsplit(urljoin(f"{SITE}{page}", href))
    return parts.netloc, Sent("GET", parts.path, tuple(parse_qsl(parts.query, keep_blank_values=True))), parts.fragment


@lru_cache(LINKS)
def _endpoint(urls: Map, method: str, path: str) -> str:
    """Which of the site's endpoints answers that, or the path itself where none does."""
    try:
        endpoint, _ = urls.bind(HOST).match(path, method=method)
    except HTTPException:
        return path
    return str(endpoint)


def _address(sent: Sent) -> str:
    return f"{sent.path}?{urlencode(sent.fields)}" if sent.fields else sent.path


def _typed(given: dict[str, str]) -> str:
    """What a player types where something has to stand."""
    if "required" not in given:
        return ""
    return "3" if given.get("inputmode") == "numeric" else "Moth"


class Crawl:
    """A walk of the site from its first page, on one phone. What is wrong is in `wrong`, each with the way there."""

    def __init__(
        self,
        app: Flask,
        phone: Phone,
        *,
        afresh: Callable[[], None] | None = None,
        patience: Patience = QUICK,
        seed: str | None = None,
        leaves: re.Pattern[str] | None = None,
    ) -> None:
        """`afresh` brings the table back to where it was, before each form that is sent. A phone that changes nothing
        needs none, and looks at no address twice. Of a kind, the first on the page are tried, or with a seed those that
        it draws. What `leaves` matches is left to other walks."""
        self._urls = app.url_map
        self._phone = phone
        self._afresh = afresh
        self._patience = patience
        self._draw = Random(seed) if seed is not None else None
        self._leaves = leaves
        self._done: set[Sent] = set()
        self._of_a_kind: Counter[tuple[str, str, frozenset[str]]] = Counter()
        self._of_a_page: Counter[tuple[str, str]] = Counter()
        self.posts: list[tuple[Sent, str]] = []
        self.asks: list[Sent] = []
        """Forms that only ask, and links that say what such a form would."""
        self.at_once: set[Sent] = set()
        """What one tap sends, without asking."""
        self.endpoints: set[str] = set()
        self.wrong: list[str] = []
        self.pages: dict[str, Read] = {}
        """Each page that was read, by its address, as it was read last."""
        self._fragments: set[tuple[str, str, str]] = set()

    def walk(self, start: str = "/") -> "Crawl":
        """Visits what can be reached by links and by forms that only ask."""
        if self._afresh:
            self._afresh()
        todo = deque([(Sent("GET", start), "the start")])
        while todo:
            sent, came_from = todo.popleft()
            leads = [each for each in self._visit(sent, came_from) if each not in self._done]
            if self._draw:
                self._draw.shuffle(leads)
            todo += [(each, str(sent)) for each in leads]
        self.wrong += [
            f"{page}: no #{fragment} at {address}"
            for page, address, fragment in sorted(self._fragments)
            if address in self.pages and fragment not in self.pages[address].ids
        ]
        return self

    def press(self, done: Callable[[Sent], None] = lambda _: None) -> "Crawl":
        """Sends every form that was found on the way, each to the table as it was, and looks at what follows. `done` is
        called after each."""
        for sent, came_from in self.posts:
            if self._afresh:
                self._afresh()
            answer = self._phone.post(sent.path, data=MultiDict(sent.fields), drop=("X-Warglass",))
            self._judge(sent, came_from, answer)
            done(sent)
            if answer.status_code in (302, 303):
                there = urljoin(sent.path, answer.headers["Location"])
                if self._afresh or there not in self.pages:
                    self._look(there, came_from=str(sent))
        return self

    def _visit(self, sent: Sent, came_from: str) -> Iterable[Sent]:
        """Returns what it leads to."""
        if not self._is_new(sent):
            return ()
        if sent.method == "POST":
            self.posts.append((sent, came_from))
            return ()
        if sent.fields:
            self.asks.append(sent)
        return self._look(_address(sent), came_from=came_from)

    def _look(self, address: str, *, came_from: str) -> Iterable[Sent]:
        """Gets an address, and returns all that its page leads to."""
        answer = self._phone.get(address)
        self._judge(Sent("GET", address), came_from, answer)
        if answer.status_code in (302, 303):
            href = answer.headers["Location"]
            host, sent, fragment = _leads(address, href)
            if host != HOST:
                self.wrong.append(f"{address}: leads away to {href}")
                return ()
            if fragment:
                self._fragments.add((address, _address(sent), fragment))
            return (sent,)
        if answer.mimetype != "text/html":
            if answer.mimetype not in LOADED and "attachment" not in answer.headers.get("Content-Disposition", ""):
                self.wrong.append(f"{address}, from {came_from}: opens in place of a page, and has no way back")
            answer.close()
            return ()
        page = read(answer.text, address)
        if not page.leads_back:
            self.wrong.append(f"{address}, from {came_from}: has no way back to the first page")
        self.pages[address] = page
        self.wrong += page.wrong
        if address not in QUESTIONS:
            self.at_once |= page.forms
        self._fragments |= page.fragments
        return page.leads

    def _judge(self, sent: Sent, came_from: str, answer: TestResponse) -> None:
        if answer.status_code in BROKEN or answer.status_code >= 500:
            self.wrong.append(f"{answer.status_code} {sent}, from {came_from}")

    def _is_new(self, sent: Sent) -> bool:
        """Whether enough of its kind have not been tried: what differs only in values is of a kind."""
        if sent in self._done or (self._leaves and self._leaves.match(sent.path)):
            return False
        self._done.add(sent)
        endpoint = _endpoint(self._urls, sent.method, sent.path)
        kind = (sent.method, endpoint, frozenset(name for name, text in sent.fields if text))
        page = (sent.method, endpoint)
        of_a_kind, of_a_page = self._patience.asks if sent.method == "GET" else self._patience.acts
        if sent.method == "GET" and TOOLS.fullmatch(sent.path):
            of_a_page = min(of_a_page, self._patience.tools)
        if self._of_a_kind[kind] >= of_a_kind or self._of_a_page[page] >= of_a_page:
            return False
        self._of_a_kind[kind] += 1
        self._of_a_page[page] += 1
        self.endpoints.add(endpoint)
        return True
