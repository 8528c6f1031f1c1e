"""The trained network in service, by numpy alone: which candidate a field is today, and a selector of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from ...core.healing.deciding import Decision, shared_content
from ...core.healing.features import Survey
from ...core.healing.fields import reading_of, run_selector
from ...core.healing.joint import ConfidenceLine, choose_jointly
from ...core.healing.pages import Candidate, Page
from ...core.healing.writing import target_of, write_selectors
from ...errors import ModelError
from ..modelfiles import read_model
from . import network
from .encoding import MEANING, Floats, Sight, before_tokens, choice_tokens, likenesses
from .grammar import MOST_STEPS, Prefix

_BEAM = 4
_MOST_WRITTEN = 8
_GONE = log(0.5)
_LEAST = -12.0
"""Log odds of a candidate, at least."""


class Generator:
    """Reads pages before and after, and writes selectors."""

    def __init__(self, weights: Mapping[str, Floats], facts: Mapping[str, Any]) -> None:
        forms = network.forms(weights["point"].shape[0], weights["words"].shape[1])
        for name, form in forms.items():
            if weights[name].shape != form or weights[name].dtype != np.float32:
                raise ValueError(f"{name} is {weights[name].shape}, not {form}")
        self._weights = {name: weights[name] for name in forms}
        if facts["meaning"] != MEANING:
            raise ValueError("numbers of candidates mean something else")
        self.line = ConfidenceLine(*map(float, facts["line"]))
        self.facts = facts

    @classmethod
    def read(cls, path: Path) -> Generator:
        """Read a model from a file; raises `ModelError` if it is no model."""
        return cls.unpacked(*read_model(path, network.KIND), str(path))

    @classmethod
    def kept(cls, path: Path) -> Generator:
        """As `read`, but a file that has not changed is read once."""
        try:
            state = path.stat()
        except OSError as error:
            raise ModelError(f"{path}: the model cannot be read: {error.strerror or error}") from error
        return _read(path.absolute(), state.st_mtime_ns, state.st_size)

    @classmethod
    def unpacked(cls, weights: Mapping[str, Floats], facts: Mapping[str, Any], place: str) -> Generator:
        """As `read`, of the bytes of a file; *place*: what errors call it."""
        try:
            return cls(weights, facts)
        except (KeyError, ValueError, TypeError) as error:
            raise ModelError(
                f"{place}: the weights are not those of a sequence model ({error}); train it anew"
            ) from None

    def decide(
        self,
        old: Survey,
        new: Survey,
        places: Mapping[str, Candidate],
        selectors: Mapping[str, str],
        *,
        blind: bool = False,
    ) -> dict[str, Decision]:
        """Which candidates fields are today, decided together; *blind*: equal texts do not count.

        *places*, *selectors*: of fields the candidates and the selectors of before.
        """
        if not new.looks or not places:
            return {}
        shared = 0.0 if blind else shared_content(old, new, places.values())
        before, after = Sight(old), Sight(new)
        scores = {}
        for name, place in places.items():
            shares = self._shares(before, after, place, selectors[name], shared)
            if shares[-1] < _GONE:
                scores[name] = np.maximum(shares[:-1], _LEAST).tolist()
        places = {name: places[name] for name in scores}
        candidates = new.page.candidates
        return {
            name: Decision(
                candidates[choice.number],
                self.line.probability(choice.margin, choice.share),
                choice.margin,
                tuple(candidates[number] for number in choice.top),
                choice.share,
            )
            for name, choice in choose_jointly(scores, places, candidates).items()
        }

    def heal(
        self, old: Survey, pages: Sequence[Survey], places: Mapping[str, Candidate], selectors: Mapping[str, str]
    ) -> dict[str, tuple[str, float]]:
        """Of fields the selector that finds what was decided on most pages of today, and how likely it is right."""
        decided = [self.decide(old, new, places, selectors) for new in pages]
        found = {}
        for name, place in places.items():
            known = [(new, each[name]) for new, each in zip(pages, decided, strict=True) if name in each]
            if not known:
                continue
            reading = reading_of(selectors[name])
            targets = [(new, target_of(new.page, one.candidate, reading).candidate) for new, one in known]
            surest = max(range(len(known)), key=lambda at: known[at][1].margin)
            written = self.write(old, *targets[surest], place, selectors[name])[:_MOST_WRITTEN]
            counts = [sum(_finds(new.page, text, candidate) for new, candidate in targets) for text in written]
            best = counts.index(max(counts))
            likely = sum(one.probability for _, one in known) / len(known) * counts[best] / len(pages)
            found[name] = (written[best] if reading is None else reading.write(written[best])), likely
        return found

    def write(self, old: Survey, new: Survey, candidate: Candidate, place: Candidate, selector: str) -> list[str]:
        """Selectors whose first hit is a candidate, the likeliest first; by position where nothing else tells it."""
        weights = self._weights
        before, after = Sight(old), Sight(new)
        state = self._encode(before, after, place, selector)
        key = self._keys(before, after, place, [candidate.number], 0.0)[0][0]
        beam = [(0.0, Prefix(new.page, candidate), network.write(np, weights, state, key))]
        done: list[tuple[float, str]] = []
        for _ in range(MOST_STEPS + 1):
            further = []
            for worth, prefix, at in beam:
                choices = prefix.choices
                if not choices:
                    continue
                keys = network.step_keys(np, weights, *choice_tokens(choices))
                logits = network.go_on(np, weights, at, keys)
                shares = worth + logits - _log_sum(logits)
                likeliest = np.argsort(-shares, kind="stable")[:_BEAM]
                further += [(float(shares[each]), prefix, choices[each], at, keys[each]) for each in likeliest]
            further.sort(key=lambda each: -each[0])
            done += [(worth, prefix.css) for worth, prefix, choice, *_ in further if choice.step is None]
            beam = [
                (worth, prefix.follow(choice), network.write(np, weights, at, token))
                for worth, prefix, choice, at, token in further
                if choice.step is not None
            ][:_BEAM]
        written = list(dict.fromkeys(css for _, css in sorted(done, key=lambda each: -each[0])))
        return written or [one.text for one in write_selectors([target_of(new.page, candidate)])]

    def _encode(self, old: Sight, new: Sight, place: Candidate, selector: str) -> Floats:
        means = (self._standard(page.mean) for page in (old, new))
        look = self._standard(old.looks[place.number].astype(np.float32))
        state: Floats = network.encode(np, self._weights, before_tokens(selector, place), look, *means)
        return state

    def _keys(
        self, old: Sight, new: Sight, place: Candidate, numbers: Sequence[int], shared: float
    ) -> tuple[Floats, Floats]:
        """What is known of candidates by number, and their likenesses."""
        like = likenesses(old.survey.look_of(place), [new.survey.looks[number] for number in numbers], shared)
        look = self._standard(old.looks[place.number].astype(np.float32))
        rows = self._standard(new.looks[list(numbers)].astype(np.float32))
        return network.candidates(np, self._weights, look, rows, like), like

    def _shares(self, old: Sight, new: Sight, place: Candidate, selector: str, shared: float) -> Floats:
        """The log shares of all candidates; the last one is that it is gone."""
        keys, like = self._keys(old, new, place, range(len(new.survey.looks)), shared)
        logits: Floats = network.point(np, self._weights, self._encode(old, new, place, selector), keys, like)
        return logits - _log_sum(logits)

    def _standard(self, looks: Floats) -> Floats:
        standard: Floats = network.standard(np, self._weights, looks).astype(np.float32)
        return standard


@lru_cache(2)
def _read(path: Path, _changed: int, _size: int) -> Generator:
    return Generator.read(path)


def _finds(page: Page, selector: str, candidate: Candidate) -> bool:
    """Whether its first hit is the candidate."""
    hits = run_selector(page, selector)
    return bool(hits) and hits[0] in candidate.chain


def _log_sum(logits: Floats) -> float:
    top = float(logits.max())
    return top + float(np.log(np.exp(logits - top).sum()))
