"""Pairs of codes that take examples, tried on the page by the rules of locate-extract."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from ....errors import NodeError, PatternError
from ...documents.onward import SAYS_ONWARD
from ...regex.deadlines import Deadline, OutOfTime, Timeout
from ...regex.patterns import compile_pattern
from ..locate import PieceSpan, pair
from ..offsets import move_down
from .codes import Code, make_codes
from .matches import ExampleMatch
from .outline import PageOutline
from .similarity import SimilarList, find_similar

_MOST_CODES = 50
"""Codes for one side that are tried on the page."""
_MOST_PAIRS = 40
_ENOUGH = 12
"""Pairs after which a perfect one is enough."""
_LONG = 4
"""Times the timeout with one pattern after which what was found by then has to do."""
_SAMPLE = 8


@dataclass(frozen=True)
class CodePair:
    """Two codes and what they take."""

    similar: SimilarList
    start: Code
    end: Code
    pieces: tuple[PieceSpan, ...]
    extra: tuple[PieceSpan, ...]
    left_out: int

    @property
    def total(self) -> float:
        """The less, the better."""
        wrong = len(self.extra) / max(1, len(self.pieces)) + self.left_out / max(1, len(self.similar.likes))
        return self.start.cost + self.end.cost + 25 * wrong + 3 * bool(self.extra or self.left_out) + self.similar.cost


def search_pairs(
    outline: PageOutline,
    matches: Sequence[Sequence[ExampleMatch]],
    timeout: Timeout | None,
    until: Deadline | None,
) -> tuple[list[CodePair], bool]:
    """The codes that take the examples, those that take the same once; and whether the time was over before the end."""
    best: dict[tuple[object, ...], CodePair] = {}
    searches = _Searches(outline.source, timeout, until)
    try:
        for similar in find_similar(outline, matches):
            for trial in _trials(outline, similar, searches):
                key = (trial.pieces, similar.include, similar.is_link)
                if key not in best or best[key].total > trial.total:
                    best[key] = trial
                if searches.are_long:
                    break
            if best and searches.are_long:
                break
    except OutOfTime:
        return list(best.values()), True
    return list(best.values()), False


class _Searches:
    """Where codes match on the page; each is searched for once. Raises `OutOfTime` when the time for all is over."""

    def __init__(self, source: str, timeout: Timeout | None, until: Deadline | None) -> None:
        self._source, self._timeout, self._most = source, timeout, until
        self._starts: dict[Code, list[int]] = {}
        self._ends: dict[str, list[int]] = {}
        self._enough = Timeout(_LONG * timeout.seconds, timeout.clock).begin() if timeout is not None else None

    @property
    def are_long(self) -> bool:
        """Whether they have taken so long that what was found has to do."""
        return self._enough is not None and self._enough.left <= 0

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
        if self._most is not None:
            self._most.demand()
        try:
            pattern = compile_pattern(text)
            deadline = pattern.begin(self._source, self._timeout)
            return (pattern.ends if is_start else pattern.starts)(self._source, deadline)
        except (NodeError, PatternError):
            return []


def _trials(outline: PageOutline, similar: SimilarList, searches: _Searches) -> Iterator[CodePair]:
    sample = _sample(similar)
    starts = make_codes(outline, [span.start for span in sample], "left", is_whole=similar.is_whole)
    ends = make_codes(outline, [span.end for span in sample], "right", is_whole=similar.is_whole)
    found_starts = list(_usable(starts, searches, searches.starts, [span.start for span in similar.examples]))
    found_ends = list(_usable(ends, searches, searches.ends, [span.end for span in similar.examples]))
    pairs = sorted(product(found_starts, found_ends), key=lambda codes: codes[0][0].cost + codes[1][0].cost)
    fitting = (
        (start, end)
        for start, end in pairs
        if all(_takes(start[1], end[1], example) for example in similar.examples)
        and (not similar.leads_on or SAYS_ONWARD.search(f"{start[0].text} {end[0].text}"))
    )
    is_perfect = False
    for number, ((start, from_here), (end, to_here)) in enumerate(islice(fitting, _MOST_PAIRS)):
        trial = _tried(outline, similar, start, end, pair(from_here, to_here))
        is_perfect |= not trial.extra and not trial.left_out
        yield trial
        if is_perfect and number >= _ENOUGH:
            return


def _sample(similar: SimilarList) -> list[PieceSpan]:
    likes = [PieceSpan(start, end) for start, end in similar.likes.items()]
    step = max(1, len(likes) // _SAMPLE)
    return list(dict.fromkeys((*similar.examples, *likes[::step][:_SAMPLE], *likes[-1:])))


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
        key = (len(found), hash(tuple(found)), SAYS_ONWARD.search(code.text) is not None)
        if key not in seen:
            seen.add(key)
            yield code, found


def _has(found: list[int], place: int) -> bool:
    at = bisect_left(found, place)
    return at < len(found) and found[at] == place


def _takes(starts: list[int], ends: list[int], span: PieceSpan) -> bool:
    """Whether the algorithm takes the span: no start and no end lies within."""
    nearest = starts[bisect_right(starts, span.end) - 1]
    first = ends[bisect_left(ends, span.start)]
    return nearest == span.start and first == span.end


def _tried(outline: PageOutline, similar: SimilarList, start: Code, end: Code, spans: Iterable[PieceSpan]) -> CodePair:
    source = outline.source
    pieces = tuple(spans)
    if similar.include:
        included = compile_pattern(similar.include)
        pieces = tuple(span for span in pieces if included.is_in(source[span.start : span.end]))
    if similar.likes:
        extra = tuple(span for span in pieces if similar.likes.get(span.start) != span.end)
        return CodePair(similar, start, end, pieces, extra, len(similar.likes) - len(pieces) + len(extra))
    extra = tuple(span for span in pieces if not similar.is_alike(outline, span))
    return CodePair(similar, start, end, pieces, extra, 0)
