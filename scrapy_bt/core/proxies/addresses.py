"""Addresses of proxies, one a line; what is shown of them has no password."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import urlsplit

from ...errors import BTError

_SCHEMES = ("http", "https", "socks4", "socks5", "socks5h")
_EXAMPLE = "http://user:password@host:port"


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
        BTError: Of the first line that is no proxy; *place* is what it is a line of. It shows no password.
    """
    found: dict[Proxy, None] = {}
    for number, line in enumerate(lines, 1):
        text = line.partition(" #")[0].strip()
        if text and not text.startswith("#"):
            found[_read(text, f"{place}:{number}")] = None
    return tuple(found)


def read_text(text: str, *, place: str) -> tuple[Proxy, ...]:
    """The same of a text: lines, or a list in JSON."""
    if text.lstrip().startswith("["):
        try:
            entries = json.loads(text)
        except ValueError as error:
            raise BTError(f"{place}: no JSON: {error}") from None
        if not all(isinstance(entry, str) for entry in entries):
            raise BTError(f"{place}: a list of proxies has texts such as {_EXAMPLE!r}")
        return read_proxies(entries, place=place)
    return read_proxies(text.splitlines(), place=place)


def _read(text: str, place: str) -> Proxy:
    url = text if "://" in text else f"http://{text}"
    shown = _hidden(text)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BTError(f"{place}: '{shown}' is no proxy: its host or port cannot be read; write {_EXAMPLE}") from None
    if parts.scheme not in _SCHEMES:
        raise BTError(f"{place}: '{shown}' is no proxy: it begins with one of {', '.join(_SCHEMES)}; write {_EXAMPLE}")
    if not parts.hostname or any(sign.isspace() for sign in url):
        raise BTError(f"{place}: '{shown}' is no proxy: it has no host; write {_EXAMPLE}")
    if port is None:
        raise BTError(f"{place}: '{shown}' is no proxy: its port is missing; write {_EXAMPLE}")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BTError(f"{place}: '{shown}' is no proxy: something follows the port; write {_EXAMPLE}")
    return Proxy(url.rstrip("/"))


def _hidden(text: str) -> str:
    """All before the last @ is taken for a secret, also where the URL cannot be read."""
    login, mark, rest = text.rpartition("@")
    scheme, slashes, _ = login.partition("://")
    return f"{scheme + slashes if slashes else ''}…@{rest}" if mark else text[:80]
