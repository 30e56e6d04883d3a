"""Which of two messages is the newer one, whatever order a broker brings them in."""

from functools import total_ordering

import msgspec

from companion.hall.wire.sizes import Count


@total_ordering
class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A table's own count: `boot` of its starts, as its journal has it, `connection` of its connections since,
    `version` of its view. A receiver keeps what has the greatest, so neither a late will nor an old retained message
    wins."""

    boot: Count
    connection: Count
    version: Count

    def __lt__(self, other: "Order") -> bool:
        return (self.boot, self.connection, self.version) < (other.boot, other.connection, other.version)
