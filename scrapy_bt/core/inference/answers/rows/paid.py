"""What says that somebody has paid for a row: a label that says nothing else, or a class."""

from __future__ import annotations

import re

_WORDS = (
    r"ads?|advert(?:isement|ising|orial)?|sponsored|promoted|paid (?:ad|placement)"
    r"|werbung|gesponsert|publicité|sponsorisée?s?|patrocinad[oa]s?|publicidad[e]?"
    r"|sponsorizzat[oi]|pubblicità|gesponsord|advertentie|reklam[ay]?|реклама|广告|推广|廣告|広告|광고"
)
_NOTICES = r"anzeige|annonce|anuncios?|annunci[oi]?"
"""Words for small ads, too: a class of this name says of which kind a record is, a label alone that it is paid for."""

_LABEL = re.compile(rf"\W*(?:{_WORDS}|{_NOTICES}|sponsored (?:by|post|result|link)\b.*)\W*", re.IGNORECASE)
_CLASS = re.compile(rf"(?:{_WORDS}|advert\w*|sponsor\w*)", re.IGNORECASE)


def is_label_of_paid(text: str) -> bool:
    """Whether a text says nothing but that somebody has paid for what it stands in."""
    return _LABEL.fullmatch(text) is not None


def word_for_paid(names: str) -> str:
    """The word in the classes of a row that says so; empty: none does."""
    return next(filter(_CLASS.fullmatch, re.split(r"[\s_-]+", names)), "")
