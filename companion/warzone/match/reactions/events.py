"""What is said and rolled about Reactions."""

from companion.warzone.attacks.actions import Action
from companion.warzone.match.counters import Counter
from companion.warzone.match.dice import Die
from companion.warzone.match.sided import SideEvent, UnitEvent


class Declared(UnitEvent, frozen=True, kw_only=True):
    """`activates`: with this the Unit's Activation begins."""

    action: Action
    target: str | None = None
    activates: bool = False


class Forgone(SideEvent, frozen=True, kw_only=True):
    pass


class Spared(UnitEvent, frozen=True, kw_only=True):
    """A test of `die` against `needed`: on a Success the Unit is without the counter."""

    counter: Counter
    needed: int
    die: Die

    @property
    def success(self) -> bool:
        return self.die.value <= self.needed
