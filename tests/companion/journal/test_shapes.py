"""A journal's version stands for the shapes of its events and setups too: an older Warglass must refuse what it cannot
read, and not begin a new game over it."""

from hashlib import sha256
from typing import Any

import msgspec

from companion.games import all_games
from companion.journal.schema import VERSION
from companion.table.events import TableEvent

SHAPES = {5: "ccb814a1f7da3ab0"}
"""By version, the digest of all shapes that a journal of it may hold."""


def shapes() -> dict[str, Any]:
    """Every game's events and setups as JSON schemas, without the words that explain them."""
    kinds = {name: (game.events | TableEvent, game.setups) for name, game in all_games().items()}
    return {name: [bare(msgspec.json.schema(kind)) for kind in both] for name, both in kinds.items()}


def bare(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: bare(each) for key, each in schema.items() if key not in ("description", "title")}
    return [bare(each) for each in schema] if isinstance(schema, list) else schema


def digest() -> str:
    return sha256(msgspec.json.encode(shapes(), order="sorted")).hexdigest()[:16]


def test_new_shapes_of_events_or_setups_have_a_version_of_their_own() -> None:
    assert SHAPES.get(VERSION) == digest(), (
        f"Events or setups have changed since version {VERSION}. If that version has been released, keep games of "
        "it (tests/companion/journal/keep.py) and add a step to companion/journal/schema.py. "
        f"Then write here SHAPES = {{VERSION: {digest()!r}}}."
    )


def test_the_digest_tells_shapes_and_not_words() -> None:
    class Flipped(msgspec.Struct, tag="flipped"):
        """Words."""

        timer: str

    class Other(msgspec.Struct, tag="flipped"):
        """Other words."""

        timer: str
        by: str = ""

    one, other = (msgspec.json.encode(bare(msgspec.json.schema(each))) for each in (Flipped, Other))
    assert b"ords" not in one
    assert one.replace(b"Flipped", b"Other") != other
