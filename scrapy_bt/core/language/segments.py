"""Where entries begin and blocks end, seen without parsing: by strings, comments, braces and `::` alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..tree.keywords import KEYWORDS
from ..tree.nodes import HOWS

_GAP = r"\s*(?:#[^\n]*\n\s*)*"
_PIECE = re.compile(
    rf"""
      (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*"|'(?:[^'\\\r\n]|\\[^\r\n])*')
    | (?P<comment>\#[^\n]*)
    | (?P<declared>[^\W\d]\w*)(?={_GAP.replace("#", "[#]")}::)
    | (?P<table>state\b(?=\s+(?!wait\b|pause\b|stop\b)[^\W\d]\w*\s*\{{)|include\b(?=\s*["']))
    | (?P<word>\w+)
    | (?P<resource>\[\[|\(\()
    | (?P<open>\{{)
    | (?P<close>\}})
    | (?P<newline>\n)
    | (?P<quote>["'])
    | (?P<sign>\S)
    """,
    re.VERBOSE,
)
_RESOURCE = re.compile(r"(?:\[\[|\(\()\s*\w+\s*(?:=(?!=)|\]\]|\)\))")
_ENTRY_SIGN = re.compile(rf"{_GAP}(?:=(?!=)|\|)")
_ENDS = ("}", ")", "]")
_WORDS_INSIDE = frozenset((*KEYWORDS, *HOWS, "within", "from"))
"""With these a declaration may go on, or a statement begin."""
_UNFINISHED = frozenset(("as", "visit", "state"))
"""Behind these a word belongs to them."""
_GOING_ON = "({}:=,;.|\"'"
_WORD = re.compile(r"\w+")
_FURTHEST = 400
"""Characters of a line that are looked back."""
_REST_OF_LINE = re.compile(r"[^\n]*")


@dataclass(frozen=True)
class Segment:
    """A stretch of text that holds one declaration, or what stands between two."""

    start: int
    end: int
    name: str
    """What it declares, or empty."""
    unclosed: int | None
    """Where the block begins that is never closed."""


def split(text: str) -> Iterator[Segment]:
    """Cut *text* before each declaration, and before resources and state tables that begin a line."""
    segment = _OpenSegment(0, "")
    last = ""
    for kind, start, end in _pieces(text, 0, len(text)):
        if kind == "declared":
            begins = not (segment.braces and _is_within(text, start, segment))
        elif kind in ("table", "resource"):
            begins = _begins_entry(text, kind, start, segment, last)
        else:
            begins = kind in ("word", "sign") and not segment.braces and _begins_anew(text, start, last)
        if begins:
            yield segment.close(start)
            segment = _OpenSegment(start, text[start:end] if kind == "declared" else "")
        elif kind == "open":
            segment.braces.append(start)
        elif kind == "close":
            segment.close_brace(text, start)
        if kind == "word":
            last = text[start : _word_end(text, start)]
        elif kind not in ("newline", "comment"):
            last = text[end - 1]
    yield segment.close(len(text))


def find_next_entry(text: str, start: int, end: int, *, brackets: int = 0) -> int | None:
    """Return where, after the word at *start*, the next entry of the same block surely begins, or the `}` of the block.

    An entry begins on the next line, or with the next `name =`, `404 =` or `404 |` behind something that is complete.
    *brackets*: how many are open at *start*.
    """
    depth = 0
    last = ""
    for kind, position, after in _pieces(text, start, end):
        if kind == "open":
            depth += 1
        elif kind == "close":
            if depth == 0:
                return position
            depth -= 1
        elif kind == "newline":
            if depth == 0:
                return after
            continue
        elif kind == "comment":
            continue
        elif kind == "sign":
            brackets += (text[position] in "([") - (text[position] in ")]")
        elif kind == "resource":
            brackets += 2
        elif (
            (kind == "word" and position > start and not depth and brackets <= 0)
            and _is_complete(last)
            and _ENTRY_SIGN.match(text, after, end)
        ):
            return position
        last = text[after - 1]
    return None


def find_block(text: str, start: int, end: int) -> int | None:
    """Return where, on the line of *start*, a block begins; none where the line ends before, or something else does."""
    for kind, position, _ in _pieces(text, start, end):
        if kind == "open":
            return position
        if kind in ("close", "newline", "declared", "table"):
            return None
    return None


def words_before(text: str, start: int, position: int) -> Iterator[tuple[int, str]]:
    """Yield where words stand on the line of *position*, up to there, and what they are.

    Not those that a `:` before them or a `=` behind them makes something else. A `:` at the end of a line belongs to
    what stands before it.
    """
    near = max(start, position - _FURTHEST)
    end = near + len(text[near:position].rstrip(": \t\r\n"))
    line = max(near, text.rfind("\n", near, end) + 1)
    last = ""
    for kind, at, after in _pieces(text, line, position + 1 if text[position : position + 1] != "{" else position):
        if kind == "word" and last != ":" and not _ENTRY_SIGN.match(text, _word_end(text, at)):
            yield at, text[at : _word_end(text, at)]
        last = text[after - 1]


def all_words(text: str) -> Iterator[str]:
    """Yield the words outside of strings and comments, also those behind a quote that is never closed."""
    for match in _PIECE.finditer(text):
        if match.lastgroup in ("word", "declared", "table"):
            yield match[0]


def _word_end(text: str, start: int) -> int:
    found = _WORD.match(text, start)
    return found.end() if found else start


def find_parameter_end(text: str, start: int, end: int, *, brackets: int, is_first: bool) -> int | None:
    """Return where, from *start* on, a parameter ends: at a `)` or `,`, and the first one behind its `,`.

    *brackets*: how many are open in the parameter at *start*.
    """
    depth = brackets
    for kind, position, after in _pieces(text, start, end):
        if kind in ("open", "close", "declared"):
            return None
        if kind == "resource":
            depth += 2
        elif kind == "sign":
            if depth == 0 and text[position] in ",)":
                return after if is_first and text[position] == "," else position
            depth += (text[position] in "([") - (text[position] in ")]")
    return None


def _is_complete(last: str) -> bool:
    """Whether an entry may end with the character *last*."""
    return last.isalnum() or (last != "" and last in "_\"')]},;")


class _OpenSegment:
    def __init__(self, start: int, name: str) -> None:
        self.start = start
        self.name = name
        self.braces: list[int] = []
        self._suspect: int | None = None

    def close_brace(self, text: str, position: int) -> None:
        if not self.braces:
            return
        opening = self.braces.pop()
        # A `}` further left than the line that it would close was meant for a block further out.
        is_first = self.braces and self._suspect is None and begins_line(text, position)
        if is_first and _indentation(text, position) < _indentation(text, opening):
            self._suspect = opening

    def close(self, end: int) -> Segment:
        unclosed = None
        if self.braces:
            unclosed = self.braces[-1] if self._suspect is None else self._suspect
        return Segment(self.start, end, self.name, unclosed)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    position = start
    while match := _PIECE.search(text, position, end):
        position = match.end()
        if match.lastgroup == "quote":
            # An unclosed string swallows its line.
            position = _REST_OF_LINE.match(text, position, end).end()  # type: ignore[union-attr]  # matches anything
        else:
            yield match.lastgroup or "", match.start(), position


def _begins_entry(text: str, kind: str, position: int, segment: _OpenSegment, last: str) -> bool:
    if not segment.braces and last in _ENDS:
        # Behind `}` and brackets that close nothing goes on but a list of parameters, which has one bracket.
        is_first = begins_line(text, position)
        return kind == "table" or is_first or _RESOURCE.match(text, position) is not None
    if not begins_line(text, position):
        return False
    if kind == "table" or not segment.braces:
        return True
    # Within a block `((` may be two parentheses.
    return _indentation(text, position) == 0 and _RESOURCE.match(text, position) is not None


def _begins_anew(text: str, position: int, last: str) -> bool:
    """Whether what stands outside of all blocks, first on its line, can be no part of what stands before it."""
    if (position and text[position - 1] != "\n") or not _is_complete(last[-1:]) or last in _UNFINISHED:
        return False
    word = text[position : _word_end(text, position)]
    if not word:
        return text[position] not in _GOING_ON
    return word == "state" or not (word in _WORDS_INSIDE or word.isdecimal() or (word.isupper() and word.isalpha()))


def _is_within(text: str, position: int, segment: _OpenSegment) -> bool:
    """Whether a declaration stands within the braces of another one, by how far right it is."""
    if not begins_line(text, position):
        return True
    return _indentation(text, position) > _indentation(text, segment.start)


def begins_line(text: str, position: int) -> bool:
    """Whether nothing but blanks stands before a position on its line."""
    return not text[text.rfind("\n", 0, position) + 1 : position].strip()


def _indentation(text: str, position: int) -> int:
    line = text[text.rfind("\n", 0, position) + 1 : position + 1]
    return len(line) - len(line.lstrip())
