"""Limits the texts of a question that have no bound of their own."""

from typing import Annotated

import msgspec

Word = Annotated[str, msgspec.Meta(max_length=60)]
"""Is an id, or a name as it is typed before it is checked."""
Line = Annotated[str, msgspec.Meta(max_length=400)]
