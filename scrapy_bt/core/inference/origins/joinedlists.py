"""Many values in one parameter, as `ids=17,18,19`: all that an answer before lists, joined."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from ...samples.traffic import Answer
from ..answers.extraction import extract, page_of
from ..answers.leaves import all_of, json_leaves
from ..answers.values import Extraction, Taken
from ..answers.words import StepName, words
from .derivation import Candidate, Derivation, Wanted
from .evidence import FIRM, bits_of_all

_SEPARATORS = (",", ";", "|", "\n")
_FEWEST = 2
_SCORE = 0.9


def listed(derivation: Derivation, step: int, wanted: Wanted) -> list[Candidate]:
    """Ways to have the value as the entries of a list in JSON, all of them or the first ones; latest answers first.

    What never changes has to be more than a few words.
    """
    workflow = derivation.workflow
    for separator in _SEPARATORS:
        parts = {recording: text.split(separator) for recording, text in wanted.items()}
        if max(map(len, parts.values())) < _FEWEST or not all(all(own) for own in parts.values()):
            continue
        if len(set(wanted.values())) == 1 and bits_of_all(next(iter(parts.values()))) < FIRM:
            continue
        for producer in reversed(workflow.numbers()):
            if not derivation.is_before(producer, step, wanted) or derivation.is_echo(producer, wanted):
                continue
            answers = {recording: workflow.answer(producer, recording) for recording in wanted}
            found = [
                Candidate(
                    Taken(producer, Extraction("json", text)),
                    _SCORE,
                    words(f"all values of {path} in the answer of ", StepName(producer), f", joined by “{separator}”"),
                    producer,
                )
                for path, text in _joins(answers, parts, separator)
            ]
            if found:
                return found
    return []


def _joins(
    answers: Mapping[int, Answer | None], parts: Mapping[int, list[str]], separator: str
) -> Iterator[tuple[str, str]]:
    """The path to the entries, and the expression that joins them."""
    pages = {recording: answer for recording, answer in answers.items() if answer is not None}
    first = next(iter(parts))
    if len(pages) < len(parts) or not isinstance(page_of(pages[first]).json, (dict, list)):
        return
    for leaf in json_leaves(pages[first]).exact.get(parts[first][0], ()):
        path = all_of(leaf.steps)
        if path is None:
            continue
        lists = {recording: extract(answer, Extraction("json", path)) for recording, answer in pages.items()}
        counts = {len(own) for own in parts.values()}
        if all(lists[recording] == own for recording, own in parts.items()):
            taken = path
        elif len(counts) == 1 and all(lists[recording][: len(own)] == own for recording, own in parts.items()):
            taken = f"{path} | [:{counts.pop()}]"
        else:
            continue
        text = f"join({_literal(separator)}, map(&to_string(@), {taken}))"
        if all(extract(answer, Extraction("json", text)) for answer in pages.values()):
            yield path, text


def _literal(text: str) -> str:
    return f"'{text}'" if text != "\n" else f"`{json.dumps(text)}`"
