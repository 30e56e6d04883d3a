"""Prints what the terminal says once the table is ready: where it is, and how the first phone gets in."""

from collections.abc import Iterator

from companion.hotspot.wifi import Wifi, open_network
from companion.system.addresses import everywhere, own_url, typed_address

NO_NETWORK = """this machine is on no network. Connect it to the Wi-Fi that the phones are on,
or let a Raspberry Pi make one of its own:  sudo warglass hotspot auto"""


def welcome(host: str, port: int, *, code: str) -> Iterator[str]:
    """Yields the address, the code, and both as a QR code. Where no phone could follow them, it says what to do
    first."""
    address = typed_address(host, port)
    if address is None:
        yield f"\nWarglass is at  {own_url(host, port)}  for a browser on this machine, and for no phone:"
        yield NO_NETWORK if everywhere(host) else f"it is served on {host} only."
        yield f"Join code       {code}\n\nStop with Ctrl-C."
        return
    join = f"http://{address}/j/{code}"
    yield f"\nWarglass is at  http://{address}/"
    yield f"Join code       {code}\n"
    hotspot = open_network()
    if hotspot is not None:
        yield invitation(hotspot.wifi)
    yield drawn(join.upper())
    yield f"\nScan it, or open {join}\nStop with Ctrl-C."


def drawn(link: str) -> str:
    """Returns a QR code for a terminal. An address is smaller in capitals, as it is on the screens."""
    # Not at the top: the first page does not wait for it.
    import io  # noqa: PLC0415

    import segno  # noqa: PLC0415

    picture = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(picture, compact=True, border=2)
    return picture.getvalue().rstrip("\n")


def invitation(wifi: Wifi) -> str:
    """Returns how to join a Wi-Fi of the table's own, in letters and as a QR code."""
    return (
        f"Wi-Fi           {wifi.name}\nPassphrase      {wifi.passphrase}\n\n{drawn(wifi.link)}\n\n"
        "A phone that says there is no internet: stay on it.\n"
    )
