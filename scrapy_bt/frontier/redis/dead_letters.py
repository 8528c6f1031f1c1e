"""Dead letters are queued again and dropped in slices, so that Redis is never held up by many of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from .call import Ordered, ScriptCall
from .calls import MOST_DEAD_LETTERS, Calls
from .jobs import Send, carry_out

Treat = Callable[[Iterable[int] | None], ScriptCall[Ordered]]
"""`Calls.requeue` or `Calls.drop`."""


def treat_dead_letters(send: Send, calls: Calls, treat: Treat, ids: Iterable[int] | None) -> int:
    """Treat letters (none: all that there are now); answers how many were."""
    if ids is None:
        return carry_out(send, calls, treat(None))
    rest, treated = iter(ids), 0
    while part := list(islice(rest, MOST_DEAD_LETTERS)):
        treated += carry_out(send, calls, treat(part))
    return treated
