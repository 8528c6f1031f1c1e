"""A whole course: pages are read, judged out of fold, and models are trained on all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..core.healing.deciding import Models
from ..core.healing.joint import ConfidenceLine
from ..core.healing.lists import ListModels
from ..errors import BTError
from .evaluation import ListVerdict, Verdict, judge_lists, judge_pair
from .labelled import Labelled, LabelledLists, LabelledPair, kind_of_field, read_labelled, thinned
from .layouts import second_pages
from .lessons import sheet_of, sheets_of
from .listlessons import list_sheets, train_columns
from .rehearsals import rehearse
from .training import FOLDS, ROUNDS, School, fit_line

Say = Callable[[str], None]


@dataclass(frozen=True)
class CourseReport:
    """How models did on sites that they had not seen."""

    fields: tuple[Verdict, ...]
    blind: tuple[Verdict, ...]
    """The same where equal texts do not count."""
    lists: tuple[ListVerdict, ...]
    second: tuple[tuple[str, bool], ...]
    """Selectors written on one page and run on another of its layout: the kind of field, and whether it was right."""
    line: ConfidenceLine
    """The line by which margins and shares become probabilities."""


class ListCourse:
    """The lists of a course, which are judged and trained by themselves."""

    def __init__(self, lists: Iterable[LabelledLists], *, seed: int = 0) -> None:
        self._pairs = list_sheets(lists)
        self._seed = seed

    def judge(self) -> list[ListVerdict]:
        """Judge each fold of sites by models that have not seen it."""
        sites = sorted({one.site for one, _, _ in self._pairs})
        verdicts = []
        for fold in range(FOLDS):
            here = set(sites[fold::FOLDS])
            rest = [each for each in self._pairs if each[0].site not in here]
            if rest and here:
                models = ListModels.read(train_columns(rest, self._seed))
                verdicts += [
                    one for each, _, _ in self._pairs if each.site in here for one in judge_lists(each, models)
                ]
        return verdicts

    def train(self) -> dict[str, Any]:
        """The plain models of lists that are trained on all of them."""
        return train_columns(self._pairs, self._seed)


class Course:
    """Pages that models are trained on; *seed*: the same one gives the same models.

    *each*: of which groups of single pages only one in *each* is taken.
    """

    def __init__(
        self,
        sources: Sequence[Path],
        *,
        seed: int = 0,
        rounds: int = ROUNDS,
        each: Mapping[str, int] | None = None,
        say: Say = lambda _: None,
    ) -> None:
        read = [read_labelled(source) for source in sources]
        self.labelled = Labelled(
            thinned([page for one in read for page in one.pages], each or {}),
            tuple(pair for one in read for pair in one.pairs),
            tuple(lists for one in read for lists in one.lists),
        )
        self._seed, self._say = seed, say
        say(f"{len(self.labelled.pages)} pages, {len(self.labelled.pairs)} pairs, {len(self.labelled.lists)} lists")
        sheets = [sheet_of(page) for page in self.labelled.pages]
        pairs = [(pair, *sheets_of(pair)) for pair in self.labelled.pairs]
        self.school = School(sheets, pairs, seed=seed, rounds=rounds, say=say)
        self._lists = ListCourse(self.labelled.lists, seed=seed)

    def judge(self) -> CourseReport:
        """Judge each fold by models that have not seen it."""
        by_fold: list[list[Verdict]] = []
        rehearsed: list[list[Verdict]] = []
        blind: list[Verdict] = []
        judged = {pair.site for pair in self.labelled.pairs}
        for fold in range(FOLDS):
            models = Models.read(self.school.train(frozenset({fold})))
            here = [pair for pair, old, _ in self.school.pairs if old.fold == fold]
            by_fold.append([one for pair in here for one in judge_pair(pair, models)])
            blind += [one for pair in here for one in judge_pair(pair, models, blind=True)]
            sheets = [sheet for sheet in self.school.sheets if sheet.fold == fold]
            rehearsed.append(rehearse(sheets, models, without=judged, seed=self._seed))
            self._say(f"fold {fold + 1} of {FOLDS} is judged")
        told, line = calibrated(by_fold, rehearsed)
        return CourseReport(
            tuple(told), tuple(blind), tuple(self._lists.judge()), tuple(second_pages(self.labelled.pages)), line
        )

    def judge_left_out(self, kinds: Collection[str] = ()) -> dict[str, list[Verdict]]:
        """How the broken fields of each kind do by models that know neither their sites nor that kind.

        Equal texts do not count. *kinds*: those that are left out, one at a time; empty for all that pairs have.
        """
        there = dict.fromkeys(kind_of_field(name) for pair in self.labelled.pairs for name in pair.fields)
        if unknown := [kind for kind in kinds if kind not in there]:
            raise BTError(f"no pair has fields of the kind {unknown[0]!r}; there are: {', '.join(there)}")
        found: dict[str, list[Verdict]] = {}
        for kind in kinds or there:
            school = self.school.without_kind(kind)
            found[kind] = []
            for fold in range(FOLDS):
                here = [pair for pair, old, _ in school.pairs if old.fold == fold and _has(pair, kind)]
                if here:
                    models = Models.read(school.train(frozenset({fold})))
                    judged = (one for pair in here for one in judge_pair(pair, models, blind=True))
                    found[kind] += [one for one in judged if one.broken and kind_of_field(one.field) == kind]
            self._say(f"without {kind}: {sum(one.right for one in found[kind])} of {len(found[kind])}")
        return found

    def train(self, line: ConfidenceLine) -> dict[str, Any]:
        """The plain models that are trained on everything."""
        return {"fields": self.school.train() | {"line": list(line)}, "lists": self._lists.train()}


def _has(pair: LabelledPair, kind: str) -> bool:
    """Whether a field of this kind is broken."""
    return any(one.broken and kind_of_field(name) == kind for name, one in pair.fields.items())


def calibrated(
    by_fold: Sequence[Sequence[Verdict]], *others: Sequence[Sequence[Verdict]]
) -> tuple[list[Verdict], ConfidenceLine]:
    """Verdicts with probabilities that are learned from the other folds, and the line that is learned from all folds.

    *others*: further verdicts by fold, from which the lines are learned too.
    """
    told = []
    for fold, verdicts in enumerate(by_fold):
        line = fit_line(one for each in (by_fold, *others) for one in _others(each, fold))
        told += [_recalibrated(one, line) for one in verdicts]
    return told, fit_line(one for each in (by_fold, *others) for one in _others(each, None))


def _others(by_fold: Sequence[Sequence[Verdict]], fold: int | None) -> Iterator[Verdict]:
    """The verdicts of the other folds."""
    return (one for number, each in enumerate(by_fold) if number != fold for one in each)


def _recalibrated(verdict: Verdict, line: ConfidenceLine) -> Verdict:
    if verdict.probability is None:
        return verdict
    return replace(verdict, probability=line.probability(verdict.margin, verdict.share))
