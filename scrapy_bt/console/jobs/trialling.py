"""The process that works on strangers' pages and patterns: it answers lines on its standard input.

It can be killed at any time: it writes nothing, and the next question starts another. It ends itself at a question that
takes more of the processor than was said, however busy the machine is.
"""

from __future__ import annotations

import resource
import signal
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, BinaryIO

import msgspec
from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.project import get_project_settings

from ...core.documents.json import read_json
from ...errors import BTError
from ...operations.trials.trying import Trying
from ...sentences import say, spoken
from ..foreign.cleaning import clean
from ..words import told
from .healingtrials import HealingTrials
from .sampletrials import SampleTrials
from .treetrials import TreeTrials

_MEMORY = 2 << 30


def answer_all(questions: BinaryIO, answers: BinaryIO, settings: Settings, *, seconds: float = 0.0) -> None:
    """One line of JSON for each: `{"ask": NAME, "language": ITS, ...}` gives `{"answer": ...}` or `{"error": TEXT}`.

    *seconds*: of the processor that one may take; 0: as many as it likes.
    """
    trying, healing, trees = Trying(settings), HealingTrials(settings), TreeTrials(settings)
    samples = SampleTrials()
    known: Mapping[str, Callable[..., Any]] = {
        "try": trying.try_rule,
        "suggest": trying.suggest_tags,
        "count": trying.count_in,
        "source": trying.read_source,
        "sample": samples.tell,
        "sample page": samples.page,
        "evidence": samples.evidence,
        "node try": trees.try_node,
        "node count": trees.count_in,
        "node suggest": trees.suggest_selectors,
        "node page": trees.show,
        "healing compare": healing.compare,
        "healing page": healing.show,
        "healing try": healing.try_selector,
        "clean": lambda page, encoding="": {"html": clean(trying.read_source(page, encoding)["text"])},
    }
    for line in questions:
        question = read_json(line, largest=None)
        name, language = question.pop("ask"), question.pop("language", "en")
        signal.setitimer(signal.ITIMER_PROF, seconds)  # nobody handles its signal, which ends patterns in C, too
        try:
            answer = {"answer": known[name](**question)}
        except (BTError, UsageError, MemoryError) as error:
            answer = {"error": spoken(error) or say("there is not enough memory for this page")}
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        answers.write(msgspec.json.encode(answer, enc_hook=partial(told, language=language)) + b"\n")
        answers.flush()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    answer_all(sys.stdin.buffer, sys.stdout.buffer, get_project_settings(), seconds=float(sys.argv[1]))
