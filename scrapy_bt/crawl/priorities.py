"""Priority numbers of a crawl's buckets, learnt from the run times of its nodes."""

from __future__ import annotations

from scrapy.settings import BaseSettings

from ..core.priority.ranking import Ranking
from ..core.priority.weights import Weights
from ..core.tree.program import Program
from ..frontier.protocol import Bucket, Completion, Frontier


class Priorities:
    """Keeps the ranking of one program up to date."""

    def __init__(self, program: Program, settings: BaseSettings) -> None:
        self._program = program
        self._ratio = settings.getfloat("BT_RERANK_RATIO")
        self.weights = Weights(prior=settings.getfloat("BT_WEIGHT_PRIOR"))
        self._ready: set[str] = set()
        self._ranking = Ranking(program, self.weights, self._ready)

    def open(self, frontier: Frontier) -> None:
        """Take over what earlier runs have measured."""
        self.weights.load(frontier.weights(), frontier.rounds())
        self._ranking.refresh()

    def number(self, bucket: Bucket) -> float:
        return self._ranking.number_of_path(bucket.node)

    def learn(self, completion: Completion) -> bool:
        """Take in what a step measured; whether the queue has to be ranked anew."""
        moved = False
        for node, seconds in completion.measured.items():
            self.weights.add(node, seconds)
            moved = self.weights.has_moved(node, self._ratio) or moved
        for loop, rounds in completion.rounds.items():
            self.weights.add_rounds(loop, rounds)
            moved = self.weights.has_loop_moved(loop, self._ratio) or moved
        for made in completion.made:
            moved = self._mark(made.key, made.value is not None) or moved
        for key in completion.invalidated:
            moved = self._mark(key, False) or moved
        if moved:
            self._ranking.refresh()
        return moved

    def slowest(self) -> tuple[str, float] | None:
        """The node with the highest weight so far, and the weight in seconds."""
        measured = ((node, self.weights.of(node)) for node in self.weights.dump())
        return max(measured, key=lambda pair: pair[1], default=None)

    def _mark(self, key: str, is_ready: bool) -> bool:
        """A shared node without arguments is ready, or no longer; whether that is news."""
        node = key.rpartition("/")[2]
        if ":" in node or (node in self._ready) == is_ready:
            return False
        self._ready.symmetric_difference_update({node})
        return True
