"""What players ask of a chess clock."""

from companion.table.commands import Begin, Command, End, Pause, Resume
from companion.table.seats import Side


class Press(Command, frozen=True, kw_only=True):
    """This side has moved: its own time stands, the other's runs."""

    side: Side

    @property
    def subject(self) -> str | None:
        return self.side.value


ChessCommand = Begin | Pause | Resume | End | Press
