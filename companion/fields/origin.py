"""Where input comes from: how it may be written, and what its writer sees of it."""

from enum import Enum


class Origin(Enum):
    """TEXTS are a query string's or a form's: every value is text, and yes is 1. Whoever wrote a FILE has it at hand,
    line by line, and is told what to change there; the others are told all that may be, and what they gave."""

    JSON = "json"
    TEXTS = "texts"
    FILE = "file"
