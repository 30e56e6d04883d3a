"""Colours as eyes see them: how far two are apart, and what those see of them who lack a kind of cone."""

import math

Linear = tuple[float, float, float]
"""Light of the sRGB primaries, each from 0 to 1."""
Matrix = tuple[Linear, Linear, Linear]

DEUTERANOPE: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
PROTANOPE: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
"""Machado, Oliveira and Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency (2009), for
the whole of the deficiency, on linear light."""
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def light(colour: str) -> Linear:
    """The light of a colour written as #rrggbb or #rgb."""
    digits = colour.removeprefix("#")
    pairs = [each * 2 for each in digits] if len(digits) == 3 else [digits[at : at + 2] for at in (0, 2, 4)]
    red, green, blue = (_linear(int(pair, 16) / 255) for pair in pairs)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """WCAG 2's contrast ratio, from 1 to 21."""
    dark, bright = sorted(_times(_TO_XYZ, light(each))[1] for each in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def apart(one: str, other: str, eyes: Matrix) -> float:
    """How far two colours are apart to such eyes, by CIEDE2000."""
    seen = [_times(eyes, light(each)) for each in (one, other)]
    return ciede2000(*(_lab((_within(r), _within(g), _within(b))) for r, g, b in seen))


def ciede2000(one: Linear, other: Linear) -> float:
    """The difference of two colours in CIELAB. After Sharma, Wu and Dalal (2005), whose names are kept."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c_mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - _saturated(c_mean))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = c1 * c2 == 0
    dh = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    h = h1 + h2 if grey else (h1 + dh / 2) % 360
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(h - 30) + 0.24 * _cos(2 * h) + 0.32 * _cos(3 * h + 6) - 0.20 * _cos(4 * h - 63)
    lightness = (l2 - l1) / (1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2))
    chroma = (c2 - c1) / (1 + 0.045 * c_mean)
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2)) / (1 + 0.015 * c_mean * t)
    turn = 60 * math.exp(-(((h - 275) / 25) ** 2))
    rotation = -2 * _saturated(c_mean) * math.sin(math.radians(turn))
    return math.sqrt(lightness**2 + chroma**2 + hue**2 + rotation * chroma * hue)


def _lab(colour: Linear) -> Linear:
    x, y, z = (_cube(part / white) for part, white in zip(_times(_TO_XYZ, colour), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix: Matrix, colour: Linear) -> Linear:
    x, y, z = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return x, y, z


def _within(part: float) -> float:
    return min(1.0, max(0.0, part))


def _saturated(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25**7))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
