"""Words of other languages that people write, and what stands here in their place."""

from __future__ import annotations

from ...errors import nearest
from ..tree.nodes import HOWS
from .mistakes import Mistake
from .segments import find_block, words_before

_LOOP = (
    "values, or the entries of a list, are gone through with `while x = … {{ … }}`: `while link = :links {{ … }}`,"
    ' `while row = css "tr" all {{ … }}`, `while url = urls {{ … }}`'
)
_COUNT = "repeat with a condition: `n = 0  while n < 3 {{ n = n + 1  … }}`; for a loop without end `while true {{ … }}`"
_ELSE_IF = "write `if x {{ … }} else if y {{ … }}`"
_CASES = "write `if x == 1 {{ … }} else if x == 2 {{ … }} else {{ … }}`"
_TRY = "write `or {{ … }}`: what comes next in it is done where something has failed"
_TREE = "a tree is declared outside of others: `name :: and (x) {{ … }}`"
_AT_ONCE = "what runs at the same time stands in `goroutine {{ … }}`; what is waited for, in `goroutine and {{ … }}`"

_BLOCKS = {
    **dict.fromkeys(("for", "foreach"), _LOOP),
    **dict.fromkeys(("loop", "repeat", "do"), _COUNT),
    "until": "write `while !x {{ … }}`",
    "unless": "write `if !x {{ … }}`",
    **dict.fromkeys(("elif", "elsif", "elseif"), _ELSE_IF),
    **dict.fromkeys(("switch", "match", "case", "when"), _CASES),
    **dict.fromkeys(("try", "catch", "except", "finally"), _TRY),
    **dict.fromkeys(("go", "spawn", "parallel", "await"), _AT_ONCE),
    **dict.fromkeys(
        ("def", "function", "fn", "func"), "a tree is declared outside of others: `name :: and (x) {{ … }}`"
    ),
}
"""By the words that begin a block elsewhere."""

VALUES = {
    "None": "write `none`",
    "null": "write `none`",
    "nil": "write `none`",
    "True": "write `true`",
    "False": "write `false`",
    "not": "write `!x`",
    "break": "`break` leaves a loop as the last statement of its block; what follows it would never run",
    "from": '`from` stands behind a source and before a variable: `css "…" from x`',
    "print": 'what is printed stands in quotes: `print "x is {x}"`',
    "include": 'a file is included outside of the trees, in quotes: `include "login.bt"`',
    "within": "a limit of time stands before a block, behind its kind: `and within 30s { … }`",
    **dict.fromkeys(("log", "echo", "puts", "console"), 'a line of the log is `print "x is {x}"`'),
    **dict.fromkeys(("yield", "emit"), 'a record is emitted by `item { name = css "…" }`'),
    **dict.fromkeys(("len", "length", "count"), 'what a list holds is counted by `json "length(@)" from x`'),
    "range": _COUNT.format(),
    **dict.fromkeys(("let", "var", "const", "set"), "a variable is given a value by its name alone: `x = …`"),
    **dict.fromkeys(
        ("follow", "fetch", "get", "request", "goto", "open", "navigate", "Request"),
        'a page is fetched by `visit "https://…"`, a link that was taken by `visit "{link}"`',
    ),
    **dict.fromkeys(
        ("response", "self", "soup", "driver"), 'a source reads the page of the last visit: `x = css "h1::text"`'
    ),
    **{word.capitalize(): f"words are written small: `{word}`" for word in ("visit", "item", "print", "end")},
    **{word.upper(): f"words are written small: `{word}`" for word in ("visit", "item", "print", "end")},
    "continue": "put what follows into `if condition { … }`",
    "return": "a tree ends with `end`, or `end !` as failed; what it assigns goes to its caller",
    **{how: f'a source has its text in quotes, without parentheses: `{how} "…"`' for how in HOWS},
    **{word: advice.format() for word, advice in _BLOCKS.items()},
}
"""By what reads as the name of a variable here."""


_SOURCES = {
    **dict.fromkeys(("regex", "regexp", "match", "pattern"), "re"),
    **dict.fromkeys(("jmespath", "jsonpath", "jq"), "json"),
    **dict.fromkeys(("selector", "select", "attr", "text", "html"), "css"),
    **dict.fromkeys(("py", "call", "function"), "python"),
    **dict.fromkeys(("rule", "between"), "locate"),
}
"""By what is called so elsewhere."""


def meant_source(word: str) -> str | None:
    """Which source *word* before a string was meant to be, if it is spelt alike or called so elsewhere."""
    return None if word in HOWS else _SOURCES.get(word.lower()) or nearest(word.lower(), HOWS)


def advise_source(word: str) -> str:
    """What to write for *word* before a string; empty where that is no source."""
    source = meant_source(word)
    return f'did you mean `{source} "…"`? Sources are {", ".join(f"`{how}`" for how in HOWS)}' if source else ""


def find_foreign_block(text: str, start: int, position: int, end: int) -> tuple[Mistake, int, str, int | None] | None:
    """What was meant where reading stopped at *position*, behind a word that begins a block in other languages.

    The mistake, where the word stands, the word, and where its block begins if that is on the same line.
    """
    for at, word in reversed(list(words_before(text, start, position))):
        if word in _BLOCKS:
            mistake = Mistake("foreign-block", f"no block begins with `{word}`", _BLOCKS[word].format(), ())
            return mistake, at, word, find_block(text, position, end)
    return None
