"""Several words that were typed, and stand in the rows just so: a script may have searched for each of them."""

from __future__ import annotations

from dataclasses import replace

from ..answers.extraction import page_of
from ..answers.rows.searched import SearchedData, SearchedRows
from ..answers.values import Extraction
from ..findings import ChosenGroup
from .subject import Subject


def one_by_one(subject: Subject) -> str:
    """What was typed, if its words find the same rows one by one as they do as they stand; else empty."""
    group = subject.records.group if subject.records is not None else None
    if group is None or not isinstance(group.grouping, (SearchedRows, SearchedData)) or group.grouping.by_words:
        return ""
    each = replace(group, grouping=replace(group.grouping, by_words=True))
    several = [number for number, words in enumerate(group.names) if len(words.split()) > 1]
    is_alike = all(_found(subject, group, number) == _found(subject, each, number) for number in several)
    return group.names[several[0]] if several and is_alike else ""


def _found(subject: Subject, group: ChosenGroup, recording: int) -> list[int]:
    """How many rows each page of a recording has for what was typed."""
    way = group.grouping
    found = Extraction(way.how, way.found_by(group.names[recording], group.rows))
    return [len(page_of(page).elements(found)) for page in subject.pages_of_each[recording]]
