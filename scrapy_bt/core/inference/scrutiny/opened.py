"""What a person opened beside the target, from the same page: a tree that brings one of them may miss the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from ...samples.traffic import Answer, Exchange, Recording
from ..origins.links import whole
from ..steps.addresses import AddressKind
from ..steps.alignment import alikeness
from ..steps.series import ALIKE


def opened_beside(recording: Recording, pages: Sequence[Answer], visited: Collection[str]) -> str:
    """The address of a page of the target's kind that was opened from where the target was; empty: there is none.

    *pages*: of the target; *visited*: what the tree asked for, without fragments.
    """
    wanted = {whole(page.url) for page in pages}
    documents = [each for each in recording.exchanges if each.kind == "document" and each.sent.method == "GET"]
    targets = [each for each in documents if whole(each.sent.url) in wanted]
    for each in documents:
        url = whole(each.sent.url)
        if url not in wanted and url not in visited and any(_are_beside(each, target) for target in targets):
            return url
    return ""


def _are_beside(one: Exchange, other: Exchange) -> bool:
    """Whether two pages of one kind and of other paths were opened from one page."""
    page = one.sent.header("referer")
    urls = [one.sent.url, other.sent.url]
    if (
        not page
        or page != other.sent.header("referer")
        or page in urls
        or len({urlsplit(url).path for url in urls}) < 2
    ):
        return False
    return AddressKind.of(urls) is not None and alikeness(one.answer, other.answer) >= ALIKE
