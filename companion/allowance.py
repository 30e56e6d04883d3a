"""How much of something there may be at once, and how much in the long run."""

from companion.clock import SECOND


class Allowance:
    """A purse of so many coins that fills up again by so many a second. Not locked: its owner is."""

    def __init__(self, *, most: int, a_second: float, now: int) -> None:
        """Full at the monotonic instant `now`."""
        self._most = most
        self._a_second = a_second
        self._coins = float(most)
        self._at = now

    def take(self, now: int, coins: int = 1) -> bool:
        """Takes so many coins out at that instant; False, and nothing is taken, where there are fewer."""
        self._fill(now)
        if self._coins < coins:
            return False
        self._coins -= coins
        return True

    def wait_s(self, now: int, coins: int = 1) -> float:
        """In how many seconds there will be so many coins, or all that it holds."""
        self._fill(now)
        return max(0.0, min(coins, self._most) - self._coins) / self._a_second

    def _fill(self, now: int) -> None:
        elapsed_s = max(0, now - self._at) / SECOND
        self._at = max(self._at, now)
        self._coins = min(self._most, self._coins + elapsed_s * self._a_second)
