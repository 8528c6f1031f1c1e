r"""Runs of one set in a text: what `regex` goes through at one go, without a look at the clock.

It looks at the clock after so many steps. To take a run of letters is one step, however long the run is, and costs some
5 ns for each of them: on a million letters alone `(\w+)\s\1` is stopped half a second late, on fifty millions 20
seconds late.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import NodeError, PatternTimeout
from .charsets import written_for_re
from .deadlines import Deadline
from .sizes import parts_of
from .syntax import Chars, Repeat, Sequence

LONG, LONG_OF_ANY, LONG_OF_ALMOST_ANY = 500_000, 4_000_000, 1_000_000
"""Characters that a run goes on for at least if it is long: of one set, of any characters, of all but a set.

Of a run that is twice as long, so many behind a multiple of that length belong to it, where it is looked for.
"""
_LATE = 0.5e-6
"""Seconds, for each character of a run, by which a search is stopped late (measured)."""
_UNBOUNDED = re.compile(r"[*+]|,\}")


class EndlessRun(PatternTimeout):
    """A search could not be stopped in time, since it takes too many characters in a row at one go."""

    def __init__(self, pattern: str, length: int, deadline: Deadline) -> None:
        super().__init__(pattern, deadline.seconds, deadline.owner)
        whose = f"{deadline.owner}: " if deadline.owner else ""
        NodeError.__init__(
            self,
            f"{whose}`{pattern}` was not searched for: one of its repetitions fits {length:,} characters of this page"
            " in a row and could not be stopped in time; give it an end, as {1,1000}",
        )


class CharacterRuns:
    """The sets that a pattern takes runs of."""

    def __init__(self, source: str, body: Sequence | None) -> None:
        """*body*: none where only `regex` can read the pattern, so that its sets are not known."""
        self._source = source
        if body is not None:
            sets = {(written_for_re(chars), _long(chars)) for chars in _repeated(body)}
        else:
            sets = {(r"\S", LONG), (r"[\s\S]", LONG_OF_ANY)} if _UNBOUNDED.search(source) else set()
        self._long = tuple((re.compile(f"{each}{{{length}}}"), length) for each, length in sorted(sets))

    def demand_short(self, text: str, deadline: Deadline) -> None:
        """Raise `EndlessRun` where a search in *text* could be stopped much too late only."""
        if len(text) * _LATE <= deadline.seconds / 2:
            return
        for run, length in self._long:
            if any(run.match(text, at) is not None for at in range(0, len(text) - length + 1, length)):
                raise EndlessRun(self._source, length, deadline)


def _repeated(body: Sequence) -> Iterator[Chars]:
    for node in body:
        if isinstance(node, Repeat) and node.single is not None and (node.most is None or node.most >= LONG):
            yield node.single
        for part in parts_of(node):
            yield from _repeated(part)


def _long(chars: Chars) -> int:
    if not chars.is_negated:
        return LONG
    return LONG_OF_ALMOST_ANY if chars.ranges or chars.categories else LONG_OF_ANY
