"""Terms with definitions that are rows, as those of a glossary: other ones on each page, as labels are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ....documents.elements import is_element
from ....samples.traffic import Answer
from ..extraction import page_of
from ..fields.grouprows import said_in
from ..values import Extraction
from .rows import holder_of

_FEWEST = 3
"""Of a list."""
_RARELY = 0.3
"""How many terms of a page stand on another one."""


def terms_among(answers: Sequence[Answer]) -> Iterator[Extraction]:
    """The terms of each kind of list, where pages have other ones."""
    by_holder: dict[str, list[list[str]]] = {}
    for answer in answers:
        root = page_of(answer).root
        for each in root.iter("dl") if is_element(root) else ():
            terms = [said_in(term) for term in each.iterchildren("dt")]
            if len(terms) >= _FEWEST and all(terms):
                by_holder.setdefault(holder_of(each), []).append(terms)
    for holder, lists in by_holder.items():
        counts = Counter(term for terms in lists for term in set(terms))
        again = sum(count > 1 for count in counts.values())
        if len(lists) > 1 and again <= _RARELY * len(counts):
            yield Extraction("css", f"{holder} > dt")
