"""Text as its plain words: what is asked of the table needs them as they were typed, "10s" and "10" apart, which the
rulings' search does not."""

import unicodedata

Words = tuple[str, ...]

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIGURES = {word: str(number) for number, word in enumerate(_NUMBERS)}
_DROPPED = str.maketrans("", "", "'’")


def words_of(text: str) -> Words:
    """The words of a text in small plain letters, numbers as figures, apostrophes gone. Any text will do."""
    apart = unicodedata.normalize("NFKD", text.translate(_DROPPED)).casefold()
    plain = "".join(
        letter if letter.isascii() and letter.isalnum() else " "
        for letter in apart
        if not unicodedata.combining(letter)
    )
    return tuple(_FIGURES.get(word, word) for word in plain.split())
