"""What the Pi's firmware is asked to switch on for a panel."""

from companion.config import read_config, shipped_panel
from companion.panel.notes import boot_lines

I2C = ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000")


def test_a_multiplexer_needs_its_overlay() -> None:
    assert boot_lines(shipped_panel("full")) == (*I2C, "dtoverlay=i2c-mux,pca9548,addr=0x70")


def test_two_multiplexers_close_their_channels() -> None:
    assert boot_lines(shipped_panel("full-8-channels")) == boot_lines(shipped_panel("full"))
    assert boot_lines(shipped_panel("full-2-multiplexers")) == (
        *I2C,
        "dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle",
        "dtoverlay=i2c-mux,pca9548,addr=0x71,disconnect_on_idle",
    )


def test_two_screens_need_the_bus_and_no_screens_nothing() -> None:
    assert boot_lines(shipped_panel("starter")) == I2C
    assert boot_lines(shipped_panel("none")) == ()


def test_each_multiplexer_once_and_other_buses_are_their_builders() -> None:
    text = '[panel]\nname = "mine"\n' + "".join(
        f'[[panel.screens]]\nid = "{bus}-{mux}-{channel}"\nshows = ["gold-30"]\nbus = {bus}\n'
        f"mux = {mux}\nchannel = {channel}\n"
        for bus, mux, channel in ((1, 0x71, 0), (1, 0x70, 0), (1, 0x71, 1), (3, 0x72, 0))
    )
    muxes = [line for line in boot_lines(read_config(text, name="mine").panel) if line not in I2C]
    assert muxes == [
        "dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle",
        "dtoverlay=i2c-mux,pca9548,addr=0x71,disconnect_on_idle",
    ]


def test_a_screen_on_spi_needs_spi_and_no_bus() -> None:
    text = '[panel]\nname = "mine"\n[[panel.screens]]\nid = "one"\nshows = ["gold-30"]\nspi = {dc = 24, reset = 25}\n'
    assert boot_lines(read_config(text, name="mine").panel) == ("dtparam=spi=on",)
