"""Many values in one request, as `ids=17,18,19` or `id=17&id=18`: all that an answer before lists."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from ....sentences import say
from ...samples import manyvalues
from ...samples.parameters import ALL, Key
from ...samples.traffic import Answer
from ..answers.data.leaves import all_of, json_leaves
from ..answers.elements.markup import markup_of, selectors_for
from ..answers.extraction import extract, page_of
from ..answers.values import Extraction, Taken, Value, Within
from ..stepnames import StepName
from .chains import Wanted
from .derivation import Derivation, ValueCandidate
from .evidence import FIRM, bits_of_all

_SEPARATORS = (",", ";", "|", "\n")
_FEWEST = 2
_SCORE = 0.9


def listed(derivation: Derivation, step: int, key: Key, wanted: Wanted) -> list[ValueCandidate]:
    """Ways to have the value as the entries of a list, all of them or the first ones; latest answers first.

    What never changes has to be more than a few words.
    """
    if key.number == ALL:
        return _found(derivation, step, wanted, {number: manyvalues.read(text) for number, text in wanted.items()}, "")
    for separator in _SEPARATORS:
        parts = {recording: text.split(separator) for recording, text in wanted.items()}
        if max(map(len, parts.values())) < _FEWEST or not all(all(own) for own in parts.values()):
            continue
        if len(set(wanted.values())) == 1 and bits_of_all(next(iter(parts.values()))) < FIRM:
            continue
        if found := _found(derivation, step, wanted, parts, separator):
            return found
    return []


def lists_of(answer: Answer, values: Sequence[str]) -> Iterator[Extraction]:
    """What finds these values in an answer: all that it finds, in any order, or the first of that in theirs."""
    for extraction in _ways(answer, values[0]):
        found = extract(answer, extraction)
        if found[: len(values)] == list(values) or _are_same(found, values):
            yield extraction


def _are_same(listed: Sequence[str], sent: Sequence[str]) -> bool:
    """Whether all that is listed is sent, and nothing else, in any order: some applications sort it first."""
    return len(listed) == len(sent) and sorted(listed) == sorted(sent)


def _found(
    derivation: Derivation, step: int, wanted: Wanted, parts: Mapping[int, list[str]], separator: str
) -> list[ValueCandidate]:
    workflow = derivation.workflow
    for producer in reversed(workflow.numbers()):
        if not derivation.is_before(producer, step, wanted) or derivation.is_echo(producer, wanted):
            continue
        answers = {recording: workflow.answer(producer, recording) for recording in wanted}
        how = f", joined by “{separator}”" if separator else ""
        found = [
            ValueCandidate(
                _joined(producer, each, separator),
                _SCORE,
                say("all values of {} in the answer of {}{}", each.text, StepName(producer), how),
                producer,
            )
            for each in _lists(answers, parts)
        ]
        if found:
            return found
    return []


def _joined(producer: int, each: Extraction, separator: str) -> Value:
    if not separator:
        return Taken(producer, each, is_list=True)
    join = f"join({_literal(separator)}, map(&to_string(@), {{}}))"
    if each.how == "json":
        return Taken(producer, Extraction("json", join.format(each.text)))
    return Within(Taken(producer, each, is_list=True), Extraction("json", join.format("@")))


def _lists(answers: Mapping[int, Answer | None], parts: Mapping[int, list[str]]) -> Iterator[Extraction]:
    """What finds all entries; where each request has as many of them, though there are more, the first ones."""
    pages = {recording: answer for recording, answer in answers.items() if answer is not None}
    first = next(iter(parts))
    if len(pages) < len(parts):
        return
    for extraction in _ways(pages[first], parts[first][0]):
        lists = {recording: extract(answer, extraction) for recording, answer in pages.items()}
        most = max(map(len, parts.values()))
        if all(_are_same(lists[recording], own) for recording, own in parts.items()):
            yield extraction
        elif extraction.how == "json" and all(lists[number][:most] == own for number, own in parts.items()):
            yield Extraction("json", f"{extraction.text} | [:{most}]", all=True)


def _ways(answer: Answer, value: str) -> Iterator[Extraction]:
    """What finds a value among others like it."""
    if isinstance(page_of(answer).json, (dict, list)):
        for leaf in json_leaves(answer).exact.get(value, ()):
            if path := all_of(leaf.steps):
                yield Extraction("json", path, all=True)
        return
    for found in markup_of(answer).exact.get(value, ()):
        for selector in selectors_for(found) if found.attribute else ():
            if selector.extraction.how == "css" and ":nth-of-type" not in selector.extraction.text:
                yield Extraction("css", selector.extraction.text, all=True)


def _literal(text: str) -> str:
    return f"'{text}'" if text != "\n" else f"`{json.dumps(text)}`"
