"""Recordings that open entries of a list and then turn on to a further page of it: either may be what is wanted."""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile

from ...samples.traffic import Recording
from ..origins.links import whole
from ..steps.openedentries import is_page
from .subject import Subject, page_kind


def turned_on(subject: Subject) -> bool:
    """Whether the tree brings what was opened, and each recording ends on a page of the list that came then first."""
    return subject.is_detail and all(_ends_on_list(own, subject.kinds) for own in subject.recordings)


def _ends_on_list(recording: Recording, details: Collection[str]) -> bool:
    urls = [whole(each.answer.url) for each in recording.exchanges if each.answer and is_page(each)]
    kinds = [page_kind(url) for url in urls]
    before = list(takewhile(lambda kind: kind not in details, kinds))
    if len(before) == len(kinds) or kinds[-1] in details or urls[-1] in urls[:-1]:
        return False
    return any(kinds[-1] == kind or kinds[-1].startswith(f"{kind}/") for kind in before)
