"""Whatever is wrong with the input is said of its field in players' words, whoever asks and however deep it lies."""

from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from companion.fields.decode import from_file, from_json, from_texts
from companion.fields.invalid import Invalid
from companion.fields.words import bare, kind_of, kinds
from companion.toml.reading import LARGEST, read_toml
from companion.toml.writing import dumps
from tests.house import subclasses

FOREIGN = ("`", "Expected", "got `", " - at ", "$", "Object", "Invalid enum", "regex", "array", "str ", "int ")
"""What msgspec's own sentences are made of."""
STRANGE = "no such key"
Wrong = tuple[str, Any]
"""The field that is wrong, and values in which it is."""

INPUT = [each for each in subclasses(msgspec.Struct) if each.__struct_config__.forbid_unknown_fields]  # type: ignore[attr-defined]
"""The structs that are read from what people write: no other minds an unknown key."""


def wrong(kind: inspect.Type) -> Iterator[Wrong]:
    """Everything that can be wrong with a value, one thing at a time."""
    match bare(kind):
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most):
            yield from (("", number) for bound, number in ((least, -(10**18)), (most, 10**18)) if bound is not None)
            yield from (("", value) for value in ("x", [], {}))
        case inspect.BoolType():
            yield from (("", value) for value in ("perhaps", 7, []))
        case inspect.EnumType() | inspect.LiteralType():
            yield from (("", value) for value in ("no such thing", -77, []))
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            yield from (
                ("", text) for bound, text in ((least, ""), (pattern, "!"), (most, "a" * ((most or 0) + 1))) if bound
            )
            yield from (("", value) for value in (-7, []))
        case inspect.BytesType():
            yield from (("", value) for value in ("!", 7))
        case inspect.VarTupleType(item_type=item, min_length=least):
            yield from (("", value) for value in ("x", {}))
            if least:
                yield "", []
            yield from ((f"[0]{field}", [value]) for field, value in wrong(item))
        case inspect.TupleType():
            yield from (("", value) for value in ("x", {}, []))
        case inspect.DictType(key_type=key, value_type=value):
            yield from (("", each) for each in ("x", []))
            known = next(keys(key))
            yield from ((f".{known}{field}", {known: each}) for field, each in wrong(value))
            if not isinstance(bare(key), inspect.StrType):
                yield ".zz", {"zz": 1}
        case inspect.StructType(fields=fields):
            yield f".{STRANGE}", {STRANGE: 1}
            missing = next((each.encode_name for each in fields if each.required), None)
            if missing:
                yield f".{missing}", {}
            for each in fields:
                yield from (
                    (f".{each.encode_name}{field}", {each.encode_name: value}) for field, value in wrong(each.type)
                )
        case inspect.UnionType(types=kinds):
            yield "", -7
            for each in kinds:
                yield from ((field, value) for field, value in wrong(each) if field)


def keys(kind: inspect.Type) -> Iterator[str]:
    match bare(kind):
        case inspect.EnumType(cls=cls):
            yield from (each.value for each in cls if isinstance(each, Enum))
        case inspect.LiteralType(values=values):
            yield from map(str, values)
        case inspect.IntType(ge=least):
            yield str(least)
        case _:
            yield "C5"


def in_our_words(error: Invalid) -> bool:
    said = f"{error.field}: {error.message}".replace("missing required field", "")
    return not any(foreign in said for foreign in FOREIGN)


EACH = pytest.mark.parametrize("struct", INPUT, ids=lambda each: f"{each.__module__}.{each.__name__}")


@EACH
def test_json(struct: type[msgspec.Struct]) -> None:
    for path, values in wrong(kind_of(struct)):
        with pytest.raises(Invalid) as caught:
            from_json(msgspec.json.encode(values), struct)
        assert (caught.value.field, in_our_words(caught.value)) == (path.removeprefix("."), True), caught.value


@EACH
def test_a_query_string(struct: type[msgspec.Struct]) -> None:
    """Everything is text here, numbers too; what can only be wrong in being a number cannot be wrong."""
    for path, values in wrong(kind_of(struct)):
        texts = {name: str(value) if value in (-(10**12), 10**12) else value for name, value in values.items()}
        if all(isinstance(value, str) for value in texts.values()):
            with pytest.raises(Invalid) as caught:
                from_texts(texts, struct)
            assert (caught.value.field, in_our_words(caught.value)) == (path.removeprefix("."), True), caught.value


@EACH
def test_toml(struct: type[msgspec.Struct]) -> None:
    """What should not be there, or should, is said of the table that it would be in. What no file can hold is refused
    for that alone."""
    for path, values in wrong(kind_of(struct)):
        if len(text := dumps(values)) > LARGEST:
            continue
        with pytest.raises(Invalid) as caught:
            read_toml(text, lambda data: from_file(data, struct))
        parent, _, name = path.removeprefix(".").rpartition(".")
        absent = caught.value.message in (f"there is no key {name}", f"missing required field {name}")
        assert caught.value.field == (parent if absent else path.removeprefix(".")), caught.value
        assert in_our_words(caught.value), caught.value
        assert (caught.value.line is None) == (not values or not caught.value.field), caught.value


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
names = st.text() | st.sampled_from(sorted({each for struct in INPUT for each in kinds(struct)}))
anything = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3))


@given(struct=st.sampled_from(INPUT), values=st.dictionaries(names, anything, max_size=4))
def test_whatever_is_given(struct: type[msgspec.Struct], values: dict[str, Any]) -> None:
    """Nothing but Invalid comes of it."""
    with suppress(Invalid):
        from_json(msgspec.json.encode(values), struct)
    with suppress(Invalid):
        from_texts(values, struct)
    with suppress(Invalid):
        from_file(values, struct)


class Said(msgspec.Struct, forbid_unknown_fields=True):
    text: str


@pytest.mark.parametrize("text", ["An\u202ena", "\u202eAnna", "\u2067Anna", "Anna\x7f", "An\u0085na", "\ufeffAnna"])
def test_json_hides_no_odd_letter_by_writing_it_out(text: str) -> None:
    for data in (f'{{"text": "{text}"}}'.encode(), msgspec.json.encode({"text": text})):
        with pytest.raises(Invalid, match="text: must be printable characters"):
            from_json(data, Said)


@pytest.mark.parametrize("text", ["\u200eAnna", "\u2068سارا\u2069", "\u200f\u202bسارا\u202c"])
def test_direction_marks_that_a_phone_puts_around_a_text_pass(text: str) -> None:
    assert from_json(msgspec.json.encode({"text": text}), Said).text == text
    assert from_texts({"text": text}, Said).text == text
