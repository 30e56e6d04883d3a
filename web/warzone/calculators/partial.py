"""Questions of which a part is filled in from elsewhere."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from web.http import codec

Q = TypeVar("Q", bound=msgspec.Struct)


def partial(name: str, *questions: type[msgspec.Struct], **more: Any) -> type[msgspec.Struct]:
    """A struct of the parameters of all `questions` and of `more`, types by name, which go before a question's own;
    each may be left out."""
    fields = [
        (field.name, field.type | UnsetType, msgspec.field(name=field.encode_name, default=UNSET))
        for question in questions
        for field in msgspec.structs.fields(question)
        if field.encode_name not in more
    ]
    others = [(key, kind | UnsetType, UNSET) for key, kind in more.items()]
    return msgspec.defstruct(name, [*fields, *others], frozen=True, kw_only=True, forbid_unknown_fields=True)


def given(part: msgspec.Struct, question: type[msgspec.Struct]) -> dict[str, Any]:
    """The parameters of `question` that are set in `part`, under the names they have in an address."""
    values = {field.encode_name: getattr(part, field.name) for field in msgspec.structs.fields(question)}
    return {name: value for name, value in values.items() if value is not UNSET}


def completed(values: Mapping[str, Any], question: type[Q]) -> Q:
    """The question that `values` make, under the names they have in an address; they may be text. Raises Invalid,
    naming what is missing."""
    return codec.from_query(values.items(), question)
