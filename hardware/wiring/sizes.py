"""The picture's fixed measures, in its own units: a sheet is 800 across."""

TOP = 132
"""Above it are the title and what to mind."""

SCREEN_W, SCREEN_H, SCREEN_PITCH, ROW_PITCH = 230, 70, 255, 84
CLOCK_Y, DATA_Y = 22, 46
GROUND_X, POWER_X = 172, 206
"""Of a screen: its size, how far one is from the next, and its terminals from its corner."""

SPI_SCREEN_H, SPI_FIRST_Y, SPI_PITCH = 116, 18, 20
SPI_PINS = ("CLK", "DIN", "CS", "DC", "RES")
"""Of a screen on SPI: its height, and its signals from the top."""

TAG_X = 262
"""Where the number of the header pin stands that such a signal comes from."""

MUX_X, MUX_W, MUX_NAME_H, MUX_FOOT_H, MUX_GAP = 88, 150, 52, 18, 26
MUX_ON_GROUND = {"GND": 18, "A0": 45, "A1": 66, "A2": 87}
MUX_ON_POWER = {"A0": 31, "A1": 55, "A2": 76, "RST": 105, "VIN": 135}
"""Of a multiplexer: what it has above and below its channels, how far the next one is, and its terminals along the
upper and the lower edge, from its corner: each line its own, for they pass behind the next multiplexer."""

SECOND_FEED_X, SECOND_FEED_H = 300.0, 28
"""Where pin 17's wire ends at the 3.3 V rail, and how long that piece of it is."""

FIRST_SCREEN_X = 290

PIN_PITCH, PIN_X, CHIP_W, CHIP_GAP = 30, 15, 78, 16
"""Of the header: rows apart, half the columns apart, the pins' names, and the gap between a pin and its name."""

BOX_W, BOX_H, BOX_X = 150, 26, 56
"""Of a button: its size and how far it is from the picture's edge."""

GROUND_BUS_X, CLOCK_BUS_X, DATA_BUS_X, POWER_BUS_X, SOUNDER_BUS_X = 24, 44, 64, 250, 230
"""Where wires go up and down, from the picture's edge."""

PLUS_Y = -8
"""A sounder's +, from the middle of its box."""
