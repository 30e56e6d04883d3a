"""Why a command was not carried out. Every message is a sentence for players."""

from companion.errors import WarglassError


class Refused(WarglassError):
    """The rules, or the state of the table, do not allow this now."""


class NotYours(Refused):
    """It would change what another side keeps secret. `side` is what that side is called."""

    def __init__(self, side: str) -> None:
        super().__init__(f"That is {side}'s secret: sit there first.")


class NotHere(WarglassError):
    """The command names something this table does not have. `kind` is what, `name` which."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"There is no {kind} called {name} at this table.")
        self.kind = kind
        self.name = name
