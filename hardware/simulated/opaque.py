"""A display module that takes whatever it is sent, for the chips that nobody here decodes."""

from PIL import Image

from hardware.simulated.module import Module


class OpaqueModule(Module):
    """It is there or not, as others are; what it shows is known to its driver alone."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.on = False

    def power_cycle(self) -> None:
        self.on = False

    def reset(self) -> None:
        self.on = False

    def picture(self) -> Image.Image:
        raise NotImplementedError("nobody decodes this chip")

    @property
    def shown(self) -> bytes:
        raise NotImplementedError("nobody decodes this chip")

    def take_command(self, byte: int) -> None:
        """Goes by."""

    def take_data(self, byte: int) -> None:
        """Goes by."""
