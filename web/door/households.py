"""Whom an address belongs to, as far as an address tells."""

import ipaddress

_NETWORK = 64
"""Bits of an IPv6 address that are its network's: of the rest a single machine makes as many as it likes."""


def household(address: str) -> str:
    """What limits count by: an IPv4 address as it is, of an IPv6 address its network, "2001:db8:0:1::/64"."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ipaddress.IPv6Network((read, _NETWORK), strict=False))
