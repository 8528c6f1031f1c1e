"""Addresses of proxies, one a line; what is shown of them has no password."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import urlsplit

from ...errors import BTError
from ..documents.json import read_json

_SCHEMES = ("http", "https", "socks4", "socks5", "socks5h")
_MOST_TOLD = 20
"""Faults of one list that are told."""
_LONGEST_TOLD = 80
"""Characters of an address that are told."""
_EXAMPLE = "http://user:password@host:port"
_BEGINNING = re.compile(r"\w[\w+.-]*://")
_MORE_THAN_PORT = re.compile(r"^((?:\[[^\]]*\]|[^:/\[])*:)(?!\d*(?:[/?#]|$)).*", re.DOTALL)
"""A host and what follows it, as in `host:8080:user:password`."""


@dataclass(frozen=True)
class Proxy:
    """A proxy; two users of one server are two."""

    url: str
    """With user and password: for requests, never for people."""

    @property
    def label(self) -> str:
        """What it is called in logs, in Redis and on the screen: neither user nor password can be told from it."""
        parts = urlsplit(self.url)
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
        mark = f"#{blake2b(self.url.encode(), digest_size=3).hexdigest()}" if parts.username else ""
        return f"{parts.scheme}://{host}:{parts.port}{mark}"

    def __repr__(self) -> str:
        return f"Proxy({self.label!r})"


def read_proxies(lines: Iterable[str], *, place: str) -> tuple[Proxy, ...]:
    """The proxies of lines in their order, each once; empty lines and comments (`#`) are passed over.

    Raises:
        BTError: Of all lines that are no proxies, a line of the message for each; *place* is what they are lines of. It
            shows no password.
    """
    found: dict[Proxy, None] = {}
    faults: list[str] = []
    for number, line in enumerate(lines, 1):
        text = line.partition(" #")[0].strip()
        if not text or text.startswith("#"):
            continue
        try:
            found[_read(text)] = None
        except ValueError as error:
            faults.append(f"{place}:{number}: '{hidden(text)[:_LONGEST_TOLD]}' is no proxy: {error}; write {_EXAMPLE}")
    if len(faults) > _MOST_TOLD:
        faults[_MOST_TOLD:] = [f"{place}: {len(faults) - _MOST_TOLD} more lines are no proxies"]
    if faults:
        raise BTError("\n".join(faults))
    return tuple(found)


def is_proxy(text: str) -> bool:
    """Whether it reads as the address of a proxy."""
    try:
        return bool(read_proxies([text], place=""))
    except BTError:
        return False


def hidden(text: str) -> str:
    """An address without what may be a secret, also where it cannot be read.

    That is all before the last @, and what follows the host and is no port.
    """
    begin = scheme.group() if (scheme := _BEGINNING.match(text)) else ""
    _, mark, address = text[len(begin) :].rpartition("@")
    return begin + ("…@" if mark else "") + _MORE_THAN_PORT.sub(r"\1…", address)


def read_text(text: str, *, place: str) -> tuple[Proxy, ...]:
    """Read the proxies of a text: lines, or a list in JSON."""
    if text.lstrip().startswith("["):
        try:
            entries = read_json(text, largest=None)
        except ValueError as error:
            raise BTError(f"{place}: no JSON: {error}") from None
        if not all(isinstance(entry, str) for entry in entries):
            raise BTError(f"{place}: a list of proxies has texts such as {_EXAMPLE!r}")
        return read_proxies(entries, place=place)
    return read_proxies(text.splitlines(), place=place)


def _read(text: str) -> Proxy:
    """Raises `ValueError` saying what is wrong."""
    url = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError("its host or port cannot be read") from None
    if parts.scheme not in _SCHEMES:
        raise ValueError(f"it has to begin with one of {', '.join(_SCHEMES)}")
    if not parts.hostname or any(sign.isspace() for sign in url):
        raise ValueError("it has no host")
    if port is None:
        raise ValueError("its port is missing")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError("something follows the port")
    return Proxy(url.rstrip("/"))
