"""Seeds: what a tree is started with, made from a scheme by number (scale.md, "Schemes and seeds")."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import cached_property
from itertools import accumulate
from typing import Any
from urllib.parse import quote, urlencode

from w3lib.url import canonicalize_url

from .combinations import Combinations
from .scheme import Platform, Scheme
from .templates import PAGE_NUMBER, SchemeTemplate

SEED_TIME = "seed_time"
"""When a seed was made, in seconds since 1970, as `now` of the language; it does not make one seed another."""
ARGUMENTS = ("url", "platform", "keywords", PAGE_NUMBER, SEED_TIME)
"""What a seed of a scheme consists of; a tree takes those that its `main` has."""

_KEY_BYTES = 16


class Seeds:
    """The seeds of a scheme: combination by combination, of each all platforms, of each all pages."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._combinations = Combinations(scheme)
        self._writers = [_SeedWriter(platform, scheme) for platform in scheme.platforms]
        self._ends = list(accumulate(len(platform.pages) for platform in scheme.platforms))

    @property
    def count(self) -> int:
        """How many there are; none of them is made for that."""
        return self._combinations.count * self._ends[-1]

    @property
    def combinations(self) -> Combinations:
        return self._combinations

    @cached_property
    def digest(self) -> str:
        """What tells this scheme from any other that makes other seeds, or in another order."""
        parts = {name: part for name, part in asdict(self.scheme).items() if name not in ("name", "most_seeds")}
        told = json.dumps(parts, sort_keys=True, ensure_ascii=False)
        return hashlib.blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    def __getitem__(self, index: int) -> dict[str, Any]:
        for seed in self.walk(index, index + 1):
            return seed
        raise IndexError(index)

    def walk(self, first: int = 0, end: int | None = None) -> Iterator[dict[str, Any]]:
        """The seeds from the index *first* on, one after another, before the index *end*."""
        each = self._ends[-1]
        last = self.count if end is None else min(end, self.count)
        at = first
        while at < last:
            number, within = divmod(at, each)
            words = self._combinations[number]
            for writer, upto in zip(self._writers, self._ends, strict=True):
                size = len(writer.platform.pages)
                begin = within - (upto - size)
                if not 0 <= begin < size:
                    continue
                stop = min(size, begin + last - at)
                yield from writer.write(words, begin, stop)
                at += stop - begin
                within = upto
                if at >= last:
                    return


class _SeedWriter:
    """Writes the seeds of one platform."""

    def __init__(self, platform: Platform, scheme: Scheme) -> None:
        self.platform = platform
        self._url = SchemeTemplate(platform.url)
        self._parameters = [(name, SchemeTemplate(value)) for name, value in platform.parameters]
        self._values = dict(scheme.values)
        exclusion = SchemeTemplate(platform.excludes)
        self._without = [exclusion.fill({"word": word}) for word in scheme.excluded] if platform.excludes else []

    def write(self, words: tuple[str, ...], begin: int, end: int) -> Iterator[dict[str, Any]]:
        """Those of one combination, from one index of a page to another."""
        platform = self.platform
        searched = platform.joint.join((*words, *self._without))
        keywords = " ".join(words)
        # In a URL itself everything is escaped but what a user's own values say: they may hold a whole address.
        within_url = {
            **self._values,
            "keywords": quote(searched, safe="", encoding=platform.encoding, errors="xmlcharrefreplace"),
            "order": quote(platform.order, safe="", encoding=platform.encoding, errors="xmlcharrefreplace"),
        }
        within_query = {**self._values, "keywords": searched, "order": platform.order}
        for index in range(begin, end):
            page = platform.pages.number(index)
            within_url[PAGE_NUMBER] = within_query[PAGE_NUMBER] = str(page)
            url = self._url.fill(within_url)
            if self._parameters:
                pairs = [(name, value.fill(within_query)) for name, value in self._parameters]
                query = urlencode(pairs, encoding=platform.encoding, errors="xmlcharrefreplace")
                url = f"{url}{'&' if '?' in url else '?'}{query}"
            yield {"url": url, "platform": platform.name, "keywords": keywords, PAGE_NUMBER: page}


def seed_key(arguments: Mapping[str, Any]) -> bytes:
    """What makes a seed of a scheme the same as another: all of its arguments, but when it was made."""
    told = {name: value for name, value in arguments.items() if name != SEED_TIME}
    return _digest(json.dumps(told, sort_keys=True, ensure_ascii=False, default=repr))


def content_key(arguments: Mapping[str, Any]) -> bytes:
    """What makes what was found the same: canonical URL and platform; without a URL, all arguments."""
    if "url" not in arguments:
        return seed_key(arguments)
    url = canonicalize_url(str(arguments["url"]))
    return _digest(json.dumps([url, str(arguments.get("platform", ""))], ensure_ascii=False))


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
