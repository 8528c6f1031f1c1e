"""How many records there are, as pages say it themselves: "57 results", `{"total": 57}`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from urllib.parse import urlsplit

from ...documents.days import DAY_OF_MONTH
from ...documents.elements import is_element
from ...samples.traffic import Answer
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.pages.contents import content_of

_COUNT = re.compile(r"\d{1,3}(?:[,.\u00a0\u202f]\d{3})+|\d+")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_MOMENT = re.compile(
    r"\d{1,2}:\d\d(?::\d\d)?|\d{1,4}(?P<between>[-/.])\d{1,2}(?P=between)\d{1,4}"
    rf"|\b{_MONTH} \d{{1,2}}(?:, \d{{4}})?\b"
    r"|(?:\d{4}\s*[年년]\s*)?\d{1,2}\s*[月월]\s*\d{1,2}\s*[日일]"
    rf"|\b{DAY_OF_MONTH}\b",
    re.IGNORECASE,
)
"""A time of day or a date, of which no number is a count."""
_LONGEST = 120
"""Letters of a text that tells a number; longer ones tell something else."""
_TELLING = 6
"""Letters of what a record is called from which on a text that holds it speaks of this record."""
_NAME = re.compile(r"[^\W\d_]\D*\d")
"""A text with letters before a number: what begins with the number, as `57 results`, may be a total."""
_BEGIN, _END = re.compile(r"(?<!\w)(?=\S)"), re.compile(r"(?<=\S)(?!\w)")
"""Where in a text a name may begin and end, as words of their own."""
_FEWEST = 4
"""Records from which on a number that is the same is no chance."""

Stated = Mapping[str, int]
"""By where it stands, or what stands around it, a number."""


def stated(page: Answer, given: Collection[str] = (), records: str = "") -> Stated:
    """The numbers of a page that stand alone in their place; *given*: what was asked for, which may stand there too.

    *records*: all that the records say, of which no number tells how many they are.
    """
    data = page_of(page).json
    found: dict[str, set[int]] = {}
    for place, number in _numbers_of_data(data) if data is not None else _numbers_in_texts(page, given, records):
        found.setdefault(place, set()).add(number)
    return {place: numbers.pop() for place, numbers in found.items() if len(numbers) == 1}


def all_said(records: Sequence[Mapping[str, object]]) -> str:
    """The texts of records, line by line."""
    waiting, texts = [value for record in records for value in record.values()], list[str]()
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            texts.append(" ".join(value.split()))
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return "\n".join(texts)


def _numbers_of_data(data: object) -> Iterator[tuple[str, int]]:
    waiting = [("", data)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{place}.{name}", inner) for name, inner in value.items()]
        elif isinstance(value, int) and not isinstance(value, bool):
            yield place, value


def _numbers_in_texts(page: Answer, given: Collection[str], records: str) -> Iterator[tuple[str, int]]:
    lines = frozenset(records.split("\n"))
    own = frozenset(line for line in lines if len(line) >= _TELLING and _NAME.search(line))
    elsewhere = _of_pages_beside(page)
    for text in content_of(page).texts:
        if len(text) > _LONGEST or _COUNT.search(text) is None:
            continue
        plain = " ".join(text.split())
        if plain in lines or plain in elsewhere or _is_said(plain, records):
            continue
        for word in (*sorted(_names_in(text, own), key=len, reverse=True), *filter(None, given)):
            text = text.replace(word, "*")  # noqa: PLW2901 - the same text, told for all inputs
        text = _MOMENT.sub("@", text)  # noqa: PLW2901 - as above
        numbers = _COUNT.findall(text)
        around = _COUNT.sub("#", text)
        if len(around) > 1:
            yield from ((f"{around} {place}", int(re.sub(r"\D", "", each))) for place, each in enumerate(numbers))


def _of_pages_beside(page: Answer) -> frozenset[str]:
    """The texts of links to pages beside this one, as to what is related to it: they say something of those."""
    root = page_of(page).root
    if not is_element(root):
        return frozenset()
    own = urlsplit(page.url).path.rstrip("/")
    folder = own.rpartition("/")[0]
    found = set[str]()
    for link in root.iter("a"):
        path = urlsplit(joined(page_of(page).base, link.get("href") or "")).path.rstrip("/")
        if path != own and path.rpartition("/")[0] == folder:
            found.add(text_within(link))
    return frozenset(found)


def _names_in(text: str, names: AbstractSet[str]) -> AbstractSet[str]:
    """Those of the *names* that a text holds; its pieces are looked up, since a page may have as many of both."""
    begins, ends = ([each.start() for each in border.finditer(text)] for border in (_BEGIN, _END))
    return names & {text[begin:end] for begin in begins for end in ends if end - begin >= _TELLING} if names else names


def _is_said(text: str, records: str) -> bool:
    """Whether records say it in words of their own: `17 lamps` is no part of `217 lamps`."""
    return text in records and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", records) is not None


def short_of(told: Sequence[tuple[Stated, int]]) -> Iterator[tuple[int, int, int]]:
    """The runs that brought another number than their pages say: place of the run, number said, number brought.

    *told*: of each run, what its first pages say, and how many records it brought. A number is how many there are if it
    was right for a run with several records, and for none too low. One that is the same for all is the size of a page,
    or how many there are of whatever input.
    """
    places = set[str]().union(*(page for page, _ in told))
    for place in sorted(places):
        pairs = [(number, page[place], count) for number, (page, count) in enumerate(told) if place in page]
        right = [count for _, said, count in pairs if said == count >= _FEWEST]
        less = [pair for pair in pairs if pair[1] > pair[2]]
        varies = len({said for _, said, _ in pairs}) > 1
        if varies and right and less and len(right) + len(less) == len(pairs):
            yield from less
            return
