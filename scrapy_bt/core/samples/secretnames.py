"""What a name tells of the value that bears it: a password, any secret, or a token that a site gives out.

A name is read by its words (`authAction` is `auth` and `action`); only what is never a part of another word is found
within one (`csrfmiddlewaretoken`).
"""

from __future__ import annotations

import re
from itertools import pairwise

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")
_PASSWORD_WITHIN = re.compile(r"passw|passphrase|passcode|pwd")
_PASSWORD_WORDS = frozenset({"pin", "pw", "cvc", "cvv", "otp"})
_PASS = re.compile(r"(?<!com)(?<!by)(?<!tres)(?<!over)(?<!under)pass$")
_SECRET_WITHIN = re.compile(
    r"secret|token|csrf|xsrf|session|sessid|credential|(?:api|access|private|auth|pass)key|cardnumber|onetime|captcha"
    r"|viewstate|eventvalidation"
)
_SECRET_WORDS = frozenset({"sid", "jwt", "nonce", "signature", "authorization", "verifier", "cookie", "cookies"})
_SECRET_PAIRS = frozenset(
    {("one", "time"), ("card", "number"), ("card", "no"), ("sess", "id")}
    | {(what, "key") for what in ("api", "access", "app", "auth", "client", "encryption", "private", "signing")}
)
_OF_A_PAIR = re.compile(r"\d\](?:\.key|\[key\])$")
"""The key of an entry in a list of pairs, as tags and filters are."""
_TOKEN_WITHIN = re.compile(
    r"csrf|xsrf|token|viewstate|validation|verification|authenticity|session|secret|continuation"
)
_TOKEN_WORDS = frozenset({"nonce", "sid", "ticket", "signature", "state", "hash", "crumb", "cursor"})


def is_password_name(name: str) -> bool:
    """Whether a person knows by heart, or reads from a card, what is called so: `user_password`, `pin`, `cvv`."""
    words = words_of(name)
    return any(_PASSWORD_WITHIN.search(word) for word in words) or not _PASSWORD_WORDS.isdisjoint(words)


def is_secret_name(name: str) -> bool:
    """Whether what bears this name is mostly a secret: `password`, `csrf_token`, `sessionid`, `user[api_key]`."""
    words = words_of(name)
    return (
        is_password_name(name)
        or any(_SECRET_WITHIN.search(word) for word in words)
        or not _SECRET_WORDS.isdisjoint(words)
        or not _SECRET_PAIRS.isdisjoint(pairwise(words))
        or (words == ("key",) and _OF_A_PAIR.search(name) is None)
        or words[-1:] == ("auth",)
        or (bool(words) and _PASS.search(words[-1]) is not None)
    )


def is_token_name(name: str) -> bool:
    """Whether a parameter is called like something that a site gives out, to be sent back as it is."""
    words = words_of(name)
    return (
        any(_TOKEN_WITHIN.search(word) for word in words)
        or not _TOKEN_WORDS.isdisjoint(words)
        or words[-1:] in {("auth",), ("key",)}
    )


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, or of the last part of a path, in small letters: `user[apiKey]` has `api` and `key`."""
    last = re.split(r"[.\[\]$]+", name.rstrip("]"))[-1] or name
    return tuple(word.lower() for word in _WORDS.findall(last))


def is_credentials_name(name: str) -> bool:
    """Whether a header carries credentials with each request, so that no login is needed (RFC 9110, 11.6.2, 11.7.2)."""
    return name.lower().rpartition(".")[2] in ("authorization", "proxy-authorization")


def is_sent_each_time(where: str, name: str) -> bool:
    """Whether a secret at that place goes with each request, as in a header of its own, so that it logs nobody in."""
    return where == "header" or is_credentials_name(name)
