"""Passwords: what is kept of one, and how long whoever gives wrong ones waits."""

from __future__ import annotations

import hashlib
import hmac
import os

from ..errors import BTError
from ..sentences import say

SHORTEST = 10
_N, _R, _P, _MEMORY = 2**15, 8, 1, 64 * 1024 * 1024
_FREE_FAILURES = 3
_LONGEST_WAIT = 60.0


def hash_password(password: str) -> tuple[str, str]:
    """A new salt and the hash by scrypt, in hexadecimal; raises `BTError` for one that is too short."""
    if len(password) < SHORTEST:
        raise BTError(say("the password is too short: it takes {} characters", SHORTEST))
    salt = os.urandom(16)
    return salt.hex(), _hash(password, salt).hex()


def is_right(password: str, salt: str, hashed: str) -> bool:
    """Whether it is the password of a salt and a hash; takes equally long if both are empty, as for an unknown user."""
    return hmac.compare_digest(_hash(password, bytes.fromhex(salt) or b"\0" * 16).hex(), hashed)


def waiting_time(failures: int, last: float, now: float) -> float:
    """Seconds until the next try counts, after so many failures, the last of them at *last*."""
    if failures < _FREE_FAILURES:
        return 0.0
    return max(0.0, last + min(2.0 ** min(failures - _FREE_FAILURES, 16), _LONGEST_WAIT) - now)


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=_N, r=_R, p=_P, maxmem=_MEMORY, dklen=32)
