"""Words as nested blocks of entries: the little of the grammar that decides where lines may begin.

The words come from a tree or from a file that parsed, so nothing here can meet a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ..tree.keywords import BEFORE_TEXT
from ..tree.nodes import BLOCK_KINDS, HOWS
from .words import BLOCK_WORDS, Word, is_operand_end, is_operand_start

BlockKind: TypeAlias = Literal["document", "attributes", "fields", "rows", "body", "list"]
"""`list` stands for whatever is in round or square brackets."""

_RESOURCES = ("[[", "((")
_BEFORE_NODES = (*_RESOURCES, "state", "heal", "|")
_QUOTES = ('"', "'")
_GOING_ON = ("all", "as", "each")
"""Words that begin no statement."""
_UNFINISHED = ("as", "each")
"""Words that end none."""
_IN_PLACE: Mapping[str, BlockKind] = {"visit": "attributes", "item": "fields"}
"""Blocks of nodes that are written within a tree."""
OPENING = frozenset("([{")
CLOSING = frozenset(")]}")


@dataclass
class Block:
    """`{ … }`, `( … )`, `[ … ]` or the whole file."""

    kind: BlockKind
    opening: str = ""
    closing: str = ""
    entries: list[BlockEntry] = field(default_factory=list)


Part: TypeAlias = Word | Block


@dataclass
class BlockEntry:
    """A declaration, an attribute, a row, a statement, an element of a list, or one comment on its own line."""

    parts: list[Part] = field(default_factory=list)
    gap: bool = False
    """A blank line stands before it."""

    @property
    def is_comment(self) -> bool:
        return len(self.parts) == 1 and _is_comment(self.parts[0])

    @property
    def code(self) -> list[Part]:
        """The parts without comments."""
        return [part for part in self.parts if not _is_comment(part)]

    @property
    def texts(self) -> list[str]:
        """The first words, up to the first block."""
        texts: list[str] = []
        for part in self.code:
            if isinstance(part, Block):
                break
            texts.append(part.text)
        return texts

    @property
    def sort(self) -> Literal["action", "tree", "states", "resource", "include", "heal", "comment"]:
        """What an entry of a document is."""
        texts = self.texts
        if not texts:
            return "comment"
        if texts[0] == "include" and texts[1:2] != ["::"]:
            return "include"
        if texts[0] == "heal" and texts[1:2] != ["::"]:
            return "heal"
        if texts[0] == "state":
            return "states"
        if texts[0] in _RESOURCES:
            return "resource"
        return "tree" if texts[2] in BLOCK_KINDS else "action"


def _is_comment(part: Part) -> bool:
    return isinstance(part, Word) and part.is_comment


def build(words: Iterable[Word]) -> Block:
    """Return the document that *words* make."""
    builder = _Builder()
    comments: list[Word] = []
    waiting: Word | None = None
    waiting_comments: list[Word] = []
    for word in words:
        if word.is_comment:
            comments.append(word)
            continue
        if waiting is not None:
            builder.add(waiting, waiting_comments, following=word.text)
        waiting, waiting_comments, comments = word, comments, []
    if waiting is not None:
        builder.add(waiting, waiting_comments, following="")
    builder.leave_between(comments)
    return builder.block


class _Builder:
    def __init__(self) -> None:
        self.block = Block("document")
        self._outer: list[tuple[Block, str, str]] = []
        self._in_source = False
        """The words before are a source, which strings, `all`, `as` and `from` go on with; not behind its `from`."""
        self._has_origin = False
        """The word before is the `from` of a source."""
        self._before = ""
        self._last = ""

    def add(self, word: Word, comments: list[Word], *, following: str) -> None:
        """Put *word* where it belongs; *comments* stand between it and the word before."""
        if word.text in CLOSING:
            self.leave_between(comments)
            self.block.closing = word.text
            self.block, self._before, self._last = self._outer.pop()
            self._note(word.text)
            return
        if not self.block.entries or self._begins(word.text, following):
            self.leave_between(comments)
            self.block.entries.append(BlockEntry(gap=word.lines > 1))
            self._before = self._last = ""
            self._in_source = False
        else:
            self._entry.parts.extend(comments)
        if word.text in OPENING:
            self._open(word.text)
        else:
            self._entry.parts.append(word)
            self._note(word.text)

    def _note(self, text: str) -> None:
        is_of_source = text in ("all", "as") or self._last == "as"
        self._in_source = self._is_text_of_source(text) or (self._in_source and is_of_source)
        self._before, self._last = self._last, text

    def _is_text_of_source(self, text: str) -> bool:
        return text[0] in _QUOTES and (self._last in HOWS or (self._in_source and self._last[0] in _QUOTES))

    def leave_between(self, comments: list[Word]) -> None:
        """Put comments between two entries: after the one before if they stand on its line, else on their own."""
        for comment in comments:
            if comment.lines or not self.block.entries:
                self.block.entries.append(BlockEntry([comment], gap=comment.lines > 1))
            else:
                self._entry.parts.append(comment)

    @property
    def _entry(self) -> BlockEntry:
        return self.block.entries[-1]

    def _open(self, text: str) -> None:
        inner = Block(self._kind() if text == "{" else "list", opening=text)
        self._entry.parts.append(inner)
        self._outer.append((self.block, self._before, self._last))
        self.block, self._before, self._last = inner, "", ""
        self._in_source = False

    def _kind(self) -> BlockKind:
        if self.block.kind == "body":
            return _IN_PLACE.get(self._entry.texts[0], "body")
        if self.block.kind != "document":
            return "attributes"
        sort = self._entry.sort
        if sort == "tree":
            return "body"
        if sort == "states":
            return "rows"
        return "fields" if self._entry.texts[2] == "item" else "attributes"

    def _begins(self, text: str, following: str) -> bool:
        last = self._last
        match self.block.kind:
            case "document":
                is_include = text == "include" and following[:1] in ('"', "'")
                is_heal = text == "heal" and following != "::" and last not in _BEFORE_NODES
                return text in _RESOURCES or text == "state" or is_include or is_heal or following == "::"
            case "attributes" | "fields":
                return following == "="
            case "rows":
                return following in ("=", "|") and last != "|"
            case "list":
                return last == ","
            case "body":
                return self._begins_statement(text, following)

    def _begins_statement(self, text: str, following: str) -> bool:
        last, before = self._last, self._before
        if self._in_source and text == "from":
            self._has_origin = following[:1].isalpha() or following[:1] == "_"
            return not self._has_origin
        if last == "from" and self._has_origin:
            self._has_origin = False
            return False
        is_string = text[0] in _QUOTES
        if (
            self._is_text_of_source(text)
            or (is_string and last in BEFORE_TEXT)
            or text in _GOING_ON
            or last in _UNFINISHED
        ):
            return False
        if last == "visit" or (before == "visit" and is_string) or (last == "within" and before in BLOCK_KINDS):
            return False
        if last == "}":
            return text != "else"
        if last == "end":
            return text != "!"
        if before in ("end", "state"):
            return True
        if text == "(" and before == ":":
            return False
        return last not in BLOCK_WORDS and last != "state" and is_operand_end(last) and is_operand_start(text)
