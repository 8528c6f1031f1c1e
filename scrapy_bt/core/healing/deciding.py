"""Which element of a redesigned page is which field: the models' scores, then the joint choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from itertools import accumulate, islice, pairwise, repeat
from math import exp, log
from operator import sub
from typing import Any, NamedTuple

from .features import Survey
from .forests import Forest
from .hints import Hints, hinted, is_of_others
from .joint import ConfidenceLine, JointChoice, choose_jointly
from .looks import NAMES, Look, jaccard
from .pages import Candidate
from .pairs import PAIR_NAMES, TYPED_PAIR_NAMES, Shares, TypeLikeness, pair_features

_SCORED = 150
"""How many candidates of a field the rankers look at; the others were far from likely."""
_RANKED = 60
"""How many of these, the best by the first ranker and by hints, the other two rankers look at."""
_HOPEFUL = 20
"""How many further candidates are looked at, those for which hints speak most."""
_MOST_SAME = 50
"""How many further candidates with the old text are looked at."""
_AT_ONCE = 16
"""How many fields are scored together."""
_UNLIKELY = -12.0
_LONG = 40
_LONGEST = 600
_TITLE = 8
_MANY = 3
_ELSEWHERE = 4.0
"""The cost, in log odds, of a text that stood on the old page and was not the value, as a site's own texts."""


@dataclass(frozen=True, slots=True)
class Models:
    """What was learned: a classifier of kinds, three rankers, and how margins become probabilities."""

    kinds: tuple[str, ...]
    types: Forest
    typed: Forest
    ranking: Forest
    untyped: Forest
    line: ConfidenceLine
    """How sure a choice is."""

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Models:
        """From plain data; malformed ones are a `ValueError`."""
        try:
            kinds, types = tuple(map(str, plain["kinds"])), Forest.read(plain["types"], NAMES)
            if types.classes != len(kinds) + 1:
                raise ValueError(f"the classifier tells {types.classes} classes, and {len(kinds)} kinds are named")
            return cls(
                kinds,
                types,
                Forest.read(plain["typed"], TYPED_PAIR_NAMES),
                Forest.read(plain["ranking"], TYPED_PAIR_NAMES),
                Forest.read(plain["untyped"], PAIR_NAMES),
                ConfidenceLine(*map(float, plain["line"])),
            )
        except (KeyError, IndexError, TypeError) as error:
            raise ValueError(f"not models of healing: {error!r}") from error

    def shares(self, *surveys: Survey) -> list[list[Shares]]:
        """For each survey and kind its probabilities of all candidates; the first kind is no kind.

        Surveys that go down the trees together take less time.
        """
        by_kind = self.types.shares([look.vector() for survey in surveys for look in survey.looks])
        ends = list(accumulate(len(survey.looks) for survey in surveys))
        return [[of_kind[start:end] for of_kind in by_kind] for start, end in pairwise([0, *ends])]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a field is on the new page."""

    candidate: Candidate
    probability: float
    margin: float
    top: tuple[Candidate, ...]
    """The best three, the chosen one first."""
    share: float = 0.0


def shared_content(old: Survey, new: Survey, fields: Iterable[Candidate] = ()) -> float:
    """How far both pages have the same content: by their titles, by long texts, by the values of many fields."""
    titles = [survey.title.text.casefold() if survey.title is not None else "" for survey in (old, new)]
    if titles[0] == titles[1] and len(titles[0]) >= _TITLE:
        return 1.0
    known = new.page.by_text
    values = {one.text.casefold() for one in fields if len(one.text) >= _TITLE}
    of_fields = len(values & known.keys()) / len(values) if len(values) >= _MANY else 0.0
    texts = {
        one.text.casefold() for one in old.page.candidates if _LONG <= len(one.text) <= _LONGEST and len(one.inner) < 4
    }
    shared = max(of_fields, len(texts & known.keys()) / max(5, len(texts)))
    # What all pages of a site say of themselves is no content.
    return min(1.0, max(0.0, shared - 0.3) * 2)


def decide(
    old: Survey,
    new: Survey,
    fields: Mapping[str, Candidate],
    models: Models,
    *,
    blind: bool = False,
    shares: Sequence[Sequence[Shares]] | None = None,
) -> dict[str, Decision]:
    """Decide for all fields of a page at once.

    *blind*: whether texts are equal does not count; *shares*: what `Models.shares` gives of *old* and *new*, where it
    is known.
    """
    if not new.looks or not fields:
        return {}
    old_shares, new_shares = shares or models.shares(old, new)
    shared = 0.0 if blind else shared_content(old, new, fields.values())
    before, now = Hints.of(old, {one.text.casefold() for one in fields.values()}), Hints.of(new)
    known = {} if blind else _said(old, before)
    candidates = new.page.candidates
    wordings = [Wording.of(text) for text in now.texts] if shared else []
    scores: dict[str, Sequence[float]] = {}
    for at in range(0, len(fields), _AT_ONCE):
        some = dict(islice(fields.items(), at, at + _AT_ONCE))
        asked = [
            SoughtField(
                TypeLikeness(old.look_of(place), old_shares, new.looks, new_shares),
                hinted(place, before, candidates, now),
            )
            for place in some.values()
        ]
        for (name, place), one, learned in zip(some.items(), asked, score_candidates(asked, new, models), strict=True):
            own = Wording.of(place.text)
            contents = [0.0 if shared < 1 and is_of_others(place, before, each, now) else shared for each in candidates]
            remembered = map(remember, repeat(own), wordings, contents) if shared else repeat(0.0, len(candidates))
            found = [score + hint + memory for score, hint, memory in zip(learned, one.hints, remembered, strict=True)]
            if shared < 1:
                elsewhere = (said_elsewhere(own.text, text, known, shared) for text in now.texts)
                found = list(map(sub, found, elsewhere))
            scores[name] = found
    choices = choose_jointly(scores, fields, candidates)
    return {name: _decision(choice, new, models) for name, choice in choices.items()}


@dataclass(frozen=True, slots=True)
class SoughtField:
    """A field that is looked for; *hints*: which candidates are worth a closer look."""

    likeness: TypeLikeness
    hints: Sequence[float]


def score_candidates(asked: Sequence[SoughtField], new: Survey, models: Models) -> list[list[float]]:
    """The log odds of all candidates for each field, from the three rankers."""
    vectors = [_vectors(one, new) for one in asked]
    first = _scored(models.typed, vectors)
    closer = []
    for one, each, score in zip(asked, vectors, first, strict=True):
        best = sorted(score, key=lambda number: -score[number] - one.hints[number])[:_RANKED]
        closer.append({number: each[number] for number in sorted(best)})
    found = []
    for score, *others in zip(first, _scored(models.ranking, closer), _scored(models.untyped, closer), strict=True):
        chosen = list(others[0])
        columns = ([one[number] for number in chosen] for one in (score, *others))
        mixed = [sum(parts) / 3 for parts in zip(*map(_log_shares, columns), strict=True)]
        scores = [_UNLIKELY] * len(new.looks)
        for number, worth in zip(chosen, mixed, strict=True):
            scores[number] = max(_UNLIKELY, worth)
        found.append(scores)
    return found


def _vectors(one: SoughtField, new: Survey) -> dict[int, list[float]]:
    """The numbers of the candidates that the first ranker looks at."""
    hopeful = [number for number, hint in enumerate(one.hints) if hint > 0]
    hopeful = sorted(hopeful, key=lambda number: -one.hints[number])[:_HOPEFUL]
    old, looks = one.likeness.old, new.looks
    chosen = sorted(_likely(old, looks, one.likeness).union(hopeful))
    some = [looks[number] for number in chosen]
    features = zip(pair_features(old, some, new), map(one.likeness.features, some), strict=True)
    return {number: numbers + of_kinds for number, (numbers, of_kinds) in zip(chosen, features, strict=True)}


def _scored(ranker: Forest, vectors: Sequence[Mapping[int, Sequence[float]]]) -> list[dict[int, float]]:
    """What a ranker makes of the candidates of each field."""
    scores = iter(ranker.scores([vector for each in vectors for vector in each.values()]))
    return [dict(zip(each, scores, strict=False)) for each in vectors]


class Wording(NamedTuple):
    """A text in small letters, and its words."""

    text: str
    words: AbstractSet[str]

    @classmethod
    def of(cls, text: str) -> Wording:
        """That of any text."""
        small = text.casefold()
        return cls(small, frozenset(small.split()))


def remember(old: Wording, new: Wording, shared: float) -> float:
    """What equal texts are worth where the pages share content."""
    if old.text == new.text:
        return 9.0 * shared
    both = len(old.words & new.words)
    return 4.0 * shared * both / max(1, len(old.words) + len(new.words) - both)


def _said(old: Survey, hints: Hints) -> dict[str, list[Candidate]]:
    """What the old page has said, without what it told of others, such as things that are recommended."""
    return {
        text: found for text, found in old.page.by_text.items() if any(hints.alike[one.number] == 1 for one in found)
    }


def said_elsewhere(own: str, new: str, said: Mapping[str, Sized], shared: float) -> float:
    """What it costs that a text is among those which the old page has *said*, and was not the value, *own*.

    Both texts are in small letters. Nothing where the value stood there several times, as topics do that are in menus
    too, or the content is the same.
    """
    is_known = new != own and new in said and len(said.get(own, ())) <= 1
    return (1 - shared) * _ELSEWHERE if is_known else 0.0


def _likely(old: Look, looks: Sequence[Look], likeness: TypeLikeness) -> set[int]:
    """The candidates for a closer look: those of a similar kind, with similar words, or with the same text."""
    by_kind = likeness.order
    if len(looks) <= _SCORED:
        return set(by_kind)
    chosen = set(by_kind[: _SCORED - 50])

    @cache
    def by_names(words: frozenset[str], bits: int, above: tuple[str, ...]) -> float:
        tags = float(old.bits[0] == bits) + float(old.tags[1:2] == above)
        return 3 * jaccard(old.words, words) + tags

    def likely(number: int) -> float:
        look = looks[number]
        same_key = 5 * (not old.keys.isdisjoint(look.keys))
        return by_names(look.words, look.bits[0], look.tags[1:2]) + same_key - abs(old.dense[0] - look.dense[0])

    others = sorted(set(range(len(looks))) - chosen)
    chosen.update(nlargest(50, others, key=likely))
    text = old.candidate.text.casefold()
    same = (look.candidate.number for look in looks if look.candidate.text.casefold() == text)
    chosen.update(islice(same, _MOST_SAME))
    return chosen


def _log_shares(scores: Sequence[float]) -> list[float]:
    top = max(scores)
    whole = log(sum(exp(score - top) for score in scores))
    return [score - top - whole for score in scores]


def _decision(choice: JointChoice, new: Survey, models: Models) -> Decision:
    candidates = new.page.candidates
    return Decision(
        candidates[choice.number],
        models.line.probability(choice.margin, choice.share),
        choice.margin,
        tuple(candidates[number] for number in choice.top),
        choice.share,
    )
