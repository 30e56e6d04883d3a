"""What is wrong with a value of a TOML text, and how it is written."""

import re
from string import digits

_TRUE, _FALSE = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off", "none", "null"})
_ZERO = re.compile(r"[+-]?0+(?P<rest>[0-9]{1,9})")
_HEX = re.compile(r"0?[Xx]?(?P<digits>[0-9A-Fa-f]{1,8})[Hh]?")
_DECIMAL_COMMA = re.compile(r"(?P<whole>[0-9]{1,9}),(?P<part>[0-9]{1,9})")
_WITH_UNIT = re.compile(r"(?P<number>[0-9]{1,9})\s{0,3}(?P<unit>[A-Za-zµ°%]{1,9})")
_BARE = re.compile(r"[^\W\d][\w .:/+-]{0,60}")
_BARE_INSIDE = re.compile(r"[\[,]\s{0,9}(?P<word>[^\W\d][\w.-]{0,60})\s{0,9}[\],]")
_NEIGHBOURS = re.compile(r"[\"'\w]\s{1,9}[\"'\w]|\"\"|''")


def of_value(name: str, written: str, said: str) -> str:
    """What to do about `name = written`, which tomllib refuses in those words."""
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
    return "put a comma between the parts of the list, and nothing behind its ]"


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
    """Up to a # that stands in no quotes."""
    quote = ""
    for at, letter in enumerate(written):
        if letter == quote:
            quote = ""
        elif not quote and letter in "\"'":
            quote = letter
        elif not quote and letter == "#":
            return written[:at]
    return written
