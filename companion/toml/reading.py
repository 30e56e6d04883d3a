"""Reads TOML that people write by hand: errors name the key and the line."""

import re
import tomllib
from collections.abc import Callable, Iterator
from string import ascii_letters, digits
from tomllib import TOMLDecodeError
from typing import Any, TypeVar

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.fields.words import clipped

# The line of a key in a TOML text: tomllib says what it read, but not where.

_OF_KEYS = frozenset(f"{ascii_letters}{digits}_.-\"'")
_QUOTES = str.maketrans("", "", "\"' ")


def line_of(text: str, key: str) -> int | None:
    """Returns the line (from 1) of a key path such as `panel.screens[3].address`. Without a line of its own it is that
    of the nearest part of the path, or None.

    Keys inside inline tables and arrays have the line on which those begin.
    """
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if header := header_of(line):
            table = _plain(header.strip("[]"))
            if header.startswith("[["):
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}[{counts[table]}]"
            lines.setdefault(table, number)
        elif name := key_of(line):
            lines.setdefault(f"{table}.{name}" if table else name, number)
    while key and key not in lines:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return lines.get(key)


def header_of(line: str) -> str:
    """Returns `[table]` or `[[table]]`; empty where the line is not a header."""
    text = line.strip()
    brackets = "]]" if text.startswith("[[") else "]"
    name, closed, rest = text.partition(brackets)
    rest = rest.lstrip()
    return name + closed if text.startswith("[") and closed and (not rest or rest.startswith("#")) else ""


def key_of(line: str) -> str:
    """Returns what is before the equals sign; empty where that is not a key."""
    name, equals, _ = line.partition("=")
    name = name.strip()
    return _plain(name) if equals and set(name) <= _OF_KEYS else ""


def _plain(name: str) -> str:
    return name.translate(_QUOTES)


# What is wrong with a value of a TOML text, and how it is written.

_TRUE, _FALSE = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off", "none", "null"})
_ZERO = re.compile(r"[+-]?0+(?P<rest>[0-9]{1,9})")
_HEX = re.compile(r"0?[Xx]?(?P<digits>[0-9A-Fa-f]{1,8})[Hh]?")
_DECIMAL_COMMA = re.compile(r"(?P<whole>[0-9]{1,9}),(?P<part>[0-9]{1,9})")
_WITH_UNIT = re.compile(r"(?P<number>[0-9]{1,9})\s{0,3}(?P<unit>[A-Za-zµ°%]{1,9})")
_BARE = re.compile(r"[^\W\d][\w .:/+-]{0,60}")
_BARE_INSIDE = re.compile(r"[\[,]\s{0,9}(?P<word>[^\W\d][\w.-]{0,60})\s{0,9}[\],]")


def of_value(name: str, written: str, said: str) -> str:
    """Returns what to do about `name = written`, which tomllib refuses in those words."""
    value = _without_remark(written).strip()
    if not value:
        return f"write a value after the equals sign: {name} = …"
    if value.startswith("="):
        return f"one equals sign is enough: {name} = {value.lstrip('= ')}"
    if "\\" in value and ("escape" in said.lower()):
        return "write each backslash twice, or put the text in single quotes"
    if value.startswith("["):
        return _of_list(value)
    if value.startswith("{"):
        return "write a group as {name = value, name = value}"
    if value.startswith("("):
        return f"put a list in square brackets: {name} = [{value.strip('()')}]"
    if value[0] in "\"'":
        return _of_text(name, value)
    return _of_bare(name, value)


def _of_list(value: str) -> str:
    if (bare := _BARE_INSIDE.search(value)) is not None and bare["word"].lower() not in _TRUE | _FALSE:
        return f'put each text of the list in quotes: "{bare["word"]}"'
    if ",," in value.replace(" ", ""):
        return "take one of the two commas away"
    return "put a comma between the parts of the list, and end the line after its ]"


def _of_text(name: str, value: str) -> str:
    quote = value[0]
    if value.count(quote) == 1:
        other = "'" if quote == '"' else '"'
        if value.endswith(other):
            return f"open and close the text with the same quotes: {name} = {quote}{value[1:-1]}{quote}"
        return "close the quotes: there is one at the start of the text and none at its end"
    return "take away what follows the closing quotes, or begin a remark there with #"


def _of_bare(name: str, value: str) -> str:
    if value.rstrip(",;") != value and value.rstrip(",; "):
        return f"take the {value[-1]} at the end away"
    if value.lower() in _TRUE | _FALSE:
        return f"write {name} = {'true' if value.lower() in _TRUE else 'false'}, in small letters"
    if (zero := _ZERO.fullmatch(value)) is not None:
        return f"leave out the 0 in front: {name} = {zero['rest']}"
    if (comma := _DECIMAL_COMMA.fullmatch(value)) is not None:
        return f"write a point, not a comma: {name} = {comma['whole']}.{comma['part']}"
    if value[0] in digits and (hexadecimal := _HEX.fullmatch(value)) is not None:
        return f"write {name} = 0x{hexadecimal['digits'].upper()}, with 0x before its digits"
    if (unit := _WITH_UNIT.fullmatch(value)) is not None:
        return f"write the number alone: {name} = {unit['number']}"
    if value.rstrip("\"'") != value:
        return f'put the text in quotes, at its start too: {name} = "{value.rstrip(chr(34) + chr(39))}"'
    if _BARE.fullmatch(value) is not None and " = " not in value:
        return f'put the text in quotes: {name} = "{value}"'
    if "=" in value:
        return "write each setting on a line of its own"
    return f'write a number as {name} = 5, and a text in quotes as {name} = "gold"'


def _without_remark(written: str) -> str:
    """Returns the value up to a # outside quotes."""
    quote = ""
    for at, letter in enumerate(written):
        if letter == quote:
            quote = ""
        elif not quote and letter in "\"'":
            quote = letter
        elif not quote and letter == "#":
            return written[:at]
    return written


# Typing mistakes in a TOML text, in players' words: the line, what to do, and what is there. tomllib says where it
# stopped and what its grammar expected; only the place and the kind of error are used.

_AT = re.compile(r"at line ([0-9]{1,6})")
_CURLY = re.compile("[\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb\u2033]")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\xa0\u00ad\u2000-\u200f\u2028-\u202f\u2060\ufeff]")
_REMARK = re.compile(r"//|;|--|/\*|<!--|%|'")
_PAIR = re.compile(r"(?P<name>\w[\w.-]{0,60})\s{0,9}(?P<sign>:|\s)\s{0,9}(?P<value>\S.{0,60})", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_.\"' \t-]+")


def mistake(text: str, error: TOMLDecodeError) -> Invalid:
    """Returns what is wrong with the text, whose lines end in line feeds, where tomllib refused it."""
    lines, said = text.split("\n"), str(error)
    found = _AT.search(said)
    number = (whole(found[1]) if found else None) or _last(lines)
    number = min(number, len(lines))
    for at, what in _guesses(lines, number, said):
        stands = clipped(_UNSEEN.sub("?", lines[at - 1].strip().replace("\t", " ")))
        return Invalid("", f"{what}. It says: {stands}", at)
    raise AssertionError("the last guess is always made")


def _guesses(lines: list[str], number: int, said: str) -> Iterator[tuple[int, str]]:
    """Yields the line and what to do, the likeliest first."""
    if said.startswith(("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot define", "Cannot redefine")):
        yield _one_value(lines, number) or (number, _twice(lines, number))
    line = lines[number - 1].strip()
    if (curly := _CURLY.search(line)) is not None:
        yield number, f'type straight quotes, ", where {curly[0]} stands'
    if _UNSEEN.search(line.replace("\t", " ")) is not None:
        yield number, "delete this line and type it again: it has an invisible character"
    if said.startswith("Unterminated string"):
        opened = next((at for at in range(number, 0, -1) if '"""' in lines[at - 1] or "'''" in lines[at - 1]), number)
        yield opened, "close the quotes that are opened here"
    if said.startswith(("Illegal character '\\n'", 'Expected "\'"', "Expected \"'''")):
        yield number, "close the quotes: there is one at the start of the text and none at its end"
    if said.startswith(("Unclosed", "Invalid value")) and (opened_ := _open(lines, number)) is not None:
        at, bracket = opened_
        yield at, f"close the {'list' if bracket == ']' else 'group'} that is opened here, with {bracket}"
    yield number, _of_line(line, said)


def _of_line(line: str, said: str) -> str:
    if line.startswith("["):
        return _of_header(line)
    if _REMARK.match(line) is not None:
        return "begin a remark with #, or take this line out"
    if "=" not in line:
        pair = _PAIR.fullmatch(line)
        if pair is None:
            return "take this line out, or make it a setting: a name, an equals sign and a value, such as gpio = 5"
        way = "write = in place of the colon" if pair["sign"] == ":" else "write = between the name and its value"
        return f"{way}: {pair['name']} = {pair['value'].strip()}"
    name, _, value = line.partition("=")
    if not name.strip():
        return "write a name before the equals sign, such as gpio = 5"
    if _NAME.fullmatch(name) is None:
        return "write the name with the letters a to z, digits, _ and - alone"
    if len(name.split()) > 1 and not name.lstrip().startswith(('"', "'")):
        return "write one name before the equals sign: a name has no blanks in it"
    return of_value(name.strip(), value, said)


def _of_header(line: str) -> str:
    inner = line.partition("#")[0].strip().strip("[]").strip()
    if not inner:
        return "write a name between the brackets, such as [panel]"
    if "]" in inner:
        return "write what follows the brackets on a line of its own"
    double = line.startswith("[[") or "]]" in line
    return f"close the brackets as they are opened: {f'[[{inner}]]' if double else f'[{inner}]'}"


def _one_value(lines: list[str], number: int) -> tuple[int, str] | None:
    """Returns the advice for `panel = "full"` above a [panel.sound]; None where that is not what is wrong."""
    name = header_of(lines[number - 1]) or key_of(lines[number - 1])
    owner = name.strip("[] ").partition(".")[0]
    above = [header_of(line) or key_of(line) for line in lines[: number - 1]]
    if "." not in name or owner not in above:
        return None
    at = above.index(owner) + 1
    if owner != "panel":
        return number, f"take one of the two away: {owner} is in line {at} already"
    value = lines[at - 1].partition("=")[2].partition("#")[0].strip().replace("'", '"')
    what = f"for {name} in line {number} belongs to it: [panel] and like = {value}"
    return at, f"write these two lines in its place, {what}"


def _twice(lines: list[str], number: int) -> str:
    header = header_of(lines[number - 1])
    if header:
        name = header.strip("[] ")
        first = line_of("\n".join(lines[: number - 1]), name) or line_of("\n".join(lines[: number - 1]), f"{name}[0]")
        several = (
            ""
            if header.startswith("[[") or "." not in name
            else f"; where there are several of it, write [[{name}]] for each"
        )
        return (
            f"take one away: {name} is in line {first} already{several}"
            if first
            else f"{name} is there twice: take one away"
        )
    at = next((each for each in range(number, 0, -1) if key_of(lines[each - 1])), number)
    name = key_of(lines[at - 1])
    for earlier in range(at - 1, 0, -1):
        if header_of(lines[earlier - 1]):
            break
        if key_of(lines[earlier - 1]) == name:
            return f"take one away: {name} is in line {earlier} already"
    return f"take one away: {name} is there twice"


def _open(lines: list[str], number: int) -> tuple[int, str] | None:
    """Returns where a list or group was opened that is still open before that line ends, and what would close it."""
    for at in range(number, 0, -1):
        line = lines[at - 1].partition("#")[0]
        if not key_of(line):
            continue
        value = line.partition("=")[2]
        for opening, closing in ("[]", "{}"):
            after = "".join(each.partition("#")[0] for each in lines[at : number - 1])
            if value.count(opening) > (value + after).count(closing):
                return at, closing
        if at < number:
            return None
    return None


def _last(lines: list[str]) -> int:
    """Returns the last line with anything in it."""
    return next((number for number in range(len(lines), 0, -1) if lines[number - 1].strip()), 1)


T = TypeVar("T")

LARGEST = 128 * 1024
"""Limits the characters of a text: what the longest chapter of the rulings needs, and a table's files never."""
MOST_DOTS = 60
MOST_IN_HEADER = 5
"""Limit the dots in one line, and in one that may name a table. The work of tomllib on a dotted key grows with the
square of its parts. It grows with its table's parts, too."""


def read_toml(text: str, made: Callable[[dict[str, Any]], T]) -> T:
    """Returns what `made` makes of the values in a TOML text. The text may have any system's line ends, and the byte
    order mark of some editors.

    Raises Invalid, as `made` does, with the line.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    _check_size(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise mistake(text, error) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; lists in lists in lists
        raise Invalid("", "cannot be read: a number in it is too long, or lists are nested too deeply") from error
    try:
        return made(data)
    except Invalid as error:
        line = line_of(text, ".".join(part for part in (error.field, error.key) if part))
        stands = header_of(text.split("\n")[line - 1]) if line else ""
        if error.message.startswith("must be a list") and stands == f"[{error.field}]":
            raise Invalid(
                error.field, f"write [{stands}]: what there may be several of has double brackets", line
            ) from error
        raise Invalid(error.field, error.message, line) from error


def _check_size(text: str) -> None:
    if len(text) > LARGEST:
        raise Invalid("", f"must be at most {LARGEST} characters, got {len(text)}")
    for number, line in enumerate(text.split("\n"), start=1):
        most = MOST_IN_HEADER if line.lstrip().startswith("[") else MOST_DOTS
        if line.count(".") > most:
            raise Invalid("", f"must have at most {most} dots in this line", number)
