"""Passwords that nobody chose, and what Mosquitto keeps of them."""

import base64
import hashlib
import hmac
import secrets

PASSWORD_BYTES = 16
_SALT_BYTES = 12
_HASH_BYTES = 64
_ROUNDS = 101
"""Mosquitto's own number. More would slow down nobody who guesses 128 bits, and a thousand tables that come back at
once."""


def password() -> str:
    return secrets.token_urlsafe(PASSWORD_BYTES)


def hashed(password: str) -> str:
    """As mosquitto_passwd(1) writes it behind a user's name: PBKDF2 with SHA-512."""
    return _written(password, secrets.token_bytes(_SALT_BYTES))


def fits(password: str, hash: str) -> bool:
    """Whether it was made of that password by `hashed`."""
    salt = base64.b64decode(hash.split("$")[3])
    return hmac.compare_digest(_written(password, salt), hash)


def _written(password: str, salt: bytes) -> str:
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS, _HASH_BYTES)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
