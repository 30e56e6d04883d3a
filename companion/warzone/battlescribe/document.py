"""One file of BattleScribe's as a tree, from bytes that a stranger may have made: nothing in them is trusted."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from companion.errors import FileError

LARGEST = 2 * 1024 * 1024
"""Bytes of XML in one file; the largest catalogue of the game has 122 thousand."""
MOST_ELEMENTS = 40_000
"""In all files that are read together; those of the whole game have less than ten thousand."""
DEEPEST = 40


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
        yield self
        for child in self.children:
            yield from child.all()


def parsed(data: bytes, *, file: str, elements: int = MOST_ELEMENTS) -> Element:
    """The tree of a plain or zipped file of at most so many elements. Raises FileError.

    No document type and thus no entity is accepted, nor more than LARGEST bytes, nor what is nested DEEPEST deep.
    """
    if data.startswith(b"PK\x03\x04"):
        data = _unzipped(data, file)
    if len(data) > LARGEST:
        raise FileError(file, f"is larger than {LARGEST // 1024} KB")
    return _Builder(file, elements).build(data)


def _unzipped(data: bytes, file: str) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            if len(members) != 1:
                raise FileError(file, f"must hold one file, not {len(members)}")
            with archive.open(members[0]) as member:
                return member.read(LARGEST + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError) as error:
        raise FileError(file, "is zipped, but cannot be unzipped") from error


class _Builder:
    """Builds the tree while expat reads, so that a bound is met before the memory is spent."""

    def __init__(self, file: str, most: int) -> None:
        self._file = file
        self._most = most
        self._open: list[Element] = []
        self._root: Element | None = None
        self._elements = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def build(self, data: bytes) -> Element:
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
        self._elements += 1
        if self._elements > self._most:
            raise FileError(self._file, f"has too many elements: {MOST_ELEMENTS} can be read at once", self._line)
        if len(self._open) >= DEEPEST:
            raise FileError(self._file, f"is nested more than {DEEPEST} deep", self._line)
        element = Element(tag.rpartition(":")[2], attributes, self._line)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, _: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        self._open[-1].text += text

    @property
    def _line(self) -> int:
        return self._parser.CurrentLineNumber
