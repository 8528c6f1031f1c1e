"""A HAR file as a stream: its entries one by one as texts, in bounded memory, as far as the file goes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from ..core.documents.json import read_json

TOO_LONG = "\0too long: "
"""What a string begins with that stands for one too long to be kept; the number of its characters follows."""

_SIGN = re.compile(r'["{}\[\],]')
# A quote without a backslash before it, or with two: what is left to look at of those that are escaped.
_QUOTE = re.compile(r'"(?:(?<!\\")|(?<=\\\\"))')
_SPACE = re.compile(r"[\s,]*")


class Cut(Exception):  # noqa: N818  # what happened to the file
    """The file ends, or stops being JSON, before its end; what was read until then is good."""


class Window:
    """A JSON text of any length, through which one moves forwards; strings longer than *longest* are dropped."""

    def __init__(self, chunks: Iterable[str], *, longest: int) -> None:
        self._chunks = iter(chunks)
        self._longest = longest
        self._text = ""
        self._at = 0
        self._before = 0

    def peek(self) -> str:
        """The next character that is neither blank nor a comma, not taken; empty: the end."""
        while True:
            found = _SPACE.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def take(self, sign: str) -> None:
        """Take one character, which has to be *sign*."""
        found = self.peek()
        if found != sign:
            what = f"'{found}' stands where '{sign}' should be" if found else "the file is cut off"
            raise Cut(f"{what}, at character {self._before + self._at}")
        self._at += 1

    def value(self) -> str:
        """Take a whole value, as the text of it."""
        taken: list[str] = []
        depth = 0
        while True:
            found = _SIGN.search(self._text, self._at)
            if found is None:
                taken.append(self._text[self._at :])
                self._at = len(self._text)
                if not self._more():
                    raise self._cut()
                continue
            taken.append(self._text[self._at : found.start()])
            self._at = found.start()
            sign = found.group()
            if depth == 0 and sign in "}],":
                text = "".join(taken)
                if not text.strip():
                    raise self._cut(f"'{sign}' stands where a value should be")
                return text
            self._at = found.end()
            if sign == '"':
                taken.append(self._string())
            else:
                taken.append(sign)
                depth += (sign in "{[") - (sign in "}]")
            if depth == 0 and sign != ",":
                return "".join(taken)

    def name(self) -> str:
        """Take the name of a member with its colon."""
        self.take('"')
        try:
            name = str(read_json(self._string(), largest=None, loosely=True))
        except ValueError as error:
            raise self._cut("a name cannot be read") from error
        self.take(":")
        return name

    def _string(self) -> str:
        """Take the rest of a string, whose first quote is taken already; returns it with both quotes."""
        pieces: list[str] = []
        size = 0
        search = self._at
        while True:
            found = _QUOTE.search(self._text, search)
            quote = found.start() if found else -1
            end = len(self._text) if quote < 0 else quote
            slashes = self._slashes_before(end)
            if quote >= 0 and slashes % 2:
                search = quote + 1
                continue
            end = quote if quote >= 0 else end - slashes
            size += end - self._at
            if size <= self._longest:
                pieces.append(self._text[self._at : end])
            self._at = end
            if quote >= 0:
                self._at += 1
                return f'"{"".join(pieces)}"' if size <= self._longest else json.dumps(f"{TOO_LONG}{size}")
            if not self._more():
                raise self._cut()
            search = self._at

    def _slashes_before(self, end: int) -> int:
        first = end
        while first > self._at and self._text[first - 1] == "\\":
            first -= 1
        return end - first

    def _more(self) -> bool:
        for chunk in self._chunks:
            if chunk:
                self._before += self._at
                self._text = self._text[self._at :] + chunk
                self._at = 0
                return True
        return False

    def _cut(self, what: str = "the file is cut off") -> Cut:
        return Cut(f"{what}, at character {self._before + self._at}")


def members_of(chunks: Iterable[str], *, longest: int) -> Iterator[tuple[str, str]]:
    """The members of a HAR's log as texts: `entries` for each entry, the others under their names; may raise `Cut`.

    A file that is the log itself, or the array of its entries, is read too, and so is one with this array as its log.
    """
    window = Window(chunks, longest=longest)
    if window.peek() == "[":
        yield from _elements(window)
    else:
        yield from _members(window)


def _members(window: Window) -> Iterator[tuple[str, str]]:
    window.take("{")
    while window.peek() != "}":
        name = window.name()
        sign = window.peek()
        if name == "log" and sign == "{":
            yield from _members(window)
        elif name in ("log", "entries") and sign == "[":
            yield from _elements(window)
        else:
            yield name, window.value()
    window.take("}")


def _elements(window: Window) -> Iterator[tuple[str, str]]:
    window.take("[")
    while window.peek() != "]":
        yield "entries", window.value()
    window.take("]")
