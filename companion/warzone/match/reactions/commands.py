"""What players say of an action and of those who answer it. None of it is ever called for."""

from companion.warzone.attacks.actions import Action
from companion.warzone.match.dice import Die, Pips
from companion.warzone.match.sided import SideCommand, UnitCommand


class Declare(UnitCommand, frozen=True, kw_only=True):
    """The Unit moves, shoots, strikes or charges now; `target` is the Enemy Unit that it is at, if that is known."""

    action: Action
    target: str | None = None


class Forgo(SideCommand, frozen=True, kw_only=True):
    """Nobody of this side reacts to what the other is doing."""


class Spare(UnitCommand, frozen=True, kw_only=True):
    """The test that can spare a Unit a counter of its Reaction: by Guerilla (X) or Dodge. `lowest` is the lowest die of
    the shot that it dived from, where the shot was not recorded."""

    die: Die
    lowest: Pips | None = None
