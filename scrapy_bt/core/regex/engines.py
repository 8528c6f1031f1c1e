"""The engines beside Python's `re`: RE2, whose time is linear, and `regex`, which can be stopped.

Both are loaded with the first pattern that needs them: most crawls have none, and they take 4 MB.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from ...errors import PatternTimeout
from .deadlines import Deadline

_MOST_THREADS = 12
"""Positions of a pattern up to which RE2's automaton stays small whatever it reads."""
_AUTOMATON = 50e-9
_THREAD = 6.5e-9
"""Seconds for each byte with the automaton, and for each byte and instruction where it grows too large (measured)."""


class RefusedPatternError(Exception):
    """An engine cannot read a pattern, or it is too large for it."""


class Match(Protocol):
    """What there is to know of a match, whichever engine found it; offsets count characters."""

    def start(self, group: int | str = 0, /) -> int: ...
    def end(self, group: int | str = 0, /) -> int: ...
    def group(self, group: int | str = 0, /) -> Any:
        """The text of a group; none where it took no part."""


class Re2Engine:
    """A pattern in RE2, which reads bytes: that is three times as fast as texts, and one offset in ASCII."""

    def __init__(self, written: str, positions: int, names: Mapping[str, int]) -> None:
        """Raises `RefusedPatternError` where the pattern is too large for RE2."""
        self._pattern = _compile_by_re2(written)
        self.is_small = positions <= _MOST_THREADS and not self._pattern.groups
        """Whether its automaton stays small; then the bound is seldom reached."""
        self._seconds_per_byte = _AUTOMATON if self.is_small else _THREAD * self._pattern.programsize
        self._names = names

    def seconds(self, text: str) -> float:
        """At most so long takes one search."""
        return self._seconds_per_byte * len(text) * (1 if text.isascii() else 3)

    def finditer(self, text: str, deadline: Deadline | None, source: str) -> Iterator[Match]:
        """Raises `UnicodeEncodeError` at once where UTF-8 cannot write the text."""
        return self._found(text, text.encode(), deadline, source)

    def _found(self, text: str, data: bytes, deadline: Deadline | None, source: str) -> Iterator[Match]:
        is_ascii = len(text) == len(data)
        position = offset = 0
        groups = range(self._pattern.groups + 1)
        for found in self._pattern.finditer(data):
            check(deadline, source)
            spans = tuple(map(found.span, groups))
            if not is_ascii:
                converted = {-1: -1}
                for at in sorted({at for span in spans for at in span if at >= 0}):
                    offset += len(data[position:at].decode())
                    position = at
                    converted[at] = offset
                spans = tuple((converted[start], converted[end]) for start, end in spans)
            yield _OffsetMatch(text, spans, self._names)


class _OffsetMatch:
    """A match of RE2 with offsets in the text."""

    __slots__ = ("_names", "_spans", "_text")

    def __init__(self, text: str, spans: tuple[tuple[int, int], ...], names: Mapping[str, int]) -> None:
        self._text, self._spans, self._names = text, spans, names

    def start(self, group: int | str = 0, /) -> int:
        return self._span(group)[0]

    def end(self, group: int | str = 0, /) -> int:
        return self._span(group)[1]

    def group(self, group: int | str = 0, /) -> Any:
        start, end = self._span(group)
        return self._text[start:end] if start >= 0 else None

    def _span(self, group: int | str) -> tuple[int, int]:
        return self._spans[self._names[group] if isinstance(group, str) else group]


class RegexEngine:
    """A pattern in `regex`, which gives up at the deadline, by the processor's time; meanwhile other threads run."""

    def __init__(self, written: str, flags: int = 0) -> None:
        """Raises `RefusedPatternError` where it cannot read the pattern."""
        self._pattern = _compile_by_regex(written, flags)

    @property
    def groups(self) -> int:
        return int(self._pattern.groups)

    @property
    def names(self) -> Mapping[str, int]:
        """The numbers of the groups that have names."""
        return dict(self._pattern.groupindex)

    def finditer(self, text: str, deadline: Deadline | None, source: str) -> Iterator[Match]:
        options: dict[str, Any] = {}
        if deadline is not None:
            check(deadline, source)
            options = {"timeout": max(deadline.left, 1e-3), "concurrent": True}
        try:
            for found in self._pattern.finditer(text, **options):
                check(deadline, source)
                yield found
        except TimeoutError:
            assert deadline is not None
            raise PatternTimeout(source, deadline.seconds, deadline.owner) from None


def check(deadline: Deadline | None, source: str) -> None:
    """Raise `PatternTimeout` if the time is over."""
    if deadline is not None and deadline.left <= 0:
        raise PatternTimeout(source, deadline.seconds, deadline.owner)


def _compile_by_re2(written: str) -> Any:
    import re2  # type: ignore[import-untyped]  # noqa: PLC0415  # it has no types; see above

    options = re2.Options()
    options.log_errors = False  # it would write to stderr
    try:
        return re2.compile(written.encode(), options)
    except re2.error as error:
        raise RefusedPatternError(str(error)) from None


def _compile_by_regex(written: str, flags: int) -> Any:
    import regex  # noqa: PLC0415  # see above

    try:
        return regex.compile(written, flags | regex.VERSION0)
    except regex.error as error:
        raise RefusedPatternError(str(error)) from None


def watched(found: Iterator[Match], deadline: Deadline, source: str) -> Iterator[Match]:
    """Many matches, each of which comes quickly."""
    for number, match in enumerate(found):
        if number % 500 == 0:
            check(deadline, source)
        yield match
