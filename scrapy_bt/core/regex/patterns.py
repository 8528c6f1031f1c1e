r"""Regular expressions that cannot hang: they mean what Python's `re` means, and each ends within its time.

Three engines share the work, chosen for each text:

1. `re` where its worst case on this text is short (`costs` proves it), which holds for nearly all patterns on nearly
   all texts. It is the fastest: RE2 takes about 2 µs more for each match, six times as long on a page full of links.
2. RE2, in linear time, for the rest of what it can say.
3. `regex` with a time limit for what only a backtracking engine can do.

The last two get the pattern written out from the tree of `syntax`, so flags, classes and cases cannot differ.
What `re` cannot read and `regex` can (`\p{Han}`, `(?<name>…)`, looks behind of any width) is left to `regex` alone.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from ...errors import PatternError
from ...sentences import say
from . import costs, traits
from .budgets import Spend, free
from .closers import closer_of
from .deadlines import Deadline, Timeout
from .dialects import Dialect, Untranslatable, write
from .engines import Match, Re2Engine, RefusedPatternError, RegexEngine, check, watched
from .runs import CharacterRuns
from .sizes import count_positions, demand_small
from .syntax import LONGEST, Parsed, parse, refuse_recursion

_LONGEST_MARKER = 200
"""Characters up to which a text is found backwards in no time that matters."""
ALLOWED = 0.5
"""Seconds that `re` may take in its worst case."""
LONG = 1_000_000
"""Characters up to which the matches alone, however many, take no time that matters."""
CLOSED = 10_000_000
"""Characters up to which `re` takes no long time for what is linear."""
_MATCH = 30.0
"""Nanoseconds for what a match leaves behind."""
PutIn: TypeAlias = "str | Callable[[re.Match[str]], str]"
"""What `re` puts into the place of a match."""
Engine = Literal["re", "re2", "regex"]


class Pattern:
    """A regular expression; a dot is any character unless *flags* say otherwise.

    Raises `PatternError` with the position of a mistake, or of what makes it too large.
    """

    __slots__ = (
        "_closer",
        "_is_simple",
        "_others",
        "_parsed",
        "_price",
        "_re",
        "_runs",
        "_safe_length",
        "flags",
        "groups",
        "literal",
        "marker",
        "names",
        "text",
    )

    def __init__(self, text: str, flags: int = re.DOTALL) -> None:
        self.text, self.flags = text, flags
        self._others: dict[tuple[Engine, bool, bool], Re2Engine | RegexEngine | None] = {}
        self._parsed: Parsed | None = None
        self._re: re.Pattern[str] | None = None
        self.literal: str | None = None
        """The text that the pattern stands for, if it stands for one."""
        self.marker: str | None = None
        """The same, if it cannot overlap itself, so that it is found from anywhere."""
        self.names: Mapping[str, int]
        self._safe_length = -1
        self._closer: str | None = None
        try:
            self._parsed = parse(text, flags)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._re = re.compile(text, flags)
        except (re.error, PatternError) as error:
            self._parsed = None
            self._read_by_regex_alone(error)
            return
        demand_small(text, self._parsed.body, flags)
        self._runs = CharacterRuns(text, self._parsed.body)
        self.groups: int = self._re.groups
        """How many groups it has."""
        self.names = self._re.groupindex
        self.literal = traits.literal(self._parsed.body)
        self._closer = closer_of(self._parsed.body)
        self._is_simple = self.groups == 1 and traits.always_captures(self._parsed.body)
        if self.literal and costs.period(self.literal[: _LONGEST_MARKER + 1]) == len(self.literal) <= _LONGEST_MARKER:
            self.marker = self.literal
        self._price = costs.price(self._parsed.body)
        self._safe_length = self._price.safe_length(ALLOWED * 1e9)

    @property
    def least(self) -> int:
        """At least so many characters a match has; 0 where that is not known."""
        return 0 if self._parsed is None else self._parsed.least

    @property
    def looks_around(self) -> bool:
        """Whether it may see more of a text than it takes."""
        return self._parsed is None or traits.looks_around(self._parsed.body)

    def engine(self, text: str, deadline: Deadline | None = None) -> Engine:
        """Which engine searches *text*."""
        if self.is_quick(text, deadline) or self._closed(text) is not None:
            return "re"
        return "re2" if isinstance(self._other(text, deadline), Re2Engine) else "regex"

    def finditer(self, text: str, deadline: Deadline | None = None) -> Iterator[Match]:
        """All matches in order, none of which overlap; raises `PatternTimeout` at the deadline."""
        if self.is_quick(text, deadline):
            assert self._re is not None
            found: Iterator[Any] = self._re.finditer(text)
            return found if deadline is None or len(text) <= LONG else watched(found, deadline, self.text)
        if (closed := self._closed(text)) is not None:
            assert self._re is not None
            before: Iterator[Any] = self._re.finditer(text, 0, closed)
            return before if deadline is None else watched(before, deadline, self.text)
        engine = self._other(text, deadline)
        if isinstance(engine, Re2Engine):
            try:
                return engine.finditer(text, deadline, self.text)
            except UnicodeEncodeError:  # half of a surrogate pair, which cannot be written for RE2
                engine = self._stoppable(text)
        if deadline is not None:
            self._runs.demand_short(text, deadline)
        return engine.finditer(text, deadline, self.text)

    def begin(self, text: str, timeout: Timeout | None, owner: str = "") -> Deadline | None:
        """When a search in *text* alone has to be done; None where `re` is done in no time anyway."""
        if timeout is None or (len(text) <= LONG and self.is_quick(text)):
            return None
        return timeout.begin(owner)

    def starts(self, text: str, deadline: Deadline | None = None) -> list[int]:
        """Where the matches begin."""
        return [match.start() for match in self.finditer(text, deadline)]

    def ends(self, text: str, deadline: Deadline | None = None) -> list[int]:
        """The offsets just behind the matches."""
        return [match.end() for match in self.finditer(text, deadline)]

    def is_in(self, text: str, deadline: Deadline | None = None) -> bool:
        """Whether it matches anywhere."""
        if self.literal is not None:
            return self.literal in text
        return next(self.finditer(text, deadline), None) is not None

    def findall(self, text: str, deadline: Deadline | None = None) -> list[str]:
        """The first group of each match, or the match where there is no group; what took no part is left out."""
        return list(self._groups_in(text, deadline))

    def findall_in(self, values: list[str], deadline: Deadline | None = None, spend: Spend = free) -> list[str]:
        """The same for many texts, in one list; *spend* hears how long it becomes, if that may be more."""
        quick = self.quick_for(values, deadline)
        if self.groups and self.looks_around:  # matches do not overlap, but groups may
            taken: list[str] = []
            for value in values:
                for found in self._groups_in(value, deadline):
                    spend(len(found))
                    taken.append(found)
            return taken
        if quick is None or (self.groups and not self._is_simple):
            return [found for value in values for found in self.findall(value, deadline)]
        return [found for value in values for found in quick.findall(value)]

    def select(self, values: list[str], deadline: Deadline | None = None, *, without: bool = False) -> list[str]:
        """The texts in which it matches anywhere, or the others."""
        quick = self.quick_for(values, deadline)
        if self.literal is not None or quick is None:
            return [value for value in values if self.is_in(value, deadline) is not without]
        search = quick.search
        return [value for value in values if (search(value) is None) is without]

    def quick_for(self, values: Collection[str], deadline: Deadline | None = None) -> re.Pattern[str] | None:
        """Python's pattern, where it is done with all of these texts in a short time, whatever stands in them."""
        check(deadline, self.text)
        longest = max(map(len, values), default=0)
        if self._re is None:
            return None
        matches = longest / max(1, self.least) * _MATCH
        if (self._price.worst(longest) + matches) * len(values) > ALLOWED * 1e9:
            return None
        return self._re

    def quick(self, text: str, deadline: Deadline | None = None) -> re.Pattern[str] | None:
        """Python's pattern, where it is done with one text in a short time."""
        return self._re if self.is_quick(text, deadline) else None

    def replacer(self, text: str, deadline: Deadline | None = None) -> Callable[[PutIn], str] | None:
        """What puts something into the place of each match in one text, where that is quick."""
        if (quick := self.quick(text, deadline)) is not None:
            return lambda put_in: quick.sub(put_in, text)
        closed = self._closed(text)
        if closed is None or self._re is None:
            return None
        sub = self._re.sub
        return lambda put_in: sub(put_in, text[:closed]) + text[closed:]

    def splitter(self, text: str) -> Callable[[str], list[str]] | None:
        """What cuts *text* at the matches into what lies before, between and behind them, where that is quick."""
        if self.literal:
            literal = self.literal
            return lambda text: text.split(literal)
        if self._re is None or self._parsed is None or not self._parsed.least or not self.is_quick(text):
            return None
        split, step = self._re.split, self.groups + 1
        return split if step == 1 else lambda text: split(text)[::step]

    def is_quick(self, text: str, deadline: Deadline | None = None) -> bool:
        """Whether `re` searches *text* in a short time, whatever stands in it."""
        if self._re is None:
            return False
        check(deadline, self.text)  # many short texts take time together
        return len(text) <= max(0, self._safe_length) or self._price.nanoseconds(text) <= ALLOWED * 1e9

    def _closed(self, text: str) -> int | None:
        """Up to where `re` finds every match, and in linear time, where the pattern has such an end."""
        return text.rfind(self._closer) + 1 if self._closer is not None and len(text) <= CLOSED else None

    def _groups_in(self, text: str, deadline: Deadline | None) -> Iterator[str]:
        group = 1 if self.groups else 0
        return (found for match in self.finditer(text, deadline) if (found := match.group(group)) is not None)

    def _other(self, text: str, deadline: Deadline | None) -> Re2Engine | RegexEngine:
        if self._parsed is None:
            only = self._others["regex", False, False]
            assert only is not None
            return only
        key = (text.isascii(), text.endswith("\n"))
        engine = self._translated("re2", *key)
        seconds = deadline.seconds if deadline is not None else None
        # The longer a text is, the more seldom `regex` looks at the clock; a small automaton is done before.
        if isinstance(engine, Re2Engine) and (seconds is None or engine.is_small or engine.seconds(text) <= seconds):
            return engine
        return self._stoppable(text)

    def _stoppable(self, text: str) -> Re2Engine | RegexEngine:
        engine = self._translated("regex", text.isascii(), text.endswith("\n"))
        if engine is None:
            raise PatternError(self.text, say("no engine can search for it within a limited time"))
        return engine

    def _translated(self, dialect: Dialect, is_ascii: bool, ends_in_line: bool) -> Re2Engine | RegexEngine | None:  # noqa: FBT001  # a key
        key: tuple[Engine, bool, bool] = (dialect, is_ascii, ends_in_line)
        if key not in self._others:
            self._others[key] = self._translate(*key)
        return self._others[key]

    def _translate(self, dialect: Engine, is_ascii: bool, ends_in_line: bool) -> Re2Engine | RegexEngine | None:  # noqa: FBT001  # a key
        parsed = self._parsed
        assert parsed is not None
        # Where a match may be empty, engines differ in what they try next.
        if dialect == "re" or (dialect == "re2" and (parsed.least == 0 or traits.may_loop_on_nothing(parsed.body))):
            return None
        try:
            written = write(parsed.body, dialect, is_for_ascii=is_ascii, ends_in_line=ends_in_line)
            if dialect == "re2":
                return Re2Engine(written, count_positions(parsed.body), self.names)
            return RegexEngine(written)
        except (Untranslatable, RefusedPatternError):
            return None

    def _read_by_regex_alone(self, error: re.error | PatternError) -> None:
        if isinstance(error, re.error):
            error = PatternError(self.text, error.msg, error.pos)
        try:
            if len(self.text) > LONGEST:
                raise error
            demand_small(self.text, None, self.flags)
            refuse_recursion(self.text)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                only = RegexEngine(self.text, int(self.flags))
        except (RefusedPatternError, ValueError, OverflowError, RecursionError, MemoryError):
            raise error from None
        self.groups, self.names = only.groups, only.names
        self._runs = CharacterRuns(self.text, None)
        self._others["regex", False, False] = only


@lru_cache(4096)
def compile_pattern(text: str, flags: int = re.DOTALL) -> Pattern:
    """The pattern of a text, made once."""
    return Pattern(text, flags)
