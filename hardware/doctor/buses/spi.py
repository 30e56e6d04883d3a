"""SPI, where the panel has screens on it."""

from collections.abc import Iterator

from hardware.doctor.access import barred
from hardware.doctor.board import is_pi
from hardware.doctor.finding import Finding, fail, ok, skipped
from hardware.doctor.installation import Installation


def check_spi(at: Installation) -> Iterator[Finding]:
    """Each device file that a screen needs: there, and open to this user. Whether a screen is there nobody can tell:
    nothing ever comes back from one."""
    screens = [] if at.panel is None else [(screen.id, screen.spi) for screen in at.panel.screens if screen.spi]
    if not screens:
        yield skipped("spi", at.without("screens on SPI"))
    for name, spi in screens:
        device = f"/dev/spidev{spi.port}.{spi.device}"
        if not at.machine.glob(device) and is_pi(at):
            yield fail(
                "spi",
                f"there is no {device}: SPI is not switched on",
                "Switch it on and restart.",
                command="sudo raspi-config nonint do_spi 0 && sudo reboot",
                subject=name,
            )
        elif not at.machine.glob(device):
            yield fail(
                "spi",
                f"there is no {device}",
                "Put the panel on a Raspberry Pi, or use simulated screens here.",
                command="warglass run --simulate",
                subject=name,
            )
        elif not at.machine.may_open(device):
            yield barred(at, "spi", device, "spi", subject=name)
        else:
            yield ok("spi", f"{device} can be opened; see the screen with warglass doctor --screens", subject=name)
