"""Vectors of elements from what stands around them: tags, class words, attributes and forms of texts.

Words that come near each other on walks over pages get vectors near each other: positive mutual information, taken
apart by singular values (Levy and Goldberg 2014). An element's vector is the mean of the words in its neighbourhood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..core.documents.elements import Element
from ..core.healing.concepts import words_of
from ..core.healing.pages import Page
from ..core.healing.perception.views import form_of

Vectors = NDArray[np.float32]

SIZE = 12
EMBEDDING_NAMES = ("around both", "self both", "above both", *(f"around {number}" for number in range(SIZE)))
"""The meanings of the numbers of a pair of elements: three similarities, and the vector of the new element."""
_MOST_WORDS = 1_200
_WALKS = 150
"""Walks of a page."""
_LENGTH = 8
_WINDOW = 2
_READ = 60


class Embeddings:
    """Vectors of words, learned from pages; the same seed and pages give the same ones."""

    def __init__(self, pages: Iterable[Page], *, seed: int = 0) -> None:
        random = Random(seed)
        walks = [walk for page in pages for walk in _walks(page.root, random)]
        counts = Counter(word for walk in walks for step in walk for word in step)
        self._words = {word: number for number, (word, _) in enumerate(counts.most_common(_MOST_WORDS))}
        self._vectors = self._learn(walks)

    def of(self, page: Page) -> Vectors:
        """For each candidate of a page three vectors: of its surroundings, of itself, and of what is above it."""
        found = np.zeros((len(page.candidates), 3, SIZE), dtype=np.float32)
        for number, candidate in enumerate(page.candidates):
            own = candidate.inner
            above = own.getparent()
            near = [own, above, own.getprevious(), own.getnext(), *list(own)[:4]]
            parents = [] if above is None else [above, above.getparent(), above.getprevious(), above.getnext()]
            for at, elements in enumerate((near, [own], parents)):
                found[number, at] = self._mean(elements)
        return found

    def _mean(self, elements: Sequence[Element | None]) -> Vectors:
        known = [self._words[word] for one in elements for word in words_said(one) if word in self._words]
        if not known:
            return np.zeros(SIZE, dtype=np.float32)
        mean = self._vectors[known].mean(axis=0)
        length = float(np.linalg.norm(mean))
        return mean / length if length else mean

    def _learn(self, walks: Sequence[Sequence[Sequence[str]]]) -> Vectors:
        size = len(self._words)
        together = np.zeros((size, size), dtype=np.float64)
        for walk in walks:
            numbered = [[self._words[word] for word in step if word in self._words] for step in walk]
            for at, step in enumerate(numbered):
                for other in numbered[max(0, at - _WINDOW) : at]:
                    for one in step:
                        together[one, other] += 1
        together += together.T
        whole = together.sum()
        each = together.sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            information = np.log(together * whole / np.outer(each, each))
        information[~np.isfinite(information) | (information < 0)] = 0.0
        left, values, _ = np.linalg.svd(information)
        vectors = np.zeros((size, SIZE), dtype=np.float32)
        most = min(SIZE, size)
        vectors[:, :most] = left[:, :most] * np.sqrt(values[:most])
        return vectors


def pair_numbers(old: Vectors, new: Vectors) -> list[float]:
    """The numbers of a pair, by `EMBEDDING_NAMES`; each has the three vectors that `Embeddings.of` gives."""
    return [*(float(one @ other) for one, other in zip(old, new, strict=True)), *map(float, new[0])]


def _walks(root: Element, random: Random) -> Iterator[list[list[str]]]:
    elements = [one for one in root.iter() if isinstance(one.tag, str)]
    for start in random.sample(elements, min(_WALKS, len(elements))):
        at, walk = start, []
        for _ in range(_LENGTH):
            walk.append(words_said(at))
            near = [one for one in (at.getparent(), at.getprevious(), at.getnext(), *list(at)[:6]) if one is not None]
            if not near:
                break
            at = random.choice(near)
        yield walk


def words_said(element: Element | None) -> list[str]:
    """What an element says of itself."""
    if element is None or not isinstance(element.tag, str):
        return []
    text = (element.text or "").strip()[:_READ]
    said = [f"<{element.tag}", *(f"@{name}" for name in element.attrib), *words_of(element.get("class") or "")]
    return [*said, f"={form_of(text)}"] if text else said
