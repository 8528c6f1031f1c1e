"""Words of other languages that people write, and what stands here in their place."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import Suggestion, nearest
from ...sentences import say
from ..tree.keywords import BEFORE_TEXT, KEYWORDS
from ..tree.nodes import BLOCK_KEYWORDS, BLOCK_KINDS, HOWS
from .mistakes import Mistake
from .segments import find_block, words_before

_LOOP = say(
    "values, or the entries of a list, are gone through with `while x = … { … }`: `while link = :links { … }`,"
    ' `while row = css "tr" all { … }`, `while url = urls { … }`'
)
_COUNT = say(
    "repeat with a condition: `n = 0  while n < 3 { n = n + 1  … }`; for a loop without end `while true { … }`"
)
_ELSE_IF = say("write `if x { … } else if y { … }`")
_CASES = say("write `if x == 1 { … } else if x == 2 { … } else { … }`")
_TRY = say("write `or { … }`: what comes next in it is done where something has failed")
_TREE = say("a tree is declared outside of others: `name :: and (x) { … }`")
_WRITTEN_SMALL = ("visit", "item", "print", "warn", "end")
_AT_ONCE = say("what runs at the same time stands in `goroutine { … }`; what is waited for, in `goroutine and { … }`")

_BLOCKS = {
    **dict.fromkeys(("for", "foreach"), _LOOP),
    **dict.fromkeys(("loop", "repeat", "do"), _COUNT),
    "until": say("write `while !x { … }`"),
    "unless": say("write `if !x { … }`"),
    **dict.fromkeys(("elif", "elsif", "elseif"), _ELSE_IF),
    **dict.fromkeys(("switch", "match", "case", "when"), _CASES),
    **dict.fromkeys(("try", "catch", "except", "finally"), _TRY),
    **dict.fromkeys(("go", "spawn", "parallel", "await"), _AT_ONCE),
    **dict.fromkeys(
        ("def", "function", "fn", "func"), say("a tree is declared outside of others: `name :: and (x) { … }`")
    ),
}
"""By the words that begin a block elsewhere."""

VALUES = {
    "None": say("write `none`"),
    "null": say("write `none`"),
    "nil": say("write `none`"),
    "True": say("write `true`"),
    "False": say("write `false`"),
    "not": say("write `!x`"),
    "break": say("`break` leaves a loop as the last statement of its block; what follows it would never run"),
    "from": say('`from` stands behind a source and before a variable: `css "…" from x`'),
    "print": say('what is printed stands in quotes: `print "x is {x}"`'),
    "warn": say('what is told stands in quotes: `warn "x is {x}"`'),
    "include": say('a file is included outside of the trees, in quotes: `include "login.bt"`'),
    "within": say("a limit of time stands before a block, behind its kind: `and within 30s { … }`"),
    **dict.fromkeys(("log", "echo", "puts", "console"), say('a line of the log is `print "x is {x}"`')),
    **dict.fromkeys(("yield", "emit"), say('a record is emitted by `item { name = css "…" }`')),
    **dict.fromkeys(("len", "length", "count"), say('what a list holds is counted by `json "length(@)" from x`')),
    "range": _COUNT,
    **dict.fromkeys(
        ("sleep", "delay"),
        say(
            "how long to wait between requests is said by Scrapy's `DOWNLOAD_DELAY`, before a try by `5xx = wait 3 10s`"
        ),
    ),
    **dict.fromkeys(("let", "var", "const", "set"), say("a variable is given a value by its name alone: `x = …`")),
    **dict.fromkeys(
        ("follow", "fetch", "get", "request", "goto", "open", "navigate", "Request"),
        say('a page is fetched by `visit "https://…"`, a link that was taken by `visit "{link}"`'),
    ),
    **dict.fromkeys(
        ("response", "self", "soup", "driver"), say('a source reads the page of the last visit: `x = css "h1::text"`')
    ),
    **{word.capitalize(): say("words are written small: `{}`", word) for word in _WRITTEN_SMALL},
    **{word.upper(): say("words are written small: `{}`", word) for word in _WRITTEN_SMALL},
    "continue": say("put what follows into `if condition { … }`"),
    "return": say("a tree ends with `end`, or `end !` as failed; what it assigns goes to its caller"),
    **{how: say('a source has its text in quotes, without parentheses: `{} "…"`', how) for how in HOWS},
    **_BLOCKS,
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

_BEGINNINGS = (*BLOCK_KEYWORDS, "else", *BLOCK_KINDS, "item")
"""What begins a block within a tree."""
DECLARATIONS = ("visit", "data", "item", *BLOCK_KINDS)
"""What a node can be declared as."""
BEHIND_A_SOURCE = ("all", "as", "from")
_BEFORE_THE_END = ("break", "end")
_ALIKE, _SHORTEST = 0.6, 3
"""How alike a word and what was meant are at least, and how many letters it has."""


def meant_source(word: str) -> str | None:
    """Which source *word* before a string was meant to be, if it is spelt alike or called so elsewhere."""
    return None if word in HOWS else _SOURCES.get(word.lower()) or nearest(word.lower(), HOWS)


def advise_source(word: str) -> str:
    """What to write for *word* before a string; empty where that is no source and no statement."""
    if source := meant_source(word):
        return say('did you mean `{} "…"`? Sources are {}', source, ", ".join(f"`{how}`" for how in HOWS))
    statement = None if word in VALUES else _misspelt(word, ("visit", *BEFORE_TEXT))
    return Suggestion(word, statement, '`{} "…"`') if statement else ""


def advise_kind(word: str) -> str:
    """What to write for *word* behind `::`; empty where it is like no kind of node."""
    return advise_keyword(word, DECLARATIONS)


def advise_rule(word: str, met: str) -> str:
    """What to write for *word* outside of the trees, before a token of the kind *met*; empty where it is like none."""
    return advise_keyword(word, {"NAME": ("state", "heal"), "KEY": ("heal",), "LBRACE": ("state",)}.get(met, ()))


def advise_keyword(word: str, known: Iterable[str]) -> str:
    """What to write for *word* where one of the keywords *known* can stand; empty where it is like none."""
    keyword = _misspelt(word, known)
    return Suggestion(word, keyword, "`{}`") if keyword else ""


def advise_name(word: str, before: str, behind: str) -> str:
    """What to write for a name that has no value, by what stands before and behind it in its line; may be empty."""
    if behind.lstrip().startswith(('"', "'")) and (advice := advise_source(word)):
        return advice
    if word in VALUES:
        return VALUES[word]
    known = BEHIND_A_SOURCE if before.rstrip().endswith(('"', "'")) else ()
    ends = _BEFORE_THE_END if behind.lstrip()[:1] in ("", "}", "!") else ()
    return advise_keyword(word, (*known, *ends))


def _misspelt(word: str, known: Iterable[str]) -> str | None:
    return nearest(word.lower(), known, likeness=_ALIKE) if len(word) >= _SHORTEST and word not in KEYWORDS else None


def find_foreign_block(text: str, start: int, position: int, end: int) -> tuple[Mistake, int, str, int | None] | None:
    """What was meant where reading stopped at *position*, behind a word that begins a block in other languages.

    The mistake, where the word stands, the word, and where its block begins if that is on the same line.
    """
    for at, word in reversed(list(words_before(text, start, position))):
        if word in _BLOCKS:
            return _no_block(word, _BLOCKS[word]), at, word, find_block(text, position, end)
    return None


def find_misspelt_block(text: str, start: int, position: int, end: int) -> tuple[Mistake, int, str, int] | None:
    """The same behind a word that is spelt nearly as one that begins a block here."""
    block = find_block(text, position, end)
    statement = max(start, text.rfind("{", start, position) + 1, text.rfind("}", start, position) + 1)
    for at, word in words_before(text, statement, position):
        if block is not None and (meant := _misspelt(word, _BEGINNINGS)):
            return _no_block(word, Suggestion(word, meant, "`{}`")), at, word, block
    return None


def _no_block(word: str, advice: str) -> Mistake:
    return Mistake("foreign-block", say("no block begins with `{}`", word), advice, ())
