"""Priority numbers of a crawl's buckets, learnt from the run times of its nodes."""

from __future__ import annotations

from collections.abc import Mapping

from scrapy.settings import BaseSettings

from ...core.priority.ranking import Ranking
from ...core.priority.weights import Weights
from ...core.tree.nodes import Node, Tree
from ...core.tree.program import Program
from ...frontier.completion import Completion
from ...frontier.entries import Bucket
from ...frontier.messages import MESSAGES
from ...frontier.records import RECORDS
from ...settings import BTSettings
from ..visits.requests import REQUESTS
from .frontiers import CrawlFrontier

SHARED_FIRST = 60.0
"""Seconds by which a task comes earlier while it makes a shared value, since others may wait for it."""


class Priorities:
    """Keeps the ranking of one program up to date; *recorded*: seconds by node before its first execution."""

    def __init__(
        self, program: Program, settings: BaseSettings, *, recorded: Mapping[str, float] | None = None
    ) -> None:
        self._program = program
        declared = program.document.declarations
        self._recorded = {node: seconds for node, seconds in (recorded or {}).items() if node in declared}
        """Of the nodes that the file still has."""
        bt = BTSettings.read(settings)
        self.weights = Weights.of(
            program.document,
            visit_prior=bt.weight_prior,
            recorded=self._recorded,
            ratio=bt.rerank_ratio,
        )
        self._ready: set[str] = set()
        """Shared nodes without arguments whose value is there; those with arguments have as many as there are."""
        self._ranking = Ranking(program, self.weights, self._ready.__contains__)

    async def open(self, frontier: CrawlFrontier) -> None:
        """Connect the frontier, and take over what earlier runs and other workers measure and make."""
        program, document = self._program, self._program.document
        alike = [node for node in document.shared if not _has_arguments(document.declarations[node])]
        keys = {f"{program.owner_of(node)}/{node}": node for node in alike}

        def take_over() -> None:
            self.weights.load(frontier.weights(), frontier.rounds())
            self._ready.clear()
            self._ready.update(node for key, node in keys.items() if frontier.shared(key) is not None)
            self._ranking.refresh()

        await frontier.connect(keys, take_over, owners=program.owners)
        take_over()

    def number(self, bucket: Bucket) -> float:
        if bucket.node in (REQUESTS, RECORDS, MESSAGES):
            return 0.0
        number = self._ranking.number_of_path(bucket.node)
        return number - SHARED_FIRST if self._makes_shared(bucket.node) else number

    def learn(self, completion: Completion) -> bool:
        """Take in what a step measured; whether the queue has to be ranked anew."""
        for node, seconds in completion.measured.items():
            self.weights.add(node, seconds)
        for loop, rounds in completion.rounds.items():
            self.weights.add_rounds(loop, rounds)
        marks = [self._mark(made.key, is_ready=made.value is not None) for made in completion.made]
        marks += [self._mark(key, is_ready=False) for key in completion.invalidated]
        if not self.weights.has_moved and not any(marks):
            return False
        self._ranking.refresh()
        return True

    def known(self) -> dict[str, float]:
        """Seconds by node of the file: what was measured, else what was recorded."""
        times, _ = self.weights.dump()
        measured = {node: self.weights.weight(node) for node in times if node in self._program.document.declarations}
        return {**self._recorded, **measured}

    def slowest(self) -> tuple[str, float] | None:
        """The node with the highest weight so far, and the weight in seconds."""
        times, _ = self.weights.dump()
        return max(((node, self.weights.weight(node)) for node in times), key=lambda pair: pair[1], default=None)

    def _makes_shared(self, path: str) -> bool:
        shared = self._program.document.shared
        return bool(shared) and any(part.partition("#")[0] in shared for part in path.split("/"))

    def _mark(self, key: str, *, is_ready: bool) -> bool:
        """A shared node without arguments is ready, or no longer; whether that is news."""
        node = key.rpartition("/")[2]
        if ":" in node or (node in self._ready) == is_ready:
            return False
        self._ready.symmetric_difference_update({node})
        return True


def _has_arguments(node: Node) -> bool:
    """Whether a shared node has a value for each of its arguments, as many as there are."""
    return isinstance(node, Tree) and bool(node.parameters)
