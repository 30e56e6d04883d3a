"""Reads BattleScribe's files as trees, from bytes that a stranger may have written, and their links followed."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from xml.parsers import expat

import msgspec

from companion.errors import FileError, WarglassError

# A zipped file of BattleScribe's unpacked: .catz, .gstz and .rosz hold one file each.

MAGIC = b"PK\x03\x04"
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Says what these programs write. LZMA would let a file of some bytes ask for gigabytes to unpack it with."""


def unzipped(data: bytes, *, file: str, most: int) -> bytes:
    """Returns the one file in an archive, or its first `most` + 1 bytes. Raises FileError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            if len(members) != 1:
                raise FileError(
                    file, f"holds {len(members)} files: unpack it, and choose its .gst and .cat files together"
                )
            if members[0].compress_type not in _PACKED:
                raise FileError(file, "is packed in a way that these programs do not use")
            with archive.open(members[0]) as member:
                return member.read(most + 1)
    except FileError:
        raise
    # What a damaged archive makes zipfile raise is promised nowhere: ValueError and struct.error are among it.
    except Exception as error:
        raise FileError(file, "is damaged or was cut off: download it once more") from error


# One of BattleScribe's files as a tree. A stranger may have made its bytes: do not trust them.

LARGEST = 4 * 1024 * 1024
"""Limits the bytes of XML in all files that are read together; those of the whole game have 656 thousand."""
MOST_ELEMENTS = 40_000
"""Limits the elements in all of them; those of the whole game have 6,082."""
DEEPEST = 40
_MOST_ATTRIBUTES = 64
_LONGEST_ATTRIBUTE = 4_000
_LONGEST_TEXT = 20_000
"""Is in characters; the longest rule has 526."""
_TOLD_EVERY = 500
_SNIFFED = 200
_NONE = "is damaged, or is not a file of BattleScribe or New Recruit: download it once more"


@dataclass
class ReadingBudget:
    """Holds what the files that are read together may still have: bytes of XML, and elements."""

    bytes: int = LARGEST
    elements: int = MOST_ELEMENTS


@dataclass(eq=False)
class Element:
    """Holds one element: its name without namespace, its attributes and text, its line (from 1) and its children."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def get(self, name: str) -> str:
        """Returns an attribute's value with single spaces; empty where it is missing."""
        return " ".join(self.attributes.get(name, "").split())

    def inside(self, *tags: str) -> Iterator["Element"]:
        """Yields the children of the containers of these names, such as "profiles"."""
        for child in self.children:
            if child.tag in tags:
                yield from child.children

    def all(self) -> Iterator["Element"]:
        """Yields this element and everything in it, in the order of the file."""
        ahead = [self]
        while ahead:
            element = ahead.pop()
            yield element
            ahead.extend(reversed(element.children))


@dataclass(eq=False)
class _Open:
    """Holds an element that is not over yet, and the pieces of its text."""

    element: Element
    texts: list[str] = field(default_factory=list)
    length: int = 0


def parsed(data: bytes, *, file: str, budget: ReadingBudget, told: Callable[[float], None] = lambda _: None) -> Element:
    """Returns the tree of a plain or zipped file, and subtracts it from the budget.

    A refused file costs only its bytes. A document type, and thus an entity, is refused, and so is an element nested
    DEEPEST deep. `told` is called now and then with the share that is read. Raises FileError.
    """
    if data.startswith(MAGIC):
        data = unzipped(data, file=file, most=budget.bytes)
    if len(data) > budget.bytes:
        raise FileError(file, f"is larger than {LARGEST // 1024} KB, which is what can be read at once")
    budget.bytes -= len(data)
    elements = budget.elements
    start = data[:_SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")):
        raise FileError(file, "is a saved web page: choose Export on that page, and import the file that it gives you")
    try:
        if start.startswith(b"{"):
            return _of_json(data, file=file, budget=budget)
        return _Builder(file, budget, told).build(data)
    except FileError:
        budget.elements = elements
        raise


class _Builder:
    """Builds the tree while expat reads, so that a bound is met before the memory is spent."""

    def __init__(self, file: str, budget: ReadingBudget, told: Callable[[float], None]) -> None:
        self._file = file
        self._budget = budget
        self._told = told
        self._bytes = 0
        self._open: list[_Open] = []
        self._root: Element | None = None
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def build(self, data: bytes) -> Element:
        self._bytes = len(data)
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            raise FileError(self._file, _NONE, error.lineno) from error
        except (ValueError, LookupError) as error:
            raise FileError(self._file, "is written in an encoding that is not known here: save it as UTF-8") from error
        assert self._root is not None
        return self._root

    def _doctype(self, *_: object) -> None:
        raise FileError(self._file, "has a document type, which these files never do", self._line)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._budget.elements -= 1
        if self._budget.elements < 0:
            raise FileError(self._file, f"has too many elements: {MOST_ELEMENTS} can be read at once", self._line)
        if self._budget.elements % _TOLD_EVERY == 0:
            self._told(self._parser.CurrentByteIndex / self._bytes)
        if len(self._open) >= DEEPEST:
            raise FileError(self._file, f"is nested more than {DEEPEST} deep", self._line)
        self._check(tag, attributes)
        element = Element(tag.rpartition(":")[2], attributes, self._line)
        if self._open:
            self._open[-1].element.children.append(element)
        else:
            self._root = element
        self._open.append(_Open(element))

    def _check(self, tag: str, attributes: dict[str, str]) -> None:
        if len(attributes) > _MOST_ATTRIBUTES:
            raise FileError(self._file, f"has an element with more than {_MOST_ATTRIBUTES} attributes", self._line)
        longest = max(map(len, (tag, *attributes, *attributes.values())))
        if longest > _LONGEST_ATTRIBUTE:
            what = "an attribute or a name"
            raise FileError(self._file, f"has more than {_LONGEST_ATTRIBUTE} characters in {what}", self._line)

    def _end(self, _: str) -> None:
        over = self._open.pop()
        over.element.text = "".join(over.texts)

    def _text(self, text: str) -> None:
        inner = self._open[-1]
        inner.texts.append(text)
        inner.length += len(text)
        if inner.length > _LONGEST_TEXT:
            raise FileError(self._file, f"has more than {_LONGEST_TEXT} characters in one place", self._line)

    @property
    def _line(self) -> int:
        return self._parser.CurrentLineNumber


# A roster of New Recruit's as JSON: the same tree, its attributes and containers under their names.

_TEXTS = ("$text", "description")


def _of_json(data: bytes, *, file: str, budget: ReadingBudget) -> Element:
    """Raises FileError."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise FileError(file, _NONE) from error
    roster = found.get("roster")
    if not isinstance(roster, dict):
        raise FileError(file, "is a JSON file without a roster: in New Recruit choose Export, then JSON or .rosz")
    return _grown("roster", roster, file=file, budget=budget, depth=0)


def _grown(tag: str, value: dict[str, Any], *, file: str, budget: ReadingBudget, depth: int) -> Element:
    budget.elements -= 1
    if budget.elements < 0:
        raise FileError(file, f"has too many elements: {MOST_ELEMENTS} can be read at once")
    if depth >= DEEPEST:
        raise FileError(file, f"is nested more than {DEEPEST} deep")
    element = Element(tag, {}, 1)
    for name, each in value.items():
        if isinstance(each, list):
            container = Element(name, {}, 1)
            element.children.append(container)
            one = name.removesuffix("ies") + "y" if name.endswith("ies") else name.removesuffix("s")
            inside = (inner for inner in each if isinstance(inner, dict))
            container.children += [_grown(one, inner, file=file, budget=budget, depth=depth + 2) for inner in inside]
        elif isinstance(each, (str, int, float)):
            text = str(each).lower() if isinstance(each, bool) else str(each)
            if len(text) > (_LONGEST_TEXT if name in _TEXTS else _LONGEST_ATTRIBUTE):
                raise FileError(file, f"has more than {_LONGEST_ATTRIBUTE} characters in one place")
            if name == "$text":
                element.text = text
            elif name == "description":
                element.children.append(Element(name, {}, 1, text))
            else:
                element.attributes[name] = text
    return element


# Several files read together, their links followed: catalogues name each other's entries and the game system's.

HOLDERS = ("selectionEntry", "selection")
"""Says what may be a unit: an entry of a catalogue, or what was selected in a roster."""
TROOPER = " Trooper"
_ENTRIES = ("selectionEntries", "selectionEntryGroups", "selections")
_MOST = 200
"""Says how much is followed from one entry; a unit has some twenty things. Links may lead in circles, or to
everything."""
MOST_STEPS = 100_000
"""Limits the steps from element to element along links, in all; the whole game takes 5,562."""


@dataclass(frozen=True)
class ArchiveFile:
    """Holds one file: its name, and its tree."""

    name: str
    root: Element


@dataclass(frozen=True)
class Broken:
    """Holds a link whose target is in none of the files."""

    link: Element


class LinksTooFar(WarglassError):
    """Says that following the links of these files takes more steps than there are for them."""

    def __init__(self) -> None:
        super().__init__("its links lead on and on: read fewer files together")


class Catalogue:
    """Finds what the elements of some files refer to. Whatever follows links may raise LinksTooFar."""

    def __init__(self, files: Sequence[ArchiveFile]) -> None:
        self._steps = MOST_STEPS
        self._by_id = {id: element for file in files for element in file.root.all() if (id := element.get("id"))}
        entries = (element for file in files for element in file.root.all() if element.tag in HOLDERS)
        self.trooper_types = frozenset(
            name.removesuffix(TROOPER) for entry in entries if (name := entry.get("name")).endswith(TROOPER)
        )
        """The Unit Types that have Troopers in these files."""

    def target(self, link: Element) -> Element | None:
        return self._by_id.get(link.get("targetId"))

    def named(self, id: str) -> Element | None:
        """Returns the element of that id, or None."""
        return self._by_id.get(id)

    def own(self, element: Element) -> Iterator[Element | Broken]:
        """Yields the profiles and rules of an entry itself, written there or linked, each once, in the file's order."""
        return islice(self._own(element, set()), _MOST)

    def carried(self, element: Element) -> Iterator[Element | Broken]:
        """Yields the entries inside an entry, written there or linked, and theirs in turn, each once."""
        return islice(self._carried(element, {id(element)}), _MOST)

    def _own(self, element: Element, seen: set[int]) -> Iterator[Element | Broken]:
        if len(seen) > _MOST:
            return
        for child in self._walked(element.children):
            if child.tag in ("profiles", "rules"):
                yield from self._walked(child.children)
            elif child.tag == "infoGroups":
                for group in self._walked(child.children):
                    yield from self._own(group, seen)
            elif child.tag == "infoLinks":
                for link in self._walked(child.children):
                    target = self.target(link)
                    if target is None:
                        yield Broken(link)
                    elif id(target) not in seen:
                        seen.add(id(target))
                        yield from self._own(target, seen) if target.tag == "infoGroup" else (target,)

    def _carried(self, element: Element, seen: set[int]) -> Iterator[Element | Broken]:
        for child in self._walked(element.children):
            if child.tag in _ENTRIES:
                for entry in self._walked(child.children):
                    yield from self._entry(entry, seen)
            elif child.tag == "entryLinks":
                for link in self._walked(child.children):
                    target = self.target(link)
                    if target is None:
                        yield Broken(link)
                    else:
                        yield from self._entry(target, seen)

    def _entry(self, entry: Element, seen: set[int]) -> Iterator[Element | Broken]:
        if id(entry) not in seen:
            seen.add(id(entry))
            yield entry
            yield from self._carried(entry, seen)

    def categories(self, element: Element) -> list[str]:
        """Returns the categories of an entry by their own names: those on the links are often stale."""
        targets = (self.target(link) or link for link in self._walked(element.inside("categoryLinks")))
        return [each.get("name") for each in (*targets, *self._walked(element.inside("categories")))]

    def _walked(self, elements: Iterable[Element]) -> Iterator[Element]:
        """Yields the elements, each of them a step."""
        for element in elements:
            self._steps -= 1
            if self._steps < 0:
                raise LinksTooFar
            yield element
