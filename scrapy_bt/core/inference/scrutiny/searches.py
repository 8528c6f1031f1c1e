"""Words to search for that nobody recorded, and what has to come for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from ...documents.lettering import EASTERN
from ...samples.traffic import Answer
from ..answers.pages.contents import content_of, says_something
from ..recordedpages import values_in
from ..rehearsal import Rehearsal

NOWHERE = "qvxwkzj"
"""A word that no text holds."""
WORD = re.compile(rf"[{EASTERN}]{{2,20}}|[^\W\d_]{{4,20}}")
_LINE = re.compile(rf"[^\W\d_]\w+(?: \w+){{2,8}}|[{EASTERN}][{EASTERN}\w]{{5,30}}")
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


def unseen_record(run: Rehearsal, nowhere: Sequence[Rehearsal], recorded: Sequence[Answer], rows: Rows) -> str:
    """A text of a record whose words were searched for, if a page says it although no record came; else empty.

    A site may show one alone in another way than several, or lead on to its page. What pages say whatever was searched
    for counts for nothing. *nowhere*: runs with a word that no text holds; *recorded*: all pages of the target.
    """
    if run.records or not _LINE.fullmatch(run.other):
        return ""
    said = [set(content_of(page).texts) for page in recorded]
    usual = set[str].intersection(*said) if said else set[str]()
    usual |= {text for each in nowhere for page in _lasts(each) for text in content_of(page).texts}
    wanted = {text for own in rows for row in own if run.other in row for text in row if run.other not in text}
    told = {text for page in _lasts(run) for text in content_of(page).texts if says_something(text)}
    return max((wanted & told) - usual, key=lambda text: (len(text), text), default="")


def _lasts(run: Rehearsal) -> Iterator[Answer]:
    """The page to which each visit came last."""
    return (pages[-1] for pages in run.pages.values())


def share(records: Collection[Collection[str]], text: str) -> float:
    """How many records hold a text, of all of them."""
    wanted = text.casefold()
    return sum(any(wanted in value.casefold() for value in record) for record in records) / len(records)
