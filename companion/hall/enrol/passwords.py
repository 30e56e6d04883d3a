"""Passwords that nobody chose, and what Mosquitto keeps of them."""

import base64
import hashlib
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
    salt = secrets.token_bytes(_SALT_BYTES)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS, _HASH_BYTES)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
