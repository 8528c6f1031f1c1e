"""How long ago something was, which is another text at each moment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_ENGLISH = r"(?:\d+|an?|one|(?:an?\s+)?few|half\s+an?)\s+(?:second|sec|minute|min|hour|hr|day|week|month|year)s?"
_CHINESE = (
    r"\d{1,3}\s*(?:[个個かヶケヵカ]半?月|[个個]?(?:秒|分|半?小?[时時]|時間|天|日|周|週間?|星期|礼拜|禮拜|年)[钟鐘]?)"
)
_KOREAN = r"\d{1,3}\s*(?:초|분|시간|일|주|개월|달|년)"
_GERMAN = r"vor\s+(?:\d+|eine[rm])\s+(?:sek|min|std|stunde|tag|woche|monat|jahr)[^\W\d]*"
_AGE = re.compile(
    r"\b(?:(?:(?:less|more)\s+than|about|almost|around|nearly|over)\s+)?"
    rf"(?:{_ENGLISH},?\s+(?:and\s+)?){{1,4}}ago\b|\bjust now\b"
    rf"|(?<![\d年月])(?:{_CHINESE}\s*){{0,3}}(?:{_CHINESE}|\d{{1,3}}\s*月)[之以]?前|刚[刚才]"
    rf"|(?<!\d){_KOREAN}\s*전|방금"
    rf"|\b{_GERMAN}|\b(?:il y a|hace|há)\s+(?:\d+|une?|um|uma)\s+[^\W\d]+"
    r"|\b(?:منذ|قبل|לפני|πριν(?: από)?|acum|před|przed)\s+\d+\s+[^\W\d]+|\bför\s+\d+\s+[^\W\d]+\s+sedan\b"
    r"|\b\d+\s+[^\W\d]+\s+(?:назад|тому|geleden|temu|fa|atrás|önce|siden|sitten|trước|(?:yang )?lalu|پیش)\b",
    re.IGNORECASE,
)
"""A day before which something is to be done, as 3月5日前, is none."""


def without_ages(texts: Iterable[str]) -> Iterator[str]:
    """What texts say beside how long ago something was: `Ada wrote` of “Ada wrote 5 minutes ago”; nothing of an age."""
    for text in texts:
        rest, count = _AGE.subn(" ", text)
        if not count:
            yield text
        elif any(map(str.isalnum, rest)):
            yield " ".join(rest.split())
