"""One reading of a stretch of text, which can go on after the parser stopped."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_analysis import Shift
from lark.utils import TextSlice

from ..tree.nodes import Document, Entry, Node
from .grammar import grammar

END = "$END"
CHARACTER = "character "

_BLOCK_ENTRY_WORDS = ("WHILE", "KEY", "CODE")
"""A word that begins a statement, a field or attribute, a row: one of them can stand wherever a block goes on."""

_DECLARED = re.compile(r"([^\W\d]\w*)\s*::$")
_LONGEST_NAME = 400
"""Characters that are looked back for a name before `::`."""

_BRACKETS = ("LPAR", "LSQB")


@dataclass(frozen=True)
class Stop:
    """Where the parser stopped, with the word that it met there and the word before."""

    position: int
    line: int
    column: int
    kind: str
    """The terminal, or for a character that begins none `character X`."""
    word: str
    before: str
    after: str
    """The character right behind the word."""
    states: tuple[int, ...]
    """The parser's stack."""


class Attempt:
    """Reads *text* from *start* to *end*; places count from the beginning of the text."""

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self.text = text
        self.end = len(text) if end is None else end
        self.document: Document | None = None
        # lark's interactive parser gives the parser's and the lexer's state, which its own methods only step through.
        interactive = grammar().parse_interactive(TextSlice(text, start, self.end))
        self._state: Any = interactive.parser_state
        self._lexer: Any = interactive.lexer_thread
        self._last: Token | None = None

    def advance(self) -> Stop | None:
        """Read on to the end, which makes the document, or to the next word that cannot stand where it does."""
        try:
            for token in self._lexer.lex(self._state):
                self._state.feed_token(token)
                self._last = token
            self.document = self._state.feed_token(self._end_token(), is_end=True)
        except UnexpectedToken as error:
            return self._stop(error, error.token.type, str(error.token))
        except UnexpectedCharacters as error:
            return self._stop(error, f"{CHARACTER}{error.char}", error.char)
        return None

    def finished_entries(self) -> list[Entry]:
        """Return the entries that are read and followed by the beginning of another."""
        values = self._state.value_stack
        # The grammar's list of entries lies at the bottom of the stack, once it has any.
        bottom = values[0] if values else None
        entries: list[Any] = bottom.children if isinstance(bottom, Tree) else []
        return list(entries)

    def read_parts(self) -> list[Node]:
        """Return the nodes that are read and wait for what they are to be a part of."""
        parts: list[Node] = []
        stack: list[Any] = self._state.value_stack[::-1]
        while stack:
            value = stack.pop()
            if isinstance(value, Node):
                parts.append(value)
            elif isinstance(value, Tree):
                stack += reversed(value.children)
        return parts

    def leave_to_block(self) -> int | None:
        """Forget what was begun within the innermost open block; return how many brackets in it were open.

        None if no block is open.
        """
        states, values = self._state.state_stack, self._state.value_stack
        brackets = 0
        while states:
            if self.accepts("RBRACE") and any(map(self.accepts, _BLOCK_ENTRY_WORDS)):
                return brackets
            states.pop()
            if values:
                brackets += getattr(values.pop(), "type", "") in _BRACKETS
        return None

    def forget_declared(self) -> None:
        """Forget a name and the first `:` of a `::`, which were read as a variable and the beginning of a call."""
        self._state.state_stack.pop()
        self._state.value_stack.pop()
        if isinstance(statements := self._state.value_stack[-1], Tree):
            statements.children.pop()

    def open_block(self) -> None:
        """A block of statements is to come, of which nothing else is known."""
        self._state.feed_token(Token("SERIAL", "serial", 0, 1, 1, 1, 1, 0))

    def leave_to_parameters(self) -> int | None:
        """Forget what was begun of a parameter; return how many brackets in it were open.

        None, and nothing is forgotten, outside of the parameters of a tree.
        """
        states, values = self._state.state_stack, self._state.value_stack
        header = len(values) - 1
        while header >= 0 and values[header] != "::":
            if getattr(values[header], "type", "") == "LBRACE":
                return None
            header -= 1
        kinds = [getattr(value, "type", "") for value in values[header + 2 :]] if header >= 0 else []  # behind its kind
        if kinds[:1] != ["LPAR"]:
            return None
        brackets = kinds[1:].count("LPAR")
        while not self.accepts("RPAR") or "LPAR" in kinds[1:] or not (self.accepts("COMMA") or kinds == ["LPAR"]):
            states.pop()
            values.pop()
            kinds.pop()
        return brackets

    def accepts(self, terminal: str) -> bool:
        """Whether a word of the kind *terminal* could come next."""
        table, end = self._state.parse_conf.states, self._state.parse_conf.end_state
        stack = self._state.state_stack
        # The parser's stack may be long and stays as it is: `left` of it are still there, then come those in `fresh`.
        left = len(stack)
        fresh: list[Any] = []
        while left or fresh:
            action, argument = table[fresh[-1] if fresh else stack[left - 1]].get(terminal, (None, None))
            if action is None:
                return False
            if action is Shift:
                return True
            size = len(argument.expansion)
            left -= max(0, size - len(fresh))
            del fresh[max(0, len(fresh) - size) :]
            fresh.append(table[fresh[-1] if fresh else stack[left - 1]][argument.origin.name][1])
            if terminal == END and fresh[-1] == end:
                return True
        return False

    def go_to(self, position: int, stop: Stop) -> None:
        """Read on at *position*, which is not before *stop*."""
        counter = self._lexer.state.line_ctr
        counter.char_pos = position
        counter.line = stop.line + self.text.count("\n", stop.position, position)
        counter.line_start_pos = self.text.rfind("\n", 0, position) + 1
        counter.column = position - counter.line_start_pos + 1

    def _end_token(self) -> Token:
        last = self._last
        if last is None:
            return Token(END, "", 0, 1, 1)
        return Token(END, "", last.end_pos, last.end_line, last.end_column)

    def _stop(self, error: UnexpectedInput, kind: str, word: str) -> Stop:
        position: Any = error.pos_in_stream
        states = tuple(self._state.state_stack)
        is_second = word == ":" and self.text[position - 1 : position] == ":"
        if is_second and (declared := _DECLARED.search(self.text, max(0, position - _LONGEST_NAME), position + 1)):
            # Where a call may stand, `::` is read as two colons.
            return Stop(position - 1, error.line, error.column - 1, "DECLARES", "::", declared[1], "", states)
        after = self.text[position + len(word) : position + len(word) + 1]
        return Stop(position, error.line, error.column, kind, word, str(self._last or ""), after, states)
