"""The nine steps of a tag (rules.md, "A tag's nine steps")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from urllib.parse import urljoin

from ...errors import PatternTimeout
from ..regex.budgets import LEAST, Budget, no_memory, no_time
from ..regex.deadlines import Deadline, PageTimeout, Timeout
from ..regex.patterns import Pattern, compile_pattern
from .locate import PieceSpan, Search
from .results import MOST_SHOWN, StepTrace, TagResult, TagValues, Trace
from .rule import Tag

_AMPERSAND = re.compile("&(?:amp|#38|#x26);", re.IGNORECASE)
"""How source texts of pages write `&` in links."""
_LINK_TIMES, _AT_ONCE = 10.0, 500
"""Times the timeout with one pattern that a tag's links may take; links after which the clock is looked at."""
_NO_CHILDREN: Mapping[str, tuple[Tag, ...]] = {}


def run_tag(
    tag: Tag,
    text: str,
    base_url: str = "",
    *,
    children: Mapping[str, tuple[Tag, ...]] = _NO_CHILDREN,
    timeout: Timeout | None = None,
    budget: Budget | None = None,
    is_traced: bool = False,
    other: Callable[[Tag], Tag | None] | None = None,
) -> TagValues:
    """What a tag takes from a text, and its child tags from that, depth first.

    *children*: `Layer.children`. *timeout*: for each pattern on the page. *budget*: of the page, if the text is a part
    of one. *other*: gives a tag that stands in for one that takes nothing. Raises `PatternTimeout` and `TooMuch`, which
    name the tag, and `PatternError`.
    """
    budget = budget or Budget(len(text))
    if timeout is not None and not isinstance(timeout, PageTimeout):
        timeout = PageTimeout(timeout.seconds, timeout.clock)
    run = _Run(tag, text, base_url, timeout, budget, is_traced=is_traced)
    try:
        values = tuple(run.values())
        instead = None if values or other is None else other(tag)
        if instead is not None:
            values = tuple(_Run(instead, text, base_url, timeout, budget, is_traced=False).values())
    except MemoryError:
        raise no_memory(tag.name) from None
    trace, is_healed = run.trace() if is_traced else None, instead is not None and bool(values)
    below = children.get(tag.name, ())
    if not below:
        return TagValues(tag.name, values, trace, is_healed=is_healed)

    def run_child(child: Tag, value: str) -> TagValues:
        return run_tag(
            child, value, base_url, children=children, timeout=timeout, budget=budget, is_traced=is_traced, other=other
        )

    branches = (TagResult(value, tuple(run_child(child, value) for child in below)) for value in values)
    return TagValues(tag.name, values, trace, tuple(branches), is_healed)


def absolute(link: str, base_url: str) -> str:
    """The absolute URL of a link as the source of a page has it; empty where it is none."""
    try:
        return urljoin(base_url, _AMPERSAND.sub("&", link.strip())) if link.strip() else ""
    except ValueError:
        return ""


class _Run:
    """One tag at work on one text."""

    def __init__(
        self, tag: Tag, text: str, base_url: str, timeout: Timeout | None, budget: Budget, *, is_traced: bool
    ) -> None:
        self._tag, self._text, self._base_url = tag, text, base_url
        self._timeout, self._budget = timeout, budget
        self._is_traced = is_traced
        self._steps: list[StepTrace] = []
        self._pieces: list[PieceSpan] = []

    def values(self) -> list[str]:
        """Steps 1 to 8."""
        tag, text = self._tag, self._text
        start, end = self._codes()
        search = Search(start, end, tag.start_offset, tag.end_offset)
        owner = f"tag {tag.name}, codes"
        if self._is_traced:
            self._note("codes", [], _described(tag))
            self._pieces = search.spans(text, self._timeout, owner)
        values = search.pieces(text, self._timeout, owner)
        self._note("locate", values)
        if tag.rematch:
            pattern, deadline = self._pattern(tag.rematch, "rematch")
            values = pattern.findall_in(values, deadline, self._budget.begin(tag.name, "rematch"))
            self._note("rematch", values)
        if tag.include:
            pattern, deadline = self._pattern(tag.include, "include")
            values = pattern.select(values, deadline)
            self._note("include", values)
        if tag.exclude:
            pattern, deadline = self._pattern(tag.exclude, "exclude")
            values = pattern.select(values, deadline, without=True)
            self._note("exclude", values)
        return self._link(self._merge(self._treat(values)))

    def trace(self) -> Trace:
        """What was noted; the codes are searched for once more, since nothing else needs all their matches."""
        start, end = self._codes()
        return Trace(self._matches(start), self._matches(end), tuple(self._pieces), tuple(self._steps))

    def _codes(self) -> tuple[Pattern | None, Pattern | None]:
        tag = self._tag
        return (
            compile_pattern(tag.start) if tag.start else None,
            compile_pattern(tag.end) if tag.end else None,
        )

    def _treat(self, values: list[str]) -> list[str]:
        treatments = self._tag.treatments
        is_counted = bool(treatments) and self._may_grow(len(treatments))
        for number, treatment in enumerate(treatments, 1):
            spend = self._budget.begin(self._tag.name, f"treatment {number}") if is_counted else None
            deadline = self._deadline(f"treatment {number}") if treatment.patterns else None
            values = treatment.apply(values, deadline, spend)
            self._note("treat", values, str(treatment))
        return values

    def _may_grow(self, steps: int) -> bool:
        """Whether the treatments could make too much of what was taken; else nothing has to be counted."""
        rematch = compile_pattern(self._tag.rematch) if self._tag.rematch else None
        if self._tag.parent or (rematch is not None and rematch.groups and rematch.looks_around):
            return True
        return len(self._text) * self._tag.growth * steps > LEAST

    def _merge(self, values: list[str]) -> list[str]:
        if self._tag.merge and values:
            values = ["".join(values)]
            self._note("merge", values)
        return values

    def _link(self, values: list[str]) -> list[str]:
        if self._tag.link:
            spend = self._budget.begin(self._tag.name, "link")
            spend(len(values) * len(self._base_url))
            self._budget.spend_links(self._tag.name, len(values))
            values = list(self._absolute(values))
            self._note("link", values, f"from {self._base_url}")
        return values

    def _absolute(self, values: list[str]) -> Iterator[str]:
        owner = f"tag {self._tag.name}, link"
        deadline = None if self._timeout is None else self._timeout.begin(owner, times=_LINK_TIMES)
        for number, value in enumerate(values):
            if deadline is not None and number % _AT_ONCE == 0 and deadline.left <= 0:
                raise no_time(owner, deadline.seconds)
            if url := absolute(value, self._base_url):
                yield url

    def _pattern(self, text: str, field: str) -> tuple[Pattern, Deadline | None]:
        return compile_pattern(text), self._deadline(field)

    def _deadline(self, field: str) -> Deadline | None:
        return None if self._timeout is None else self._timeout.begin(f"tag {self._tag.name}, {field}")

    def _matches(self, pattern: Pattern | None) -> tuple[PieceSpan, ...]:
        if pattern is None:
            return ()
        try:
            matches = list(islice(pattern.finditer(self._text, self._deadline("trace")), MOST_SHOWN))
        except PatternTimeout:
            return ()
        return tuple(PieceSpan(match.start(), match.end()) for match in matches)

    def _note(self, name: str, values: list[str], note: str = "") -> None:
        if self._is_traced:
            self._steps.append(StepTrace(name, tuple(values), note))


def _described(tag: Tag) -> str:
    """The codes with their offsets."""
    start = f"{tag.start or 'the beginning'}{f' + {tag.start_offset}' if tag.start_offset else ''}"
    end = f"{tag.end or 'the end'}{f' - {tag.end_offset}' if tag.end_offset else ''}"
    return f"{start} … {end}"
