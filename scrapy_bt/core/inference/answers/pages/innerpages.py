"""Pages within data, and data within pages: what says most of what the answer says, as a list that is rendered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ....samples.traffic import Answer
from ..data.leaves import jmespath_of, json_leaves
from ..extraction import extract, page_of
from ..values import Extraction
from .contents import MARKUP, content_of

_MOST = 0.5
"""How much of the letters of an answer such a page has at least."""


def page_within(answers: Sequence[Answer]) -> Extraction | None:
    """What takes the page, or the data, out of answers of one kind; None if they hold what they say themselves."""
    found = {_taken_of(answer) for answer in answers}
    within = found.pop() if len(found) == 1 else None
    return None if within is not None and within.how != "json" and _are_settings(answers, within) else within


def _are_settings(answers: Sequence[Answer], within: Extraction) -> bool:
    """Whether what differs from page to page is rather what they say themselves: their data are for scripts alone."""
    held = [content_of(inner_page(answer, within)).texts for answer in answers]
    said = [content_of(answer).texts for answer in answers]
    if not all(set(own) <= set(texts) for own, texts in zip(held, said, strict=True)):
        return False  # data that is seen as it is, as an API shows it
    shown = [[text for text in texts if text not in set(own)] for own, texts in zip(held, said, strict=True)]
    return _differing(held) < _differing(shown)


def _differing(said: Sequence[Sequence[str]]) -> int:
    """The letters of what is not on all pages."""
    everywhere = set(said[0]).intersection(*said[1:])
    return sum(len(text) for texts in said for text in texts if text not in everywhere)


@lru_cache(64)
def inner_page(answer: Answer, within: Extraction | None) -> Answer:
    """The page within an answer; the answer itself if *within* is None, or if it is of another kind."""
    if within is None or (within.how == "json") != isinstance(page_of(answer).json, (dict, list)):
        return answer
    text = next(iter(extract(answer, within)), "")
    kind = "text/html" if within.how == "json" else "application/json"
    return Answer(answer.status, answer.url, (("Content-Type", f"{kind}; charset=utf-8"),), text.encode())


@lru_cache(64)
def _taken_of(answer: Answer) -> Extraction | None:
    path = _path_of(answer)
    return content_of(answer).data if path is None else Extraction("json", path)


def _path_of(answer: Answer) -> str | None:
    if not isinstance(page_of(answer).json, dict):
        return None
    leaves = json_leaves(answer).exact
    text = max(leaves, key=len, default="")
    whole = sum(len(each) * len(places) for each, places in leaves.items())
    if len(text) < _MOST * whole or MARKUP.fullmatch(text) is None:
        return None
    steps = leaves[text][0].steps
    return jmespath_of(steps) if _is_only_one(page_of(answer).json, steps) else None


def _is_only_one(data: Any, steps: Sequence[str | int]) -> bool:
    """Whether each list on the way has one entry, as what was asked for alone; of several, each may hold a page."""
    for step in steps:
        if isinstance(step, int) and len(data) > 1:
            return False
        data = data[step]
    return True
