"""What somebody has mistyped in a TOML text, in their own words: the line, what to do, and what stands there.

tomllib says where it stopped and what its grammar expected; what it says is used for the place and the kind alone.
"""

import re
from collections.abc import Iterator
from tomllib import TOMLDecodeError

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.fields.words import clipped
from companion.toml.lines import header_of, key_of, line_of
from companion.toml.values import of_value

_AT = re.compile(r"at line ([0-9]{1,6})")
_CURLY = re.compile("[\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb\u2033]")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\xa0\u00ad\u2000-\u200f\u2028-\u202f\u2060\ufeff]")
_REMARK = re.compile(r"//|;|--|/\*|<!--|%|'")
_PAIR = re.compile(r"(?P<name>\w[\w.-]{0,60})\s{0,9}(?P<sign>:|\s)\s{0,9}(?P<value>\S.{0,60})", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_.\"' \t-]+")


def mistake(text: str, error: TOMLDecodeError) -> Invalid:
    """What is wrong with the text, whose lines end in line feeds, where tomllib refused it."""
    lines, said = text.split("\n"), str(error)
    found = _AT.search(said)
    number = (whole(found[1]) if found else None) or _last(lines)
    number = min(number, len(lines))
    for at, what in _guesses(lines, number, said):
        stands = clipped(_UNSEEN.sub("?", lines[at - 1].strip().replace("\t", " ")))
        return Invalid("", f"{what}. There stands: {stands}", at)
    raise AssertionError("the last guess is always made")


def _guesses(lines: list[str], number: int, said: str) -> Iterator[tuple[int, str]]:
    """The line and what to do, the likeliest first."""
    if said.startswith(("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot define", "Cannot redefine")):
        yield _one_value(lines, number) or (number, _twice(lines, number))
    line = lines[number - 1].strip()
    if (curly := _CURLY.search(line)) is not None:
        yield number, f'type straight quotes, ", where {curly[0]} stands'
    if _UNSEEN.search(line.replace("\t", " ")) is not None:
        yield number, "delete this line and type it anew: there is a character in it that cannot be seen"
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
    """`panel = "full"` above a [panel.sound]; None where that is not what is wrong."""
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
    """Where a list or group was opened that is still open before that line ends, and what would close it."""
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
    """The last line with anything in it."""
    return next((number for number in range(len(lines), 0, -1) if lines[number - 1].strip()), 1)
