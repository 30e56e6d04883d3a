"""CSV as spreadsheets write it."""

import csv
import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.fields.invalid import Invalid
from companion.hall.event.sheet import FORMULA, MOST_ROWS, Column, read, write

COLUMNS = (
    Column(field="name", called=("name", "player"), needed=True),
    Column(field="club", called=("club",)),
)


def cells(data: bytes | str, encoding: str = "utf-8") -> list[tuple[int, str, str]]:
    return [
        (row.line, row["name"], row["club"])
        for row in read(data if isinstance(data, bytes) else data.encode(encoding), COLUMNS)
    ]


FOUND = [(2, "Änne, B", "Oak"), (3, "Bob", "")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_whatever_the_spreadsheet_writes(encoding: str, end: str, separator: str) -> None:
    lines = (
        f"Club{separator}E-Mail{separator}NAME ",
        f'Oak{separator}x@y.z{separator}"Änne, B"',
        f"{separator}{separator}Bob",
        "",
    )
    assert cells(end.join(lines), encoding) == FOUND


def test_big_endian_and_what_a_line_says_separates() -> None:
    text = 'sep=;\r\nname,x;club\r\n"Änne, B";Oak\r\n'
    with pytest.raises(Invalid, match="line 2: name: is missing"):
        cells(text)
    assert cells("sep=;\r\nclub;name\r\nOak;Änne, B\r\n") == [(3, "Änne, B", "Oak")]
    assert cells("\ufeffname;club\nBob;Elm".encode("utf-16-be")) == [(2, "Bob", "Elm")]


def test_lines_are_counted_over_empty_ones_and_those_in_quotes() -> None:
    assert cells('\n name ,club\n\n,\n"Bob\nB","El""m"\nAnn,') == [(5, "Bob B", 'El"m'), (7, "Ann", "")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "line 1: name: is missing among the columns that the first line names"),
        (b"Anna\nBob\n", "line 1: name: is missing"),
        (b"name,club,NAME\n", "line 1: NAME: is there twice, the second time as column 3"),
        (b"name,club,club\nA,B,C", "line 1: club: is there twice, the second time as column 3"),
        ("name\nBob\nÄnne".encode("latin-1"), "line 3: the file: is not in UTF-8 or UTF-16: save it as CSV UTF-8"),
        ("name\nÄnne".encode("utf-16-le"), "the file: is no text, or in UTF-16 without its mark"),
        (b"\xff\xfen\x00a", "the file: is not in UTF-8 or UTF-16"),
        (b"PK\x03\x04....", "the file: is a workbook: save it as CSV UTF-8"),
        (b'name,club\nBob,"Oak\nElm', "line 2: column 2: cannot be read: is there a quote that does not end?"),
        (b'name,club\nBob,"Oak"x', "line 2: column 2: cannot be read: is there a quote that does not end?"),
        (b"name,club\nBob,Oak,Elm", "line 2: column 3: has no name in line 1, got Elm"),
        (b"Full,NAME\nx,Bo\x07b", "line 2: NAME: must be printable characters"),
        (b"name\n" + b"x" * 201, "line 2: name: must be at most 200 characters, got 201"),
        (b"name\n" + b"x" * 200_000, "line 2: column 1: cannot be read"),
        (b"name" + b",x" * 60, "line 1: the file: must have at most 60 columns, got 61"),
        (b"name\n" + b"x\n" * (MOST_ROWS + 1), f"line {MOST_ROWS + 2}: the file: must have at most {MOST_ROWS} rows"),
        (b"name\n" + b"\n" * 4 * 1024 * 1024, "the file: must be at most 4 MB"),
    ],
)
def test_what_is_wrong_is_named_by_line_and_column(data: bytes, words: str) -> None:
    with pytest.raises(Invalid) as refused:
        cells(data)
    assert str(refused.value).startswith(words)


def test_no_formula_leaves_and_what_leaves_comes_back() -> None:
    names = ["=1+1", "+49", "-5", "@sum", "'=x", "''=x", "'Ob", "＝x", "plain", "a=b", 'quo"te', "semi;colon, comma"]
    data = write(("name", "club"), [(name, -7) for name in names])
    assert data.startswith(b"\xef\xbb\xbfname,club\r\n")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))[1:]
    assert all(row[0][0] not in FORMULA for row in rows)
    assert all(row[1] == "-7" for row in rows), "a number is one"
    assert [name for _, name, _ in cells(data)] == names


@given(names=st.lists(st.text(st.sampled_from("=+-@'\"ab,;\t é"), max_size=8), max_size=6))
def test_every_text_comes_back_as_it_was(names: list[str]) -> None:
    tidy = [" ".join(name.split()) for name in names]
    found = cells(write(("name", "club"), [(name, "x") for name in tidy]))
    assert [name for _, name, _ in found] == tidy


@given(data=st.binary(max_size=200) | st.text(st.sampled_from('name,club;\t"\r\n=x'), max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(Invalid):
        cells(data)
