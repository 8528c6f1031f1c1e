"""Pages: what reads one needs a visit before it in its own frame."""

from __future__ import annotations

from .paths import Paths
from .subject import WORD_OF_KIND


def check_pages(paths: Paths) -> None:
    """What reads a page is called after a visit in the same frame."""
    subject = paths.flow.subject
    for call in paths.without_page:
        declaration = subject.declared[call.node]
        subject.report.add(
            "no-page",
            call.place,
            f"`{call.node}` is {WORD_OF_KIND[type(declaration)]} that reads a page; this tree has visited none before",
            "visit one before it in the same tree: a called tree begins without a page, and its pages stay with it",
        )
