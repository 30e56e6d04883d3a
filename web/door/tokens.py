"""What the panel's QR code says besides the join code: that whoever sends it has just seen the panel."""

import secrets
from hmac import compare_digest

from web.http.secrets import ALPHABET

LENGTH = 4
"""331,776 of them: at a thousand guesses a second one is hit, and used up, every five minutes, which gives a guesser of
codes 130 more in a night and leaves whoever scans time. More would make the QR code finer."""


class Token:
    """One at a time, and good for one try: whoever brings it is heard however many others are guessing.

    It is no key: without the join code it opens nothing, and a wrong code uses it up, so that it gives no second try.
    Not locked: its owner calls from one thread at a time.
    """

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self.text = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))

    def fits(self, text: str) -> bool:
        return compare_digest(text.encode(), self.text.encode())
