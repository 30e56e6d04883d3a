"""Reads CSV as spreadsheets of all makes write it, into rows of named cells. A fault is named by line and column.

UTF-8 with a mark or without, and UTF-16 with its mark. Commas, semicolons or tabs: what `sep=` in the first line says,
or what that line has most of. Quoted cells, all kinds of line ends, columns in any order and others between them.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.fields.invalid import Invalid
from companion.fields.words import clipped
from companion.names import UNPRINTED

LARGEST = 4 * 1024 * 1024
"""Limits a file, in bytes: thirty rounds of two thousand players."""
MOST_ROWS = 40_000
MOST_COLUMNS = 60
LONGEST_CELL = 200
FORMULA = "=+-@\t\r＝＋－＠"
"""A spreadsheet calculates a cell that begins with one of these instead of showing it."""
_SEPARATORS = ",;\t"
_WHOLE = "the file"
_QUOTED = re.compile('"[^"]*(?:""[^"]*)*"')


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """Says what a cell is for, and what its column may be called, without spaces, signs and capitals.

    Where several columns may be meant, the one whose name is earlier in `called` counts, and the others are passed
    over. Of two columns with one name, the first is for the first field that may have it. A `needed` one may be missing
    where one of `instead` is there.
    """

    field: str
    called: tuple[str, ...]
    needed: bool = False
    instead: tuple[str, ...] = ()


class SheetRow(msgspec.Struct, frozen=True):
    """Holds all cells of a line by what they are for; a field without a column in the file is empty."""

    line: int
    cells: Mapping[str, str]
    titles: Mapping[str, str]

    def __getitem__(self, field: str) -> str:
        return self.cells.get(field, "")

    def wrong(self, field: str, message: str) -> Invalid:
        """Returns the error to raise: it names the column as the file does, and the line."""
        return Invalid(self.titles.get(field, field), message, self.line)


def read(data: bytes, columns: Sequence[Column]) -> Iterator[SheetRow]:
    """Yields the rows that are not empty. Raises Invalid."""
    records = _records(_text(data))
    line, first = next(records, (1, []))
    titles = _titles(first, columns, line)
    fields = {field: first[place].strip() for place, field in titles.items()}
    for count, (at, cells) in enumerate(records):
        if count == MOST_ROWS:
            raise Invalid(_WHOLE, f"must have at most {MOST_ROWS} rows", at)
        found = {}
        for place, cell in enumerate(cells):
            if place >= len(first) and cell.strip():
                raise Invalid(f"column {place + 1}", f"has no name in line {line}, got {clipped(cell.strip())}", at)
            if place in titles:
                found[titles[place]] = _tidy(cell, first[place].strip(), at)
        yield SheetRow(at, found, fields)


def _text(data: bytes) -> str:
    if len(data) > LARGEST:
        raise Invalid(_WHOLE, f"must be at most {LARGEST // 1024 // 1024} MB")
    if data.startswith(b"PK\x03\x04"):
        raise Invalid(_WHOLE, "is a workbook: save it as CSV UTF-8")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if not wide and b"\0" in data:
        raise Invalid(_WHOLE, "is no text, or in UTF-16 without its mark: save it as CSV UTF-8")
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = None if wide else data.count(b"\n", 0, error.start) + 1
        raise Invalid(_WHOLE, "is not in UTF-8 or UTF-16: save it as CSV UTF-8", line) from error


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yields each record that is not empty, and the line that it begins in."""
    lines = io.StringIO(text, newline="")
    begin, separator = 0, _declared_separator(lines)
    if separator is None:
        lines.seek(0)
        separator = _likely(text)
    else:
        begin = 1
    reader = csv.reader(lines, delimiter=separator, strict=True)
    line = begin + 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = begin + reader.line_num + 1
    except csv.Error as error:
        lines.seek(0)
        for _ in range(line - 1):
            lines.readline()
        wrong = f"column {_unread(lines.read(), separator)}"
        raise Invalid(wrong, f"cannot be read: is there a quote that does not end? ({error})", line) from error


def _unread(text: str, separator: str) -> int:
    """Returns which cell of a record, from 1, is the first that is neither plain nor quoted as it should be."""
    number, at = 1, 0
    while True:
        if quoted := _QUOTED.match(text, at):
            end = quoted.end()
        else:
            end = -1 if text.startswith('"', at) else text.find(separator, at)
        if end == -1 or not text.startswith(separator, end):
            return number
        number, at = number + 1, end + 1


def _declared_separator(lines: io.StringIO) -> str | None:
    """Returns the separator that a line before the first says, as one spreadsheet writes it."""
    said = lines.readline(20).strip('"\r\n ')
    return said[4] if said[:4].lower() == "sep=" and said[4:] in (",", ";", "\t") else None


def _likely(text: str) -> str:
    """Returns the separator that the first line with any text has most of, outside quotes."""
    first = next((line for line in io.StringIO(text) if line.strip()), "")
    bare = "".join(first.split('"')[::2])
    return max(_SEPARATORS, key=bare.count)


def _titles(first: Sequence[str], columns: Sequence[Column], line: int) -> Mapping[int, str]:
    """Returns what each place is for."""
    if len(first) > MOST_COLUMNS:
        raise Invalid(_WHOLE, f"must have at most {MOST_COLUMNS} columns, got {len(first)}", line)
    plain: list[str] = []
    for place, cell in enumerate(first):
        title = _tidy(cell, f"column {place + 1}", line)
        plain.append("".join(letter for letter in title.casefold() if letter.isalnum()))
    found: dict[int, str] = {}
    taken: set[str] = set()
    for column in columns:
        places = [place for place, title in enumerate(plain) if title in column.called and place not in found]
        if places:
            best = min(places, key=lambda place: column.called.index(plain[place]))
            found[best] = column.field
            taken.add(plain[best])
    for place, title in enumerate(plain):
        if title in taken and place not in found:
            raise Invalid(first[place].strip(), f"is there twice, the second time as column {place + 1}", line)
    for column in columns:
        if column.needed and not {column.field, *column.instead} & {*found.values()}:
            raise Invalid(column.field, "is missing among the columns that the first line names", line)
    return found


def _tidy(cell: str, title: str, line: int) -> str:
    """Returns the cell without its padding. Raises Invalid."""
    text = unicodedata.normalize("NFC", " ".join(cell.split()))
    if len(text) > LONGEST_CELL:
        raise Invalid(title, f"must be at most {LONGEST_CELL} characters, got {len(text)}", line)
    if any(unicodedata.category(letter) in UNPRINTED for letter in text):
        raise Invalid(title, "must be printable characters", line)
    bare = text.lstrip("'")
    return text[1:] if text.startswith("'") and bare[:1] and bare[0] in FORMULA else text


def write(titles: Sequence[str], rows: Sequence[Sequence[str | int]]) -> bytes:
    """Writes CSV that every spreadsheet opens: UTF-8 with its mark, commas, CRLF.

    A text that one would take for a formula has an apostrophe before it, which `read` takes off again.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(titles)
    writer.writerows([[_cell_text(cell) for cell in row] for row in rows])
    return codecs.BOM_UTF8 + out.getvalue().encode()


def _cell_text(cell: str | int) -> str:
    if isinstance(cell, int):
        return str(cell)
    bare = cell.lstrip("'")
    return f"'{cell}" if bare[:1] and bare[0] in FORMULA else cell
