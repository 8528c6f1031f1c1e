"""Rows of which a script shows those alone that hold the words which were typed, wherever in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_uppercase
from typing import ClassVar, Literal

from ....documents.elements import Element, is_element
from ....documents.lettering import slug
from ....samples.traffic import Answer
from ....tree.jsonpaths import search_json
from ....tree.translators import HTMLTranslator
from ..elements.markup import text_within
from ..elements.shown import seen_elements
from ..extraction import page_of
from ..namedparts import NamedParts
from ..values import Extraction, Fields
from .narrowings import SHOWN, seen_by_name

SEARCHED = "word"
"""What a word is called that rows are found by."""
_BLOCK = 128
"""Letters of one script stand together, by so many signs."""
_LONGEST = 200
"""Signs of what an element says as a whole."""


@dataclass(frozen=True)
class SearchedRows:
    """Rows of a page: the XPath of all of them, and the capitals that they have beside those of English.

    *text*: the XPath of what is searched within a row; *by_words*: for each word of what is given, in any order.
    """

    rows: str
    capitals: str = ""
    text: str = "."
    by_words: bool = False
    how: ClassVar[Literal["json", "xpath"]] = "xpath"
    key: ClassVar[str] = SEARCHED

    @property
    def coding(self) -> str:
        if not self.by_words:
            return "xpath_text(lower(name))"
        between = f'") and {self._holding}"'.replace("'", r"\'")
        return f"join('', ['\"', replace(replace(lower(trim(name)), '\"', ''), ' ', '{between}'), '\"'])"

    @property
    def before(self) -> str:
        return f"{self.rows}[{self._holding}"

    @property
    def _holding(self) -> str:
        capitals = f"{ascii_uppercase}{self.capitals}"
        return f'contains(translate({self.text}, "{capitals}", "{capitals.lower()}"), '

    def behind(self, rows: str) -> str:
        return f")]{rows}"

    @property
    def all_rows(self) -> Extraction:
        return Extraction("xpath", self.rows)

    def found_by(self, name: str, rows: str = "") -> str:
        return f"{self.before}{search_json(self.coding, {'name': name})}{self.behind(rows)}"


@dataclass(frozen=True)
class SearchedData:
    """Rows of data: where all of them stand, and the JMESPath of the text of each that is searched.

    *by_words*: for each word of what is given, in any order.
    """

    path: str
    text: str
    by_words: bool = False
    how: ClassVar[Literal["json", "xpath"]] = "json"
    key: ClassVar[str] = SEARCHED

    @property
    def coding(self) -> str:
        between = f"') && {self._holding}".replace("'", r"\'")
        return f"replace(slug(name), '-', '{between}')" if self.by_words else "slug(name)"

    @property
    def before(self) -> str:
        return f"{self.path} | [?{self._holding}"

    @property
    def _holding(self) -> str:
        return f"contains(slug({self.text}), '"

    def behind(self, rows: str) -> str:
        return "')]" if rows == "@" else f"')] | {rows}"

    @property
    def all_rows(self) -> Extraction:
        return Extraction("json", f"length({self.path}) > `0` && 'some' || `null`")

    def found_by(self, name: str, rows: str = "@") -> str:
        return f"{self.before}{search_json(self.coding, {'name': name})}{self.behind(rows)}"


def searched_rows(
    answers: Sequence[Answer], screens: Sequence[Answer], words: Sequence[str], each: Extraction, fields: Fields
) -> NamedParts | None:
    """How the rows that were seen at the end are found by a word of each recording; None if they are others.

    *screens*: what was seen: of the rows that hold the word, at least some, and no other row.
    """
    found: list[tuple[int, NamedParts]] = []
    are_several = any(len(word.split()) > 1 for word in words)
    for way in _ways(answers, each, fields, by_words=are_several) if all(map(slug, words)) else ():
        left = [
            _left(answer, screen, each, Extraction(way.how, way.found_by(word)), fields)
            for answer, screen, word in zip(answers, screens, words, strict=True)
        ]
        if all(own is not None and own.is_seen for own in left):
            found.append((sum(own.gaps for own in left if own is not None), way))
    # The first of those that leave out least between rows that were seen.
    return min(found, key=lambda each: each[0])[1] if found else None


def _ways(
    answers: Sequence[Answer], each: Extraction, fields: Fields, *, by_words: bool
) -> Iterator[SearchedRows | SearchedData]:
    """Those for a text as it stands, then, *by_words*, the same for each of its words."""
    ways: list[SearchedRows | SearchedData] = []
    if each.how == "json":
        texts = [extraction.text for _, extraction in fields if extraction.how == "json" and not extraction.all]
        ways.append(SearchedData(each.text, f"join(' ', map(&to_string(@), [{', '.join(texts)}][?@]))"))
        ways += (SearchedData(each.text, f"to_string({text})") for text in texts)
    elif each.how == "css" and not any(sign in each.text for sign in (",", "::")):
        to_xpath, capitals = HTMLTranslator().css_to_xpath, _capitals(answers, each)
        rows = to_xpath(each.text, prefix="//")
        ways.append(SearchedRows(rows, capitals))
        places = (own.text.partition("::")[0] for _, own in fields if own.how == "css" and not own.all)
        ways += (SearchedRows(rows, capitals, to_xpath(css, prefix="descendant::")) for css in places if css)
    yield from ways
    yield from (replace(way, by_words=True) for way in ways if by_words)


def _capitals(answers: Sequence[Answer], each: Extraction) -> str:
    """The capitals of the scripts in which rows are written, but for those of English."""
    texts = {sign for answer in answers for row in page_of(answer).elements(each) for sign in text_within(row)}
    blocks = sorted({ord(sign) // _BLOCK for sign in texts if ord(sign) >= _BLOCK and sign.isalpha()})
    signs = (chr(code) for block in blocks for code in range(block * _BLOCK, (block + 1) * _BLOCK))
    return "".join(sign for sign in signs if sign.isupper() and len(sign.lower()) == 1)


@dataclass(frozen=True)
class _Left:
    """Of the rows that are found in a way: whether enough were seen, and how many were not, before the last that was.

    Those behind it may stand on a further page.
    """

    is_seen: bool
    gaps: int


def _left(answer: Answer, screen: Answer, each: Extraction, found: Extraction, fields: Fields) -> _Left | None:
    """The rows that are found so; None if these are all or none, or if others were seen."""
    rows, kept = page_of(answer).elements(each), set(map(id, page_of(answer).elements(found)))
    are_kept = [id(row) in kept for row in rows]
    if all(are_kept) or not any(are_kept):
        return None
    seen = _seen(answer, screen, each, fields)
    if any(is_seen and not is_kept for is_kept, is_seen in zip(are_kept, seen, strict=True)):
        return None
    own = [is_seen for is_kept, is_seen in zip(are_kept, seen, strict=True) if is_kept]
    last = max((place for place, is_seen in enumerate(own) if is_seen), default=-1)
    return _Left(sum(own) >= min(SHOWN, len(own)), own[: last + 1].count(False))


@lru_cache(64)
def _seen(answer: Answer, screen: Answer, each: Extraction, fields: Fields) -> tuple[bool, ...]:
    """Of each row, whether it was to be seen: an element says the same, or a text of it alone stands there."""
    rows = page_of(answer).elements(each)
    root = page_of(screen).root
    there = list(seen_elements(root)) if is_element(root) else []
    if all(map(is_element, rows)):
        tags = {row.tag for row in rows if is_element(row)}
        said = {text_within(element) for element in there if element.tag in tags}
        return tuple(is_element(row) and text_within(row) in said for row in rows)
    texts = {text for element in there for text in _texts(element)}
    return tuple(seen_by_name(rows, fields, texts))


def _texts(element: Element) -> AbstractSet[str]:
    """What an element says: each piece of its own, and the whole of one that is short."""
    whole = text_within(element)
    return {" ".join(str(text).split()) for text in element.xpath("text()")} | (
        {whole} if len(whole) < _LONGEST else set()
    )
