"""Pictures as display RAM has them: a byte for eight rows of a column, bit 0 on top, page after page."""

from PIL import Image

_TURNS = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}
"""By degrees clockwise; Pillow's go the other way."""
INVERTED_BYTES = bytes(0xFF ^ byte for byte in range(256))
"""Each byte's opposite, for bytes.translate: what a chip that inverts its display makes of its RAM."""


def packed(image: Image.Image, *, rotate: int, size: tuple[int, int]) -> bytes:
    """The picture, turned clockwise by `rotate` degrees, as the RAM of a module whose glass shows it.

    Raises ValueError for a picture that is not of mode "1" or not of that `size`, in pixels, before it is turned.
    """
    if image.mode != "1" or image.size != size:
        raise ValueError(f'a picture of mode "1", {size[0]} by {size[1]}, not {image.mode!r}, {image.size}')
    turned = image.transpose(_TURNS[rotate]) if rotate else image
    # On its side each column is a row of bytes, the lowest page first.
    columns = turned.transpose(Image.Transpose.ROTATE_270).tobytes()
    pages = turned.height // 8
    return b"".join(columns[page::pages] for page in reversed(range(pages)))


def unpacked(ram: bytes, *, size: tuple[int, int]) -> Image.Image:
    """The picture of that size, in pixels, that such RAM is, not turned."""
    width, height = size
    columns = bytes(ram[page * width + column] for column in range(width) for page in reversed(range(height // 8)))
    return Image.frombytes("1", (height, width), columns).transpose(Image.Transpose.ROTATE_90)
