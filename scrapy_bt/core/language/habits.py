"""What people write by habit of Python, JavaScript or JSON where reading stops, and what stands here in its place."""

from __future__ import annotations

from ..tree.keywords import KEYWORDS
from ..tree.methods import METHODS
from ..tree.nodes import HOWS
from .attempt import CHARACTER, Stop
from .foreign import VALUES
from .mistakes import MISSING_DECLARES, MISSING_EQUALS, Mistake

_IN_CONDITIONS = {
    "is": "two values are compared with `==`: `if x == none { … }`",
    "in": 'values are gone through with `while x = css "…" { … }`, a list with `while x = list { … }`; whether a text'
    ' holds another is told by `re`: `if re "lamp" from x { … }`',
    "not": "write `!x`",
    "let": 'write `while x = css "…" { … }`, without `let`',
    "then": "a block in braces follows at once: `if x { … }`",
    "do": "a block in braces follows at once: `while x { … }`",
}
_SETTINGS = (
    "a setting of Scrapy stands in the project's `settings.py`, or in the command: `scrapy crawl NAME -s {word}=…`"
)


def find_habit(stop: Stop, code: str) -> Mistake | None:
    """What is more to the point than the mistake of the kind *code*, by the word at the stop and the one before."""
    return _by_words(stop) or _in_statement(stop, code) or _outside(stop, code)


def _by_words(stop: Stop) -> Mistake | None:
    word, before = stop.word, stop.before
    if stop.kind == f"{CHARACTER}." and stop.after.isalpha() and before[-1:] in ("'", '"', ")", "]"):
        advice = (
            'what is taken is shaped by `as`: `css "h1" as text`, `as number`; values are put into a text by their'
            ' names, `"{a}/{b}"`; what else there is to do, a Python function does: `python "package.module:function"`'
        )
        return _foreign("a value has no methods", advice)
    if stop.kind == "LPAR" and before in HOWS:
        return Mistake("source-without-text", f"`{before}` takes no parentheses", f'write `{before} "…"`', ())
    if word.lower() in KEYWORDS and word not in KEYWORDS and word.isalpha():
        return _foreign(f"`{word}` is no word of the language", f"write it small: `{word.lower()}`")
    return None


def _in_statement(stop: Stop, code: str) -> Mistake | None:
    word, before = stop.word, stop.before
    if code == "missing-block":
        for habit in (word, before):
            if habit in _IN_CONDITIONS:
                return _foreign(f"there is no `{habit}` in conditions", _IN_CONDITIONS[habit])
        if stop.kind == "LPAR" and before.isidentifier() and before not in KEYWORDS:
            advice = VALUES.get(before, f"a node is called with a colon: `:{before}(x)`")
            return _foreign(f"`{before}(…)` calls nothing", advice)
    if code == "brace-without-keyword" and before in METHODS:
        return _foreign("the method stands before the URL", f'write `visit {before} "https://…" {{ … }}`')
    if code == "brace-without-keyword" and before in VALUES:
        return _foreign(f"`{before}` begins no block", VALUES[before])
    if stop.kind == "STRING" and stop.after == ":" and code in ("attribute-form", "field-form"):
        name = word[1:-1] if word[1:-1].isidentifier() else word
        message = f"after {word}, as after each name of a field or an attribute, comes `=`"
        return Mistake(MISSING_EQUALS, message, f"write `{name} = …`", ())
    return None


def _outside(stop: Stop, code: str) -> Mistake | None:
    before = stop.before
    if code == "attribute-outside" and before.isupper():
        return _foreign(f"`{before}` is no part of a tree", _SETTINGS.format(word=before))
    if code == MISSING_DECLARES and before in ("settings", "custom_settings"):
        return _foreign(f"`{before}` is no part of a tree", _SETTINGS.format(word="DOWNLOAD_DELAY"))
    return None


def _foreign(message: str, advice: str) -> Mistake:
    return Mistake("foreign-word", message, advice, ())
