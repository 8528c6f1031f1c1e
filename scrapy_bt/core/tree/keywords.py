"""The words of the language that are no names, and the names that it gives a meaning."""

from __future__ import annotations

from ...sentences import say

CONSTANTS = ("true", "false", "none")
KEYWORDS = (
    *("visit", "data", "item", "each", "all", "as", "serial", "and", "or", "async", "goroutine"),
    *("while", "if", "else", "end", "state", "wait", "pause", "stop"),
    *CONSTANTS,
)
"""Words that are never names (`bt.lark`, "Words")."""
BEFORE_TEXT = ("print", "warn")
"""Words of the language before a text, and names elsewhere."""
BUILT_IN = {"page": say("the page of the last visit"), "now": say("the time")}
"""Names that every frame can read and none can assign."""
TAKEN_NAMES = frozenset((*KEYWORDS, *BUILT_IN, "main", "from"))
"""What a name that is made up does not take: keywords, built-in names, the tree where a crawl begins, and `from`, which
is a keyword before another name."""
