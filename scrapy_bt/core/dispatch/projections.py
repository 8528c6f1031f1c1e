"""Simple rules by which URLs of a kind are told: nothing is trained (learning.md, "URL distillation")."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from zlib import crc32

LONGEST = 512
"""Characters of a URL that are looked at, as in the original."""
_DIGITS = re.compile(r"\d+")
_DIGIT = re.compile(r"\d")
_ASCII_DIGIT = re.compile("[0-9]")
_HOST = re.compile("[^/?#]*")
_HEXADECIMAL = re.compile(r"[0-9a-f]{8,}(-[0-9a-f]{4,})*", re.IGNORECASE)
_WORD = re.compile(r"[^-_+ ]+")
_LONGEST_WORD = 24


def route_pattern(url: str) -> str:
    """The host, and the path with digits, slugs and keys masked; of the query only its names, in order."""
    host, rest = _split(url)
    return f"{host}{_mask_rest(_ASCII_DIGIT.sub('0', rest))}"


def digit_folding(url: str) -> str:
    """The URL without its scheme, each run of digits as one 0."""
    return _DIGITS.sub("0", url[:LONGEST].partition("://")[2] or url[:LONGEST])


def query_names(url: str) -> str:
    """Host, path and the sorted names of the query."""
    host, rest = _split(url)
    path, names = _parts_of(rest)
    return f"{host}{path}?{'&'.join(names)}"


def shape(url: str) -> str:
    """What a model reads of a URL, and what its answers are kept by: cut, without scheme, each digit as a 0."""
    return _DIGIT.sub("0", url.partition("://")[2] or url)[:LONGEST]


def hashed_trigrams(url: str, width: int) -> list[float]:
    """Counts of the URL's trigrams in so many places, each with a sign, of length 1."""
    text = shape(url)
    counts = [0.0] * width
    for at in range(len(text) - 2):
        code = crc32(text[at : at + 3].encode("utf-8", "replace"))
        counts[(code >> 1) % width] += 1.0 if code & 1 else -1.0
    return [count / max(1, len(text) - 2) for count in counts]


def number_of_kind(kind: str) -> float:
    """A kind by name as one number from −1 to 1, the same wherever it is asked for."""
    return crc32(kind.encode("utf-8", "replace")) / 0xFFFF_FFFF * 2.0 - 1.0


PATTERNS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"pattern": route_pattern, "digits": digit_folding, "query": query_names}
)
"""By the name that a setting has for it; URLs are of a kind that have the same text."""


def _split(url: str) -> tuple[str, str]:
    """The host and what follows it; what is no URL has none."""
    start, mark, rest = url[:LONGEST].partition("://")
    if not mark:
        return "", start
    host = _HOST.match(rest)[0]  # type: ignore[index]  # it may be empty
    return host.lower(), rest[len(host) :]


def _parts_of(rest: str) -> tuple[str, list[str]]:
    """Path, and the sorted names of the query."""
    path, _, query = rest.partition("#")[0].partition("?")
    names = sorted({part.partition("=")[0] for part in query.split("&") if part}) if query else []
    return path, [_DIGITS.sub("0", name) for name in names]


@lru_cache(1 << 12)
def _mask_rest(rest: str) -> str:
    """What follows the host, its digits all 0; kept, since most pages of a site differ in digits alone."""
    path, names = _parts_of(rest)
    folders, slash, last = path.rpartition("/")
    return f"{_mask_folders(folders)}{slash}{_mask(last)}{'?' + '&'.join(names) if names else ''}"


@lru_cache(1 << 10)
def _mask_folders(path: str) -> str:
    """Kept, since many pages of a site are in one folder."""
    return "/".join([_mask(folder, words=3) for folder in path.split("/")])


def _mask(segment: str, *, words: int = 2) -> str:
    """A segment as it is, or by what it is: a number, a key, a slug of so many *words*; an extension stays."""
    if segment.isalpha() and segment.isascii() and len(segment) <= _LONGEST_WORD:
        return segment
    name, dot, extension = segment.rpartition(".")
    if not dot or not name or not extension.isalpha() or len(extension) > 5:
        name, dot, extension = segment, "", ""
    if _HEXADECIMAL.fullmatch(name) and _DIGIT.search(name):
        return f"*{dot}{extension}"
    if len(_WORD.findall(name)) >= words or "%" in name or len(name) > _LONGEST_WORD or not name.isascii():
        return f"~{dot}{extension}"
    return f"{_DIGITS.sub('0', name)}{dot}{extension}"
