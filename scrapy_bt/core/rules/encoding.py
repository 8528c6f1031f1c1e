"""Which encoding a page has: what the rule, the header or the page say, unless its bytes say otherwise.

Declarations are asked in the order rule, HTTP header, `<meta>`; a byte-order mark goes before all of them. The first
that can read the bytes holds, with two exceptions, both for declarations that are wrong on real sites:

* Bytes that are UTF-8 with characters beyond ASCII are UTF-8: texts in other encodings practically never are.
* ISO-8859-1 reads anything, and servers declare it by default; and GB18030 reads nearly all of Big5. Where one of the
  East Asian encodings makes a text of common characters out of the bytes and the declared one does not, it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
    to_unicode,
)

from ..documents.encodings import is_charset

Source = Literal["bom", "rule", "header", "page", "bytes"]
_GUESSES = ("gb18030", "big5hkscs", "cp932", "euc_jp")
_WESTERN = {"cp1252", "iso8859-1", "iso8859-15", "ascii"}
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]{1,100}")
_UTF8_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SAMPLE = 1000
"""Characters by which a guess is judged."""
_FEWEST = 4
"""Characters without which nothing is guessed."""
_GOOD, _BAD = 0.8, 0.55
"""Shares of common characters from which a text is one, and up to which it is none."""
_FALLBACK = "cp1252"


@dataclass(frozen=True)
class DecodedText:
    """The text of a page; *source* says whose word was taken, *replaced* how many characters could not be read."""

    text: str
    encoding: str
    source: Source
    replaced: int = 0


def decode_page(body: bytes, *, content_type: str | None = None, encoding: str = "") -> DecodedText:
    """Read a page; *content_type* is the header, *encoding* that of the rule. Never fails."""
    marked, mark = read_bom(body)
    if marked is not None and mark is not None:
        return _decoded(body[len(mark) :], marked, "bom")
    if body.isascii() and not encoding:
        declared = next(_declared(body, content_type, encoding), None)
        # ISO-2022-JP and HZ write everything in ASCII.
        if declared is None or "2022" not in declared[0]:
            return DecodedText(body.decode("ascii"), "utf-8", "bytes")
    declarations = list(_declared(body, content_type, encoding))
    if _is_utf8(body):
        return _decoded(body, "utf-8", _who_said("utf-8", declarations))
    able = [(name, source) for name, source in declarations if _reads(body, name)]
    # A declared encoding that can read only what it is meant for goes before one that reads anything.
    able.sort(key=lambda found: found[0] in _WESTERN)
    guess, likelihood = _guess(body)
    if able:
        name, source = able[0]
        is_doubtful = name in _WESTERN or (name in _GUESSES and _likelihood(body, name) <= _BAD)
        if likelihood < _GOOD or not is_doubtful:
            return _decoded(body, name, source)
        return _decoded(body, guess, _who_said(guess, declarations))
    if likelihood >= _GOOD:
        return _decoded(body, guess, "bytes")
    candidates = [_decoded(body, name, source) for name, source in declarations]
    if not candidates:
        return _decoded(body, _FALLBACK if _UTF8_SEQUENCE.search(body) is None else "utf-8", "bytes")
    return min(candidates, key=lambda decoded: decoded.replaced)


def _who_said(encoding: str, declarations: list[tuple[str, Source]]) -> Source:
    return next((source for name, source in declarations if name == encoding), "bytes")


def _declared(body: bytes, content_type: str | None, encoding: str) -> Iterator[tuple[str, Source]]:
    named = resolve_encoding(encoding) if encoding else None
    if named is not None and is_charset(named):
        yield named, "rule"
    header = http_content_type_encoding(content_type) if content_type else None
    if header is not None and is_charset(header):
        yield header, "header"
    page = html_body_declared_encoding(body)
    if page is not None and is_charset(page):
        yield page, "page"


def _decoded(body: bytes, encoding: str, source: Source) -> DecodedText:
    text = to_unicode(body, encoding)
    before = body.count("\ufffd".encode()) if encoding == "utf-8" else 0
    return DecodedText(text, encoding, source, max(0, text.count("\ufffd") - before))


def _is_utf8(body: bytes) -> bool:
    """It is valid, and not by chance: two sequences, or one of three bytes."""
    if not _reads(body, "utf-8"):
        return False
    sequences = _UTF8_SEQUENCE.finditer(body)
    first = next(sequences, None)
    return first is not None and (len(first[0]) > 2 or next(sequences, None) is not None)


def _reads(body: bytes, encoding: str) -> bool:
    try:
        body.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _guess(body: bytes) -> tuple[str, float]:
    return max(((name, _likelihood(body, name)) for name in _GUESSES), key=lambda found: found[1])


def _likelihood(body: bytes, encoding: str) -> float:
    """The share of common characters among those beyond ASCII; 0 where the bytes cannot be read."""
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    sample = ""
    for found in _BEYOND_ASCII.finditer(text):
        sample += found[0]
        if len(sample) >= _SAMPLE:
            break
    if len(sample) < _FEWEST:
        return 0.0
    is_japanese = encoding in ("cp932", "euc_jp")
    share = sum(_is_common(char, encoding) for char in sample) / len(sample)
    # The commonest characters of Japanese have a range of their own, and without them it is not Japanese.
    return share * 0.5 if is_japanese and not any(map(_is_kana, sample)) else share


def _is_common(char: str, encoding: str) -> bool:
    if "\u3000" <= char <= "\u303f" or "\uff01" <= char <= "\uff5e" or "\u2010" <= char <= "\u2030" or char in "·×":
        return True
    match encoding:
        case "gb18030":
            return 0xB0 <= _lead(char, "gb2312") <= 0xD7  # characters of the first level, by how common they are
        case "big5hkscs":
            return 0xA4 <= _lead(char, "big5") <= 0xC6
        case _:
            return _is_kana(char) or 0xB0 <= _lead(char, "euc_jp") <= 0xCF


def _is_kana(char: str) -> bool:
    return "\u3041" <= char <= "\u30fe"


def _lead(char: str, encoding: str) -> int:
    try:
        written = char.encode(encoding)
    except UnicodeEncodeError:
        return 0
    return written[0] if len(written) == 2 else 0
