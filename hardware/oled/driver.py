"""What every screen driver can do, whichever chip and wires are below it."""

from typing import Protocol

from PIL import Image


class ScreenDriver(Protocol):
    """One display module. Nothing is sent until `bring_up`. One thread at a time, but for `ram`.

    After any OSError the chip counts as unknown: call `bring_up` again, on the same object, before the next `show`.
    """

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels of the pictures it shows, as the module is turned."""

    @property
    def ram(self) -> bytes:
        """What there is to be seen on the module, as far as the chip was told, in page order and as the module's glass
        has it, not turned: `width * height / 8` bytes. May be read from any thread."""

    def bring_up(self) -> None:
        """Starts the chip from whatever state it is in, still dark: the next `show` sends all of it and lights it up.

        Raises OSError.
        """

    def show(self, image: Image.Image, *, anew: bool = False) -> int:
        """Shows a picture of mode "1" and that size, and returns the wire bytes it took. Raises OSError.

        `anew` starts the chip once more, without going dark, and sends everything: what noise on the wires has done to
        it unseen is mended by that.
        """

    def beat(self) -> int:
        """Makes sure that a lit chip is still there as it was left, as cheaply as its link allows, and returns the wire
        bytes it took. Raises OSError where it is not."""

    def contrast(self, level: int) -> int:
        """Sets how bright it is, 0 to 255, for now and after any `bring_up`. Returns the wire bytes it took, none
        before it is brought up. Raises OSError."""

    def dark(self) -> int:
        """Switches the display off. The next `show` lights it up again. Raises OSError."""
