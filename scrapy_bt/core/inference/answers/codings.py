"""Codings of texts, both ways where there are two, as `values.Coding` names them."""

from __future__ import annotations

import binascii
import hashlib
import html
import json
import re
from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from ...documents.json import read_json
from ...documents.lettering import slug
from .values import Coding

IN_JMESPATH: Mapping[Coding, str] = {
    "lower": "lower({})",
    "upper": "upper({})",
    "strip": "trim({})",
    "slug": "slug({})",
    "hyphens": "replace({}, ' ', '-')",
    "underscores": "replace({}, ' ', '_')",
    "unspaced": "replace({}, ' ', '')",
    "url": "url_text({})",
}
"""Codings that JMESPath has a function for, of the text in `{}`."""
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")
_BASE64URL = re.compile(r"[A-Za-z0-9_-]+={0,2}")


def encode(text: str, coding: Coding) -> str:
    """The text in that coding, read as UTF-8 where bytes are coded."""
    return _ENCODERS[coding](text)


def decode(text: str, coding: Coding) -> str | None:
    """The decoded text; None for another coding, or one that cannot be undone."""
    decoder = _DECODERS.get(coding)
    if decoder is None:
        return None
    try:
        return decoder(text)
    except (ValueError, binascii.Error):
        return None


def _hash(name: str) -> Callable[[str], str]:
    def digest(text: str) -> str:
        return hashlib.new(name, text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()

    return digest


def _in_bytes(function: Callable[[bytes], bytes]) -> Callable[[str], str]:
    return lambda text: function(text.encode("utf-8", "replace")).decode("ascii")


def _from_json(text: str) -> str:
    value: Any = read_json(f'"{text}"', largest=None, loosely=True)
    return str(value)


def _from_base64(text: str) -> str:
    stripped = text.strip()
    if not _BASE64.fullmatch(stripped):
        raise ValueError(text)
    return b64decode(_padded(stripped), validate=True).decode()


def _from_base64url(text: str) -> str:
    stripped = text.strip()
    if not _BASE64URL.fullmatch(stripped):
        raise ValueError(text)
    return urlsafe_b64decode(_padded(stripped)).decode()


def _padded(text: str) -> str:
    bare = text.rstrip("=")
    return bare + "=" * (-len(bare) % 4)


_ENCODERS: Mapping[Coding, Callable[[str], str]] = {
    "url": lambda text: quote(text, safe=""),
    "form": quote_plus,
    "html": html.escape,
    "base64": _in_bytes(b64encode),
    "base64url": lambda text: _in_bytes(urlsafe_b64encode)(text).rstrip("="),
    "hex": lambda text: text.encode("utf-8", "replace").hex(),
    "json": lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    "md5": _hash("md5"),
    "sha1": _hash("sha1"),
    "sha256": _hash("sha256"),
    "upper": str.upper,
    "lower": str.lower,
    "strip": str.strip,
    "slug": slug,
    "hyphens": lambda text: text.replace(" ", "-"),
    "underscores": lambda text: text.replace(" ", "_"),
    "unspaced": lambda text: text.replace(" ", ""),
}
_DECODERS: Mapping[Coding, Callable[[str], str]] = {
    "url": lambda text: unquote(text, errors="strict"),
    "form": lambda text: unquote_plus(text, errors="strict"),
    "html": html.unescape,
    "base64": _from_base64,
    "base64url": _from_base64url,
    "hex": lambda text: bytes.fromhex(text).decode(),
    "json": _from_json,
    "strip": str.strip,
}
