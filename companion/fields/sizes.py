"""How long the texts of a question may be that have no bound of their own."""

from typing import Annotated

import msgspec

Word = Annotated[str, msgspec.Meta(max_length=60)]
"""An id, or a name as it is typed before it is looked at."""
Line = Annotated[str, msgspec.Meta(max_length=400)]
