"""What people write by habit of Python, JavaScript or JSON where reading stops, and what stands here in its place."""

from __future__ import annotations

from ...sentences import say
from ..tree.keywords import KEYWORDS
from ..tree.methods import METHODS
from ..tree.nodes import HOWS
from .attempt import CHARACTER, Stop
from .foreign import VALUES
from .mistakes import MISSING_DECLARES, MISSING_EQUALS, UNKNOWN_KIND, Mistake

_IN_CONDITIONS = {
    "is": say("two values are compared with `==`: `if x == none { … }`"),
    "in": say(
        'values are gone through with `while x = css "…" { … }`, a list with `while x = list { … }`; whether a'
        ' text holds another is told by `re`: `if re "lamp" from x { … }`'
    ),
    "not": say("write `!x`"),
    "let": say('write `while x = css "…" { … }`, without `let`'),
    "then": say("a block in braces follows at once: `if x { … }`"),
    "do": say("a block in braces follows at once: `while x { … }`"),
}
_LONGEST = 40
"""Longer words are no habits."""
_COMMENTS = (("/", "/"), ("/", "*"), ("-", "-"), ("<", "!"))
"""How comments begin elsewhere: the sign, and the one right behind it."""
_COMPARISONS = {("<", ">"): "!=", ("!=", "="): "!=", ("==", "="): "==", ("=", "<"): "<=", ("=", ">"): ">="}
"""By the two signs of a comparison elsewhere, how it is written here."""
_BEHIND = ("assignment-without-value", "condition-without-value", "field-without-value")


def find_habit(stop: Stop, code: str) -> Mistake | None:
    """What is more to the point than the mistake of the kind *code*, by the word at the stop and the one before."""
    if not f"{stop.word}{stop.before}".isprintable() or max(len(stop.word), len(stop.before)) > _LONGEST:
        return None
    return _by_words(stop) or _in_statement(stop, code) or _outside(stop, code)


def _by_words(stop: Stop) -> Mistake | None:
    word, before = stop.word, stop.before
    if stop.kind == f"{CHARACTER}." and stop.after.isalpha() and before[-1:] in ("'", '"', ")", "]"):
        advice = say(
            'what is taken is shaped by `as`: `css "h1" as text`, `as number`; values are put into a text by'
            ' their names, `"{a}/{b}"`; what else there is to do, a Python function does: `python'
            ' "package.module:function"`'
        )
        return _foreign(say("a value has no methods"), advice)
    if stop.kind == "LPAR" and before in HOWS:
        return Mistake(
            "source-without-text", say("`{}` takes no parentheses", before), say('write `{} "…"`', before), ()
        )
    if (word, stop.after) in _COMMENTS:
        return Mistake("other-comment", say("a comment begins with `#`"), say("write `# …`"), ())
    if sign := _COMPARISONS.get((before, word)):
        return _foreign(say("there is no `{}`", before + word), say("write `{}`", sign))
    if word.lower() in KEYWORDS and word not in KEYWORDS and word.isalpha():
        return _foreign(say("`{}` is no word of the language", word), say("write it small: `{}`", word.lower()))
    return None


def _in_statement(stop: Stop, code: str) -> Mistake | None:
    word, before = stop.word, stop.before
    if code == "missing-block":
        for habit in (word, before):
            if habit in _IN_CONDITIONS:
                return _foreign(say("there is no `{}` in conditions", habit), _IN_CONDITIONS[habit])
        if stop.kind == "LPAR" and before.isidentifier() and before not in KEYWORDS:
            advice = VALUES.get(before, say("a node is called with a colon: `:{}(x)`", before))
            return _foreign(say("`{}(…)` calls nothing", before), advice)
    if code in _BEHIND and word in ("all", "as"):
        return _foreign(say("`{}` stands behind the text of its source", word), say('write `css "…" all as number`'))
    if code == "brace-without-keyword" and before in METHODS:
        return _foreign(say("the method stands before the URL"), say('write `visit {} "https://…" {{ … }}`', before))
    if code == "brace-without-keyword" and before in VALUES:
        return _foreign(say("`{}` begins no block", before), VALUES[before])
    if stop.kind == "STRING" and stop.after == ":" and code in ("attribute-form", "field-form"):
        name = word[1:-1] if word[1:-1].isidentifier() else word
        message = say("after {}, as after each name of a field or an attribute, comes `=`", word)
        return Mistake(MISSING_EQUALS, message, say("write `{} = …`", name), ())
    return None


def _outside(stop: Stop, code: str) -> Mistake | None:
    before = stop.before
    in_parentheses = "parameters stand in parentheses behind the kind", "write `main :: and (a, b) { … }`"
    if code == "missing-tree-block" and (stop.kind == "LSQB" or (stop.kind == "NAME" and stop.after == ",")):
        return Mistake("parameter-form", *in_parentheses, ())
    if code in (MISSING_DECLARES, UNKNOWN_KIND) and stop.kind == "LPAR" and before not in ("include", "import"):
        return Mistake("parameter-form", *in_parentheses, ())
    if code == MISSING_DECLARES and before == "within":
        message = say("a limit of time stands before the block that it limits")
        return Mistake("limit-form", message, say("write `main :: and within 30s { … }`"), ())
    if code == "attribute-outside" and before.isupper():
        return _foreign(say("`{}` is no part of a tree", before), _advise_setting(before))
    if code == MISSING_DECLARES and before in ("settings", "custom_settings"):
        return _foreign(say("`{}` is no part of a tree", before), _advise_setting("DOWNLOAD_DELAY"))
    return None


def _advise_setting(name: str) -> str:
    return say(
        "a setting of Scrapy stands in the project's `settings.py`, or in the command: `scrapy crawl NAME -s {}=…`",
        name,
    )


def _foreign(message: str, advice: str) -> Mistake:
    return Mistake("foreign-word", message, advice, ())
