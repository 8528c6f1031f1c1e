"""Pages: what reads one, or goes on from its address, needs a visit before it in its own frame."""

from __future__ import annotations

from ....sentences import say
from ...tree.nodes import Visit
from .checkeddocument import WORD_OF_KIND
from .paths import Paths
from .urls import is_relative


def check_pages(paths: Paths) -> None:
    """What reads a page is called after a visit in the same frame."""
    checked = paths.flow.checked
    for call in paths.without_page:
        declaration = checked.declared[call.node]
        advice = say(
            "visit one before it in the same tree: a called tree begins without a page, and its pages stay with it"
        )
        what = say("reads a page")
        if isinstance(declaration, Visit) and is_relative(declaration.url):
            what = say("goes on from a page, as its URL is relative")
            advice = say("begin its URL with `https://`, or {}", advice)
        node = say("this") if call.inline is not None else f"`{call.node}`"
        message = say(
            "{} is {} that {}; this tree has visited none before", node, WORD_OF_KIND[type(declaration)], what
        )
        checked.report.add("no-page", call.place, message, advice)
