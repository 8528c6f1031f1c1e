"""From recordings to a conclusion, round by round; whoever runs it sends the replays that it asks for."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import SampleError
from ...sentences import say
from ..samples.parameters import Key
from ..samples.traffic import Answer, Recording
from .answers.pages.addresses import authority_of
from .answers.requests.shapes import describe_request
from .blackboard.blackboard import Blackboard
from .blackboard.controller import Controller
from .blackboard.source import KnowledgeSource
from .conclusion import Conclusion
from .findings import NeedsPerson
from .finished import FinishedInference
from .goal import Goal
from .hypotheses import Hypotheses
from .investigation import Investigation, Result
from .judging import lost
from .marking import with_marks
from .nothingfound import NothingFound
from .preparation import as_read
from .rehearsal import Rehearsal, RehearsalFault
from .replay.earlier import replay_of
from .replay.experiment import Experiment, ReplayTrial
from .replay.limits import limit_of
from .replay.oracle import PartialOracle
from .replay.planning import Planner
from .replay.replays import Replays
from .reports import InferenceProgress, Summary
from .screens import screen_url, seen_pages
from .scrutiny.otherinput import other_inputs
from .scrutiny.otherruns import against_other_runs
from .scrutiny.recordedruns import against_recorded_runs
from .soundness import without_bodies
from .sources import SOURCES
from .sources.records import RecordsSource
from .steps.targets import TargetSource

_SHOWN, _MOST_LEFT_OUT = 3, 5
"""Records of a rehearsal, and texts that are in no field, that are shown."""
_TIMEOUT, _TIMES_AS_SLOW = 30.0, 20
Beside = tuple[Mapping[str, Any], str]
"""A record, and what stood on the recorded page where it is from."""


class Inference:
    """One inference. `next` gives what is to be sent, `receive` takes what came of each, until `next` gives nothing.

    *redaction_key*: some random bytes, from which what stands for secrets in the conclusion's answers is made.
    """

    def __init__(
        self,
        recordings: Sequence[Recording],
        goal: Goal | None = None,
        sources: Sequence[KnowledgeSource] = SOURCES,
        *,
        oracles: Sequence[PartialOracle] = (),
        redaction_key: bytes = b"",
    ) -> None:
        if not any(recording.exchanges for recording in recordings):
            raise SampleError(say("there is nothing in the recordings; record again"))
        if lost_bodies := without_bodies(recordings):
            raise SampleError(lost_bodies)
        if goal is not None and goal.in_browser:
            recordings = seen_pages(recordings)
            goal = replace(goal, target=goal.target or screen_url(recordings))
        self.goal, self._said_of_marks = with_marks(goal or Goal(), recordings)
        self.board = Blackboard(as_read(recordings))
        self._requests = sum(len(recording.exchanges) for recording in recordings)
        marks = self.goal.marks
        target = TargetSource(self.goal.target, (*self.goal.expect, *marks.texts))
        marked = (RecordsSource(marks) if isinstance(source, RecordsSource) else source for source in sources)
        self.controller = Controller(self.board, (*marked, target))
        # What a script makes of a page comes by no request alone: the tree as a whole is tried, in a browser.
        level = "none" if self.goal.in_browser else self.goal.level
        earlier = () if self.goal.earlier is None else tuple(map(replay_of, self.goal.earlier.replays))
        self.replays = Replays(level, self.goal.replays, self.goal.seconds, earlier=earlier)
        self._doing = "reading"
        self._result: Result | None = None
        self._trials: list[ReplayTrial] = []
        self._asked: Sequence[Experiment] = ()
        self._redaction_key = redaction_key
        self._stopped: list[str] = []
        self.brought: tuple[Beside, ...] = ()
        """The first records that the tree brought when it was rehearsed."""
        self.left_out: tuple[str, ...] = ()
        """Some of what differs between the recorded pages and is in no field."""
        self._hypotheses = Hypotheses(self.board)
        self._nothing = NothingFound(self.board)
        self._first: tuple[Result, tuple[Beside, ...], list[RehearsalFault]] | None = None
        """The likeliest tree's, its records and its faults, while another one is tried."""
        self._oracles = tuple(oracles)
        self._process = self._investigate()

    def _investigate(
        self, *, keeps_all: bool = False
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], Result]:
        investigation = Investigation(
            self.board, self.controller, self.goal, self.replays, oracles=self._oracles, keeps_all=keeps_all
        )
        return investigation.run()

    def next(self) -> Sequence[Experiment]:
        """What is to be sent now; nothing: it is finished. What was asked before and has not come counts as failed."""
        if self._result is not None:
            return ()
        received = {trial.experiment for trial in self._trials}
        missing = [
            ReplayTrial(each.number, failure=say("it was not sent"))
            for each in self._asked
            if each.number not in received
        ]
        trials, self._trials = [*self._trials, *missing], []
        try:
            self._asked = self._process.send(trials) if self._asked else next(self._process)
        except StopIteration as end:
            self._asked, self._result = (), end.value
            if self.goal.in_browser and self.can_be_rehearsed:
                self._result.unproven, self._result.is_unrun = [], True
            self._result.is_cut = bool(self._stopped)
            self._result.unproven += [
                *self._stopped,
                *self.controller.faults,
                *self._said_of_marks,
                *self._finished().doubts(),
            ]
            self._doing = "done"
            return ()
        self._doing = self._asked[0].purpose
        return self._asked

    def receive(self, trial: ReplayTrial) -> None:
        """What came of an experiment; one with several copies has several."""
        self._trials.append(trial)

    def stop(self, reason: str) -> None:
        """Ask for no more replays, and come to a conclusion of what is known."""
        if reason not in self._stopped:
            self._stopped.append(reason)
        self.replays.budget = 0

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts, with ports, of all requests that are no noise: no replay goes anywhere else."""
        planner = Planner(self.board)
        return frozenset(filter(None, (authority_of(planner.first(step).sent.url) for step in planner.steps)))

    @property
    def steps(self) -> dict[int, str]:
        """The requests of all steps that are no noise, by their numbers."""
        planner = Planner(self.board)
        return {step: describe_request(planner.first(step).sent) for step in planner.steps}

    @property
    def progress(self) -> InferenceProgress:
        """How far it is."""
        facts = self.board.all_facts
        return InferenceProgress(
            self.board.round,
            len(facts),
            sum(fact.status == "verified" for fact in facts),
            sum(fact.status == "refuted" for fact in facts),
            len(self.replays.log),
            self.replays.left if self.goal.level != "none" else 0,
            self._doing,
        )

    @property
    def conclusion(self) -> Conclusion:
        """The tree that was concluded, once it is finished."""
        return self._finished().conclusion

    @property
    def secrets(self) -> frozenset[str]:
        """The values of secret arguments: they must not stand in anything that is written."""
        return self._finished().secrets

    @property
    def summary(self) -> Summary:
        """The result in numbers."""
        return self._finished().summary

    def origins_of(self, step: int, key: Key) -> list[tuple[str, bool]]:
        """What a parameter of the path can get its value from, by name, the best first; true: it does."""
        return self._finished().origins_of(step, key)

    # The tree as a whole

    def input_of(self, recording: int, names: Iterable[str]) -> dict[str, str]:
        """What was given in a recording for arguments of the conclusion, as far as it is known."""
        return self._finished().input_of(recording, names)

    @property
    def can_be_rehearsed(self) -> bool:
        """Whether the printed tree can be run as it is: the target is reached, or is for a browser to reach.

        And nobody has to step in.
        """
        is_tried = self._finished().result.is_proven or (self.goal.in_browser and self.goal.level != "none")
        return is_tried and not self.board.findings(NeedsPerson)

    def limit_of(self, answer: Answer) -> str:
        """What an answer says of being asked too often, and no recorded one does; empty if there is nothing."""
        exchanges = (exchange for recording in self.board.recordings for exchange in recording.exchanges)
        return limit_of(answer, (exchange.answer for exchange in exchanges if exchange.answer is not None))

    def other_inputs(self) -> list[tuple[str, dict[str, str]]]:
        """Input that nobody recorded, what is other about it first: the tree is run with it, too, if it is right."""
        recorded, is_empty = self._finished().judge().recorded, self._nothing.may_be_empty
        return other_inputs(self.conclusion, recorded, self._finished().inputs(), may_be_empty=is_empty)

    def compare_other(
        self, others: Sequence[Rehearsal], rehearsals: Sequence[Rehearsal], repeated: frozenset[str]
    ) -> list[RehearsalFault]:
        """What is wrong with what the tree brought with other input than that of its right *rehearsals*."""
        subject = self._finished().subject(judge := self._finished().judge())
        found = against_other_runs(subject, others, rehearsals, lambda run: judge.repeated(run, repeated))
        return list(found) or self._nothing.unconfirmed(others)

    def learns_of_nothing(self, run: Rehearsal, visits: Mapping[int, str]) -> bool:
        """Whether the tree ends in another way now where a search finds nothing, which the *run* is to try again."""
        return self._nothing.learn(run, self._finished().subject(self._finished().judge()), visits)

    def compare(self, rehearsals: Sequence[Rehearsal], repeated: frozenset[str]) -> list[RehearsalFault]:
        """What is wrong with what the tree brought; *repeated*: its visits that repeat."""
        judge = self._finished().judge()
        first = rehearsals[0].records[:_SHOWN] if rehearsals else ()
        self.brought = tuple(zip(first, judge.recorded.beside(first), strict=True))
        self.left_out = tuple(judge.recorded.left_out[:_MOST_LEFT_OUT])
        told = self._nothing.empty_lists.others_than(rehearsals, subject := self._finished().subject(judge))
        faults = [fault for rehearsal in told for fault in judge.faults(rehearsal, repeated)]
        unseen = (not self.goal.marks.row and judge.unseen()) or self._finished().made_by_script()
        faults += lost(self._first[2], rehearsals) if self._first is not None else ()
        faults += [RehearsalFault(unseen)] if unseen else []
        return faults or list(against_recorded_runs(subject, rehearsals))

    def reconsider(self, faults: Sequence[RehearsalFault] | None) -> bool:
        """Take what a rehearsal showed; whether the next best explanation is to be replayed, then rehearsed as well.

        *faults*: none at all if the tree could not be rehearsed. Where no other tree does any better, the first stands.
        """
        result = self._finished().result
        result.is_unrun = result.is_unrun and faults is None
        if faults is not None and not faults:
            result.is_proven, result.is_cut = True, False
            return False
        if faults is None and self._first is None:
            self._nothing.learn_unrun(self._finished().subject(self._finished().judge()))
            return False
        judge = self._finished().judge()
        if self._first is None:
            self._first = result, self.brought, list(faults or ())
        if self.replays.left and self._hypotheses.next_best(
            faults or (RehearsalFault("", is_of_way=True),),
            judge.records,
            next(judge.recorded.loops(), None),
            self._finished().crowd(),
            self._finished().onward_loop(faults or ()),
        ):
            self._result, self._asked, self._trials = None, (), []
            self._process = self._investigate(keeps_all=self._hypotheses.keeps_all)
            return True
        self._hypotheses.restore()
        self.controller.run_round()
        self._result, self.brought, first_faults = self._first
        self._result.is_proven = False
        told = [*self._stopped, *(fault.text for fault in first_faults)]
        told += [say("tried as well: {}", what) for what in self._hypotheses.tried]
        if any(fault.is_endless for fault in first_faults):
            self._result.most_pages = most = self._finished().judge().recorded.most_pages()
            if most:
                told.append(say("so that it ends, it turns as many pages as were recorded: {}", max(most.values())))
        self._result.unproven += [reason for reason in dict.fromkeys(told) if reason not in self._result.unproven]
        return False

    @property
    def trying(self) -> str:
        """The other explanation that is tried, in a few words; empty: none yet."""
        return self._hypotheses.tried[-1] if self._hypotheses.tried else ""

    @property
    def timeout(self) -> float:
        """The seconds after which an answer does not come any more: many times what the slowest took."""
        exchanges = (exchange for recording in self.board.recordings for exchange in recording.exchanges)
        return max(_TIMEOUT, _TIMES_AS_SLOW * max((exchange.seconds for exchange in exchanges), default=0.0))

    def _finished(self) -> FinishedInference:
        if self._result is None:
            raise ValueError(say("it is not finished: next() gave something to be sent"))
        return FinishedInference(
            self.board, self.goal, self._result, self.replays,
            requests=self._requests, redaction_key=self._redaction_key,
        )  # fmt: skip
