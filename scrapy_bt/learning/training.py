"""Training of the models of healing: out of fold for figures, on everything for what is shipped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from ..core.healing.joint import LEAST_SHARE, ConfidenceLine
from ..core.healing.looks import NAMES
from ..core.healing.pairs import PAIR_NAMES, TYPED_PAIR_NAMES
from ..errors import BTError
from .evaluation import ACROSS, Verdict
from .growing import grow_kinds, grow_ranker, plain_forest
from .labelled import KINDS, LabelledPair
from .lessons import Exercise, Sheet, exercises_across, exercises_of, exercises_within, kind_rows, pair_rows, vectors_of

FOLDS = 3
ROUNDS = 160
_SAME_SYSTEM = 0.4
_LINE = ConfidenceLine(-0.17, 0.45)
"""The line that is used where there are too few decisions to fit one."""

_FAR = 12.0
"""A margin beyond which nothing is surer."""
WEIGHTS: dict[str, float] = {ACROSS: 0.5}
"""Of what margins are fitted to, by source: there are many pairs of pages of different sites."""

Say = Callable[[str], None]


@dataclass
class School:
    """What models are trained on: pages and pairs that were looked at, in folds by content system."""

    sheets: Sequence[Sheet]
    pairs: Sequence[tuple[LabelledPair, Sheet, Sheet]]
    seed: int = 0
    kinds: tuple[str, ...] = tuple(dict.fromkeys(KINDS.values()))
    partners: int = 3
    rounds: int = ROUNDS
    """Trees of a ranker."""
    say: Say = field(default=lambda _: None)

    def __post_init__(self) -> None:
        folds = folds_of(self.every_sheet())
        for sheet in self.every_sheet():
            sheet.fold = folds[sheet.site]
        self._shares: dict[frozenset[int], dict[int, Any]] = {}
        self._classifiers: dict[frozenset[int], Any] = {}

    def every_sheet(self) -> list[Sheet]:
        """The sheets of single pages and of pairs."""
        return [*self.sheets, *(sheet for _, old, new in self.pairs for sheet in (old, new))]

    def classifier(self, without: frozenset[int]) -> Any:
        """The classifier of kinds that has not seen some folds."""
        if without not in self._classifiers:
            sheets = [sheet for sheet in self.sheets if sheet.fold not in without]
            if not sheets:
                count = len({sheet.site for sheet in self.sheets})
                raise BTError(f"labelled pages of {count} sites are too few; give those of a dozen sites at least")
            numbers, labels = kind_rows(sheets, self.kinds, self.seed)
            self.say(f"kinds without {sorted(without)}: {len(labels)} rows")
            self._classifiers[without] = grow_kinds(numbers, labels, len(self.kinds) + 1, names=NAMES, seed=self.seed)
        return self._classifiers[without]

    def shares(self, sheet: Sheet, without: frozenset[int]) -> list[list[float]]:
        """For each kind its shares of a sheet's candidates, by a classifier that has not seen its fold either."""
        known = self._shares.setdefault(without | {sheet.fold}, {})
        if id(sheet) not in known:
            vectors = vectors_of(sheet)
            known[id(sheet)] = (
                self.classifier(without | {sheet.fold}).predict(vectors) if len(vectors) else np.zeros((0, 1))
            )
        shares: list[list[float]] = known[id(sheet)].T.tolist()
        return shares

    def exercises(self, without: frozenset[int], kinds: Sequence[str]) -> list[Exercise]:
        """What rankers are trained on."""
        sheets = [sheet for sheet in self.sheets if sheet.fold not in without]
        found = exercises_across(sheets, kinds, self.seed, partners=self.partners)
        real = exercises_within(sheets, kinds, self.seed)
        for pair, old, new in self.pairs:
            if old.fold not in without:
                real.extend(one for one in exercises_of(pair, old, new) if one.kind in kinds)
        return found + real * 3

    def without_kind(self, kind: str) -> School:
        """A school in which neither the classifier nor the rankers know a kind."""
        return replace(self, kinds=tuple(each for each in self.kinds if each != kind))

    def train(self, without: frozenset[int] = frozenset()) -> dict[str, Any]:
        """Plain models that have not seen some folds."""
        rows = pair_rows(self.exercises(without, self.kinds), lambda sheet: self.shares(sheet, without), self.seed)
        self.say(f"pairs without {sorted(without)}: {len(rows.labels)} rows of {len(rows.sizes)} fields")
        typed = grow_ranker(rows, names=TYPED_PAIR_NAMES, seed=self.seed, ranking=False, rounds=self.rounds)
        ranking = grow_ranker(rows, names=TYPED_PAIR_NAMES, seed=self.seed + 1, ranking=True, rounds=self.rounds)
        untyped = grow_ranker(rows, names=PAIR_NAMES, seed=self.seed + 2, ranking=False, rounds=self.rounds)
        return {
            "kinds": list(self.kinds),
            "types": plain_forest(self.classifier(without), NAMES, len(self.kinds) + 1),
            "typed": plain_forest(typed, TYPED_PAIR_NAMES),
            "ranking": plain_forest(ranking, TYPED_PAIR_NAMES),
            "untyped": plain_forest(untyped, PAIR_NAMES),
            "line": list(_LINE),
        }


def folds_of(sheets: Iterable[Sheet]) -> dict[str, int]:
    """The fold of each site; sites whose pages share their class names are of one content system and one fold."""
    classes: dict[str, set[str]] = {}
    for sheet in sheets:
        classes.setdefault(sheet.site, set()).update(sheet.classes)
    leader = {site: site for site in classes}

    def lead(site: str) -> str:
        while leader[site] != site:
            site = leader[site]
        return site

    sites = sorted(classes)
    for at, one in enumerate(sites):
        for other in sites[:at]:
            if _is_of_one_system(classes[one], classes[other]):
                leader[lead(one)] = lead(other)
    return {site: int(sha256(lead(site).encode()).hexdigest(), 16) % FOLDS for site in sites}


def _is_of_one_system(one: set[str], other: set[str]) -> bool:
    small, large = sorted((len(one), len(other)))
    if small < 30 or small < _SAME_SYSTEM * large:
        return False
    both = len(one & other)
    return both > _SAME_SYSTEM * (small + large - both)


def fit_line(verdicts: Iterable[Verdict]) -> ConfidenceLine:
    """How sure choices are, fitted to those where equal texts did not help."""
    told = [one for one in verdicts if one.probability is not None and not one.same_content]
    if len({one.right for one in told}) < 2 or len(told) < 30:
        return _LINE
    numbers = np.array([[min(_FAR, max(0.0, one.margin)), max(LEAST_SHARE, one.share)] for one in told])
    weights = [WEIGHTS.get(one.source, 1.0) for one in told]
    fitted = LogisticRegression(C=1.0).fit(numbers, [one.right for one in told], sample_weight=weights)
    return ConfidenceLine(float(fitted.intercept_[0]), *map(float, fitted.coef_[0]))
