"""Dead letters are queued again and dropped in slices, so that Redis is never held up by many of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from .call import Call
from .calls import MOST_LETTERS

Treat = Callable[[Iterable[int] | None], Call[int]]
"""`Calls.requeue` or `Calls.drop`."""


def treat_letters(
    send: Callable[[Call[int]], int], treat: Treat, ids: Iterable[int] | None, *, count: Callable[[], int]
) -> int:
    """Treat letters (none: all that *count* says there are now); answers how many were."""
    if ids is not None:
        rest, treated = iter(ids), 0
        while part := list(islice(rest, MOST_LETTERS)):
            treated += send(treat(part))
        return treated
    # One that dies again meanwhile is a new letter, and comes last.
    wanted, treated = count(), 0
    while treated < wanted and (some := send(treat(None))):
        treated += some
    return treated
