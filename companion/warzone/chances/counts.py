"""Wound Counters counted: polynomials in which the coefficient of x^k is in how many ways there are k of them."""

Counts = tuple[int, ...]
"""In how many ways there are 0, 1, 2, … Wound Counters."""


def plus(one: Counts, other: Counts) -> Counts:
    """The ways of either, which are of one length."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def less(all_ways: Counts, some: Counts) -> Counts:
    """`all_ways` without `some` of them, which are of one length."""
    return tuple(a - b for a, b in zip(all_ways, some, strict=True))


def longer(counts: Counts, length: int) -> Counts:
    """The same ways, with none for as many more Wound Counters as `length` has."""
    return counts + (0,) * (length - len(counts))


def times(one: Counts, other: Counts) -> Counts:
    """The ways of both together, their Wound Counters added up."""
    product = [0] * (len(one) + len(other) - 1)
    for more, factor in enumerate(other):
        if factor:
            for count, ways in enumerate(one):
                product[count + more] += ways * factor
    return tuple(product)


def power(counts: Counts, tests: int) -> Counts:
    """`counts` added to themselves so many times: the coefficients of a polynomial's power.

    Each follows from as many before it as there are counts (J. C. P. Miller's recurrence; Knuth, The Art of Computer
    Programming 2, 4.7): the way from one to the next needs no coefficient that is not in the answer.
    """
    if not any(counts):
        return (0,) * ((len(counts) - 1) * tests + 1)
    if not counts[0]:
        return (0,) * tests + power(counts[1:], tests)
    found = [counts[0] ** tests]
    for n in range(1, (len(counts) - 1) * tests + 1):
        later = enumerate(counts[1 : n + 1], start=1)
        found.append(sum(((tests + 1) * k - n) * ways * found[n - k] for k, ways in later) // (n * counts[0]))
    return tuple(found)
