"""How long ago something was, which is another text at each moment."""

from __future__ import annotations

import re

_AGE = re.compile(
    r"\b(?:\d+|an?|one|few)\s+(?:second|sec|minute|min|hour|hr|day|week|month|year)s?\s+ago\b|\bjust now\b"
    r"|\d\s*个?(?:秒|分|半?小?时|天|日|周|星期|礼拜|月|年)钟?[之以]?前|刚[刚才]"
    r"|\b(?:vor|il y a|hace|há)\s+\d+\s+[^\W\d]+|\b\d+\s+[^\W\d]+\s+(?:назад|geleden|temu|fa)\b",
    re.IGNORECASE,
)
_LONGEST = 120
"""Letters of a text that says it; longer ones say something else as well."""


def tells_age(text: str) -> bool:
    """Whether a text says how long ago something was."""
    return len(text) <= _LONGEST and _AGE.search(text) is not None
