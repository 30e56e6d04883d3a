"""Lists the Actions that matter to an attack or to a Unit's Activation (Warzone Eternal Core Rules, Actions)."""

from enum import Enum


class Action(Enum):
    ABILITY = "ability"
    """Stands for an action that an ability of its card gives the Unit, such as Command."""
    AIM = "aim"
    BRACE = "brace"
    CHARGE = "charge"
    CLIMB = "climb"
    COMPULSORY = "compulsory"
    FLY = "fly"
    INTERACT = "interact"
    MOVE = "move"
    RALLY = "rally"
    RELOAD = "reload"
    REPOSITION = "reposition"
    SHOOT = "shoot"
    STRIKE = "strike"

    @property
    def moves(self) -> bool:
        """Returns True where the Unit may leave its place, and so an Engagement."""
        return self in (Action.CHARGE, Action.CLIMB, Action.FLY, Action.MOVE) or self.free

    @property
    def free(self) -> bool:
        """Returns True for Movement that takes none of the two actions (Reposition, Compulsory Movement)."""
        return self in (Action.COMPULSORY, Action.REPOSITION)

    @property
    def title(self) -> str:
        """Returns the name, such as "Compulsory Movement"."""
        return "Compulsory Movement" if self is Action.COMPULSORY else self.value.title()

    @property
    def melee(self) -> bool:
        """Returns True where its attack is a Strike Action Test."""
        return self in (Action.CHARGE, Action.STRIKE)
