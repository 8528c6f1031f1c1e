"""Links that an answer tells in its `Link` header, as APIs lead from page to page (RFC 8288)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .....sentences import say
from ....samples.traffic import Answer, whole_header
from ..extraction import page_of
from ..pages.addresses import joined
from ..values import Extraction, Taken, Within
from .locations import ValueLocation

NEXT = "next"
"""The relation of the page that follows (RFC 8288, 4.1)."""
_HEADER = "link"
_LINK = re.compile(r"<([^<>]+)>([^<]*)")
_RELATIONS = re.compile(r';\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))', re.IGNORECASE)
_FIRMNESS = 0.95


def links_in_headers(url: str, answer: Answer, step: int) -> Iterator[ValueLocation]:
    """The links of an answer's headers that lead to an address, each told by its relation."""
    for relation, address in _links_of(answer):
        if address == url:
            # What stands between the address and its relation belongs to no other link: those begin with a `<`.
            linked = Extraction("re", rf'<([^<>]+)>[^<]*\brel="?[^";<]*\b{re.escape(relation)}\b')
            value = Within(Taken(step, Extraction("header", _HEADER)), linked)
            where = say("the link rel={} of its header", relation)
            yield ValueLocation(value, _FIRMNESS, 1.0, relation, where)


def next_in_headers(answer: Answer) -> str | None:
    """The address of the page that follows one, as its headers tell it; None if they do not."""
    return next((address for relation, address in _links_of(answer) if relation == NEXT), None)


def _links_of(answer: Answer) -> Iterator[tuple[str, str]]:
    """Relations with the absolute addresses of what they lead to."""
    for address, parameters in _LINK.findall(whole_header(answer.headers, _HEADER) or ""):
        found = _RELATIONS.search(parameters)
        for relation in (found[1] or found[2] or "").lower().split() if found else ():
            yield relation, joined(page_of(answer).base, address)
