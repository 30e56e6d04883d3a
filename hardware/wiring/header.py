"""The 40-pin header, as every Pi since the Model B+ has it."""

import msgspec


class HeaderPin(msgspec.Struct, frozen=True, kw_only=True):
    """One pin: its number on the header, what it is called, and its BCM number where it is a GPIO."""

    number: int
    name: str
    gpio: int | None = None

    @property
    def odd(self) -> bool:
        """Whether it is in the row away from the board's edge, on the left where pin 1 is at the top."""
        return self.number % 2 == 1

    @property
    def row(self) -> int:
        """From 0 at the end of pin 1 to 19."""
        return (self.number - 1) // 2


_GPIOS = {
    3: 2,
    5: 3,
    7: 4,
    11: 17,
    13: 27,
    15: 22,
    19: 10,
    21: 9,
    23: 11,
    27: 0,
    29: 5,
    31: 6,
    33: 13,
    35: 19,
    37: 26,
} | {8: 14, 10: 15, 12: 18, 16: 23, 18: 24, 22: 25, 24: 8, 26: 7, 28: 1, 32: 12, 36: 16, 38: 20, 40: 21}
"""BCM numbers by pin, odd pins first (Raspberry Pi documentation, GPIO and the 40-pin header)."""

_POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"} | dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")

HEADER = tuple(
    HeaderPin(number=number, name=_POWER.get(number) or f"GPIO {_GPIOS[number]}", gpio=_GPIOS.get(number))
    for number in range(1, 41)
)
"""All 40, pin 1 first."""

BY_GPIO = {pin.gpio: pin for pin in HEADER if pin.gpio is not None}
BY_NUMBER = {pin.number: pin for pin in HEADER}
