"""What is wrong with a text that is no YAML, in words for people who write files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

import yaml

from ...errors import Place
from ...sentences import say, spoken
from .report import ShapeReport


@dataclass(frozen=True)
class ParserMistake:
    """What the parser says of a mistake, and patterns of what to say instead; `{}` is the first group of *problem*."""

    problem: str
    """A regular expression that its words match from the beginning."""
    message: str
    advice: str
    is_at_beginning: bool = False
    """It is told where what is not complete begins, not where the parser noticed it."""
    is_open_at_end: bool = False
    """The text ends within a bracket or a block."""


USUAL_ADVICE = say("indent by two spaces a level, and quote texts with special signs: 'like this'")
MISTAKES = (
    ParserMistake(
        r"found unexpected end of stream",
        "the quote that begins here is never closed",
        "close it",
        is_at_beginning=True,
    ),
    ParserMistake(
        r"expected .*'<stream end>'",
        "the bracket that begins here is never closed",
        "close it, or quote the text",
        is_at_beginning=True,
        is_open_at_end=True,
    ),
    ParserMistake(
        r"expected ',' or '(\]|\})'",
        "in brackets, `,` or `{}` comes after each item, and here is neither",
        "close the bracket, or quote the text",
    ),
    ParserMistake(r"found character '\\t'", "here is a tab, and YAML is indented with spaces", "write spaces"),
    ParserMistake(
        r"found character '(.)'", "a text cannot begin with `{}` unless it is quoted", "put it into quotes: '{}…'"
    ),
    ParserMistake(
        r"expected alphabetic or numeric character",
        "a text cannot begin with `*` or `&` unless it is quoted",
        "put it into quotes: '*…'",
    ),
    ParserMistake(
        r"found unknown escape character '(.)'",
        r"in double quotes, `\{}` means nothing",
        r"put patterns into single quotes, where \ stands for itself: '\{}'",
    ),
    ParserMistake(
        r"expected escape sequence", "in double quotes, this escape is not complete", r"put patterns into single quotes"
    ),
    ParserMistake(
        r"mapping values are not allowed here",
        "here is a second `: ` on one line, or a line that is indented too deep",
        "quote a text that has `: ` in it, or indent the line as the lines around it",
    ),
    ParserMistake(
        r"could not find expected ':'", "this is no `key: value`", "write `: ` behind the key", is_at_beginning=True
    ),
    ParserMistake(
        r"expected <block end>, but found '-'",
        "this list stands where a field should",
        "indent it deeper than its key, and the key as its neighbours",
    ),
    ParserMistake(
        r"expected <block end>",
        "this is not indented as what it belongs to",
        "indent it as the lines around it; behind a quote, nothing but a comment may follow",
    ),
    ParserMistake(r"sequence entries are not allowed here", "a list cannot begin here", "begin it on a new line"),
)


def tell_mistake(error: yaml.MarkedYAMLError, report: ShapeReport, opened: Place | None = None) -> None:
    """Tell it where it is, or where what is not complete began; *opened*: the innermost bracket or block."""
    problem = error.problem or spoken(error)
    found = next(((mistake, match) for mistake in MISTAKES if (match := re.match(mistake.problem, problem))), None)
    if found is None:
        mark = error.problem_mark or error.context_mark
        context = f", {error.context}" if error.context else ""
        message: str = say("this is no YAML: {}{}", problem, context)
        advice: str = USUAL_ADVICE
    else:
        mistake, match = found
        mark = (mistake.is_at_beginning and error.context_mark) or error.problem_mark or error.context_mark
        message, advice = (_filled(text, match) for text in (mistake.message, mistake.advice))
        if opened is not None and mistake.is_open_at_end:
            report.add("bad-yaml", opened, message, advice)
            return
    at = index_of(mark)
    if at >= len(report.text):  # behind the last line end
        at = len(report.text.rstrip())
    report.add("bad-yaml", report.place(at, at + 1), message, advice)


def _filled(pattern: str, match: re.Match[str]) -> str:
    return say(pattern, match[1]) if "{}" in pattern else say(pattern)


class ParserMark(Protocol):
    """A place in a text, as the reader of YAML has it."""

    @property
    def index(self) -> int: ...


def index_of(mark: ParserMark | None) -> int:
    """Where it stands; at the beginning where there is none."""
    return 0 if mark is None else mark.index
