"""An exact chance, as it leaves the sums."""

from fractions import Fraction

import msgspec


class Chance(msgspec.Struct, frozen=True):
    """A probability from 0 to 1: `exact` is the fraction in lowest terms ("13/40"), `p` the number nearest to it."""

    p: float
    exact: str

    @classmethod
    def of(cls, ways: int, whole: int = 1) -> "Chance":
        """`ways` out of `whole`."""
        fraction = Fraction(ways, whole)
        return cls(float(fraction), str(fraction))

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.exact)

    def against(self) -> "Chance":
        """The chance that it does not come."""
        rest = 1 - self.fraction
        return Chance.of(rest.numerator, rest.denominator)

    def times(self, other: "Chance") -> "Chance":
        """The chance of both, where neither changes the other."""
        both = self.fraction * other.fraction
        return Chance.of(both.numerator, both.denominator)
