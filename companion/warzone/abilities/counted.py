"""The abilities of both units in one attack, asked by what they change."""

from collections.abc import Iterator, Sequence

from companion.ledger import Line
from companion.warzone.abilities.ability import Ability
from companion.warzone.abilities.described import Vocabulary
from companion.warzone.abilities.effect import Does, Per, Whose
from companion.warzone.abilities.standing import Circumstances, Part, Standing, parts_of
from companion.warzone.abilities.told import AbilityLine, ability_lines


class Counted:
    """All abilities of an attack. Asks are by what is changed."""

    def __init__(
        self,
        attacker: Sequence[Ability],
        target: Sequence[Ability],
        circumstances: Circumstances,
        vocabulary: Vocabulary,
    ) -> None:
        self._attacker, self._target = tuple(attacker), tuple(target)
        self._vocabulary = vocabulary
        self._parts = parts_of(self._attacker, self._target, circumstances, vocabulary)

    def parts(self, does: Does) -> Iterator[Part]:
        """Those that count."""
        return (part for part in self._parts if part.effect.does is does and part.standing is Standing.COUNTED)

    def has(self, does: Does) -> bool:
        return any(True for _ in self.parts(does))

    def total(self, does: Does) -> int:
        """The amounts added up; abilities of one name add up too (Chapter 3, Unit Profile)."""
        return sum(part.amount for part in self.parts(does))

    def least(self, does: Does) -> int | None:
        """The least of the amounts; None where there is none."""
        return min((part.amount for part in self.parts(does)), default=None)

    def ignores(self, what: str) -> str | None:
        """The name of the ability that has this modifier of the book not count; None where it does."""
        found = (part for part in self.parts(Does.IGNORES) if part.effect.ignored == what)
        return next((part.ability.name for part in found), None)

    def lines(self, does: Does) -> Iterator[Line]:
        """A ledger's lines: what counts, and as 0 what would, did nothing stand in its way."""
        for part in self._parts:
            if part.effect.does is not does or part.effect.per is Per.HIT:
                continue
            name, source = str(part.ability), part.known.source
            if part.standing is Standing.COUNTED and part.amount:
                yield Line(name, part.amount, source)
            elif part.standing in (Standing.OFF, Standing.IGNORED):
                yield Line(f"{name}: {part.why}", 0, source)

    def per_hit(self) -> int:
        """How much DAM rises with each earlier hit on the same target."""
        return sum(part.amount for part in self.parts(Does.DAM) if part.effect.per is Per.HIT)

    def hit_lines(self, hits: int) -> Iterator[Line]:
        """A line of DAM for each ability that counts the `hits` that were there before."""
        for part in self.parts(Does.DAM):
            if part.effect.per is Per.HIT and hits:
                yield Line(f"{part.ability}: {hits} earlier", part.amount * hits, part.known.source)

    def told(self) -> tuple[AbilityLine, ...]:
        """Every ability that has to do with this attack, or of which that is not known, the attacker's first."""
        return (
            *ability_lines(self._attacker, Whose.OWN, self._parts, self._vocabulary),
            *ability_lines(self._target, Whose.AT_IT, self._parts, self._vocabulary),
        )
