"""Writes plain values as TOML text: strings, whole numbers, truth, lists and tables, of which our files are made.

The library tomli-w breaks each list over lines, and leaves invisible characters as they are.
"""

import json
import re
from collections.abc import Mapping, Sequence

_BARE = re.compile(r"[A-Za-z0-9_-]+")

Value = str | int | bool | Sequence["Value"] | Mapping[str, "Value"]


def dumps(data: Mapping[str, Value]) -> str:
    """Returns the values as a TOML text: what is plain first, then a table for each mapping and each mapping of a
    list."""
    return "\n".join(_table("", data)).strip() + "\n"


def _table(path: str, data: Mapping[str, Value]) -> list[str]:
    lines = [f"{_key(key)} = {_value(value)}" for key, value in data.items() if not _nests(value)]
    for key, value in data.items():
        inner = f"{path}.{_key(key)}" if path else _key(key)
        if not _nests(value):
            continue
        if isinstance(value, Mapping):
            lines += ["", f"[{inner}]", *_table(inner, value)]
        elif isinstance(value, Sequence):
            for item in value:
                assert isinstance(item, Mapping)
                lines += ["", f"[[{inner}]]", *_flat(item)]
    return lines


def _flat(data: Mapping[str, Value]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in data.items()]


def _nests(value: Value) -> bool:
    """Returns whether it gets a table of its own: a mapping, or a list that begins with one."""
    if isinstance(value, Mapping):
        return True
    return isinstance(value, Sequence) and not isinstance(value, str) and bool(value) and isinstance(value[0], Mapping)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _value(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _string(value)
        case Mapping():
            return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
        case _:
            return "[" + ", ".join(_value(inner) for inner in value) + "]"


def _string(text: str) -> str:
    # JSON's escapes are TOML's too. Invisible characters are escaped as well: a terminal may take one for a command.
    return "".join(each if each.isprintable() else _escaped(each) for each in json.dumps(text, ensure_ascii=False))


def _escaped(character: str) -> str:
    return f"\\u{ord(character):04x}" if character <= "\uffff" else f"\\U{ord(character):08x}"
