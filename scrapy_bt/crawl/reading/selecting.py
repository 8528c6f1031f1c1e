"""Selects in pages within a bound of time.

libxml2 cannot be stopped: `li ~ li` takes a minute on a page of 5,000 items, `div a` seconds on one of as many links.
Where a selector may take long, another thread asks, and is left to end by itself if it takes too long.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from lxml import etree

from ...core.tree.selectors import How, compile_selector, kind_of_document, select
from ...errors import SelectorTimeout

LARGE = 1000
"""Elements up to which no selector takes long."""
_MOST_LEFT = 4
"""Threads that were left; as long as so many are not done, none more is begun."""

_HAS_MANY_WITHIN = etree.XPath(f"boolean(descendant::*[{LARGE}])")
_HAS_MANY = etree.XPath(f"boolean(/descendant::*[{LARGE}])")

_Question = Callable[[], list[Any]]

_left: set[_SelectorThread] = set()
_idle: list[_SelectorThread] = []


def select_within(how: How, text: str, element: Any, *, seconds: float) -> list[Any]:
    """What a selector finds in an element; raises `SelectorTimeout`, and what the libraries raise."""
    expression = compile_selector(how, kind_of_document(element), text)
    if not expression.may_take_long:
        return select(how, text, element)
    has_many: Any = _HAS_MANY if expression.looks_around else _HAS_MANY_WITHIN
    if not has_many(element):
        return select(how, text, element)
    if len(_left) >= _MOST_LEFT:
        raise SelectorTimeout(text, seconds)
    worker = _idle.pop() if _idle else _SelectorThread()
    try:
        found = worker.ask(lambda: select(how, text, element), seconds)
    except Empty:
        expression.renew()
        raise SelectorTimeout(text, seconds) from None
    _idle.append(worker)
    if isinstance(found, Exception):
        raise found
    return found


class _SelectorThread:
    """A thread that answers one question after the other; it does not keep the process from ending."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[_Question | None] = SimpleQueue()
        self._answers: SimpleQueue[list[Any] | Exception] = SimpleQueue()
        self.thread = Thread(target=self._work, name="selecting", daemon=True)
        self.thread.start()

    def ask(self, question: _Question, seconds: float) -> list[Any] | Exception:
        """The answer, or what it raised; raises `Empty` where that takes longer, and the thread ends after it."""
        self._questions.put(question)
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            _left.add(self)
            self._questions.put(None)
            raise

    def _work(self) -> None:
        while (question := self._questions.get()) is not None:
            self._answers.put(_answer(question))
            question = None
        _left.discard(self)


def _answer(question: _Question) -> list[Any] | Exception:
    try:
        return question()
    except Exception as error:  # noqa: BLE001  # it is raised where the answer is waited for
        return error
