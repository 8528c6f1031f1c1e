"""Words to search for that nobody recorded, and what has to come for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from ..answers.pages.contents import content_of
from ..recordedpages import RecordedPages, values_in
from ..rehearsal import Rehearsal

NOWHERE = "qvxwkzj"
"""A word that no text holds."""
WORD = re.compile(r"[^\W\d_]{4,20}")
_LINE = re.compile(r"[^\W\d_]\w+(?: \w+){2,8}")
"""What is a name of something, and not of several."""
_FEWEST = 3
"""Records that came for nothing; one or two may say that nothing was found."""
Rows = Sequence[Sequence[frozenset[str]]]
"""By recording, the values of its rows."""


def common_words(rows: Rows, typed: Collection[str]) -> list[str]:
    """The words that most rows have, the most common ones first; none that was typed."""
    return [word for word, count in _counted(rows, typed).most_common() if count > 1]


def searched_words(rows: Rows, typed: Collection[str]) -> list[str]:
    """Words that may find many rows, some, one and none: a common word, a rare one, all words of a row, a made-up one.

    The rare one stands in rows of several recordings, if there is such a word.
    """
    counts = _counted(rows, typed)
    spread = Counter(word for own in rows for word in _counted([own], typed))
    common = [word for word, _ in counts.most_common(1)]
    rare = sorted(counts.keys() - common, key=lambda word: (-spread[word], counts[word], word))
    lines = {text for own in rows for row in own for text in row if _LINE.fullmatch(text)}
    return list(dict.fromkeys([*common, *rare[:1], *sorted(lines, key=lambda text: (-len(text), text))[:1], NOWHERE]))


def _counted(rows: Rows, typed: Collection[str]) -> Counter[str]:
    texts = (text for own in rows for row in own for text in row if "/" not in text)
    counts = Counter(word for text in texts for word in WORD.findall(text))
    known = " ".join(typed).casefold()
    return Counter({word: count for word, count in counts.items() if word.casefold() not in known})


def found_nowhere(rehearsal: Rehearsal) -> bool:
    """Whether records came for a word that no text holds, and do not hold it."""
    records = [values_in(record) for record in rehearsal.records]
    return len(records) >= _FEWEST and not share(records, rehearsal.other)


def not_found_again(rehearsal: Rehearsal, recorded: RecordedPages, recordings: int) -> bool:
    """Whether the words of a record were searched for, and none came, although a page elsewhere says all of it."""
    if rehearsal.records or not _LINE.fullmatch(rehearsal.other):
        return False
    known = [page for number in range(recordings) for page in recorded.pages(number)]
    paths = {urlsplit(page.url).path for page in known}
    rows = {row for page in known for row in recorded.rows(page)}
    wanted = [{text for text in row if "/" not in text} for row in rows if rehearsal.other in row]
    lasts = (pages[-1] for pages in rehearsal.pages.values())
    said = [set(content_of(page).texts) for page in lasts if urlsplit(page.url).path not in paths]
    return any(len(row) > 1 and row <= own for row in wanted for own in said)


def share(records: Collection[Collection[str]], text: str) -> float:
    """How many records hold a text, of all of them."""
    wanted = text.casefold()
    return sum(any(wanted in value.casefold() for value in record) for record in records) / len(records)
