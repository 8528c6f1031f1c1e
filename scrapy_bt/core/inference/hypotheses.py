"""What else may explain the recordings, where the likeliest tree did not bring their records (recording.md, "Replay").

Each kind of fault takes back one thing: a field, what was left out, the way from page to page. The sources that found
it then give their next best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...sentences import say
from .answers.values import Extraction
from .blackboard.blackboard import Blackboard
from .blackboard.source import Post
from .findings import Contended, Loop, Records, Unsteady
from .rehearsal import RehearsalFault

MOST = 3
"""Other explanations that are tried."""
REHEARSAL = "rehearsal"
"""The source that is named for what crawls by the tree showed."""


@dataclass
class Hypotheses:
    """What was taken back since the first tree, and what the next one is made of."""

    board: Blackboard
    tried: list[str] = field(default_factory=list)
    """Each other explanation in a few words."""
    keeps_all: bool = False
    """Nothing that was sent on the way is left out any more."""
    _refuted: list[int] = field(default_factory=list)
    _posted: list[int] = field(default_factory=list)

    def next_best(
        self,
        faults: Sequence[RehearsalFault],
        records: Records | None,
        loop: Loop | None,
        crowd: Contended | None = None,
        onward: Loop | None = None,
    ) -> bool:
        """Take back what the faults speak against; whether there is something else to try.

        *crowd*: what of the tree's target several may not ask for at once; *onward*: the series that other input has
        shown.
        """
        if len(self.tried) == MOST:
            return False
        unsteady = frozenset[str]().union(*(fault.unsteady for fault in faults))
        if crowd is not None and any(fault.is_of_crowd for fault in faults):
            self._one_by_one(crowd)
        elif records is not None and unsteady and all(fault.unsteady for fault in faults):
            self._without(records, unsteady)
        elif (
            records is not None
            and (others := [fault.instead for fault in faults if fault.instead])
            and (len(others) == len(faults))
        ):
            self._otherwise(records, others)
        elif onward is not None and not self.board.is_refuted(onward):
            self._going_on(onward)
        elif not any(fault.is_of_way for fault in faults):
            return False
        elif not self.keeps_all:
            self.keeps_all = True
            self.tried.append(say("with all that was sent on the way"))
        elif loop is not None:
            self._refute(loop)
            self.tried.append(say("another way from page to page than by {}", loop.kind))
        else:
            return False
        return True

    def restore(self) -> None:
        """What was taken back holds again: nothing else was any better."""
        for number in self._refuted:
            self.board.set_status(number, "unverified", (), REHEARSAL)
        for number in self._posted:
            self.board.set_status(number, "refuted", (), REHEARSAL)
        self._refuted, self._posted, self.keeps_all = [], [], False

    def _without(self, records: Records, names: frozenset[str]) -> None:
        named = ", ".join(sorted(names))
        for name, extraction in records.fields:
            if name in names:
                finding = Unsteady(records.step, extraction)
                self.board.post(Post(finding, say("another session has other values of {}", named)), REHEARSAL)
                fact = self.board.fact_of(finding)
                self._posted += [fact.id] if fact is not None else []
        self.tried.append(say("without {}, of which another session has other values", named))

    def _otherwise(self, records: Records, others: Sequence[tuple[Extraction, Extraction]]) -> None:
        for own, instead in others:
            finding = Unsteady(records.step, own, instead)
            self.board.post(Post(finding, say("other pages have it so")), REHEARSAL)
            fact = self.board.fact_of(finding)
            self._posted += [fact.id] if fact is not None else []
        self.tried.append(say("with fields as other pages have them"))

    def _one_by_one(self, finding: Contended) -> None:
        fact = self.board.fact_of(finding)
        if fact is not None:
            self.board.set_status(fact.id, "verified", (), REHEARSAL)
            self._posted.append(fact.id)
        self.tried.append(say("one after another, what was asked for at once"))

    def _going_on(self, finding: Loop) -> None:
        self.board.post(Post(finding, say("other input has pages that lead on so")), REHEARSAL)
        fact = self.board.fact_of(finding)
        if fact is not None:
            self.board.set_status(fact.id, "verified", (), REHEARSAL)
            self._posted.append(fact.id)
        self.tried.append(say("with the further pages that other input has"))

    def _refute(self, finding: Loop) -> None:
        fact = self.board.fact_of(finding)
        if fact is not None:
            self.board.set_status(fact.id, "refuted", (), REHEARSAL)
            self._refuted.append(fact.id)
