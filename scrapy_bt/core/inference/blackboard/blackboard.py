"""Shared knowledge: facts with their evidence and status, and what happened to them (recording.md, "Blackboard")."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ...samples.traffic import Exchange, Recording
from ..findings import (
    AnyFinding,
    Caused,
    Finding,
    Loop,
    ParameterNeed,
    Records,
    Step,
    StepNeed,
    Target,
    Variability,
    Weight,
)
from .facts import Fact, Status, Support
from .source import Post


@dataclass(frozen=True)
class Change:
    """Something that happened to a fact."""

    round: int
    fact: int
    what: Literal["posted", "supported", "replaced", "verified", "refuted", "unverified"]
    source: str


class Blackboard:
    """All that is known of a workflow; a `source.Knowledge`."""

    def __init__(self, recordings: Sequence[Recording]) -> None:
        self.recordings = tuple(recordings)
        self.history: list[Change] = []
        self.round = 0
        self._facts: list[Fact] = []
        self._by_finding: dict[Finding, int] = {}
        self._by_kind: dict[type, list[int]] = {}
        self._by_subject: dict[Hashable, int] = {}
        self._replaced: set[int] = set()
        self._versions: dict[type, int] = {}

    def post(self, post: Post, source: str) -> bool:
        """Keep a finding; whether it changed anything.

        A finding that is there already gets one more support. Of findings that can only be one for their subject (the
        step of a number, the target, …) a source's later one replaces its earlier one.
        """
        known = self._by_finding.get(post.finding)
        if known is not None:
            return self._support(known, post, source)
        number = len(self._facts)
        self._facts.append(Fact(number, post.finding, source, post.why, post.because))
        self._by_finding[post.finding] = number
        kind = type(post.finding)
        self._by_kind.setdefault(kind, []).append(number)
        subject = _subject(post.finding)
        if subject is not None:
            before = self._by_subject.get((source, subject))
            if before is not None:
                self._replaced.add(before)
                self._note(before, "replaced", source)
            self._by_subject[source, subject] = number
        self._note(number, "posted", source)
        return True

    def _support(self, number: int, post: Post, source: str) -> bool:
        fact = self._facts[number]
        subject = _subject(post.finding)
        is_back = number in self._replaced and source == fact.source
        if is_back and subject is not None:
            # The source has changed its mind back.
            self._replaced.discard(number)
            before = self._by_subject[source, subject]
            self._replaced.add(before)
            self._by_subject[source, subject] = number
            self._note(number, "posted", source)
            return True
        if source == fact.source or any(each.source == source for each in fact.supports):
            return False
        self._facts[number] = replace(fact, supports=(*fact.supports, Support(source, post.why, post.because)))
        self.history.append(Change(self.round, number, "supported", source))
        return False

    def set_status(self, number: int, status: Status, trials: Iterable[int], source: str) -> bool:
        """What replays said of a fact; whether that is new."""
        fact = self._facts[number]
        # What decided another status says nothing of this one.
        before = fact.trials if fact.status == status else ()
        merged = tuple(dict.fromkeys((*before, *trials)))
        self._facts[number] = replace(fact, status=status, trials=merged)
        if fact.status == status:
            return False
        self._note(number, status, source)
        return True

    def fact(self, number: int) -> Fact:
        """The fact of that id."""
        return self._facts[number]

    def fact_of(self, finding: Finding) -> Fact | None:
        """The fact of a finding, whatever its status."""
        number = self._by_finding.get(finding)
        return None if number is None else self._facts[number]

    @property
    def all_facts(self) -> Sequence[Fact]:
        """Every fact in the order of posting, refuted ones too; not those that their source replaced."""
        return [fact for fact in self._facts if fact.id not in self._replaced]

    def facts(self, kind: type[AnyFinding]) -> Sequence[Fact]:
        """The facts of a kind that are not refuted, in the order in which they were posted."""
        numbers = self._by_kind.get(kind, ())
        facts = (self._facts[number] for number in numbers if number not in self._replaced)
        return [fact for fact in facts if fact.status != "refuted"]

    def findings(self, kind: type[AnyFinding]) -> Sequence[AnyFinding]:
        """The findings of these facts."""
        return [fact.finding for fact in self.facts(kind) if isinstance(fact.finding, kind)]

    def is_refuted(self, finding: Finding) -> bool:
        """Whether something has spoken against a finding."""
        fact = self.fact_of(finding)
        return fact is not None and fact.status == "refuted"

    def exchange(self, step: int, recording: int) -> Exchange | None:
        """The request of a step in a recording."""
        for each in reversed(self.findings(Step)):
            if each.number == step:
                index = each.exchanges[recording]
                return None if index is None else self.recordings[recording].exchanges[index]
        return None

    def version(self, kinds: Iterable[type]) -> int:
        """Grows when a fact of these kinds is posted, replaced, or gets another status."""
        return sum(self._versions.get(kind, 0) for kind in kinds)

    def _note(
        self,
        number: int,
        what: Literal["posted", "supported", "replaced", "verified", "refuted", "unverified"],
        source: str,
    ) -> None:
        self.history.append(Change(self.round, number, what, source))
        kind = type(self._facts[number].finding)
        self._versions[kind] = self._versions.get(kind, 0) + 1


def _subject(finding: Finding) -> Hashable:
    """What such findings can be only one of, for one source; None if there may be several."""
    match finding:
        case Step(number=number):
            return Step, number
        case Target():
            return Target
        case Variability(step=step, key=key) | ParameterNeed(step=step, key=key):
            return type(finding), step, key
        case Weight(step=step) | Caused(step=step) | StepNeed(step=step) | Loop(step=step) | Records(step=step):
            return type(finding), step
        case _:
            return None
