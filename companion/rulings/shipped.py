"""The rulings that come with Warglass: companion/rulings/content, a folder a game, a file a chapter."""

from importlib import resources

from companion.rulings.chapter import Chapter, read_chapter
from companion.rulings.ruling import Game


def chapters() -> tuple[Chapter, ...]:
    """Every chapter: game by game, in each its books by name, their chapters in order. Raises FileError."""
    content = resources.files("companion.rulings").joinpath("content")
    found = []
    for game in Game:
        folder = content.joinpath(game.value)
        files = folder.iterdir() if folder.is_dir() else ()
        of_game = [
            read_chapter(file.read_text(encoding="utf-8"), game=game, file=f"{game.value}/{file.name}")
            for file in files
            if file.name.endswith(".toml")
        ]
        found += sorted(of_game, key=lambda each: (each.book, each.order))
    return tuple(found)
