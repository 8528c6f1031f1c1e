"""Where in an unfinished `.bt` text a place lies: in which block, behind which words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ..language.words import BLOCK_WORDS

Block = Literal["document", "body", "fields", "attributes", "rows"]

_WORD = re.compile(
    r"""(?P<comment>\#[^\n]*)|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<open>"[^\n]*|'[^\n]*)"""
    r"""|(?P<word>\w+(?:\.\w+|\[[0-9]+\])*)|(?P<sign>::|[=!<>]=|\[\[|\(\(|\S)"""
)
_KINDS: dict[str, Block] = {
    "visit": "attributes",
    "data": "attributes",
    "item": "fields",
    "state": "rows",
    "serial": "body",
    "and": "body",
    "or": "body",
}


@dataclass(frozen=True)
class Context:
    """*words*: those before the place, without the one that is being written, which is *begun*."""

    block: Block
    owner: str
    """The keyword of the innermost block's owner: `visit`, `item`, `while`; empty between declarations."""
    words: tuple[str, ...]
    begun: str
    is_in_string: bool = False
    is_in_comment: bool = False


def context_at(text: str, offset: int) -> Context:
    """Where *offset* lies, seen from the words before it alone."""
    before = text[:offset]
    begun = re.search(r"\w*$", before)
    assert begun is not None, "it matches nothing, too"
    words: list[str] = []
    blocks: list[tuple[Block, str]] = [("document", "")]
    is_in_string = is_in_comment = False
    for match in _WORD.finditer(before, 0, begun.start()):
        if match.lastgroup == "comment":
            is_in_comment = match.end() == begun.start() and "\n" not in before[match.end() :]
            continue
        is_in_string = match.lastgroup == "open"
        word = match[0]
        if word == "{":
            blocks.append(_block(words, blocks[-1][0]))
        elif word == "}" and len(blocks) > 1:
            blocks.pop()
        words.append(word)
    line = before[before.rfind("\n") + 1 :]
    is_in_comment = is_in_comment or bool(re.match(r"\s*#", line))
    block, owner = blocks[-1]
    return Context(block, owner, tuple(words[-8:]), begun[0], is_in_string, is_in_comment)


def _block(words: list[str], outer: Block) -> tuple[Block, str]:
    """What a `{` behind these words opens."""
    if outer in ("attributes", "rows", "fields"):
        return "attributes", "value"
    for number in range(len(words) - 1, -1, -1):
        word = words[number]
        if word in ("{", "}") or (outer == "document" and number and words[number - 1] == "::"):
            return _KINDS.get(word, "body"), word if word in _KINDS else ""
        if outer == "document" and word == "state":
            return "rows", "state"
        if outer == "body" and word in ("visit", "item"):
            return _KINDS[word], word
        if outer == "body" and word in BLOCK_WORDS:
            return "body", word
    return "body", ""
