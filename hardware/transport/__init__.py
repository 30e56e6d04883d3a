"""The ways to a chip: I2C, SPI and the link that the drivers talk through."""
