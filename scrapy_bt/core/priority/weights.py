"""How long nodes take and how often loops go round, learnt from what was seen (runtime.md, "Weight of a node")."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, sqrt

from ...sentences import say
from ..tree.nodes import Document, Visit

VISIT_PRIOR = 1.0
"""Seconds that a visit weighs before its first execution (`BT_WEIGHT_PRIOR`); any other node weighs 0 then."""

ROUNDS_PRIOR = 1.0
"""Rounds that are expected of a loop that has not come to its end yet."""

FINEST = 0.001
"""Seconds by which a weight has moved at least: a data node that takes 0.2 ms instead of 0.1 ms changes no order that
would be worth a new ranking."""


class Weights:
    """Per node (n, Σt²) and per loop (n, Σ rounds); the weight sqrt(Σt² / n) is never below the mean run time.

    *priors*: seconds by node before its first execution, 0 for a node that is not in it. *ratio*: by how much a weight
    or a mean of rounds has to change for `has_moved`.
    """

    def __init__(self, priors: Mapping[str, float], *, ratio: float = 0.1) -> None:
        self._priors = dict(priors)
        self._ratio = ratio
        self._times: dict[str, tuple[int, float]] = {}
        self._rounds: dict[str, tuple[int, float]] = {}
        self._ranked: dict[str, float] = {}
        self._ranked_rounds: dict[str, float] = {}
        self._has_moved = False

    @classmethod
    def of(
        cls,
        document: Document,
        *,
        visit_prior: float = VISIT_PRIOR,
        recorded: Mapping[str, float] | None = None,
        ratio: float = 0.1,
    ) -> Weights:
        """Weights before the first execution: the *recorded* ones of inferred trees, else *visit_prior* for visits."""
        visits = {name: visit_prior for name, node in document.declarations.items() if isinstance(node, Visit)}
        return cls({**visits, **(recorded or {})}, ratio=ratio)

    def add(self, node: str, seconds: float) -> None:
        """Count one execution."""
        if not 0 <= seconds < inf:
            raise ValueError(say("'{}' cannot have run for {} seconds", node, seconds))
        count, squares = self._times.get(node, (0, 0.0))
        self._times[node] = count + 1, squares + seconds * seconds
        self._watch(node)

    def add_rounds(self, loop: str, rounds: float) -> None:
        """Count one end of the loop at the path *loop*."""
        if not 0 <= rounds < inf:
            raise ValueError(say("the loop {} cannot have gone round {} times", loop, rounds))
        count, total = self._rounds.get(loop, (0, 0.0))
        self._rounds[loop] = count + 1, total + rounds
        self._watch_rounds(loop)

    def weight(self, node: str) -> float:
        """Seconds that one execution of *node* is expected to take."""
        count, squares = self._times.get(node, (0, 0.0))
        return sqrt(squares / count) if count else self._priors.get(node, 0.0)

    def rounds(self, loop: str) -> float:
        """Rounds that are expected of the loop at the path *loop*: the mean of those seen."""
        count, total = self._rounds.get(loop, (0, 0.0))
        return total / count if count else ROUNDS_PRIOR

    @property
    def has_moved(self) -> bool:
        """Some weight or mean has changed by more than the ratio since `settle`: time to rank anew."""
        return self._has_moved

    def settle(self) -> None:
        """Take note that a ranking was made with the weights as they are."""
        self._ranked = {node: self.weight(node) for node in self._times}
        self._ranked_rounds = {loop: self.rounds(loop) for loop in self._rounds}
        self._has_moved = False

    def load(self, times: Mapping[str, tuple[int, float]], rounds: Mapping[str, tuple[int, float]]) -> None:
        """Take over *times* and *rounds*, as `dump` gives them, in place of what is known of these nodes and loops."""
        self._times.update(times)
        self._rounds.update(rounds)
        for node in times:
            self._watch(node)
        for loop in rounds:
            self._watch_rounds(loop)

    def dump(self) -> tuple[dict[str, tuple[int, float]], dict[str, tuple[int, float]]]:
        """(n, Σt²) by node and (n, Σ rounds) by loop, as plain data."""
        return dict(self._times), dict(self._rounds)

    def _watch(self, node: str) -> None:
        before = self._ranked.get(node)
        if before is None:
            before = self._priors.get(node, 0.0)
        if abs(self.weight(node) - before) > max(self._ratio * before, FINEST):
            self._has_moved = True

    def _watch_rounds(self, loop: str) -> None:
        before = self._ranked_rounds.get(loop, ROUNDS_PRIOR)
        if abs(self.rounds(loop) - before) > self._ratio * before:
            self._has_moved = True
