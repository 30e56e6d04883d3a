"""A number that grows, and threads that wait until it has."""

from threading import Event


class News:
    """The version of something that one owner changes. Any thread may wait and read.

    Who waits holds no lock of the owner's, and of the many that wake at once none holds up whoever tells the next: each
    version has an event of its own, which is set once and left behind.
    """

    def __init__(self) -> None:
        self.version = 0
        self.over = False
        """Whether there will be no more to wait for."""
        self._next = Event()

    def tell(self) -> None:
        """There is something newer. For one thread at a time."""
        self.version += 1
        self._wake()

    def end(self) -> None:
        """Lets every waiter go, now and from here on. For one thread at a time."""
        self.over = True
        self._wake()

    def wait(self, version: int | None, timeout: float) -> int | None:
        """Waits up to `timeout` seconds until the version is another than `version`; returns it, or None."""
        coming = self._next  # before the version is looked at: what is told in between sets this one
        if self.version == version and not self.over:
            coming.wait(timeout)
        newest = self.version
        return None if newest == version else newest

    def _wake(self) -> None:
        said, self._next = self._next, Event()
        said.set()
