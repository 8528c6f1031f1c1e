"""The sequence model on labelled pages: what it learns from, and what it makes of sites that it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ...core.documents.models import unpack_model
from ...core.healing.features import Survey
from ...core.healing.joint import AS_MARGIN, ConfidenceLine
from ...core.healing.pages import Candidate
from ..course import calibrated
from ..evaluation import Healed, Healer, Verdict, judge_healer
from ..training import FOLDS, School
from . import network
from .generator import Generator
from .questions import PageCache, Question, made_questions, questions_of
from .training import SequencePlan, SequenceProgress, train

_MOST_MADE = 250
"""Pages of which a redesign is made."""
_NAME = "the model"


@dataclass(frozen=True)
class SequenceReport:
    """What sequence models that had not seen a site made of it."""

    fields: tuple[Verdict, ...]
    blind: tuple[Verdict, ...]
    """The same without memory of texts."""
    line: ConfidenceLine
    """The line by which margins and shares become probabilities."""


class SequenceCourse:
    """Trains on the pages and pairs of a school; the same school and plan give the same model."""

    def __init__(self, school: School, plan: SequencePlan, *, say: Callable[[str], None] = lambda _: None) -> None:
        self._school, self._plan, self._say = school, plan, say
        self._cache = PageCache()
        sheets = school.sheets[:: max(1, -(-len(school.sheets) // _MOST_MADE))]
        self._made = {
            fold: list(
                made_questions([one for one in sheets if one.fold == fold], school.kinds, self._cache, plan.seed)
            )
            for fold in range(FOLDS)
        }
        say(f"{sum(map(len, self._made.values()))} fields of made redesigns")

    def judge(self) -> SequenceReport:
        """Judge each fold by a model that has not seen it."""
        by_fold: list[list[Verdict]] = []
        blind: list[Verdict] = []
        for fold in range(FOLDS):
            here = [pair for pair, old, _ in self._school.pairs if old.fold == fold]
            model = unpack_model(self.train(frozenset({fold})), network.KIND, _NAME)
            generator = Generator.unpacked(*model, _NAME)
            by_fold.append([one for pair in here for one in judge_healer(pair, healer_of(generator))])
            blind += [one for pair in here for one in judge_healer(pair, healer_of(generator, blind=True), blind=True)]
            self._say(f"fold {fold + 1} of {FOLDS} is judged")
        told, line = calibrated(by_fold)
        return SequenceReport(tuple(told), tuple(blind), line)

    def train(self, without: frozenset[int] = frozenset(), line: ConfidenceLine = AS_MARGIN) -> bytes:
        """A model, as the bytes of a file, that has not seen some folds."""

        def tell(at: SequenceProgress) -> None:
            self._say(f"step {at.step} of {at.steps}: loss {at.loss:.3f}")

        return train(self._questions(without), self._plan, line=line, tell=tell)

    def _questions(self, without: frozenset[int]) -> Sequence[Question]:
        school = self._school
        asked = list(questions_of(school.exercises(without, school.kinds), self._cache))
        return asked + [one for fold, made in self._made.items() if fold not in without for one in made]


def healer_of(generator: Generator, *, blind: bool = False) -> Healer:
    """What decides, and writes, by the model alone."""

    def heal(old: Survey, new: Survey, places: Mapping[str, Candidate], selectors: Mapping[str, str]) -> Healed:
        return {
            name: (one, generator.write(old, new, one.candidate, places[name], selectors[name])[0])
            for name, one in generator.decide(old, new, places, selectors, blind=blind).items()
        }

    return heal
