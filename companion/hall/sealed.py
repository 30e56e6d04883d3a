"""What players sealed, on its way through a hall that may not read it: encrypted to the key of the table's card."""

import base64
import binascii
import secrets

import msgspec

from companion.errors import WarglassError

_NONCE_BYTES = 12


class OtherKey(WarglassError):
    """It does not open: it was sealed with the key of another card, stood elsewhere, or was changed on the way."""

    def __init__(self) -> None:
        super().__init__(
            "What players sealed does not open with this table's card: it was sealed with another one, or has been "
            "changed. Give this table the card of the one that it stands in for."
        )


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a sealed row stands. What is moved elsewhere does not open."""

    hall: str
    table: str
    journal: str
    match: int
    seq: int

    def written(self) -> bytes:
        return msgspec.json.encode(msgspec.structs.astuple(self))


def seal(key: bytes, data: bytes, place: Place) -> str:
    """`data` for whoever has the 32 bytes of the card's `key`, in base64. Twice the same does not look the same."""
    # Not at the top: where there is no hall it need not be installed.
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415

    nonce = secrets.token_bytes(_NONCE_BYTES)
    return base64.b64encode(nonce + ChaCha20Poly1305(key).encrypt(nonce, data, place.written())).decode()


def unseal(key: bytes, sealed: str, place: Place) -> bytes:
    """Raises OtherKey."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415

    try:
        data = base64.b64decode(sealed, validate=True)
        return ChaCha20Poly1305(key).decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], place.written())
    except (binascii.Error, ValueError, InvalidTag) as error:
        raise OtherKey from error
