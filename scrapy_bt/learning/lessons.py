"""From labelled pages to rows of numbers that models are trained on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..core.healing.features import Survey
from ..core.healing.fields import find_old
from ..core.healing.looks import NAMES, Look, jaccard
from ..core.healing.pages import Page, squeeze
from ..core.healing.pairs import TYPED_PAIR_NAMES, TypeLikeness, pair_features
from .labelled import LabelledPage, LabelledPair, kind_of_field, read_page

Matrix = NDArray[np.float32]
SharesOf = Callable[["Sheet"], Sequence[Sequence[float]]]
"""Gives the probabilities of the kinds for all candidates of a sheet."""

_OTHERS = 70
"""How many candidates without a kind each page gives to the training of the classifier."""
_HARD = 30
_EASY = 30


@dataclass(eq=False)
class Sheet:
    """A page with the features of its candidates; *fold*: the part of the sites that it belongs to."""

    survey: Survey
    site: str
    classes: frozenset[str]
    truth: Mapping[str, tuple[str, ...]]
    fold: int = 0
    vectors: Matrix | None = None

    def right(self, kind: str, index: int) -> list[Look]:
        """The candidates whose text is a true value."""
        values = self.truth.get(kind, ())
        if index >= len(values):
            return []
        found = self.survey.page.by_text.get(squeeze(values[index]).casefold(), [])
        return [self.survey.look_of(candidate) for candidate in found]


@dataclass(eq=False)
class Exercise:
    """An old element, and the candidates of a new page that hold its value."""

    kind: str
    old_sheet: Sheet
    new_sheet: Sheet
    old: Look
    right: list[Look]
    selector: str = ""
    """The selector that found the old element, where it is known."""


@dataclass
class CandidateRows:
    """Rows of candidates: *sizes* of the groups that belong together, *labels* 1 for what is right."""

    numbers: Matrix
    labels: NDArray[np.int8]
    sizes: list[int]

    @classmethod
    def joined(cls, parts: Sequence[CandidateRows]) -> CandidateRows:
        """The rows of several sheets as one, in their order."""
        known = [part for part in parts if part.sizes]
        if not known:
            return cls(np.zeros((0, 0), np.float32), np.zeros(0, np.int8), [])
        return cls(
            np.concatenate([part.numbers for part in known]),
            np.concatenate([part.labels for part in known]),
            [size for part in known for size in part.sizes],
        )


def read_sheet(source: str, site: str, truth: Mapping[str, tuple[str, ...]]) -> Sheet:
    """Work out the candidates and features of a page."""
    page = Page(source)
    survey = Survey(page)
    classes = {
        name
        for element in page.root.iter()
        if isinstance(element.tag, str)
        for name in (element.get("class") or "").split()
    }
    return Sheet(survey, site, frozenset(classes), truth)


def sheet_of(labelled: LabelledPage) -> Sheet:
    """The sheet of a labelled page."""
    return read_sheet(labelled.read(), labelled.site, labelled.by_kind)


def vectors_of(sheet: Sheet) -> Matrix:
    """The numbers of all candidates of a page."""
    if sheet.vectors is None:
        sheet.vectors = np.array([look.vector() for look in sheet.survey.looks], dtype=np.float32).reshape(
            len(sheet.survey.looks), len(NAMES)
        )
    return sheet.vectors


def kind_rows(sheets: Iterable[Sheet], kinds: Sequence[str], seed: int) -> tuple[Matrix, NDArray[np.int8]]:
    """Rows for the classifier of kinds; class 0: no kind."""
    rows: list[Matrix] = []
    labels: list[int] = []
    for sheet in sheets:
        label: dict[int, int] = {}
        for number, kind in enumerate(kinds, 1):
            for index in range(len(sheet.truth.get(kind, ()))):
                for look in sheet.right(kind, index):
                    label.setdefault(look.candidate.number, number)
        random = Random(f"{seed} {sheet.site}")
        none = [number for number in range(len(sheet.survey.looks)) if number not in label]
        chosen = sorted([*label, *random.sample(none, min(_OTHERS, len(none)))])
        rows.append(vectors_of(sheet)[chosen])
        labels.extend(label.get(number, 0) for number in chosen)
    return np.concatenate(rows), np.array(labels, dtype=np.int8)


def exercises_across(sheets: Sequence[Sheet], kinds: Sequence[str], seed: int, *, partners: int) -> list[Exercise]:
    """Each page as the new one, with pages of other sites as the old ones: the harshest redesign there is."""
    random = Random(seed)
    found = []
    by_kinds: dict[bool, list[Sheet]] = defaultdict(list)
    for sheet in sheets:
        by_kinds["ingredient" in sheet.truth].append(sheet)
    for new in sheets:
        family = by_kinds["ingredient" in new.truth]
        for old in random.sample(family, min(partners, len(family))):
            if old.site != new.site:
                found.extend(_exercises(old, new, kinds, random))
    return found


def exercises_within(sheets: Sequence[Sheet], kinds: Sequence[str], seed: int) -> list[Exercise]:
    """Exercises from pages of one site with different layouts."""
    random = Random(seed)
    return [one for old, new in layouts_of(sheets) for one in _exercises(old, new, kinds, random)]


def layouts_of(sheets: Sequence[Sheet]) -> Iterator[tuple[Sheet, Sheet]]:
    """All pairs of pages of one site with different layouts, in both orders."""
    by_site: dict[str, list[Sheet]] = defaultdict(list)
    for sheet in sheets:
        by_site[sheet.site].append(sheet)
    for family in by_site.values():
        for new in family:
            for old in family:
                if old is not new and jaccard(old.classes, new.classes) < 0.5:
                    yield old, new


def exercises_of(pair: LabelledPair, old: Sheet, new: Sheet) -> list[Exercise]:
    """The fields of a labelled pair whose old element is found."""
    found = []
    for name, one in pair.fields.items():
        element = find_old(old.survey.page, one.selector)
        right = new.survey.page.by_text.get(squeeze(one.new_value).casefold(), [])
        if element is not None and right:
            looks = [new.survey.look_of(candidate) for candidate in right]
            found.append(Exercise(kind_of_field(name), old, new, old.survey.look_of(element), looks, one.selector))
    return found


def sheets_of(pair: LabelledPair) -> tuple[Sheet, Sheet]:
    """The sheets of both pages of a labelled pair."""
    return read_sheet(read_page(pair.old), pair.site, {}), read_sheet(read_page(pair.new), pair.site, {})


def _exercises(old: Sheet, new: Sheet, kinds: Sequence[str], random: Random) -> list[Exercise]:
    found = []
    for kind in kinds:
        both = min(len(old.truth.get(kind, ())), len(new.truth.get(kind, ())))
        if not both:
            continue
        index = 0 if random.random() < 0.7 else random.randrange(min(both, 6))
        olds, right = old.right(kind, index), new.right(kind, index)
        if olds and right:
            found.append(Exercise(kind, old, new, olds[0] if random.random() < 0.7 else random.choice(olds), right))
    return found


def pair_rows(exercises: Iterable[Exercise], shares_of: SharesOf, seed: int) -> CandidateRows:
    """Rows for the rankers: right candidates, the most similar ones by kind, and others."""
    random = Random(seed)
    rows = [np.zeros((0, len(TYPED_PAIR_NAMES)), np.float32)]
    labels: list[int] = []
    sizes: list[int] = []
    for exercise in exercises:
        survey = exercise.new_sheet.survey
        likeness = TypeLikeness(
            exercise.old, shares_of(exercise.old_sheet), survey.looks, shares_of(exercise.new_sheet)
        )
        right = {look.candidate.number for look in exercise.right}
        others = [number for number in range(len(survey.looks)) if number not in right]
        others.sort(key=lambda number: -likeness.likeness[number])
        easy = others[_HARD:]
        chosen = [*right, *others[:_HARD], *random.sample(easy, min(_EASY, len(easy)))]
        looks = [survey.looks[number] for number in chosen]
        features = zip(pair_features(exercise.old, looks, survey), map(likeness.features, looks), strict=True)
        numbers = [of_pair + of_kinds for of_pair, of_kinds in features]
        rows.append(np.array(numbers, dtype=np.float32))
        labels += [int(number in right) for number in chosen]
        sizes.append(len(chosen))
    return CandidateRows(np.concatenate(rows), np.array(labels, dtype=np.int8), sizes)
