"""What is drawn of a story at a moment: the game for whoever watches, and its board where anything lies on that."""

from companion.story import Story
from companion.table.view import TableView
from web.site.games import GamePages


class Drawer:
    """Draws the moments of one story in whichever order; a board that is as it was is not drawn anew."""

    def __init__(self, pages: GamePages) -> None:
        self._pages = pages
        self._board: tuple[object, str] = (None, "")

    def __call__(self, story: Story, seq: int, view: TableView) -> str:
        """As HTML, for a page that has the game's own style sheets."""
        scene = self._pages.scene(view).part(playing=self._pages)
        plan = self._pages.plan(view, story.state(seq).state)
        if plan is None:
            return scene
        if self._board[0] != plan.shows:
            self._board = plan.shows, plan.scene().part()
        return scene + self._board[1]
