"""Whether rows are whole, and of one kind: what stands between them, where they stand, lists that one record is of."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Any

from lxml import etree

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ..answers.elements.classes import says_looks
from ..answers.elements.markup import text_within
from ..answers.elements.neighbours import after, before, text_before
from ..answers.elements.shown import SKIPPED, unseen_in
from ..answers.extraction import page_of
from ..answers.rows.rows import holder_of
from ..answers.values import Extraction, Fields
from ..findings import Records

_FEWEST = 4
"""Rows, or pieces, from which it is told that something stands with each of them."""
_FEWEST_OF_TABLE = 6
"""The same of rows of a table, which also lays out what is one thing."""
_MOST = 0.6
"""Of the places between rows: what stands in more of them is the same each time."""
_SOME = 0.1
"""Of these places: what is another word in more of them is a value."""
_COUNT = re.compile(r"\s\d+[.):]$")
"""The number of the next row, as a list in plain text counts."""
_WORD = re.compile(r"\w")
_PLACE = r"(?:\[(\d{1,9})\]|:nth-(?:child|of-type)\((\d{1,9})\))"
"""In a path or a selector, which of several elements it goes through."""
_PIECE = re.compile(rf"\b(h[1-6]|li|dt|article){_PLACE}")
_ROW = re.compile(rf"\b(tr){_PLACE}")
_THROUGH = re.compile(rf"{_PLACE}(?=/)")
_ALL_LINES = "//text()[normalize-space()]"
"""What a path ends with that takes all lines of an element."""
_NUMBERED = re.compile(r"\d*$")
_NAMED = re.compile(r"[#.]([\w-]+)")


def stands_between(rows: Sequence[Any], held: Collection[str]) -> str:
    """A text between two rows that no record holds, where such texts stand behind half of the rows; empty if none is.

    What is the same each time, as a line or words between them, is none; `in stock` is one if others say `sold out`.
    """
    elements = [row for row in rows if is_element(row)]
    if len(elements) < _FEWEST:
        return ""
    gaps = _gaps(elements)
    values = sorted({"".join(each.split()) for each in held} - {""}, key=len, reverse=True)
    rests = {text: _rest(text, values) for text in gaps}
    counts = Counter(piece for text in gaps for piece in set(rests[text].split()))
    same = {piece for piece, count in counts.items() if count > max(1, _MOST * len(gaps))}
    if len(set(rests.values())) == 1 < len(rests):
        return ""
    same -= _replaced([set(rests[text].split()) for text in gaps], same)
    left = {text: " ".join(piece for piece in rest.split() if piece not in same) for text, rest in rests.items()}
    telling = [text for text, rest in left.items() if _WORD.search(_COUNT.sub("", f" {rest}"))]
    return telling[0] if gaps and len(telling) * 2 >= len(gaps) else ""


def _replaced(gaps: Sequence[AbstractSet[str]], same: AbstractSet[str]) -> set[str]:
    """The words that are the *same* in most gaps, where several of the gaps without them say something else."""
    others = Counter(piece for own in gaps if any(map(_WORD.search, own - same)) for piece in same - own)
    return {piece for piece, count in others.items() if count > max(1, _SOME * len(gaps))}


def _rest(text: str, values: Sequence[str]) -> str:
    """What of a text is in no value, and is none; where elements within a line cut it, blanks tell nothing."""
    bare = "".join(text.split())
    if any(bare in value for value in values):
        return ""
    for value in values:
        bare = bare.replace(value, " ")
    return bare


def _gaps(rows: Sequence[Element]) -> list[str]:
    """The texts between each two rows, in the order of the page."""
    own = set(rows)
    ancestors = [set(row.iterancestors()) for row in rows]
    around = next((each for each in rows[0].iterancestors() if all(each in those for those in ancestors)), None)
    if around is None:
        return []
    gaps: list[list[str]] = [[]]
    for text in _texts(around, own):
        if text is None:
            gaps.append([])
        else:
            gaps[-1].append(text)
    return [" ".join(" ".join(texts).split()) for texts in gaps[1:-1]]


def _texts(around: Element, rows: Collection[Element]) -> Iterator[str | None]:
    """The texts of an element, and none in the place of each row; also of pages of any depth."""
    walk, skipped = etree.iterwalk(around, events=("start", "end", "comment", "pi")), unseen_in(around, SKIPPED)
    for event, element in walk:
        if event == "start" and (element in rows or element.tag in skipped):
            walk.skip_subtree()
        if event == "start" and element in rows:
            yield None
        elif event == "start" and element.tag not in skipped:
            yield element.text or ""
        elif event != "start":
            yield element.tail or ""


def parts_of_page(pages: Sequence[Sequence[Any]]) -> list[str]:
    """The named parts of a page in which the rows stand on all *pages*; none where they stand in one part.

    An element around a single row is no part, as the entries of a list whose looks take turns.
    """
    if all(len({row.getparent() for row in rows if is_element(row)}) == len(rows) for rows in pages):
        return []
    found = [{holder_of(row.getparent()) for row in rows if is_element(row)} for rows in pages]
    same = [name for name in sorted(found[0]) if _NAMED.search(name)] if found and all(found) else []
    is_told = len(same) > 1 and all(own == found[0] for own in found)
    return same if is_told and not any(says_looks(_NAMED.findall(name)[-1]) for name in same) else []


def are_columns(records: Records | None, pages: Sequence[Answer], *, is_detail: bool = False) -> list[str]:
    """Fields of the only record of data that hold as many values each: columns, no row of which is a record.

    *is_detail*: the record is an entry of a list, which may have lists itself, such as its labels.
    """
    if records is None or records.each is not None:
        return []
    lists: dict[str, list[tuple[str, Extraction]]] = {}
    for name, extraction in records.fields:
        around = extraction.text.rpartition(".")[0]
        if extraction.how == "json" and extraction.all and not (is_detail and around.endswith("[]")):
            lists.setdefault(around, []).append((name, extraction))
    for own in lists.values():
        counts = [{len(page_of(page).extract(extraction)) for _, extraction in own} for page in pages]
        if len(own) > 1 and all(len(each) == 1 for each in counts) and max(map(max, counts), default=0) >= _FEWEST:
            return [name for name, _ in own]
    return []


def take_turns(records: Sequence[Mapping[str, Any]]) -> tuple[str, str] | None:
    """A field of some records, and one of the records between them, which are of another kind; None if all are alike.

    Every second record has a field that the others lack, and the others have one that it lacks; or they share no field.
    """
    filled = [frozenset(name for name, value in record.items() if value not in (None, "", [])) for record in records]
    filled = [names for names in filled if names]
    if len(filled) < 2 * _FEWEST:
        return None
    if len(set(filled[::2])) == len(set(filled[1::2])) == 1:
        one, other = filled[0] - filled[1], filled[1] - filled[0]
        return (min(one), min(other)) if one and other else None
    own = filled[0]
    for _ in filled:  # what some record has beside a field of this kind is of it, too
        own |= frozenset[str]().union(*(names for names in filled if names & own))
    is_own = [bool(names & own) for names in filled]
    turns = sum(before != after for before, after in pairwise(is_own))
    return (min(filled[0]), min(filled[is_own.index(False)])) if turns >= 2 * _FEWEST - 1 else None


def pieces_of_list(records: Records | None) -> list[str]:
    """Fields of the only record of a page that are the first, the second and further pieces of one kind."""
    if records is None or records.each is not None:
        return []
    alike: dict[tuple[str, str], list[str]] = {}
    for name, extraction in records.fields:
        # Rows of a table may be names with their values: these are called by their names.
        for pattern, stem in ((_PIECE, ""), (_ROW, _NUMBERED.sub("", name))):
            if pattern.search(extraction.text):
                alike.setdefault((pattern.sub(r"\1", extraction.text), stem), []).append(name)
                break
    least = {stem: _FEWEST_OF_TABLE if stem else _FEWEST for _, stem in alike}
    told = (names for (_, stem), names in alike.items() if len(names) >= least[stem])
    return next(told, []) or _rows_by_place(records.fields)


def titled_lines(records: Records | None, pages: Sequence[Answer]) -> str:
    """A field of the only record of pages that holds entries line by line, each below a title in bold letters.

    Each page has several of them, and other ones; empty if there is no such field.
    """
    for name, extraction in records.fields if records is not None and records.each is None else ():
        path = extraction.text.removesuffix(_ALL_LINES)
        if extraction.how == "xpath" and path != extraction.text:
            found = [page_of(page).elements(Extraction("xpath", path))[:1] for page in pages]
            titles = [{text_within(each) for each in own[0] if _is_title(each)} for own in found if own]
            if len(titles) > 1 and min(map(len, titles)) >= _FEWEST and not set.intersection(*titles):
                return name
    return ""


def _is_title(element: Element) -> bool:
    """Whether it is a line of its own in bold letters."""
    if element.tag not in ("b", "strong"):
        return False
    previous, following = before(element), after(element)
    begins = previous is None or (previous.tag == "br" and not text_before(element).strip())
    return begins and following is not None and following.tag == "br" and not (element.tail or "").strip()


def _rows_by_place(fields: Fields) -> list[str]:
    """Fields that stand at the same places within each of several elements beside each other; empty if none do."""
    found: dict[str, dict[int, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for name, extraction in fields:
        for place in _THROUGH.finditer(extraction.text):
            before, behind = extraction.text[: place.start()], extraction.text[place.end() :]
            found[before][int(place[1] or place[2])][behind] = name
    for rows in found.values():
        for places in map(frozenset, rows.values()):
            alike = [row for row in rows.values() if places == row.keys()]
            names = [name for row in alike for name in row.values()]
            is_named_alike = len({_NUMBERED.sub("", name) for name in names}) <= len(places)
            if len(places) > 1 and len(alike) >= _FEWEST_OF_TABLE and is_named_alike:
                return names
    return []
