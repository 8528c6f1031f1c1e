# ruff: noqa: INP001  # a script, part of no package
"""Writes the words of the language where no table of Python can be imported: `python editors/words.py`.

The TextMate grammar and the editor of the console have them in regular expressions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from scrapy_bt.core.tree.keywords import BUILT_IN, CONSTANTS, KEYWORDS, WHAT_FOLLOWS
from scrapy_bt.core.tree.nodes import HOWS, KINDS, OUTCOMES
from scrapy_bt.core.tree.spelling import UNITS

PACKAGE = Path(__file__).resolve().parents[1] / "scrapy_bt"


NUMBER = rf"\d+(?:\.\d+)?(?:{'|'.join(UNITS)})?\b"


def any_of(words: Iterable[str]) -> str:
    """Return the expression of any of the words as a whole."""
    return rf"(?:{'|'.join(words)})\b"


def write_text_mate(text: str) -> str:
    """Return the TextMate grammar with today's words."""
    grammar = json.loads(text)
    rules = grammar["repository"]
    always = any_of(word for word in KEYWORDS if word not in CONSTANTS)
    in_one_place = (rf"\b{word}(?={after})" for word, after in WHAT_FOLLOWS.items())
    rules["keyword"]["match"] = "|".join((rf"\b{always}", *in_one_place))
    rules["constant"]["match"] = rf"\b{any_of(CONSTANTS)}"
    rules["kind"]["match"] = rf"\b(as)\s+({'|'.join(KINDS)})\b"
    rules["source"]["match"] = rf"\b{any_of(HOWS)}(?=\s*[\"'])"
    rules["builtin"]["match"] = rf"\b({'|'.join(BUILT_IN)})\b((?:\.[^\W\d]\w*)*)"
    rules["number"]["match"] = rf"\b(?:\dxx\b|{NUMBER})"
    (outcome,) = (rule for rule in rules["states"]["patterns"] if "match" in rule)
    outcome["match"] = rf"\b{any_of(OUTCOMES)}"
    return json.dumps(grammar, indent=2) + "\n"


def write_console(text: str) -> str:
    """Return the script of the console's editor with today's words."""
    line = f"const WORDS = /^{any_of((*KEYWORDS, *WHAT_FOLLOWS, *HOWS))}/;"
    text = re.sub(r"^const WORDS = .*$", lambda _: line, text, count=1, flags=re.MULTILINE)
    return re.sub(r"^const NUMBER = .*$", lambda _: f"const NUMBER = /^{NUMBER}/;", text, count=1, flags=re.MULTILINE)


WRITTEN = {
    PACKAGE / "editors" / "bt.tmLanguage.json": write_text_mate,
    PACKAGE / "console" / "static" / "editor.js": write_console,
}
"""By file, what writes its words."""

if __name__ == "__main__":
    for path, write in WRITTEN.items():
        path.write_text(write(path.read_text("utf8")), "utf8")
