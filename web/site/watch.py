"""The page for spectators: a television or an old tablet across the room, with nothing to tap but the way back."""

from flask import Flask, Response

from companion.table.table import Table
from web.site.games import Games


def install(app: Flask, *, table: Table, games: Games) -> None:
    """Serves the page; what stands on it is each game's own."""

    @app.get("/watch")
    def watch_page() -> Response:
        view = table.view()
        return games.all[view.game].scene(view).page()
