"""The simulated wire: who answers, what it counts, what it costs."""

import errno

import pytest

from hardware.simulated.chips import Ssd1306Chip
from hardware.simulated.wires import SimulatedBus, bus_seconds


def test_writes_reach_the_chip_they_address() -> None:
    bus, first, second = SimulatedBus(), Ssd1306Chip(), Ssd1306Chip()
    bus.attach(0x3C, first)
    bus.attach(0x3D, second)
    bus.write(0x3D, b"\x00\xaf")
    assert (first.on, second.on) == (False, True)


def test_it_counts_address_and_payload() -> None:
    bus = SimulatedBus()
    bus.attach(0x3C, Ssd1306Chip())
    bus.write(0x3C, b"\x00\xaf")
    bus.write(0x3C, b"\x40\x01\x02")
    assert (bus.wire_bytes, bus.transactions) == (3 + 4, 2)


def test_nobody_answers_at_an_empty_or_unplugged_address() -> None:
    bus, chip = SimulatedBus(), Ssd1306Chip()
    bus.attach(0x3C, chip)
    bus.write(0x3C, b"\x00\xaf")
    bus.unplug(0x3C)
    for address in (0x3C, 0x3D):
        with pytest.raises(OSError, match="I/O") as raised:
            bus.write(address, b"\x00\xae")
        assert raised.value.errno == errno.EREMOTEIO
    bus.plug(0x3C)
    assert not chip.on
    bus.write(0x3C, b"\x00\xaf")
    assert chip.on


def test_who_is_there_can_be_asked_on_each_channel() -> None:
    """What sits before a multiplexer, itself included, answers on each channel, and an open one before it."""
    bus = SimulatedBus()
    bus.attach(0x68, Ssd1306Chip())
    bus.channel(0x70, 2).attach(0x3D, Ssd1306Chip())
    assert [address for address in range(0x08, 0x78) if bus.answers(address)] == [0x68, 0x70]
    for wires in (bus.channel(0x70, 2), bus):
        assert [address for address in range(0x08, 0x78) if wires.answers(address)] == [0x3D, 0x68, 0x70]
    assert (bus.read(0x70), bus.channel(0x70, 5).read(0x70), bus.read(0x70)) == (1 << 2, 1 << 5, 1 << 5)
    bus.channel(0x70, 2).unplug(0x3D)
    assert not bus.channel(0x70, 2).answers(0x3D)


def test_failures_are_counted_out_and_may_deliver_a_part() -> None:
    bus, chip = SimulatedBus(), Ssd1306Chip()
    bus.attach(0x3C, chip)
    bus.fail_next(2, delivered=2)
    for _ in range(2):
        with pytest.raises(OSError, match="I/O"):
            bus.write(0x3C, b"\x00\xaf\xa7")
    assert (chip.on, chip.inverted) == (True, False)
    bus.write(0x3C, b"\x00\xa7")
    assert chip.inverted


def test_channels_have_chips_of_their_own_and_share_the_wire() -> None:
    bus = SimulatedBus()
    chips = [Ssd1306Chip() for _ in range(3)]
    for number, chip in enumerate(chips):
        bus.channel(0x70, number).attach(0x3C, chip)
    bus.channel(0x70, 1).write(0x3C, b"\x00\xaf")
    assert [chip.on for chip in chips] == [False, True, False]
    assert (bus.wire_bytes, bus.transactions) == (2 + 3, 2)
    bus.channel(0x70, 1).write(0x3C, b"\x00\xae")
    assert (bus.wire_bytes, bus.transactions) == (5 + 3, 3)
    bus.channel(0x70, 2).write(0x3C, b"\x00\xae")
    assert (bus.wire_bytes, bus.transactions) == (8 + 5, 5)


@pytest.mark.parametrize("closes", [False, True])
def test_a_channel_that_stays_open_lets_a_screen_hear_what_is_another_s(*, closes: bool) -> None:
    """What `disconnect_on_idle` is for: one multiplexer knows nothing of the other's channel."""
    bus = SimulatedBus(closes=closes)
    chips = {mux: Ssd1306Chip() for mux in (0x70, 0x71)}
    for mux, chip in chips.items():
        bus.channel(mux, 0).attach(0x3C, chip)
    bus.channel(0x70, 0).write(0x3C, b"\x00\xaf")
    bus.channel(0x71, 0).write(0x3C, b"\x00\xa7")
    assert (chips[0x70].on, chips[0x70].inverted) == (True, not closes)
    assert (chips[0x71].on, chips[0x71].inverted) == (False, True)


def test_closing_a_channel_takes_a_byte_and_its_address() -> None:
    bus = SimulatedBus(closes=True)
    bus.channel(0x70, 1).attach(0x3C, Ssd1306Chip())
    for _ in range(2):
        bus.channel(0x70, 1).write(0x3C, b"\x00\xaf")
    assert (bus.wire_bytes, bus.transactions) == (2 * (2 + 3 + 2), 6)


def test_nothing_answers_behind_an_unplugged_multiplexer() -> None:
    bus = SimulatedBus()
    channel = bus.channel(0x70, 0)
    channel.attach(0x3C, Ssd1306Chip())
    bus.unplug(0x70)
    with pytest.raises(OSError, match="I/O"):
        channel.write(0x3C, b"\x00\xaf")
    bus.plug(0x70)
    channel.write(0x3C, b"\x00\xaf")


def test_a_clocked_bus_takes_nine_clocks_a_byte() -> None:
    slept: list[float] = []
    bus = SimulatedBus(khz=400, sleep=slept.append)
    bus.channel(0x70, 0).attach(0x3C, Ssd1306Chip())
    bus.channel(0x70, 0).write(0x3C, b"\x40" + bytes(1024))
    assert slept == [pytest.approx((2 * 9 + 2) / 400e3), pytest.approx((1026 * 9 + 2) / 400e3)]
    assert bus_seconds(wire_bytes=1028, transactions=2, khz=400) == pytest.approx(sum(slept))
