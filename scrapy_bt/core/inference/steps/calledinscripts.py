"""What a script of a page sends for the name that a person chose: it stands behind it, `"By name": "title ASC"`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from ...documents.elements import is_element
from ...samples.bodies import kind_of
from ...samples.traffic import Answer, Recording
from ...tree.literals import literal
from ..answers.extraction import page_of
from ..answers.requests.acts import typed_fields
from ..answers.values import Argument, Called, Extraction
from ..blackboard.workflow import Workflow
from .sayings import steps_before
from .spokennames import Names

_BETWEEN = r"\s*[:,]\s*(?:[\w$\"']{1,20}\s*:\s*)?"
"""What parts a name from its value: a colon, or the name of the value's own member."""
_NAMED = re.compile(
    rf"(?=([\"'`])([^\"'`<>{{}}\\]{{1,60}})\1({_BETWEEN})(?:([\"'`])(.{{1,200}}?)\4|(\d{{1,20}})(?![\w.])))"
)
"""A name and the value behind it; what is the value of one name may be the name of the next."""

_TO_COMMA = "), '}]); ', ',,,,,'), ',')"
"""What ends a number that stands in no marks, after a bracket that is closed already."""
_FIELD = re.compile(r"[\w-]+")
_ENTRY_BEFORE = re.compile(r"([\"'`])([^\"'`]*)\1\s*,\s*$")
_NEAR = 200
"""Letters within which the entry before a name is looked for."""
_ENTRY = re.compile(r"([\"'`])([^\"'`\n]{1,60})\1|(\d{1,20})")
_LITERAL = r"(?:\"[^\"\n]{1,60}\"|'[^'\n]{1,60}'|\d{1,20})"
_LIST = re.compile(rf"\[\s*({_LITERAL}(?:\s*,\s*{_LITERAL}){{2,}})\s*,?\s*\]")
"""A list of texts or numbers."""
_BRACKETS = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[\[\]{}]")
"""Brackets, and texts, in which there may be others."""


def typed_names(values: Names, recordings: Sequence[Recording]) -> Iterator[Names]:
    """By recording, what was typed or chosen in each of the fields that were filled wherever there is a value."""
    for field in typed_fields(recordings) if any(values) else ():
        names = field.texts if any(field.texts) else field.values
        told = list(zip(values, names, strict=True))
        are_filled = all(name for value, name in told if value)
        if are_filled and not field.is_secret and names != values and len(set(filter(None, names))) > 1:
            yield tuple(name if value else None for value, name in told)


def called_in_script(step: int, values: Names, names: Names, workflow: Workflow, argument: str) -> Called | None:
    """What takes each value from a script of the latest page before that has all of them; None if there is none."""
    pairs = [(number, name, value) for number, (name, value) in enumerate(zip(names, values, strict=True)) if value]
    if not pairs or not all(name for _, name, _ in pairs):
        return None
    for producer in steps_before(step, names, workflow):
        answers = [workflow.answer(producer, number) for number, _, _ in pairs]
        if any(answer is None or kind_of(answer) != "html" for answer in answers):
            continue
        ways = [
            set(_ways(answer, name or "", value))
            for answer, (_, name, value) in zip(answers, pairs, strict=True)
            if answer is not None
        ]
        if shared := sorted(set.intersection(*ways)):
            return Called(producer, Argument(argument), shared[0])
    return None


def are_unnamed(values: Names, found: Called, workflow: Workflow) -> bool:
    """Whether the script has nothing for the values themselves, each of which may be given, then, as it is."""
    answers = [(workflow.answer(found.step, number), value) for number, value in enumerate(values) if value]
    paths = [(answer, found.expression(literal(value))) for answer, value in answers if answer is not None]
    return not any(text for answer, path in paths for text in page_of(answer).extract(Extraction("xpath", path)))


@lru_cache(256)
def named_in_scripts(answer: Answer) -> Mapping[str, str]:
    """By value, the first name behind which a script of a page has it.

    The own name of a value goes before what stands before both, unless several values have it, as `value` is.
    """
    root = page_of(answer).root
    texts = [script.text or "" for script in root.iter("script")] if is_element(root) else []
    # A number stands for anything: what merely has it is no name of it.
    found = [
        each
        for text in texts
        for each in _NAMED.finditer(text)
        if each[6] is None and not _is_further(each, each[2], each[3], each[5])
    ]
    listed = {pair for text in texts for own in _lists_in(text) for pair in pairwise(own)}
    found = [each for each in found if (each[2], each[5]) not in listed]
    own = Counter(each[2] for each in found if each[3].strip() == ":")
    named = dict[str, str]()
    for each in sorted(found, key=lambda each: each[3].strip() != ":" or own[each[2]] > 1):
        named.setdefault(each[5], each[2])
    for value, name in (pair for text in texts for pair in _in_two_lists(text)):
        named.setdefault(value, name)
    return named


def _in_two_lists(text: str) -> Iterator[tuple[str, str]]:
    """Each number of a list in a script with the word in its place of the only other one that has as many."""
    words: dict[int, list[Sequence[str]]] = defaultdict(list)
    numbers: list[Sequence[str]] = []
    for own in _lists_in(text):
        (words[len(own)] if _has_letters(own[0]) else numbers).append(own)
    for own in numbers:
        if len(words[len(own)]) == 1:
            yield from zip(own, words[len(own)][0], strict=True)


def _lists_in(text: str) -> Iterator[Sequence[str]]:
    """The entries of each list in a script that has words alone, or numbers alone: none is the name of the next one."""
    for found in _LIST.finditer(text):
        own = [entry[2] or entry[3] for entry in _ENTRY.finditer(found[1])]
        if all(map(_has_letters, own)) or all(map(str.isdigit, own)):
            yield own


@lru_cache(4096)
def named_beside(answer: Answer, field: str, value: str) -> str:
    """The name behind which a script of a page has a value, in what it holds for a field; empty if there is none.

    So the 1 of `v[level]` is “Low” by `"level": {"values": [["Low", "1"]]}`, whatever else has a 1.
    """
    words = [word for word in _FIELD.findall(field) if not word.isdigit()]
    root = page_of(answer).root if words and kind_of(answer) == "html" else None
    key = re.escape(words[-1]) if words else ""
    opening = re.compile(rf"(?:([\"']){key}\1|(?<![\w$.\"'-]){key})\s*:\s*(?=[\[{{])")
    for script in root.iter("script") if is_element(root) else ():
        text = script.text or ""
        for found in opening.finditer(text):
            pairs = _NAMED.finditer(text, found.end(), _end_of(text, found.end()))
            own = (pair for pair in pairs if value in (pair[5], pair[6]))
            names = (pair[2] for pair in own if not _is_further(pair, pair[2], pair[3], value))
            if name := next(names, ""):
                return name
    return ""


def _end_of(text: str, start: int) -> int:
    """Where the list or object ends that begins there."""
    depth = 0
    for found in _BRACKETS.finditer(text, start):
        depth += found[0] in "[{"
        depth -= found[0] in "]}"
        if depth == 0:
            return found.end()
    return start


def _ways(answer: Answer, name: str, value: str) -> Iterator[tuple[str, str]]:
    """What stands around a name in the XPath that takes the value out of a script."""
    root = page_of(answer).root
    own = re.escape(value)
    end = rf"(?:([\"'`]){own}\3)" + (rf"|{own}(?![\w.])" if value.isdigit() else "")
    pattern = re.compile(rf"([\"'`]){re.escape(name)}(\1{_BETWEEN})(?:{end})")
    for place, script in enumerate(root.iter("script") if is_element(root) else (), 1):
        for found in pattern.finditer(script.text or ""):
            if _are_names_taken(found) or _is_further(found, name, found[2], value):
                continue
            behind = f"substring-after(string((//script)[{place}]), concat({literal(found[1])}, "
            quote = found[3] or ""
            before = behind if quote else f"translate(normalize-space({behind}"
            ending = f", {literal(quote)})" if quote else _TO_COMMA
            before, after = f"substring-before({before}", f", {literal(found[2] + quote)})){ending}"
            if page_of(answer).extract(Extraction("xpath", f"{before}{literal(name)}{after}"))[:1] == [value]:
                yield before, after


def _is_further(found: re.Match[str], name: str, between: str, value: str) -> bool:
    """Whether a name is a further entry of a list, as in `["boats", "ropes", "lamps"]`: what is behind it is the next.

    Such entries are alike: before the name of a pair there is none, or another kind, `["0", "Boats", "b"]`, and a
    number is no further name. *between*: what parts both.
    """
    if between.strip(" \t\r\n\"'`") != "," or _has_letters(name) != _has_letters(value):
        return False
    before = _ENTRY_BEFORE.search(found.string[max(0, found.start() - _NEAR) : found.start()])
    return before is not None and _has_letters(before[2]) == _has_letters(name)


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _are_names_taken(found: re.Match[str]) -> bool:
    """Whether the script says a name from the same list or object before that, too, as where counts stand by name."""
    text = found.string
    for start in _starts_around(text, found.start()):
        pairs = _NAMED.finditer(text, start, _end_of(text, start))
        names = {pair[2] for pair in pairs if pair[1] + pair[3] == found[2]}
        if len(names) > 1:
            firsts = (text.find(f"{found[1]}{name}{found[2]}{found[3] or ''}") for name in names)
            return any(0 <= first < start for first in firsts)
    return False


def _starts_around(text: str, place: int) -> list[int]:
    """Where the lists and objects begin that a place stands in, the innermost first."""
    starts: list[int] = []
    for found in _BRACKETS.finditer(text, 0, place):
        if found[0] in "[{":
            starts.append(found.start())
        elif found[0] in "]}" and starts:
            starts.pop()
    return starts[::-1]
