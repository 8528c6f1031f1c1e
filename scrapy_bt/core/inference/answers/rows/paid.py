"""What says that somebody has paid for a row: a label that says nothing else, or a class."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....documents.elements import Element

_WORDS = (
    r"ads?|advert(?:isement|ising|orial)?|sponsored|promoted|paid (?:ad|placement)"
    r"|werbung|gesponsert|publicité|sponsorisée?s?|patrocinad[oa]s?|publicidad[e]?"
    r"|sponsorizzat[oi]|pubblicità|gesponsord|advertentie|reklam[ay]?|реклама|广告|推广|廣告|広告|광고"
)
_NOTICES = r"anzeige|annonce|anuncios?|annunci[oi]?"
"""Words for small ads, too: a class of this name says of which kind a record is, a label alone that it is paid for."""

_LABEL = re.compile(rf"\W*(?:{_WORDS}|{_NOTICES}|sponsored (?:by|post|result|link)\b.*)\W*", re.IGNORECASE)
_CLASS = re.compile(rf"(?:{_WORDS}|advert\w*|sponsor\w*)", re.IGNORECASE)
_KIND = re.compile(r"(?:https?:)?(?://[^/?#]*)?/?[^/?#]*")
_NUMBERS = re.compile(r"\d+")


def is_label_of_paid(text: str) -> bool:
    """Whether a text says nothing but that somebody has paid for what it stands in."""
    return _LABEL.fullmatch(text) is not None


def word_for_paid(names: str) -> str:
    """The word in the classes of a row that says so; empty if none does."""
    return next(filter(_CLASS.fullmatch, re.split(r"[\s_-]+", names)), "")


def paid_by_class(rows: Sequence[Element]) -> dict[Element, str]:
    """Those rows, each with the word in its class, that somebody has paid for.

    A row that leads to pages of the kinds that others lead to is one of them: it was paid for to stand out.
    """
    words = {row: word for row in rows if (word := word_for_paid(row.get("class") or ""))}
    usual = set[str]().union(*(_leads(row) for row in rows if row not in words))
    return {row: word for row, word in words.items() if not (kinds := _leads(row)) or not kinds <= usual}


def _leads(row: Element) -> set[str]:
    """The kinds of the pages that a row leads to: hosts and first parts of paths, without numbers."""
    links = (link.get("href") for link in row.iter("a") if link.get("href"))
    return {_NUMBERS.sub("", found[0]) for link in links if (found := _KIND.match(link))}
