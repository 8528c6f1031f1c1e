"""State tables and resources of a growing tree: again, give up, log in anew, once for each, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...tree import nodes as bt
from ..answers.pages.contents import content_of
from ..answers.values import arguments_in
from ..findings import Contended, FindsNothing, Shareable
from .scopes import Scopes
from .vocabulary import Vocabulary

_TRIES = 3
_SAFE = (None, "GET", "HEAD")
_FAILED, _TROUBLE, _TOO_MANY = 400, 500, 429
"""Statuses from which on an answer is a refusal, and a trouble that may pass; the last passes, too."""
_GONE = ("404", "410")
"""Statuses of a page that is not there: of a session they say nothing."""


def _is_refused(status: int) -> bool:
    return _FAILED <= status < _TROUBLE and status != _TOO_MANY


class SharedNodes:
    """Collects what is shared while trees grow; `entries` gives all of it."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        scopes: Scopes,
        visits: Mapping[int, tuple[bt.Visit, ...]],
        persons: Sequence[str],
    ) -> None:
        self._vocabulary, self._scopes, self._visits, self._persons = vocabulary, scopes, visits, persons
        self._shared: list[bt.SharedNode] = []
        self._session = ""
        self._is_login = False
        """What is made anew sends a secret: it is a login."""
        self._first: tuple[int, ...] = ()
        """The steps of the first that is shared."""
        self._session_steps: set[int] = set()

    def share(self, shareable: Shareable, visits: Sequence[str]) -> str:
        """The name of the tree of what holds for other runs too."""
        name = self._vocabulary.nodes.give("session" if not self._session else f"{visits[-1]}_session")
        self._first = self._first or tuple(shareable.steps)
        self._is_login = self._is_login if self._session else self._sends_secret(shareable)
        self._session = self._session or name
        self._session_steps |= set(shareable.steps)
        ttl = None if shareable.seconds is None else bt.Duration(shareable.seconds)
        shared = bt.SharedNode(name, ttl)
        self._vocabulary.say(shared, "made once for every task" + ("" if ttl else ", until it is refused"))
        self._shared.append(shared)
        return name

    def once(self, name: str) -> None:
        """A tree that is run once for each entry of a list."""
        shared = bt.SharedNode(name)
        self._vocabulary.say(shared, "each once, however often it is listed")
        self._shared.append(shared)

    def entries(self, items: Mapping[int, bt.Item]) -> Iterator[bt.Entry]:
        """What is shared, what is competed for, then the tables."""
        yield from self._shared
        for contended in self._vocabulary.conclusion.of(Contended):
            for visit in self._visits.get(self._scopes.named(contended.step), ()):
                competing = bt.Competing(visit.name)
                self._vocabulary.say(competing, "two at once fail")
                yield competing
        for step, visits in self._visits.items():
            for visit in visits:
                rows = tuple(self._rows(step, visit))
                if rows:
                    yield bt.States((visit.name,), rows)
        yield from self._without_records(items)
        for name in self._persons:
            states = bt.States((name,), (bt.StateRow(("empty",), bt.Move("pause")),))
            self._vocabulary.say(states, "until it is there, and the task is resumed")
            yield states

    def _without_records(self, items: Mapping[int, bt.Item]) -> Iterator[bt.Entry]:
        """Searches that find nothing, and whose pages do not say so by anything that others lack."""
        for found in self._vocabulary.conclusion.of(FindsNothing):
            if not found.is_gone and found.sign is None and found.step in items:
                states = bt.States((items[found.step].name,), (bt.StateRow(("empty",), bt.Move("true")),))
                self._vocabulary.say(states, "a search may find nothing")
                yield states

    def _sends_secret(self, shareable: Shareable) -> bool:
        steps = filter(None, map(self._vocabulary.conclusion.step, shareable.steps))
        values = (value for planned in steps for value in planned.bound.values())
        return any(argument.is_secret for value in values for argument in arguments_in(value))

    @property
    def _sends(self) -> bool:
        """Whether a visit is there that may change something."""
        return any(visit.method not in _SAFE for visits in self._visits.values() for visit in visits)

    def _refusals(self, step: int) -> tuple[str, ...]:
        """How a site tells that a session has ended: it may lead to its login page instead of the page of *step*."""
        answer = self._vocabulary.conclusion.answers.get(step)
        asks_always = answer is not None and content_of(answer).has_password
        more = sorted({self._refusal(made) for made in self._session_steps} - {"", "401", "403", *_GONE})
        return ("401", "403", *more, *(("login",) if self._is_login and not asks_always else ()))

    def _refusal(self, step: int) -> str:
        """The status with which a step is refused each time, and which tells a key; empty if it is answered."""
        answer = self._vocabulary.conclusion.answers.get(step)
        return str(answer.status) if answer is not None and _is_refused(answer.status) else ""

    def _rows(self, step: int, visit: bt.Visit) -> Iterator[bt.StateRow]:
        # What was refused with 429 has changed nothing, whatever it sends.
        waits = [("429",), ("timeout", "5xx")] if self._sends else [("timeout", "429", "5xx")]
        for outcomes in waits if visit.method in _SAFE else waits[:1]:
            yield bt.StateRow(outcomes, bt.Wait(_TRIES))
        if refusal := self._refusal(step):
            told = bt.StateRow((refusal,), bt.Move("true"))
            self._vocabulary.say(told, "refused, and it says what is needed")
            yield told
        if step in self._session_steps:
            return
        if self._session and any(self._scopes.is_before(made, step) for made in self._first):
            yield bt.StateRow(self._refusals(step), bt.Call(self._session))
        if any(found.step == step and found.is_gone for found in self._vocabulary.conclusion.of(FindsNothing)):
            none = bt.StateRow(_GONE, bt.Move("end"))
            self._vocabulary.say(none, "a search may find nothing")
            yield none
            return
        loop = self._scopes.pages.get(step)
        if loop is not None and loop.kind == "counter":
            last = bt.StateRow(_GONE, bt.Move("false"))
            self._vocabulary.say(last, "behind the last one")
            yield last
        elif self._scopes.home[step].tree.each is not None:
            # A page that is not there, and one that has not changed, have nothing for the rest of the branch ([0068]).
            yield bt.StateRow(("304", *_GONE), bt.Move("end"))
