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
_LONGEST = 40
"""Longer words are no habits."""
_COMMENTS = (("/", "/"), ("/", "*"), ("-", "-"), ("<", "!"))
"""How comments begin elsewhere: the sign, and the one right behind it."""
_BEHIND = ("assignment-without-value", "condition-without-value", "field-without-value")
_SETTINGS = (
    "a setting of Scrapy stands in the project's `settings.py`, or in the command: `scrapy crawl NAME -s {word}=…`"
)


def find_habit(stop: Stop, code: str) -> Mistake | None:
    """What is more to the point than the mistake of the kind *code*, by the word at the stop and the one before."""
    if not f"{stop.word}{stop.before}".isprintable() or max(len(stop.word), len(stop.before)) > _LONGEST:
        return None
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
    if (word, stop.after) in _COMMENTS:
        return Mistake("other-comment", "a comment begins with `#`", "write `# …`", ())
    if (before, word) == ("<", ">"):
        return _foreign("there is no `<>`", "what is not equal is `!=`")
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
    if code in _BEHIND and word in ("all", "as"):
        return _foreign(f"`{word}` stands behind the text of its source", 'write `css "…" all as number`')
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
    in_parentheses = "parameters stand in parentheses behind the kind", "write `main :: and (a, b) { … }`"
    if code == "missing-tree-block" and (stop.kind == "LSQB" or (stop.kind == "NAME" and stop.after == ",")):
        return Mistake("parameter-form", *in_parentheses, ())
    if (
        code in (MISSING_DECLARES, "unknown-kind-of-node")
        and stop.kind == "LPAR"
        and before not in ("include", "import")
    ):
        return Mistake("parameter-form", *in_parentheses, ())
    if code == MISSING_DECLARES and before == "within":
        message = "a limit of time stands before the block that it limits"
        return Mistake("limit-form", message, "write `main :: and within 30s { … }`", ())
    if code == "attribute-outside" and before.isupper():
        return _foreign(f"`{before}` is no part of a tree", _SETTINGS.format(word=before))
    if code == MISSING_DECLARES and before in ("settings", "custom_settings"):
        return _foreign(f"`{before}` is no part of a tree", _SETTINGS.format(word="DOWNLOAD_DELAY"))
    return None


def _foreign(message: str, advice: str) -> Mistake:
    return Mistake("foreign-word", message, advice, ())
