"""What a link promises: a logistic model over hashed features that learns while it crawls (learning.md, "Preferences").

It begins as best-first search: what is preferred and stands on a link, around it or in its URL counts. Each page that
is fetched teaches it which words, folders and sources lead there, too: the weights of what stood on the link that led
to it move towards how far it is about what is preferred.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from zlib import crc32

from .links import Link
from .relevance import Relevance
from .scripts import fold, words

SIZE = 1 << 16
"""Weights."""
FORMAT = 1
_MOST_WORDS = 12
"""Of each part of a link."""
_RATE = 3.0
"""Of learning, shared by the features of a link; it falls for each weight with what that one has learned (AdaGrad)."""
_BIAS = -2.0
_PREFERRED = (4.0, 3.0, 1.0)
"""Weights of what is preferred on a link, in its URL, and around it."""
LEVELS = 8
"""Levels of promise on either side of that of a link of which nothing is known; each is a step of 1 in log odds."""


class Features(NamedTuple):
    """Of a link: the log odds by what of it is preferred, and the places of its other weights."""

    preferred: float
    hashed: tuple[int, ...]


def features_of(url: str, link: Link, relevance: Relevance, *, source: float) -> Features:
    """*source*: how far the page is relevant on which the link stands, −1 to 1."""
    split = urlsplit(url)
    path = unquote(f"{split.path} {split.query}").replace("_", " ").replace("-", " ")
    parts = (link.anchor, path.replace("/", " ").replace(".", " "), link.around)
    preferred = sum(weight * relevance.of_phrase(part) for weight, part in zip(_PREFERRED, parts, strict=True))
    found = [f"h {split.netloc}"]
    folder = split.path.rpartition("/")[0]
    found += [f"p {split.netloc}{folder}", f"s {round(source * 4)}"]
    for mark, text in (("a", link.anchor), ("u", path), ("c", link.around), ("t", link.section)):
        found += [f"{mark} {word}" for word in words(fold(text))[:_MOST_WORDS]]
    places = dict.fromkeys(crc32(name.encode("utf-8", "replace")) % SIZE for name in found)
    return Features(preferred, tuple(places))


class Promise:
    """How likely a link leads to what is preferred; learns in the crawl, and is kept for the next one."""

    def __init__(self) -> None:
        self._weights = array("f", bytes(4 * SIZE))
        self._sums = array("f", bytes(4 * SIZE))
        self.learned = 0
        """Pages."""

    def log_odds(self, features: Features) -> float:
        """The model's answer; 0 is as likely as not."""
        weights = self._weights
        return _BIAS + features.preferred + sum([weights[place] for place in features.hashed])

    def level(self, features: Features) -> int:
        """How much earlier the link is fetched than one of which nothing is known, −`LEVELS` to `LEVELS`."""
        return max(-LEVELS, min(LEVELS, round(self.log_odds(features) - _BIAS)))

    def learn(self, features: Features, relevance: float) -> None:
        """Correct the model by a page: *relevance*, −1 to 1, of which what is below 0 counts as none."""
        likely = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, self.log_odds(features)))))
        error = max(0.0, relevance) - likely
        step = _RATE * error / max(1, len(features.hashed))
        for place in features.hashed:
            total = self._sums[place] = self._sums[place] + error * error
            self._weights[place] += step / math.sqrt(1.0 + total)
        self.learned += 1

    def dump(self) -> dict[str, object]:
        """What was learned, as plain data; most weights are 0 and left out."""
        places = [place for place in range(SIZE) if self._sums[place]]
        return {
            "format": FORMAT,
            "learned": self.learned,
            "places": places,
            "weights": [round(self._weights[place], 6) for place in places],
            "sums": [round(self._sums[place], 6) for place in places],
        }

    @classmethod
    def load(cls, stored: object) -> Promise:
        """What `dump` gave; raises `ValueError` for anything else."""
        promise = cls()
        try:
            promise._load(stored)
        except (KeyError, TypeError, IndexError, OverflowError) as error:
            raise ValueError(f"it is no model of links: {error}") from None
        return promise

    def _load(self, stored: object) -> None:
        if not isinstance(stored, dict) or stored["format"] != FORMAT:
            raise ValueError("it is a model of links of another version")
        self.learned = int(stored["learned"])
        for place, weight, total in zip(
            stored["places"], _finite(stored["weights"]), _finite(stored["sums"]), strict=True
        ):
            if not 0 <= place < SIZE:
                raise ValueError("it names a weight that there is not")
            self._weights[place], self._sums[place] = weight, total


def _finite(values: Sequence[float]) -> list[float]:
    if not all(math.isfinite(value) for value in values):
        raise ValueError("it has weights that are no numbers")
    return list(values)
