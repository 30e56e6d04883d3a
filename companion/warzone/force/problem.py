"""One rule that a Force breaks."""

import msgspec


class ForceProblem(msgspec.Struct, frozen=True):
    """`rule` is the heading in Chapter 12 of the Warzone Eternal Core Rulebook, `message` what to do, to a player."""

    rule: str
    message: str
