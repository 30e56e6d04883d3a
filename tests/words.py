"""Looks for words and sentences that a reader stumbles over: `python -m tests.words [--write] [--all] [PART ...]`.

It reads the documents, templates, scripts, rulings, and the messages, docstrings and comments of the rooms.
tests/words.toml has the patterns, what they may leave alone with a reason, and how many finds each room still has.
A room that has more than that fails. `--write` lowers those numbers and never raises one.
`--all` lists every find, and each PART narrows the list to the paths that contain it.

proselint 0.16 finds none of these patterns, and textstat 0.7 scores whole texts: neither could be the check.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from tests.house import ROOMS, ROOT

BOOK = ROOT / "tests" / "words.toml"
LONGEST_SENTENCE, LONGEST_PARAGRAPH, LONGEST_HINT = 25, 60, 90

_OPENER = re.compile(
    r"(?:A|All|An|As|At|Both|Each|Every|For|How|In|It|Its|No|Nobody|Not|Nothing|Of|One|That|The|Their|These|This|Those"
    r"|To|What|When|Where|Whether|Which|Who|Whoever|Whom)\b"
)
"""Shows by the first word that a docstring begins with a noun or a clause."""
_FENCE = re.compile(r"^ *(?:```|~~~).*?^ *(?:```|~~~)", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^ {4}.*$", re.MULTILINE)
_TARGET = re.compile(r"\]\([^)]*\)")
_CODE = re.compile(r"`[^`]*`")
_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:- |\d+\. ))")
_SENTENCE = re.compile(r"(?<=[.!?])[\s”\"]+(?=[A-Z0-9“\"*`])")
_JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}", re.DOTALL)
_VALUE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_QUOTED = re.compile(r'"([^"]*)"')
_SCRIPT_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|/\*.*?\*/|(?<!:)//[^\n]*', re.DOTALL)
_HOLE = re.compile(r"\$\{[^}]*\}")
_APOSTROPHE = re.compile(r"\w'\w")


class Text(NamedTuple):
    """A piece of prose: where it is, and what kind of text it is."""

    path: str
    line: int
    kind: str
    words: str


class Find(NamedTuple):
    """A place that a pattern matches."""

    pattern: str
    room: str
    place: str
    excerpt: str


def room_of(path: str) -> str:
    """Returns the part of the house whose finds are counted together: a folder, a game's pages, or a document."""
    folder = path.rpartition("/")[0]
    if folder.startswith("companion/rulings/content"):
        return folder
    return "/".join(path.split("/")[:2]) if path.endswith((".py", ".js", ".html")) else path


def texts() -> Iterator[Text]:
    """Yields all prose of the house."""
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        yield from _document(_name(path), path.read_text(encoding="utf-8"))
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            name = _name(path)
            if path.suffix == ".py":
                yield from _module(name, path.read_text(encoding="utf-8"))
            elif path.suffix == ".html":
                yield from _template(name, path.read_text(encoding="utf-8"))
            elif path.suffix == ".js":
                yield from _script(name, path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "companion/rulings/content").rglob("*.toml")):
        for ruling in tomllib.loads(path.read_text(encoding="utf-8"))["ruling"]:
            yield Text(_name(path), 0, "answer", ruling["answer"])


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _document(path: str, text: str) -> Iterator[Text]:
    prose = _INDENTED.sub("", _FENCE.sub(lambda found: "\n" * found[0].count("\n"), text))
    at = 0
    for block in _BLOCK.split(prose):
        at = prose.index(block, at)
        line = prose.count("\n", 0, at) + 1
        kind = "table" if block.lstrip().startswith(("|", "#", "![")) else "paragraph"
        if block.strip():
            yield Text(path, line, kind, " ".join(_CODE.sub("Code", _TARGET.sub("]", block)).split()))


def _module(path: str, text: str) -> Iterator[Text]:
    tree = ast.parse(text)
    prose: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for at, each in enumerate(body if isinstance(body, list) else ()):
            if (
                isinstance(each, ast.Expr)
                and isinstance(each.value, ast.Constant)
                and isinstance(each.value.value, str)
            ):
                prose.add(id(each.value))
                opens = at == 0 and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                public = opens and not node.name.startswith("_")  # type: ignore[attr-defined]
                words = _CODE.sub("Code", each.value.value)
                yield Text(path, each.lineno, "docstring" if public else "note", words)
        if isinstance(node, ast.JoinedStr):
            prose.update(id(each) for each in node.values)
            pieces = (each.value if isinstance(each, ast.Constant) else "x" for each in node.values)
            yield from _message(path, node.lineno, "".join(map(str, pieces)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield from _message(path, node.lineno, node.value)
    for token in tokenize.generate_tokens(io.StringIO(text).readline) if "#" in text else ():
        if token.type == tokenize.COMMENT:
            yield Text(path, token.start[0], "comment", token.string.lstrip("# "))


def _message(path: str, line: int, text: str) -> Iterator[Text]:
    if " " in text.strip():
        yield Text(path, line, "message", text)


class _Page(HTMLParser):
    """Collects what a template shows or says: texts, labels, and which of them are hints."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.found: list[Text] = []
        self._path = path
        self._kind = "page"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._kind = "hint" if "hint" in (given.get("class") or "").split() else "page"
        for name in ("aria-label", "placeholder", "alt", "title"):
            self._add("page", given.get(name) or "")

    def handle_endtag(self, tag: str) -> None:
        self._kind = "page"

    def handle_data(self, data: str) -> None:
        self._add(self._kind, data)

    def _add(self, kind: str, text: str) -> None:
        if " " in text.strip():
            self.found.append(Text(self._path, self.getpos()[0], kind, " ".join(text.split())))


def _template(path: str, text: str) -> Iterator[Text]:
    page = _Page(path)
    # Texts in expressions count too: {{ "Undo" if … }}.
    for found in _VALUE.finditer(text):
        for quoted in _QUOTED.findall(found[0]):
            if " " in quoted.strip():
                yield Text(path, text.count("\n", 0, found.start()) + 1, "page", quoted)
    page.feed(_VALUE.sub("x", _JINJA.sub(lambda found: "\n" * found[0].count("\n"), text)))
    yield from page.found


def _script(path: str, text: str) -> Iterator[Text]:
    for found in _SCRIPT_TEXT.finditer(text):
        words = _HOLE.sub("x", found[0]).strip('"`/* \n')
        if " " in words:
            kind = "comment" if found[0].startswith("/") else "message"
            yield Text(path, text.count("\n", 0, found.start()) + 1, kind, words)


class Book(NamedTuple):
    """Says what tests/words.toml holds: patterns, exceptions, and how many finds a room may have."""

    patterns: dict[str, re.Pattern[str]]
    allowed: Sequence[re.Pattern[str]]
    most: dict[str, dict[str, int]]


def read_book(path: Path = BOOK) -> Book:
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    patterns = {name: re.compile(rf"\b(?:{each['words']})\b", re.IGNORECASE) for name, each in read["pattern"].items()}
    allowed = [re.compile(each["words"], re.IGNORECASE) for each in read["allow"]]
    return Book(patterns, allowed, read.get("most", {}))


def finds(text: Text, book: Book) -> Iterator[Find]:
    """Yields what is found in one text."""
    words = text.words
    for each in book.allowed:
        words = each.sub("…", words)

    def found(pattern: str, excerpt: str) -> Find:
        return Find(pattern, room_of(text.path), f"{text.path}:{text.line}", " ".join(excerpt.split())[:100])

    for name, pattern in book.patterns.items():
        for match in pattern.finditer(words):
            yield found(name, words[max(0, match.start() - 30) : match.end() + 30])
    if text.kind != "table":
        for sentence in _SENTENCE.split(words):
            if len(sentence.split()) > LONGEST_SENTENCE:
                yield found("long sentence", sentence)
    if text.kind == "paragraph" and len(words.split()) > LONGEST_PARAGRAPH:
        yield found("long paragraph", words)
    if text.kind == "hint" and len(text.words) > LONGEST_HINT:
        yield found("long hint", words)
    if text.kind == "docstring" and _OPENER.match(words):
        yield found("no verb first", words)
    if text.kind in ("page", "hint") and _APOSTROPHE.search(words):
        yield found("straight apostrophe", words)


def counts(found: Sequence[Find]) -> dict[str, dict[str, int]]:
    """Returns how many finds each room has of each pattern."""
    table: dict[str, dict[str, int]] = {}
    for (pattern, room), count in sorted(Counter((each.pattern, each.room) for each in found).items()):
        table.setdefault(pattern, {})[room] = count
    return table


def lowered(most: dict[str, dict[str, int]], now: dict[str, dict[str, int]]) -> str:
    """Returns the numbers as TOML, none above what it was. Without any yet, they are today's."""
    lines: list[str] = []
    for pattern, rooms in sorted(now.items()):
        kept = {
            room: min(count, most.get(pattern, {}).get(room, 0) if most else count) for room, count in rooms.items()
        }
        lines += ["", f'[most."{pattern}"]', *(f'"{room}" = {count}' for room, count in sorted(kept.items()) if count)]
    return "\n".join(lines).strip() + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 where a room has more finds than it had."""
    options = argparse.ArgumentParser(prog="make words", description="Words and sentences that readers stumble over.")
    options.add_argument("parts", nargs="*", metavar="PART", help="list the finds in paths with this")
    options.add_argument("--all", action="store_true", help="list every find")
    options.add_argument("--write", action="store_true", help="lower the numbers in tests/words.toml")
    asked = options.parse_args(arguments)
    book = read_book()
    found = [find for text in texts() for find in finds(text, book)]
    now = counts(found)
    if asked.all or asked.parts:
        for each in found:
            if not asked.parts or any(part in each.place for part in asked.parts):
                print(f"{each.place}: {each.pattern}: {each.excerpt}")
        return 0
    if asked.write:
        head = BOOK.read_text(encoding="utf-8").partition("\n[most.")[0]
        BOOK.write_text(f"{head.rstrip()}\n\n{lowered(book.most, now)}", encoding="utf-8")
    more = 0
    for pattern, rooms in now.items():
        for room, count in rooms.items():
            most = book.most.get(pattern, {}).get(room, 0)
            if count > most:
                more += 1
                print(f"{room}: {count} of “{pattern}”, {most} allowed. Write these in other words:")
                for each in found:
                    if (each.pattern, each.room) == (pattern, room):
                        print(f"    {each.place}: {each.excerpt}")
    total = {pattern: sum(rooms.values()) for pattern, rooms in now.items()}
    print(f"Plain words: {', '.join(f'{pattern} {count}' for pattern, count in total.items())}.")
    return int(more > 0)


if __name__ == "__main__":
    sys.exit(main())
