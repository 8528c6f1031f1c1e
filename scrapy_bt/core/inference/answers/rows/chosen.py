"""Which rows and fields fit what the person says of them: texts that stood on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....errors import SampleError
from .....sentences import say
from ....samples.traffic import Answer
from ...goal import Marks
from ..extraction import extract_within, page_of
from ..fields.fieldnames import field_name
from ..values import Extraction, Fields


def fits(each: Extraction | None, fields: Fields, answers: Sequence[Answer], marks: Marks) -> bool:
    """Whether some row says the marked text, and each wanted text is the whole of some field."""
    if marks.row and each is not None and not any(_plain(marks.row) in text for text in _rows(each, answers)):
        return False
    wanted = (*marks.want, *marks.more)
    held = {text for _, extraction in fields for text in _values(each, extraction, answers)} if wanted else set()
    return all(_plain(text) in held for text in wanted)


def chosen(each: Extraction | None, fields: Fields, answers: Sequence[Answer], columns: Sequence[str]) -> Fields:
    """The fields that are called so or held such a text, in the order of *columns*; all of them if there are none.

    Raises `SampleError` for a column that no field is.
    """
    found: list[tuple[str, Extraction]] = []
    for column in columns:
        named = [pair for pair in fields if pair[0] in (column, field_name(column))]
        holding = (pair for pair in fields if _plain(column) in _values(each, pair[1], answers))
        pair = named[0] if named else next(holding, None)
        if pair is None:
            names = ", ".join(name for name, _ in fields)
            raise SampleError(
                say("--columns: no field is called {} or held that text; there are: {}", repr(column), names)
            )
        found += [pair] if pair not in found else []
    return tuple(found or fields)


def _values(each: Extraction | None, extraction: Extraction, answers: Sequence[Answer]) -> set[str]:
    texts: set[str] = set()
    for page in map(page_of, answers):
        scopes = page.elements(each) if each is not None else None
        found = (
            page.extract(extraction) if scopes is None else [t for s in scopes for t in extract_within(s, extraction)]
        )
        texts |= set(map(_plain, found))
    return texts


def _rows(each: Extraction, answers: Sequence[Answer]) -> Iterator[str]:
    for page in map(page_of, answers):
        for row in page.elements(each):
            yield _plain("".join(map(str, row.itertext())) if hasattr(row, "itertext") else str(row))


def _plain(text: str) -> str:
    return " ".join(text.split())
