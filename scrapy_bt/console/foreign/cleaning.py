"""A stranger's page as harmless markup: only what is on the lists goes through, and all of it is written anew.

Each element says where its tag stands in the source (`data-s`, `data-e`); each text stands in a `bt-t` that says where
it begins (`data-s`), and where it ends if it is written otherwise there (`data-e`). Offsets count units of UTF-16, as
scripts do.
"""

from __future__ import annotations

from collections import Counter
from html import escape, unescape
from html.parser import HTMLParser

from ...operations.trials.lines import Units
from .allowed import DROPPED, KEPT, SHOWN_AS, VOID, write_attribute

LARGEST = 2_000_000
"""Characters of the source that are shown."""


def clean(source: str) -> str:
    """What stands in the `body` of the frame."""
    cleaner = _Cleaner(source[:LARGEST])
    cleaner.feed(cleaner.source)
    cleaner.close()
    return cleaner.html


class _Cleaner(HTMLParser):
    """Its own output is well-formed whatever it is fed, but for the order in which elements end."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.source = source
        self._units = Units(source)
        self._line_starts = [0]
        for line in source.split("\n")[:-1]:
            self._line_starts.append(self._line_starts[-1] + len(line) + 1)
        self._parts: list[str] = []
        self._dropping: list[str] = []
        self._dropped: Counter[str] = Counter()
        """How often each stands in it."""

    @property
    def html(self) -> str:
        return "".join(self._parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in DROPPED:
            self._dropping.append(tag)
            self._dropped[tag] += 1
        if self._dropping:
            return
        name = tag if tag in KEPT else SHOWN_AS.get(tag)
        if tag == "input":
            self._show_value(attrs)
        elif name is not None:
            self._open(name, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in DROPPED:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._dropping:
            if self._dropped[tag]:
                ended = ""
                while ended != tag:
                    ended = self._dropping.pop()
                    self._dropped[ended] -= 1
            return
        name = tag if tag in KEPT else SHOWN_AS.get(tag)
        if name is not None and name not in VOID:
            self._parts.append(f"</{name}>")

    def handle_data(self, data: str) -> None:
        if self._dropping:
            return
        if data.isspace():
            self._parts.append(data)
        else:
            self._text(escape(data), self._at)

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name}")

    @property
    def _at(self) -> int:
        line, column = self.getpos()
        return self._line_starts[min(line, len(self._line_starts)) - 1] + column

    def _reference(self, written: str) -> None:
        if self._dropping:
            return
        at = self._at
        end = at + len(written)
        end += self.source[end : end + 1] == ";"
        self._text(escape(unescape(self.source[at:end])), at, end)

    def _text(self, text: str, start: int, end: int | None = None) -> None:
        until = "" if end is None else f' data-e="{self._units.at(end)}"'
        self._parts.append(f'<bt-t data-s="{self._units.at(start)}"{until}>{text}</bt-t>')

    def _open(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self._at
        end = start + len(self.get_starttag_text() or "")
        kept = "".join(write_attribute(key, value) for key, value in dict(attrs).items())
        self._parts.append(f'<{name} data-s="{self._units.at(start)}" data-e="{self._units.at(end)}"{kept}>')

    def _show_value(self, attrs: list[tuple[str, str | None]]) -> None:
        """A field shows what is in it, unless it is hidden."""
        given = dict(attrs)
        if (given.get("type") or "").lower() not in ("hidden", "password"):
            self._open("span", [])
            self._parts.append(f"{escape(str(given.get('value') or given.get('placeholder') or ''))}</span>")
