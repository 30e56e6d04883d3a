"""What people mistype in a file of theirs: the line, what to do, and what stands there; never a parser's words."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import config
from companion.config import ConfigError, FileTrouble, load_config
from companion.fields.invalid import Invalid
from companion.toml.reading import read_toml

JARGON = re.compile(
    r"TOML|pars|token|statement|declar|document|column|Errno|codec|decode|Invalid|Unclosed|Expected|inline",
    re.IGNORECASE,
)

MISTYPED = {
    # what somebody writes, the line at fault, what to do, as it is said
    "a bracket of a heading": (
        "[web]\nport = 80\n[panel\nname = 1",
        3,
        "close the brackets as they are opened: [panel]",
    ),
    "one of two brackets": ("[[panel.screens]\nid = 1", 1, "close the brackets as they are opened: [[panel.screens]]"),
    "a bracket too many": ("[[panel.screens]]]\n", 1, "close the brackets as they are opened: [[panel.screens]]"),
    "no name in the brackets": ("a = 1\n[]\n", 2, "write a name between the brackets"),
    "more behind a heading": ("[panel] name = 1\n", 1, "write what follows the brackets on a line of its own"),
    "no quotes": ("a = 1\nid = gold-30", 2, 'put the text in quotes: id = "gold-30"'),
    "no closing quotes": ('id = "gold-30\nbus = 1', 1, "close the quotes"),
    "no closing quotes at the end": ('bus = 1\nid = "gold-30', 2, "close the quotes"),
    "no opening quotes": ('id = gold-30"', 1, 'put the text in quotes, at its start too: id = "gold-30"'),
    "two kinds of quotes": ("id = \"gold-30'\nbus = 1", 1, "close the quotes"),
    "quotes of a word processor": ("id = “gold-30”", 1, 'type straight quotes, ", where “ stands'),
    "a list left open": ('shows = ["gold-30"\nbus = 1\n', 1, "close the list that is opened here, with ]"),
    "a long list left open": (
        'a = 1\nshows = [\n"gold-30",\n\n[web]\n',
        2,
        "close the list that is opened here, with ]",
    ),
    "a group left open": ("spi = {dc = 5\nbus = 1", 1, "close the group that is opened here, with }"),
    "no comma in a list": ('shows = ["a" "b"]', 1, "put a comma between the parts of the list"),
    "no quotes in a list": ("shows = [gold-30]", 1, 'put each text of the list in quotes: "gold-30"'),
    "a key twice": ("[web]\nport = 80\n\nport = 81", 4, "take one away: port is in line 2 already"),
    "a table twice": ("[web]\nport = 80\n[web]\n", 3, "take one away: web is in line 1 already"),
    "a table of what has one value already": (
        'panel = "full" # mine\n\n[panel.sound]\nvolume = 50',
        *(
            1,
            'in its place, for [panel.sound] in line 3 belongs to it: [panel] and like = "full"',
        ),
    ),
    "a table of another value": ("web = 80\n[web.more]", 2, "take one of the two away: web is in line 1 already"),
    "a dotted name of what has one value already": (
        "panel = 'full'\npanel.sound.volume = 50",
        *(1, 'for panel.sound.volume in line 2 belongs to it: [panel] and like = "full"'),
    ),
    "single brackets for many": (
        "[panel.screens]\nid = 1\n[panel.screens]\nid = 2",
        *(3, "where there are several of it, write [[panel.screens]] for each"),
    ),
    "a colon": ("[web]\nport: 80", 2, "write = in place of the colon: port = 80"),
    "no equals sign": ("[web]\nport 80", 2, "write = between the name and its value: port = 80"),
    "two equals signs": ("port == 80", 1, "one equals sign is enough: port = 80"),
    "no value": ("[web]\nport =  # which?\nhost = 1", 2, "write a value after the equals sign: port = …"),
    "no name": ("= 80", 1, "write a name before the equals sign"),
    "a name with a blank": ("my port = 80", 1, "a name has no blanks in it"),
    "a name with an umlaut": ("größe = 80", 1, "the letters a to z"),
    "a remark of another language": ("a = 1\n// the first", 2, "begin a remark with #"),
    "something else behind the value": ("port = 80 http", 1, "write the number alone: port = 80"),
    "two settings in a line": ("a = 1 b = 2", 1, "write each setting on a line of its own"),
    "a comma at the end": ("port = 80,", 1, "take the , at the end away"),
    "a semicolon at the end": ("port = 80;", 1, "take the ; at the end away"),
    "an address without 0x": ("address = 3C", 1, "write address = 0x3C"),
    "an address with a large X": ("address = 0X3d", 1, "write address = 0x3D"),
    "a zero in front": ("gpio = 05", 1, "leave out the 0 in front: gpio = 5"),
    "a unit": ("rail_ma = 500mA", 1, "write the number alone: rail_ma = 500"),
    "a comma for a point": ("a = 0,5", 1, "write a point, not a comma: a = 0.5"),
    "a large True": ("a = True", 1, "write a = true, in small letters"),
    "yes": ("a = yes", 1, "write a = true"),
    "a backslash": ('a = "C:\\new\\x"', 1, "write each backslash twice"),
    "round brackets": ("a = (1, 2)", 1, "put a list in square brackets: a = [1, 2]"),
    "a blank that is none": ("port\u00a0= 80", 1, "it has an invisible character"),
    "a letter that moves the cursor": ('a = "x\x1b[2J"', 1, "it has an invisible character"),
    "no setting at all": ("a = 1\nhello", 2, "take this line out, or make it a setting"),
}


def refused(text: str) -> Invalid:
    with pytest.raises(Invalid) as caught:
        read_toml(text, lambda data: data)
    return caught.value


@pytest.mark.parametrize("name", MISTYPED)
def test_a_mistake_is_told_by_line_and_by_what_to_do(name: str) -> None:
    text, line, advice = MISTYPED[name]
    error = refused(text)
    assert (error.line, error.field) == (line, "")
    assert advice in error.message
    assert JARGON.search(error.message) is None
    assert refused(text.replace("\n", "\r\n")).line == line


def test_what_stands_there_is_shown_and_steers_no_terminal() -> None:
    assert refused("port = 80 http").message.endswith(". It says: port = 80 http")
    assert refused('a = "x\x1b[2J"').message.endswith('It says: a = "x?[2J"')
    assert len(refused(f"port {'x' * 5000}").message) < 400


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_tabs_and_byte_order_marks_are_no_mistake(ends: str, mark: str, tmp_path: Path) -> None:
    text = mark + ends.join(["[web]", "\tport\t=\t8123\t# ours", ""])
    assert read_toml(text, lambda data: data) == {"web": {"port": 8123}}
    file = tmp_path / "warglass.toml"
    file.write_bytes(text.encode())
    assert load_config(file).web.port == 8123
    file.write_bytes((text + "post = 1" + ends).encode())
    with pytest.raises(ConfigError, match=r"line [123]: web: there is no key post"):
        load_config(file)


@settings(max_examples=300)
@given(st.text(alphabet="ab1=[]{}\"'#,.\n\r\t \\-_:x“", max_size=40))
def test_whatever_is_mistyped_has_its_line_and_no_jargon(text: str) -> None:
    try:
        read_toml(text, lambda data: data)
    except Invalid as error:
        caught = error
    else:
        return
    assert caught.line is not None
    assert JARGON.search(caught.message.partition(". It says: ")[0]) is None


def trouble(file: Path) -> FileTrouble:
    with pytest.raises(FileTrouble) as caught:
        load_config(file)
    assert JARGON.search(str(caught.value).replace(str(file), "")) is None
    return caught.value


def test_a_file_that_is_none(tmp_path: Path) -> None:
    assert trouble(tmp_path / "not.toml").what.endswith("not.toml: is not there")
    assert trouble(tmp_path).what.endswith(": is a folder")
    assert trouble(tmp_path / "warglass.toml" / "x").what.endswith("x: is not there")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "warglass.toml"

    def forbid(*_: object, **__: object) -> None:
        raise PermissionError(13, os.strerror(13), str(file))

    monkeypatch.setattr(config.Path, "open", forbid)
    assert trouble(file).what.endswith("may not be read by you")
    assert trouble(file).command == f"sudo chmod a+r {file}"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ('panel = "full"'.encode("utf-16"), "is saved as UTF-16"),
        (b"panel = 1\n# gr\xf6sse\n", "line 2: has a letter that is not UTF-8"),
        (bytes(400), "holds zeros in place of text"),
    ],
)
def test_a_file_that_is_no_text(tmp_path: Path, data: bytes, says: str) -> None:
    file = tmp_path / "warglass.toml"
    file.write_bytes(data)
    assert says in trouble(file).what
    assert trouble(file).advice
