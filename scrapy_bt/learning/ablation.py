"""What each idea of the decision adds: the same judging by folds with one of them left out, or one more put in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.healing.fields import find_old
from ..core.healing.joint import choose_jointly
from ..core.healing.looks import Look
from ..core.healing.pages import Candidate, squeeze
from ..core.healing.pairs import TYPED_PAIR_NAMES, TypeLikeness, pair_features
from ..core.healing.shapes import SHAPE
from .embeddings import EMBEDDING_NAMES, Embeddings, Vectors, pair_numbers
from .growing import grow_ranker
from .labelled import LabelledPair, kind_of_field
from .lessons import CandidateRows, Exercise, Matrix, Sheet
from .training import FOLDS, School

ROUNDS = 80
"""Trees of the ranker."""
_OTHERS = 30
"""Candidates beside the right ones in each exercise: those most alike in kind, and as many others."""

_SHAPES = frozenset(SHAPE)
_OLD_SHAPES = frozenset(("old length", "old words", "old digits", "old capitals", "old name-like"))

IDEAS: Mapping[str, Callable[[str], bool]] = {
    "kinds of fields": lambda name: name.startswith("type "),
    "text shape": lambda name: name.partition(" ")[2].removeprefix("of ") in _SHAPES or name in _OLD_SHAPES,
    "structured data": lambda name: any(word in name for word in ("key", "article body", "description", "datetime")),
    "same key and index alone": lambda name: name == "same key and index",
    "distance to title and body, order": lambda name: any(
        word in name for word in ("title", "after body", "in body", "body ", " rank", " place", "side of")
    ),
    "labels and headings": lambda name: "label" in name or "heading" in name or name.endswith(" gap"),
    "class words": lambda name: (name.endswith((" both", " share")) and name.split()[0] in ("own", "parent", "above"))
    or name in ("own or parent share", "words share", "words above share", "word in words above", "same id")
    or name.startswith("rooms "),
    "runs of siblings, paths": lambda name: any(
        word in name for word in ("run ", "path ", "coarse ", "child", "alike")
    ),
    "likeness to the old element": lambda name: not name.startswith(("new ", "type ")),
}  # fmt: skip
"""The numbers that each idea is made of, by its name."""


@dataclass(frozen=True)
class VariantScore:
    """How many broken fields a variant was asked for, got right when forced, and had among its best three."""

    name: str
    count: int
    right: int
    among_top: int


@dataclass
class _BrokenField:
    """A broken field of a pair, with the numbers of all candidates of the new page."""

    pair: str
    name: str
    wanted: str
    old: Candidate
    candidates: Sequence[Candidate]
    numbers: Matrix


class Ablation:
    """Judges variants of one ranker on broken fields; equal texts do not count, since they hide what else does."""

    def __init__(self, school: School, *, rounds: int | None = None) -> None:
        self._school, self._rounds = school, rounds or ROUNDS
        self._lessons: list[tuple[CandidateRows, list[_BrokenField]]] = []
        for fold in range(FOLDS):
            without = frozenset({fold})
            seen = [sheet.survey.page for sheet in school.sheets if sheet.fold not in without]
            embeddings = Embeddings(seen, seed=school.seed)
            self._lessons.append((self._rows(without, embeddings), self._fields(fold, without, embeddings)))
            school.say(f"ablation: fold {fold + 1} of {FOLDS} is looked at")

    def tell(self) -> list[VariantScore]:
        """The scores of all variants: the whole, the whole with embeddings, and the whole without each idea."""
        names = (*TYPED_PAIR_NAMES, *EMBEDDING_NAMES)
        plain = np.array([name not in EMBEDDING_NAMES for name in names])
        told = [
            self._judge("everything", plain),
            self._judge("everything, and embeddings of nodes", np.ones(len(names), dtype=bool)),
            self._judge("everything, but each field by itself", plain, jointly=False),
        ]
        for idea, belongs in IDEAS.items():
            left = np.array([not belongs(name) for name in names]) & plain
            told.append(self._judge(f"without {idea}", left))
        return told

    def _judge(self, name: str, mask: NDArray[np.bool_], *, jointly: bool = True) -> VariantScore:
        right = among = count = 0
        for rows, fields in self._lessons:
            names = (*TYPED_PAIR_NAMES, *EMBEDDING_NAMES)
            masked = CandidateRows(rows.numbers * mask, rows.labels, rows.sizes)
            ranker = grow_ranker(masked, names=names, seed=self._school.seed, ranking=False, rounds=self._rounds)
            for of_pair in _by_pair(fields):
                scores = {
                    one.name: list(map(float, ranker.predict(one.numbers * mask, raw_score=True))) for one in of_pair
                }
                tops = _tops(of_pair, scores, jointly=jointly)
                for one in of_pair:
                    texts = [one.candidates[number].text.casefold() for number in tops.get(one.name, ())]
                    count += 1
                    right += texts[:1] == [one.wanted]
                    among += one.wanted in texts
        self._school.say(f"ablation: {name}: {right} of {count}")
        return VariantScore(name, count, right, among)

    def _rows(self, without: frozenset[int], embeddings: Embeddings) -> CandidateRows:
        random = Random(self._school.seed)
        known: dict[int, Vectors] = {}
        numbers: list[list[float]] = []
        labels: list[int] = []
        sizes: list[int] = []
        for exercise in self._school.exercises(without, self._school.kinds):
            chosen, right = _chosen(exercise, random)
            made = self._numbers(
                exercise.old, exercise.old_sheet, exercise.new_sheet, chosen, without, embeddings, known
            )
            numbers += made
            labels += [int(number in right) for number in chosen]
            sizes.append(len(chosen))
        return CandidateRows(np.array(numbers, dtype=np.float32), np.array(labels, dtype=np.int8), sizes)

    def _fields(self, fold: int, without: frozenset[int], embeddings: Embeddings) -> list[_BrokenField]:
        found = []
        known: dict[int, Vectors] = {}
        for pair, old, new in self._school.pairs:
            if old.fold != fold:
                continue
            for name, place, wanted in _broken(pair, old):
                everyone = range(len(new.survey.looks))
                numbers = self._numbers(place, old, new, everyone, without, embeddings, known)
                matrix = np.array(numbers, dtype=np.float32)
                found.append(_BrokenField(pair.name, name, wanted, place.candidate, new.survey.page.candidates, matrix))
        return found

    def _numbers(
        self, old: Look, old_sheet: Sheet, new_sheet: Sheet, chosen: Sequence[int], without: frozenset[int],
        embeddings: Embeddings, known: dict[int, Vectors],
    ) -> list[list[float]]:  # fmt: skip
        survey = new_sheet.survey
        shares = (self._school.shares(sheet, without) for sheet in (old_sheet, new_sheet))
        old_shares, new_shares = shares
        likeness = TypeLikeness(old, old_shares, survey.looks, new_shares)
        for sheet in (old_sheet, new_sheet):
            if id(sheet) not in known:
                known[id(sheet)] = embeddings.of(sheet.survey.page)
        mine, theirs = known[id(old_sheet)][old.candidate.number], known[id(new_sheet)]
        pairs = pair_features(old, (survey.looks[number] for number in chosen), survey)
        return [
            [*of_pair, *likeness.features(survey.looks[number]), *pair_numbers(mine, theirs[number])]
            for number, of_pair in zip(chosen, pairs, strict=True)
        ]


def _chosen(exercise: Exercise, random: Random) -> tuple[list[int], set[int]]:
    right = {look.candidate.number for look in exercise.right}
    others = [number for number in range(len(exercise.new_sheet.survey.looks)) if number not in right]
    own = exercise.old.words
    looks = exercise.new_sheet.survey.looks
    others.sort(key=lambda number: -len(own & looks[number].words))
    easy = others[_OTHERS:]
    return [*right, *others[:_OTHERS], *random.sample(easy, min(_OTHERS, len(easy)))], right


def _broken(pair: LabelledPair, old: Sheet) -> list[tuple[str, Look, str]]:
    found = []
    for name, one in pair.fields.items():
        candidate = find_old(old.survey.page, one.selector, [one.old_value]) if one.broken else None
        if candidate is not None and kind_of_field(name):
            found.append((name, old.survey.look_of(candidate), squeeze(one.new_value).casefold()))
    return found


def _by_pair(fields: Sequence[_BrokenField]) -> list[list[_BrokenField]]:
    pairs: dict[str, list[_BrokenField]] = {}
    for one in fields:
        pairs.setdefault(one.pair, []).append(one)
    return list(pairs.values())


def _tops(fields: Sequence[_BrokenField], scores: Mapping[str, Any], *, jointly: bool) -> dict[str, Sequence[int]]:
    if not jointly:
        return {name: sorted(range(len(each)), key=lambda at: -each[at])[:3] for name, each in scores.items()}
    chosen = choose_jointly(scores, {one.name: one.old for one in fields}, fields[0].candidates)
    return {name: choice.top for name, choice in chosen.items()}
