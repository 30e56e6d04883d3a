"""Words for a button, which has little room."""

ROOM = 28
"""Characters that the button for undo has room for."""


def few_words(*ways: str) -> str:
    """The first of these ways to say it that has room on a button, for names can be long; else the last."""
    return next((way for way in ways if len(way) <= ROOM), ways[-1])
