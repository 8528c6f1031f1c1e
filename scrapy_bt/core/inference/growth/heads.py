"""What a tree begins with: its goal, and its arguments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from ....sentences import counted
from ...language.printer import Comment
from ...tree import nodes as bt
from ..conclusion import Conclusion
from .vocabulary import Vocabulary

MOST_PAGES = 10_000
"""Of each series, unless a tree is run with another number: a site may make pages for ever."""
_NOTHING_SENT = "nothing was replayed."
_WIDTH = 100
"""Of the lines at the head of a file."""


def head_of(conclusion: Conclusion, first: bt.Node) -> Iterator[Comment]:
    """What stands at the beginning of the file."""
    lines = [line for text in conclusion.goal.splitlines() for line in textwrap.wrap(text, _WIDTH)]
    lines += [line for text in _against(conclusion) for line in textwrap.wrap(text, _WIDTH)]
    if lines:
        yield Comment(first, "\n".join(lines), above=True)


def _against(conclusion: Conclusion) -> Iterator[str]:
    """Why it is not proven, as far as it is to be known before a word of the tree is read."""
    is_unsent = not conclusion.replays and not conclusion.in_browser
    reasons = (_NOTHING_SENT,) if is_unsent else conclusion.unproven
    if conclusion.is_proven or not reasons:
        return
    yield f"Not proven: {reasons[0]}"
    if len(reasons) > 1:
        yield f"({counted(len(reasons) - 1, 'reason')} more: scrapy bt explain)"


def parameters_of(vocabulary: Vocabulary, *, is_bounded: bool) -> tuple[bt.Parameter, ...]:
    """What has to be given comes first."""
    arguments = vocabulary.arguments.items()
    needed = [bt.Parameter(name) for name, given in arguments if given.is_secret or given.example is None]
    sites = [bt.Parameter(name, bt.Literal(origin)) for origin, name in vocabulary.sites.items()]
    others = [
        bt.Parameter(name, bt.Literal(given.example))
        for name, given in arguments
        if given.example is not None and not given.is_secret
    ]
    bounds = [bt.Parameter(vocabulary.most_pages, bt.Literal(MOST_PAGES))] if is_bounded else []
    return (*needed, *sites, *others, *bounds)
