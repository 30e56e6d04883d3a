"""How large each thing on the broker may be."""

from typing import Annotated

import msgspec

LARGEST_STATE = 600
"""Bytes of a slim view."""
LARGEST = 64 * 1024
"""Bytes of any other message that a table sends or is sent."""
LARGEST_LOG = 2 * 1024 * 1024
"""Bytes of rows of a journal, there or back: one alone may be larger than LARGEST, such as a Force of 120 Units with
all the abilities on their cards."""
LARGEST_ROUND = LARGEST_LOG
"""Bytes of the round: ten thousand tables, two players each, with names of ninety bytes each."""
MOST_TABLES = 10_000
LATEST = 2**53
"""The largest number that scripts read exactly."""

Count = Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
Ms = Annotated[int, msgspec.Meta(ge=-LATEST, le=LATEST)]
LONGEST_SHORT, LONGEST_TEXT = 40, 400
Ns = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""A time as the journal can keep it."""
JournalId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
Short = Annotated[str, msgspec.Meta(max_length=LONGEST_SHORT)]
Score = Annotated[int, msgspec.Meta(ge=-LATEST, le=LATEST)]
Scores = Annotated[dict[Annotated[str, msgspec.Meta(max_length=16)], Score], msgspec.Meta(max_length=4)]
"""What each seat has won, by seat."""
SealedLink = Annotated[str, msgspec.Meta(max_length=100)]
"""A link of a journal's chain, encrypted to the key of the table's card, in base64."""
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
"""An announcement, an answer of a judge's, a reason."""
Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{1,32}$")]
"""Of an ask, and of its answer."""
Seats = Annotated[dict[Annotated[str, msgspec.Meta(max_length=16)], Short], msgspec.Meta(max_length=4)]
