"""Start and end codes from examples: tags that take exactly these and their likes, the shortest and most stable first.

An example's likes are what has the same place in the page's structure: the same path of elements and classes. Two
examples show which of the classes matter. Codes are made from what likes have in common around them, tried on the page
by the rules of locate-extract, and judged by what they take and by how likely they are to change.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from itertools import islice, product

from ...errors import NodeError, PatternError
from .codes import Code, make_codes
from .deadlines import Patience
from .kinships import ONWARD, Kin, find_kin
from .locate import Span, pair
from .offsets import move_down
from .outline import Outline, read_outline
from .patterns import compile_pattern
from .rule import Tag
from .sightings import Near, Sighting, find_near, find_sightings, is_meant
from .tags import absolute, run_tag
from .treatments import Replace, Treatment

_MOST_CODES = 50
"""Codes for one side that are tried on the page."""
_MOST_PAIRS = 40
_ENOUGH = 12
"""Pairs after which a perfect one is enough."""
_LONG = 4
"""Times the patience with one pattern after which what was found by then has to do."""
_SAMPLE = 8
_POOR = 40
"""The score below which what takes too much is not shown, if there is anything better."""
_TAG_SIGN, _ENTITY = "<[^>]*>", re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_MOST_ENTITIES = 12


@dataclass(frozen=True)
class Proposal:
    """A tag that takes the examples; *pieces* stand in the source, *values* are what the tag makes of them."""

    tag: Tag
    score: int
    """Up to 100."""
    values: tuple[str, ...]
    pieces: tuple[Span, ...]
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Suggestion:
    """What `suggest` has to say."""

    proposals: tuple[Proposal, ...] = ()
    sightings: Mapping[str, tuple[Sighting, ...]] = field(default_factory=dict)
    """Where each example is, the places that were taken first."""
    missing: Mapping[str, Near] = field(default_factory=dict)
    """The examples that are not on the page."""


def suggest(
    text: str,
    examples: Sequence[str],
    *,
    name: str = "",
    base_url: str = "",
    most: int = 4,
    patience: Patience | None = None,
) -> Suggestion:
    """At most so many tags for a page, the best first; codes that cost more than *patience* are left out."""
    outline = read_outline(text)
    sightings = {example: tuple(find_sightings(outline, example, base_url)) for example in dict.fromkeys(examples)}
    missing = {example: find_near(outline, example) for example, found in sightings.items() if not found}
    if missing or not sightings:
        return Suggestion(sightings=sightings, missing=missing)
    best: dict[tuple[object, ...], _Trial] = {}
    searches = _Searches(outline.source, patience)
    for kin in find_kin(outline, list(sightings.values())):
        for trial in _trials(outline, kin, searches):
            key = (trial.pieces, kin.include, kin.is_link)
            if key not in best or best[key].total > trial.total:
                best[key] = trial
            if searches.are_long:
                break
        if best and searches.are_long:
            break
    ordered = sorted(best.values(), key=lambda trial: (trial.total, trial.start.text, trial.end.text))
    found = list(islice(_proposals(outline, ordered, list(sightings), name, base_url, patience), most))
    worth = [proposal for proposal in found if proposal.score >= _POOR or not proposal.warnings]
    return Suggestion(tuple(worth or found[:1]), _with_chosen_first(sightings, ordered))


@dataclass(frozen=True)
class _Trial:
    """Two codes and what they take."""

    kin: Kin
    start: Code
    end: Code
    pieces: tuple[Span, ...]
    extra: tuple[Span, ...]
    left_out: int

    @property
    def total(self) -> float:
        """The less, the better."""
        wrong = len(self.extra) / max(1, len(self.pieces)) + self.left_out / max(1, len(self.kin.likes))
        return self.start.cost + self.end.cost + 25 * wrong + 3 * bool(self.extra or self.left_out) + self.kin.cost


class _Searches:
    """Where codes match on the page; each is searched for once."""

    def __init__(self, source: str, patience: Patience | None) -> None:
        self._source, self._patience = source, patience
        self._starts: dict[Code, list[int]] = {}
        self._ends: dict[str, list[int]] = {}
        self._until = Patience(_LONG * patience.seconds, patience.clock).begin() if patience is not None else None

    @property
    def are_long(self) -> bool:
        """Whether they have taken so long that what was found has to do."""
        return self._until is not None and self._until.left <= 0

    def starts(self, code: Code) -> list[int]:
        """The offsets behind a start code, moved."""
        key = replace(code, cost=0, notes=())
        if key not in self._starts:
            self._starts[key] = self._found(code.text, is_start=True)
            if code.offset:
                self._starts[key] = move_down(self._source, self._starts[key], code.offset)
        return self._starts[key]

    def ends(self, code: Code) -> list[int]:
        """The offsets before an end code."""
        if code.text not in self._ends:
            self._ends[code.text] = self._found(code.text, is_start=False)
        return self._ends[code.text]

    def _found(self, text: str, *, is_start: bool) -> list[int]:
        if not text:
            return [0 if is_start else len(self._source)]
        try:
            pattern = compile_pattern(text)
            deadline = pattern.begin(self._source, self._patience)
            return (pattern.ends if is_start else pattern.starts)(self._source, deadline)
        except (NodeError, PatternError):
            return []


def _trials(outline: Outline, kin: Kin, searches: _Searches) -> Iterator[_Trial]:
    sample = _sample(kin)
    starts = make_codes(outline, [span.start for span in sample], "left", is_whole=kin.is_whole)
    ends = make_codes(outline, [span.end for span in sample], "right", is_whole=kin.is_whole)
    found_starts = list(_usable(starts, searches, searches.starts, [span.start for span in kin.examples]))
    found_ends = list(_usable(ends, searches, searches.ends, [span.end for span in kin.examples]))
    pairs = sorted(product(found_starts, found_ends), key=lambda codes: codes[0][0].cost + codes[1][0].cost)
    fitting = (
        (start, end)
        for start, end in pairs
        if all(_takes(start[1], end[1], example) for example in kin.examples)
        and (not kin.leads_on or ONWARD.search(f"{start[0].text} {end[0].text}"))
    )
    is_perfect = False
    for number, ((start, from_here), (end, to_here)) in enumerate(islice(fitting, _MOST_PAIRS)):
        trial = _tried(outline, kin, start, end, pair(from_here, to_here))
        is_perfect |= not trial.extra and not trial.left_out
        yield trial
        if is_perfect and number >= _ENOUGH:
            return


def _sample(kin: Kin) -> list[Span]:
    likes = [Span(start, end) for start, end in kin.likes.items()]
    step = max(1, len(likes) // _SAMPLE)
    return list(dict.fromkeys((*kin.examples, *likes[::step][:_SAMPLE], *likes[-1:])))


def _usable(
    codes: Iterable[Code], searches: _Searches, search: Callable[[Code], list[int]], places: Sequence[int]
) -> Iterator[tuple[Code, list[int]]]:
    """The codes that are at each of the places, the cheapest of those that match alike."""
    seen: set[tuple[int, int, bool]] = set()
    for code in islice(codes, _MOST_CODES):
        if seen and searches.are_long:
            return
        found = search(code)
        if not all(_has(found, place) for place in places):
            continue
        key = (len(found), hash(tuple(found)), ONWARD.search(code.text) is not None)
        if key not in seen:
            seen.add(key)
            yield code, found


def _has(found: list[int], place: int) -> bool:
    at = bisect_left(found, place)
    return at < len(found) and found[at] == place


def _takes(starts: list[int], ends: list[int], span: Span) -> bool:
    """Whether the algorithm takes the span: no start and no end lies within."""
    nearest = starts[bisect_right(starts, span.end) - 1]
    first = ends[bisect_left(ends, span.start)]
    return nearest == span.start and first == span.end


def _tried(outline: Outline, kin: Kin, start: Code, end: Code, spans: Iterable[Span]) -> _Trial:
    source = outline.source
    pieces = tuple(spans)
    if kin.include:
        included = compile_pattern(kin.include)
        pieces = tuple(span for span in pieces if included.is_in(source[span.start : span.end]))
    if kin.likes:
        extra = tuple(span for span in pieces if kin.likes.get(span.start) != span.end)
        return _Trial(kin, start, end, pieces, extra, len(kin.likes) - len(pieces) + len(extra))
    extra = tuple(span for span in pieces if not kin.is_alike(outline, span))
    return _Trial(kin, start, end, pieces, extra, 0)


def _proposals(
    outline: Outline,
    trials: Iterable[_Trial],
    examples: Sequence[str],
    name: str,
    base_url: str,
    patience: Patience | None,
) -> Iterator[Proposal]:
    for trial in trials:
        kin = trial.kin
        tag = Tag(
            name or kin.name(outline),
            start=trial.start.text,
            start_offset=trial.start.offset,
            end=trial.end.text,
            include=kin.include,
            treatments=_treatments(outline, kin, trial.pieces),
            link=kin.is_link,
        )
        try:
            values = run_tag(tag, outline.source, base_url, patience=patience).values
        except (NodeError, PatternError):
            continue
        if not all(_is_taken(example, values, base_url, is_link=kin.is_link) for example in examples):
            continue
        score = max(1, round(100 - 2.5 * max(0.0, trial.total)))
        yield Proposal(tag, score, values, trial.pieces, _reasons(trial), tuple(_warnings(outline, trial)))


def _is_taken(example: str, values: Sequence[str], base_url: str, *, is_link: bool) -> bool:
    if is_link:
        wanted = absolute(unescape(example), base_url)
        if any(value in (example, wanted) or unescape(value) == unescape(example) for value in values):
            return True
    return any(is_meant(example, value) for value in values)


def _treatments(outline: Outline, kin: Kin, pieces: Sequence[Span]) -> tuple[Treatment, ...]:
    """What turns pieces of the source into what a reader sees."""
    if kin.is_link or kin.is_source:
        return ()
    values = [outline.source[span.start : span.end] for span in pieces]
    made: list[Treatment] = []
    if not kin.in_attribute and any("<" in value for value in values):
        made.append(Replace(_TAG_SIGN))
    entities = dict.fromkeys(found[0] for value in values if "&" in value for found in _ENTITY.finditer(value))
    signs = [(entity, unescape(entity)) for entity in islice(entities, _MOST_ENTITIES)]
    signs.sort(key=lambda sign: sign[1] == "&")  # last: what it stands for may look like another
    made += [Replace(entity, sign.replace("\\", "\\\\")) for entity, sign in signs if sign != entity]
    if not kin.keeps_space and any(re.search(r"\s{2}|[^\S ]", value) for value in values):
        made.append(Replace(r"\s+", " "))
    return tuple(made)


def _reasons(trial: _Trial) -> tuple[str, ...]:
    notes = [trial.kin.note, *trial.start.notes, *trial.end.notes]
    if trial.kin.include:
        notes.append(f"include keeps what fits {trial.kin.include}")
    return tuple(dict.fromkeys(note for note in notes if note))


def _warnings(outline: Outline, trial: _Trial) -> Iterator[str]:
    if trial.extra:
        shown = ", ".join(f"“{_short(outline, span)}”" for span in trial.extra[:3])
        yield f"takes {len(trial.extra)} more than what is alike: {shown}{' …' if len(trial.extra) > 3 else ''}"
    if trial.left_out > 0:
        yield f"leaves out {trial.left_out} of {len(trial.kin.likes)} that are alike"


def _short(outline: Outline, span: Span) -> str:
    shown = " ".join(outline.source[span.start : min(span.end, span.start + 200)].split())
    return shown if len(shown) <= 40 else f"{shown[:39]}…"


def _with_chosen_first(
    sightings: Mapping[str, tuple[Sighting, ...]], trials: Sequence[_Trial]
) -> dict[str, tuple[Sighting, ...]]:
    if not trials:
        return dict(sightings)
    chosen = set(trials[0].kin.examples)
    return {
        example: tuple(sorted(found, key=lambda sighting: sighting.span not in chosen))
        for example, found in sightings.items()
    }
