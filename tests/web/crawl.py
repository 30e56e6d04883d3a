"""The site as a browser without scripts gets it: pages read, links and buttons found, and each of them tried."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser
from random import Random
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.web.conftest import HOST, Phone

SITE = f"http://{HOST}"
BROKEN = (404, 405)
READ, LINKS = 512, 100_000
"""How many pages and links are remembered as they were read."""
Fields = list[tuple[str, str]]


@dataclass(frozen=True)
class Patience:
    """How many of a kind are tried, which differ only in parts of their path or in what their parameters say, and how
    many of one page or form, whatever its parameters."""

    asks: tuple[int, int] = (9, 18)
    acts: tuple[int, int] = (2, 6)


QUICK = Patience(asks=(1, 8), acts=(1, 3))
"""With a seed, and over all moments, this tries more kinds than the first of each page's do with more patience."""


@dataclass(frozen=True)
class Sent:
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


class Page(HTMLParser):
    """What a page leads to, and what in it leads nowhere."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.forms: list[Form] = []
        self.ids: Counter[str] = Counter()
        self.named: list[tuple[str, str]] = []
        self._form: Form | None = None
        self._folds: list[bool] = []
        self._area: tuple[str, bool] | None = None
        self._select: dict[str, str] | None = None
        self._options: list[dict[str, str]] = []
        self._text = ""
        self.feed(markup)

    def dangling(self) -> list[str]:
        """Names of elements that the page does not have, or has twice."""
        lost = [f"{attribute}={name}" for attribute, name in self.named if name not in self.ids]
        return lost + [f"id={name} twice" for name, count in self.ids.items() if count > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids[given["id"]] += 1
        for attribute in ("for", "list", "form", "aria-labelledby", "aria-describedby", "aria-controls"):
            self.named += [(attribute, name) for name in given.get(attribute, "").split()]
        href = given.get("href", "")
        if href.startswith("#"):
            self.named.append(("href", href[1:]))
        elif tag == "a" and href:
            self.links.append(href)
        elif tag == "link" and href:
            self.loads.append(href)
        if "src" in given:
            self.loads.append(given["src"])
        if tag == "details":
            self._folds.append("ask" in given.get("class", "").split() and "open" not in given)
        if tag == "form":
            self._form = Form(given, asked=any(self._folds))
            self.forms.append(self._form)
        if self._form is not None:
            self._field(self._form, tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, kind = given.get("name", ""), given.get("type", "text")
        if "disabled" in given:
            return
        match tag:
            case "button" if kind != "button":
                form.buttons.append(given)
            case "textarea":
                self._area, self._text = (name, "required" in given), ""
            case "select":
                self._select, self._options = given, []
            case "option" if self._select is not None:
                self._options.append(given)
            case "input" if name and kind in ("checkbox", "radio"):
                if "checked" in given:
                    form.fields.append((name, given.get("value", "on")))
            case "input" if name and kind == "file":
                form.files.append(name)
            case "input" if name:
                form.fields.append((name, given.get("value", "") or _typed(given)))

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        form = self._form
        if tag == "details":
            self._folds.pop()
        if tag == "form":
            self._form = None
        if form is None:
            return
        if tag == "textarea" and self._area is not None:
            name, required = self._area
            form.fields.append((name, self._text.removeprefix("\n") or ("Moth" if required else "")))
            self._area = None
        if tag == "option" and self._options:
            self._options[-1].setdefault("value", self._text)
        if tag == "select" and self._select is not None:
            picked = [each for each in self._options if "selected" in each] or self._options[:1]
            form.fields += [(self._select["name"], each["value"]) for each in picked if self._select.get("name")]
            self._select = None


@dataclass(frozen=True)
class Read:
    """What a page says to a crawl. `forms` are those that its buttons send, each with whether another tap comes before
    it, `links` are addresses."""

    ids: frozenset[str]
    dangling: tuple[str, ...]
    forms: tuple[tuple[Sent, bool], ...]
    links: tuple[str, ...]


@lru_cache(READ)
def read(markup: str, address: str) -> Read:
    """The page as it came from there. Most of a night's pages are the same from one moment to the next."""
    page = Page(markup)
    forms = tuple((sent, form.asked) for form in page.forms for sent in form.presses(address))
    return Read(frozenset(page.ids), tuple(page.dangling()), forms, tuple(dict.fromkeys((*page.links, *page.loads))))


@lru_cache(LINKS)
def _leads(page: str, href: str) -> tuple[str, Sent, str]:
    """To which host, what it asks for there, and where on the page."""
    parts = urlsplit(urljoin(f"{SITE}{page}", href))
    return parts.netloc, Sent("GET", parts.path, tuple(parse_qsl(parts.query, keep_blank_values=True))), parts.fragment


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
        afresh: Callable[[], None] = lambda: None,
        patience: Patience = QUICK,
        seed: str | None = None,
    ) -> None:
        """`afresh` brings the table back to where it was, before each form that is sent. Of a kind, the first on the
        page are tried, or with a seed those that it draws."""
        self._urls = app.url_map.bind(HOST)
        self._phone = phone
        self._afresh = afresh
        self._patience = patience
        self._draw = Random(seed) if seed is not None else None
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
        self._ids: dict[str, frozenset[str]] = {}
        self._fragments: set[tuple[str, str, str]] = set()

    @property
    def pages(self) -> list[str]:
        """The addresses of the pages that were read."""
        return list(self._ids)

    def walk(self, start: str = "/") -> "Crawl":
        """Visits what can be reached by links and by forms that only ask."""
        self._afresh()
        todo = deque([(Sent("GET", start), "the start")])
        while todo:
            sent, came_from = todo.popleft()
            found = list(self._visit(sent, came_from))
            if self._draw:
                self._draw.shuffle(found)
            todo += [(each, str(sent)) for each in found]
        self.wrong += [
            f"{page}: no #{fragment} at {address}"
            for page, address, fragment in sorted(self._fragments)
            if fragment not in self._ids.get(address, {fragment})
        ]
        return self

    def press(self, done: Callable[[Sent], None] = lambda _: None) -> "Crawl":
        """Sends every form that was found on the way, each to the table as it was, and looks at what follows. `done` is
        called after each."""
        for sent, came_from in self.posts:
            self._afresh()
            answer = self._phone.post(sent.path, data=MultiDict(sent.fields), drop=("X-Warglass",))
            self._judge(sent, came_from, answer)
            done(sent)
            if answer.status_code in (302, 303):
                self._look(urljoin(sent.path, answer.headers["Location"]), came_from=str(sent))
        return self

    def _visit(self, sent: Sent, came_from: str) -> Iterator[Sent]:
        if not self._is_new(sent):
            return
        if sent.method == "POST":
            self.posts.append((sent, came_from))
            return
        if sent.fields:
            self.asks.append(sent)
        yield from self._look(_address(sent), came_from=came_from)

    def _look(self, address: str, *, came_from: str) -> list[Sent]:
        """Gets an address, and returns all that its page leads to."""
        answer = self._phone.get(address)
        self._judge(Sent("GET", address), came_from, answer)
        if answer.status_code in (302, 303):
            return list(self._to(urljoin(address, answer.headers["Location"]), address))
        if answer.mimetype != "text/html":
            answer.close()
            return []
        page = read(answer.text, address)
        self._ids[address] = page.ids
        self.wrong += [f"{address}: {each}" for each in page.dangling]
        self.at_once.update(sent for sent, asked in page.forms if not asked)
        return [sent for sent, _ in page.forms] + [each for href in page.links for each in self._to(href, address)]

    def _to(self, href: str, page: str) -> Iterator[Sent]:
        host, sent, fragment = _leads(page, href)
        if host != HOST:
            self.wrong.append(f"{page}: leads away to {href}")
            return
        if fragment:
            self._fragments.add((page, _address(sent), fragment))
        yield sent

    def _judge(self, sent: Sent, came_from: str, answer: TestResponse) -> None:
        if answer.status_code in BROKEN or answer.status_code >= 500:
            self.wrong.append(f"{answer.status_code} {sent}, from {came_from}")

    def _is_new(self, sent: Sent) -> bool:
        """Whether enough of its kind have not been tried: what differs only in values is of a kind."""
        if sent in self._done:
            return False
        self._done.add(sent)
        endpoint = self._endpoint(sent)
        kind = (sent.method, endpoint, frozenset(name for name, text in sent.fields if text))
        page = (sent.method, endpoint)
        of_a_kind, of_a_page = self._patience.asks if sent.method == "GET" else self._patience.acts
        if self._of_a_kind[kind] >= of_a_kind or self._of_a_page[page] >= of_a_page:
            return False
        self._of_a_kind[kind] += 1
        self._of_a_page[page] += 1
        self.endpoints.add(endpoint)
        return True

    def _endpoint(self, sent: Sent) -> str:
        try:
            endpoint, _ = self._urls.match(sent.path, method=sent.method)
        except HTTPException:
            return sent.path
        return str(endpoint)
