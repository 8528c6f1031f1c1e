"""From where the parser stopped to the mistake that was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from ...sentences import join, say
from ..tree.keywords import KEYWORDS
from ..tree.nodes import HOWS
from .attempt import CHARACTER, END, Attempt, Stop
from .expression_builder import REPORT
from .foreign import BEHIND_A_SOURCE, advise_keyword, advise_kind, advise_rule, advise_source
from .habits import find_habit
from .mistakes import EXTRA_BRACE, MISSING_DECLARES, MISSING_EQUALS, MISTAKES, RESERVED_WORD, UNKNOWN_KIND, Mistake
from .mistakes.mistake import shorten
from .mistakes.signs import SIGNS
from .report import Report

_Key: TypeAlias = "tuple[int | str | None, ...]"


def explain(stop: Stop, accepts: Callable[[str], bool]) -> Mistake:
    """Return the mistake with its texts filled in; *accepts* says which terminals could come next."""
    table = _table()
    *sure, vague = _keys(stop)
    mistake = next((table[key] for key in sure if key in table), None)
    if mistake is None:
        # A character that begins no word says more than the place where it stands.
        by_state = None if stop.kind.startswith(CHARACTER) else table.get(vague)
        mistake = _by_rule(stop, accepts) or by_state or _unknown(accepts)
    if (habit := find_habit(stop, mistake.code)) is not None:
        return habit
    if mistake.code in (MISSING_DECLARES, "method-in-capitals") and (stop.before in _INCLUDE or stop.word in _INCLUDE):
        mistake = mistakes_by_code()["include-form"]
    elif stop.kind == "STRING" and (advice := advise_source(stop.before)):
        return Mistake("unknown-source", say("there is no source `{}`", shorten(stop.before)), advice, ())
    elif mistake.code == MISSING_EQUALS and stop.after == "-":
        mistake = _HYPHEN
    elif stop.kind == "DURATION" and mistake.code == "limit-form" and stop.before != "within":
        mistake = _DURATION
    elif stop.kind in ("WAIT", "PAUSE", "STOP") and accepts("WHILE"):
        mistake = mistakes_by_code()["state-in-tree"]
    elif advice := _advise_word(mistake.code, stop, accepts):
        mistake = replace(mistake, advice=advice)
    return mistake.filled(stop.word, stop.before, is_end=stop.kind == END)


def _advise_word(code: str, stop: Stop, accepts: Callable[[str], bool]) -> str:
    """What to write for a word that is misspelt; empty where it is like none that can stand there."""
    if code == UNKNOWN_KIND:
        return advise_kind(stop.word)
    if code == MISSING_DECLARES:
        return advise_rule(stop.before, stop.kind)
    return advise_keyword(stop.word, _keywords_here(stop, accepts)) if stop.kind == "NAME" else ""


def _keywords_here(stop: Stop, accepts: Callable[[str], bool]) -> Sequence[str]:
    if stop.before.endswith(('"', "'")):
        return BEHIND_A_SOURCE
    return [word for word in (*KEYWORDS, "within") if accepts(word.upper())]


_DURATION = Mistake(
    "duration-in-expression",
    "a duration alone does nothing",
    "`state wait` lets others pass; how long to wait between requests is said by Scrapy's `DOWNLOAD_DELAY`",
    (),
)
_HYPHEN = Mistake(
    "hyphen-in-name",
    "a name has no `-`, as behind {met}",
    'write it in quotes, `"{word}-…" = …`; in `headers` a `_` stands for it: `User_Agent = "…"`',
    (),
)


_INCLUDE = ("include", "import", "require", "from", "use")
"""Words that people write for it."""


@cache
def mistakes_by_code() -> dict[str, Mistake]:
    """Return the first mistake of each code."""
    return {mistake.code: mistake for mistake in reversed(MISTAKES)}


@cache
def _table() -> dict[_Key, Mistake]:
    table: dict[_Key, Mistake] = {}
    token = REPORT.set(Report("", ""))
    for mistake in MISTAKES:
        for example in mistake.examples:
            stop = Attempt(example).advance()
            if stop is not None:
                *sure, vague = _keys(stop)
                for key in (*sure, vague) if example in mistake.by_state else sure:
                    # What a character means wherever it stands is said by the mistakes of signs.
                    if len(key) > 1 or mistake in SIGNS:
                        table.setdefault(key, mistake)
    REPORT.reset(token)
    return table


def _keys(stop: Stop) -> Iterator[_Key]:
    # From the surest to the vaguest. `css` before the place is a source whose text is missing.
    how = "source" if stop.before in HOWS else ""
    below = stop.states[-2] if len(stop.states) > 1 else None
    yield (how, below, stop.states[-1], stop.kind)
    yield (how, stop.states[-1], stop.kind)
    if stop.kind.startswith(CHARACTER):
        yield (stop.kind,)
    yield (how, stop.states[-1])


def _by_rule(stop: Stop, accepts: Callable[[str], bool]) -> Mistake | None:
    if accepts(END):
        # Whatever is complete, what stands after it stands where an entry begins.
        if stop.kind == "RBRACE":
            return mistakes_by_code()[EXTRA_BRACE]
        if at_beginning := _table().get(("", stop.states[0], stop.kind)):
            return at_beginning
    if stop.kind in ("NAME", "DOTTED", "METHOD") and accepts("KEY") and not accepts("NAME"):
        return mistakes_by_code()[MISSING_EQUALS]
    of_word, of_before = (mistake for mistake in MISTAKES if mistake.code == RESERVED_WORD)
    if stop.word in KEYWORDS and accepts("NAME") and not accepts("STRING"):
        return of_word
    if stop.kind == "RESERVED_KEY":
        return of_word
    if stop.word == "=" and stop.before in KEYWORDS:
        return of_before
    return None


_SHOWN = {
    "NAME": say("a name"),
    "KEY": say("`name = …`"),
    "STRING": say('a string `"…"`'),
    "NUMBER": say("a number"),
    "INTEGER": say("a whole number"),
    "DURATION": say("a duration such as `30m`"),
    "HOW": say('a source such as `css "…"`'),
    "CODE": say("an outcome such as `404`"),
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "EQUAL": "`=`",
    "ALL": "`all`",
    "AS": "`as`",
    END: say("the end of the file"),
}


def _unknown(accepts: Callable[[str], bool]) -> Mistake:
    expected = [shown for terminal, shown in _SHOWN.items() if accepts(terminal)]
    if accepts("CODE"):
        expected = [say("an outcome such as `404`, `5xx` or `timeout`"), "`}`"]
    elif accepts("WHILE"):
        expected = [say("a statement"), "`}`"]
    elif accepts("TRUE") and accepts("LPAR"):
        expected = [say("a value")]
    advice = say("here can stand: {}", join(expected, ", ")) if expected else say("remove it")
    return Mistake("unexpected", "{met} cannot stand here", advice, ())
