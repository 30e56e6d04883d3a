"""What a Unit of a match is called in addresses."""

from typing import Annotated

import msgspec

UnitId = Annotated[str, msgspec.Meta(min_length=1, max_length=4)]
"""Its own within its Force."""
