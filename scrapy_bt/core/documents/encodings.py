"""Encodings that pages may declare: Python has codecs beside them (`zlib`, `undefined`, `idna`) that read no page."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from w3lib.encoding import html_to_unicode

_ESCAPES = frozenset({"unicode-escape", "raw-unicode-escape", "unicode_escape", "raw_unicode_escape"})


@lru_cache(256)
def is_charset(name: str) -> bool:
    """Whether every text can be read, and written, in this encoding, with replacements at worst."""
    if name.lower() in _ESCAPES:
        return False
    try:
        bytes(range(256)).decode(name, "replace")
        "é數".encode(name, "replace")
    except (LookupError, ValueError):  # no codec of texts; one that takes no replacements
        return False
    return True


def decode_html(content_type: str | None, body: bytes, guess: Callable[[bytes], str | None]) -> str:
    """The text of a page as a header, a byte-order mark, the page or its bytes tell, in this order."""
    try:
        encoding, text = html_to_unicode(content_type, body, auto_detect_fun=guess)
    except (LookupError, ValueError):
        encoding, text = "", ""
    return text if is_charset(encoding) else body.decode(guess(body) or "utf-8", "replace")


def is_utf8(text: str) -> bool:
    """Whether it can be written; names of files may have bytes that no text has, and texts half a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
