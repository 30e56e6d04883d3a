"""One file of BattleScribe's as a tree, from bytes that a stranger may have made: nothing in them is trusted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from companion.errors import FileError
from companion.warzone.battlescribe.archive import MAGIC, unzipped

LARGEST = 4 * 1024 * 1024
"""Bytes of XML in all files that are read together; those of the whole game have 656 thousand."""
MOST_ELEMENTS = 40_000
"""In all of them; those of the whole game have 6,082."""
DEEPEST = 40
_MOST_ATTRIBUTES = 64
_LONGEST_ATTRIBUTE = 4_000
_LONGEST_TEXT = 20_000
"""Characters; the longest rule has 526."""
_TOLD_EVERY = 500


@dataclass
class Budget:
    """What the files that are read together may still have: bytes of XML, and elements."""

    bytes: int = LARGEST
    elements: int = MOST_ELEMENTS


@dataclass(eq=False)
class Element:
    """One element: its name without namespace, its attributes and text, its line (from 1) and what is inside."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def get(self, name: str) -> str:
        """An attribute's value, empty where it is missing, its spaces in order."""
        return " ".join(self.attributes.get(name, "").split())

    def inside(self, *tags: str) -> Iterator["Element"]:
        """What lies in the containers of these names, such as "profiles"."""
        for child in self.children:
            if child.tag in tags:
                yield from child.children

    def all(self) -> Iterator["Element"]:
        """This element and everything in it, in the order of the file."""
        ahead = [self]
        while ahead:
            element = ahead.pop()
            yield element
            ahead.extend(reversed(element.children))


@dataclass(eq=False)
class _Open:
    """An element that is not over yet, and the pieces of its text."""

    element: Element
    texts: list[str] = field(default_factory=list)
    length: int = 0


def parsed(data: bytes, *, file: str, budget: Budget, told: Callable[[float], None] = lambda _: None) -> Element:
    """The tree of a plain or zipped file, which it takes out of the budget; what is refused costs its bytes alone.
    Raises FileError.

    No document type and thus no entity is accepted, nor what is nested DEEPEST deep. `told` hears now and then
    what share of it is read.
    """
    if data.startswith(MAGIC):
        data = unzipped(data, file=file, most=budget.bytes)
    if len(data) > budget.bytes:
        raise FileError(file, f"is larger than {LARGEST // 1024} KB, which is what can be read at once")
    budget.bytes -= len(data)
    elements = budget.elements
    try:
        return _Builder(file, budget, told).build(data)
    except FileError:
        budget.elements = elements
        raise


class _Builder:
    """Builds the tree while expat reads, so that a bound is met before the memory is spent."""

    def __init__(self, file: str, budget: Budget, told: Callable[[float], None]) -> None:
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
            raise FileError(self._file, f"not XML: {expat.ErrorString(error.code)}", error.lineno) from error
        except (ValueError, LookupError) as error:
            raise FileError(self._file, "not XML in an encoding that is known here") from error
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
