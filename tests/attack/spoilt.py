"""A form as nobody fills it in: each of its fields spoilt in every way that strangers think of."""

from collections.abc import Iterator
from urllib.parse import quote_plus

from tests.web.crawl import Fields

MARK = "wg-mark"
MARKUP = f"\"'><{MARK}>&lt;"
"""Where this comes back as it is, a page lets in what players type."""
TEMPLATE = "{{ 1337 * 1337 }}{% raw %}"
EVALUATED = str(1337 * 1337)


def _much(text: str) -> str:
    """So much of it as a form may bring."""
    return text * (60_000 // len(quote_plus(text)))


VALUES: dict[str, str] = {
    "empty": "", "blank": " ", "blanks": _much(" "), "zero": "0", "negative": "-1", "minus minus": "--5",
    "blank before": "  7", "plus": "+7", "leading zeros": "00000000300000000", "huge": "9" * 30,
    "as many digits as fit": _much("9"), "past 64 bits": str(2**64), "fraction": "1.5", "exponent": "1e308",
    "not a number": "nan", "infinity": "-inf", "hexadecimal": "0x1F", "underscored": "1_000", "Arabic digits": "٣٤",
    "full-width digits": "１２", "superscript": "²", "bold digit": "𝟙", "NUL": "\0", "NUL within": "Moth\0Moth",
    "surrogate": "\udcff", "newline": "Moth\nMoth", "many lines": _much("Moth\n"), "carriage return": "\r\nX: y",
    "right to left": "\u202eMoth", "zero width": "\u200b", "combining": "e" + _much("\u0301"), "emoji": _much("🂡"),
    "markup": MARKUP, "template": TEMPLATE, "percent": "%s%n%00%0a", "traversal": "../../../../etc/passwd",
    "quotes": "';--", "letters": _much("A"), "too much": "A" * 70_000, "words": _much("shoot "), "commas": _much(","),
    "numbers": _much("1,"), "semicolons": _much("x;"), "brackets": _much("("), "lists": _much("["),
    "slashes": _much("/"), "dashes": _much("-"), "colons": _much("a:1:1,"), "hexes": _much("A1 "),
    "key and value": 'C5. = "woods"', "tables": _much("[a]\n"), "dotted": _much("a."), "quoted": _much('"'),
    "true": "true", "null": "null", "JSON": '{"a": [1]}', "nothing": "none",
}  # fmt: skip
"""What may be typed, by what is wrong with it."""


def spoilt(fields: Fields) -> Iterator[tuple[str, Fields]]:
    """Every way to spoil one field, with what is wrong."""
    for index, (name, value) in enumerate(fields):
        before, after = fields[:index], fields[index + 1 :]
        for what, text in VALUES.items():
            yield f"{name}: {what}", [*before, (name, text), *after]
        yield f"{name}: missing", [*before, *after]
        yield f"{name}: twice", [*before, (name, value), (name, value or "1"), *after]
        yield f"{name}: 900 times", [*before, *[(name, value or "1")] * 900, *after]
        yield f"{name}: as a list", [*before, (f"{name}[]", value), (f"{name}.x", value), *after]
        yield f"{name}: alone", [(name, value)]
        yield f"{name}: numbered", [*before, (f"{name}-99999999", "3"), (f"n-{name}", "00000300000000"), *after]
    yield "another field", [*fields, ("moth", "1"), ("n-moth", "00000300000000")]
    yield "900 other fields", [*fields, *((f"f{number}", "1") for number in range(900))]
    yield "nothing", []
