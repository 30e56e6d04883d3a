"""How a phone gets to this table."""

import msgspec

from companion.hotspot.opened import Opened


class Invite(msgspec.Struct, frozen=True, kw_only=True):
    """`address` is where phones find the pages, such as "192.168.1.5:8080", None while this machine is on no network;
    `code` is the join code, `token` what only the QR code says behind it, `phones` how many that have joined with it
    were seen so far, `guesser` the address from which somebody is guessing codes. `hotspot`: the table's own Wi-Fi,
    while that is the way to the address."""

    address: str | None
    code: str
    phones: int
    token: str = ""
    guesser: str | None = None
    hotspot: Opened | None = None

    @property
    def link(self) -> str | None:
        """The address that joins, in capitals: of those a QR code holds nearly half as many again as of small letters.

        Browsers write scheme and host small again; the site knows the path both ways.
        """
        return None if self.address is None else f"HTTP://{self.address}/J/{self.code}{self.token}".upper()
