"""Pages, elements and selectors as numbers: what the network reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import log1p
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ...core.healing.concepts import words_of
from ...core.healing.deciding import Wording, remember
from ...core.healing.features import Survey
from ...core.healing.looks import NAMES, Look, jaccard
from ...core.healing.pages import Candidate
from ...core.healing.steps import PathStep, is_volatile
from ..embeddings import words_said
from .grammar import NextStep

Floats = NDArray[np.float32]
Numbers = NDArray[np.int32]

WORDS = 4096
"""Places of words, which are hashed; 0 is none."""
PER_TOKEN = 8
"""Words of a token."""
TOKENS = 14
"""Of what stood before: the selector's steps, then the elements from outside to inside."""
WIDTH = len(NAMES)
"""Numbers of a candidate."""
MEANING = sha256("\n".join(NAMES).encode()).hexdigest()[:12]
"""Of these numbers: models of other ones are of no use."""
LIKENESSES = 8
"""Numbers of a pair of candidates."""
STEP_NUMBERS = 6
"""Numbers of a way to go on."""
_SELECTOR, _CHAIN = 6, 8
_STEP = re.compile(r"[\s>/]+")


@dataclass(frozen=True, eq=False)
class Sight:
    """A page as the network sees it."""

    survey: Survey

    @cached_property
    def looks(self) -> NDArray[np.float16]:
        """The numbers of its candidates."""
        vectors = [look.vector() for look in self.survey.looks]
        return np.array(vectors, np.float32).reshape(-1, WIDTH).clip(-60_000, 60_000).astype(np.float16)

    @cached_property
    def mean(self) -> Floats:
        """The mean of the numbers of all candidates."""
        looks = self.looks.astype(np.float32)
        return looks.mean(axis=0) if len(looks) else np.zeros(WIDTH, np.float32)


def before_tokens(selector: str, candidate: Candidate) -> Numbers:
    """The selector before, and the element that it found, with those around it."""
    steps = [words_of(step) for step in _STEP.split(selector) if step][-_SELECTOR:]
    chain: list[Any] = [candidate.inner, *candidate.inner.iterancestors()][:_CHAIN]
    tokens = [_hashed((f"selector {word}" for word in ("step", *step)), step) for step in steps]
    for level, element in reversed(list(enumerate(chain))):
        tokens.append(_hashed((f"level {level}",), words_said(element)))
    found = np.zeros((TOKENS, PER_TOKEN), np.int32)
    found[TOKENS - len(tokens) :] = tokens
    return found


def likenesses(old: Look, new: Sequence[Look], shared: float) -> Floats:
    """How far candidates are like the old one, beside what their numbers tell; *shared*: content of both pages."""
    keys = {name for name, _ in old.keys}
    near, wording = old.words | old.words_above, Wording.of(old.candidate.text)
    rows = [
        (
            float(bool(old.keys & one.keys)),
            float(bool(keys & {name for name, _ in one.keys})),
            jaccard(old.words, one.words),
            jaccard(near, one.words | one.words_above),
            float(old.tags[:1] == one.tags[:1]),
            float(old.tags[1:2] == one.tags[1:2]),
            float(bool(old.label) and old.label == one.label),
            remember(wording, Wording.of(one.candidate.text), shared) / 9 if shared else 0.0,
        )
        for one in new
    ]
    return np.array(rows, np.float32).reshape(-1, LIKENESSES)


def choice_tokens(choices: Sequence[NextStep]) -> tuple[Numbers, Floats]:
    """Words and numbers of ways to go on."""
    words = np.zeros((len(choices), PER_TOKEN), np.int32)
    numbers = np.zeros((len(choices), STEP_NUMBERS), np.float32)
    for at, one in enumerate(choices):
        words[at] = _hashed(_kinds(one.step), _names(one.step))
        cost = one.step.cost if one.step else 0.0
        volatile = float(one.step is not None and any(map(is_volatile, one.step.classes)))
        numbers[at] = (cost, log1p(one.hits), one.hits == 1, one.is_right, one.level / 4, volatile)
    return words, numbers


def _kinds(step: PathStep | None) -> tuple[str, ...]:
    """What a step asks for."""
    if step is None:
        return ("end",)
    kind = "id" if step.name else "class" if step.classes else "prefix" if step.prefix else "tag"
    kind = f"attribute {step.attribute[0]}" if step.attribute else kind
    return (f"by {kind}", "child") if step.child else (f"by {kind}",)


def _names(step: PathStep | None) -> list[str]:
    if step is None:
        return []
    said = " ".join(filter(None, (step.name, *step.classes, step.prefix, step.attribute and step.attribute[1])))
    return [*([f"<{step.tag}"] if step.tag else []), *words_of(said)]


def _hashed(marks: Iterable[str], words: Iterable[str]) -> Numbers:
    """Places of words; the same words have the same places in all tokens."""
    found = list(dict.fromkeys([*marks, *words]))[:PER_TOKEN]
    row = np.zeros(PER_TOKEN, np.int32)
    row[: len(found)] = [crc32(word.encode("utf-8", "replace")) % (WORDS - 1) + 1 for word in found]
    return row
