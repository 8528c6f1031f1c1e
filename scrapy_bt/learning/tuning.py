"""Fine-tuning: models go on learning from the repairs that a project has accepted, from trees added to theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ..core.healing.deciding import Models
from ..core.healing.forests import Forest
from ..core.healing.pairs import PAIR_NAMES, TYPED_PAIR_NAMES
from ..errors import BTError
from .evaluation import Verdict, judge_pair
from .growing import grow_further
from .labelled import LabelledPair
from .lessons import CandidateRows, exercises_of, pair_rows, sheets_of

FOLDS = 3
_FEWEST = 6
"""Fields that are learned from, at least."""
_RANKERS = {"typed": TYPED_PAIR_NAMES, "ranking": TYPED_PAIR_NAMES, "untyped": PAIR_NAMES}


@dataclass(frozen=True)
class TuningReport:
    """Fields before and after, each judged by models that were tuned on other pairs."""

    before: tuple[Verdict, ...]
    after: tuple[Verdict, ...]


class Tuning:
    """Tunes *plain* models of single fields on pairs; the same seed, models and pairs give the same models."""

    def __init__(
        self,
        plain: dict[str, Any],
        pairs: Sequence[LabelledPair],
        *,
        seed: int = 0,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._plain, self._pairs, self._seed = plain, pairs, seed
        self._models = Models.read(plain)
        self._lessons = {pair.name: self._learn(pair) for pair in pairs}
        say(f"{len(pairs)} pairs, {sum(len(rows.sizes) for rows in self._lessons.values())} fields")

    def judge(self) -> TuningReport:
        """Judge each fold of pairs, those of one site and layout together, by what was tuned on the others."""
        folds = {pair.name: int(sha256(pair.site.encode()).hexdigest(), 16) % FOLDS for pair in self._pairs}
        before: list[Verdict] = []
        after: list[Verdict] = []
        for fold in range(FOLDS):
            here = [pair for pair in self._pairs if folds[pair.name] == fold]
            rest = [pair for pair in self._pairs if folds[pair.name] != fold]
            models = Models.read(self._tuned(rest))
            for pair in here:
                before += judge_pair(pair, self._models, blind=True)
                after += judge_pair(pair, models, blind=True)
        return TuningReport(tuple(before), tuple(after))

    def tune(self) -> dict[str, Any]:
        """The plain models that are tuned on all pairs; raises `BTError` where these are too few."""
        count = sum(len(rows.sizes) for rows in self._lessons.values())
        if count < _FEWEST:
            raise BTError(f"there are {count} repaired fields: models learn on from {_FEWEST} at least")
        return self._tuned(self._pairs)

    def _learn(self, pair: LabelledPair) -> CandidateRows:
        old, new = sheets_of(pair)
        return pair_rows(exercises_of(pair, old, new), lambda sheet: self._models.shares(sheet.survey)[0], self._seed)

    def _tuned(self, pairs: Sequence[LabelledPair]) -> dict[str, Any]:
        rows = CandidateRows.joined([self._lessons[pair.name] for pair in pairs])
        if not rows.sizes:
            return self._plain
        further = {
            name: grow_further(
                rows, Forest.read(self._plain[name], names), names=names, seed=self._seed, ranking=name == "ranking"
            )
            for name, names in _RANKERS.items()
        }
        return self._plain | {
            name: self._plain[name] | {"trees": self._plain[name]["trees"] + trees} for name, trees in further.items()
        }
