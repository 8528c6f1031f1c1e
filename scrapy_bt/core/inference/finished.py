"""What an inference came to, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ...sentences import say
from ..samples.parameters import Key
from ..samples.traffic import have_events
from .blackboard.blackboard import Blackboard
from .blackboard.workflow import workflow_of
from .concluding import Concluder
from .conclusion import Conclusion
from .emptylists import empty_end
from .findings import Contended, FindsNothing, Loop, Records
from .goal import Goal
from .investigation import Result
from .judging import Judge
from .onwardlinks import onward_loop
from .rehearsal import RehearsalFault
from .replay.options import origin_name
from .replay.planning import Planner
from .replay.replays import Replays
from .reports import Summary
from .scrutiny.alikerows import alike_rows
from .scrutiny.subject import Subject
from .scrutiny.turnedon import turned_on
from .scrutiny.unkept import unkept
from .soundness import doubts, drawn_of_others, made_by_script, signed

_NOT_RUN = say("the tree was not run in a browser")
_LIST_OR_ENTRIES = say(
    "the recordings end on further pages of the list whose entries were opened: end on what is wanted, or give --target"
)


class FinishedInference:
    """The result of an inference; *requests*: how many were recorded; *redaction_key*: as of `Inference`."""

    def __init__(
        self, board: Blackboard, goal: Goal, result: Result, replays: Replays, *, requests: int, redaction_key: bytes
    ) -> None:
        self._board, self._goal, self.result, self._replays = board, goal, result, replays
        self._requests, self._redaction_key = requests, redaction_key

    @property
    def conclusion(self) -> Conclusion:
        """What it came to, once it is finished, with the verdict on it."""
        path, is_proven = self._path, self.is_proven
        evidence = {place: replace(each, is_proven=is_proven) for place, each in path.evidence.items()}
        return replace(path, evidence=evidence, is_proven=is_proven, unproven=self._unproven)

    @cached_property
    def _path(self) -> Conclusion:
        """The same by what replays showed alone, which the verdict goes by."""
        result = self.result
        conclusion = self._concluder().conclude(result.draft, result.goal, is_proven=result.is_proven)
        return replace(conclusion, most_pages=result.most_pages, in_browser=self._in_browser(result.planner))

    def _concluder(self) -> Concluder:
        return Concluder(self._board, self.result.planner, self._replays.log, self._redaction_key)

    @cached_property
    def is_proven(self) -> bool:
        """Whether the tree brings the records, and the recordings tell enough for that to mean something."""
        recordings = self._board.recordings
        is_whole = not (self.result.is_cut or any(each.is_cut for each in recordings))
        is_compared = len(recordings) - len(self._without_target()) >= min(2, len(recordings))
        return self.result.is_proven and is_whole and is_compared and not self._lost

    @cached_property
    def _unproven(self) -> tuple[str, ...]:
        return ((_NOT_RUN,) if self.result.is_unrun else ()) + (*self._lost, *self.result.unproven)

    @cached_property
    def _lost(self) -> tuple[str, ...]:
        """What the recordings lack of the way."""
        has_events = have_events(self._board.recordings)
        result = self.result
        has_failed = not result.is_proven and self._goal.level != "none"
        lacking = unkept(
            workflow_of(self._board), result.planner, result.draft, has_events=has_events, has_failed=has_failed
        )
        return (*lacking, *([_LIST_OR_ENTRIES] if self._may_want_list else []), *self._alike_rows)

    @property
    def _alike_rows(self) -> Iterable[str]:
        """That pages may be about rows that say much the same on each, where nobody says what is wanted."""
        marks = self._goal.marks
        is_said = bool(marks.texts or marks.is_single or marks.columns)
        if not is_said and (text := alike_rows(self.subject(self.judge()))):
            yield say(
                "the rows of each page, such as “{}”, say much the same on all of them, and are no records: say what "
                "is wanted by --list or --columns",
                text[:60],
            )

    @property
    def _may_want_list(self) -> bool:
        """Whether the list may be wanted, and not what was opened of it, and nothing says which."""
        goal = self._goal
        is_said = bool(goal.target or goal.expect or goal.marks.texts or goal.marks.is_single)
        return not is_said and turned_on(self.subject(self.judge()))

    @property
    def secrets(self) -> frozenset[str]:
        """The values of secret arguments: they must not stand in anything that is written."""
        return self.result.planner.secrets()

    @property
    def summary(self) -> Summary:
        """The result in numbers."""
        result = self.result
        planner, draft = result.planner, result.draft
        parameters = [place for step in planner.steps for place in planner.places(step)]
        kept = [
            place
            for step in draft.steps
            for place in planner.places(step)
            if place not in draft.dropped and planner.value(place, draft) is not None
        ]
        subject = self.subject(self.judge())
        return Summary(
            requests=self._requests,
            steps=len(planner.steps),
            kept_steps=len(draft.steps),
            parameters=len(parameters),
            kept_parameters=len(kept),
            replays=len(self._replays.log),
            is_proven=self.is_proven,
            unproven=self._unproven,
            goes_on=subject.goes_on,
            is_of_one_input=subject.is_of_one_input,
        )

    def origins_of(self, step: int, key: Key) -> list[tuple[str, bool]]:
        """What a parameter of the path can get its value from, by name, the best first; true: it does."""
        result = self.result
        place = step, key
        value = result.planner.value(place, result.draft)
        return [(origin_name(key, each), each == value) for each in result.planner.options(place)]

    def input_of(self, recording: int, names: Iterable[str]) -> dict[str, str]:
        """What was given in a recording for arguments of the conclusion, as far as it is known."""
        return self._input_of(recording, names, self._concluder().renaming(self.result.draft).names)

    def _input_of(self, recording: int, names: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
        planner = self.result.planner
        told = {known.get(old, old): planner.argument_value(old, recording) for old in planner.argument_names}
        return {name: text for name in names if (text := told.get(name)) is not None}

    def inputs(self) -> list[dict[str, str]]:
        """What was given in each recording, by the conclusion's arguments."""
        conclusion = self._path
        names, known = [given.name for given in conclusion.arguments], conclusion.names or {}
        return [self._input_of(number, names, known) for number, _ in enumerate(self._board.recordings)]

    def judge(self) -> Judge:
        result = self.result
        target = result.planner.canonical(result.draft.steps[-1])
        found = [each for each in self._board.findings(Records) if result.planner.canonical(each.step) == target]
        records = found[-1] if found else None
        return Judge(
            result.planner, workflow_of(self._board), records, target,
            replayed=result.reached, may_find_nothing=bool(self._board.findings(FindsNothing)),
        )  # fmt: skip

    def subject(self, judge: Judge) -> Subject:
        """What is scrutinized: the tree with what was recorded."""
        result = self.result
        return Subject(judge, result.planner, result.draft, self._board.recordings, self.inputs())

    def onward_loop(self, faults: Iterable[RehearsalFault]) -> Loop | None:
        """The series of the target, or of a list that leads to it, that other input has shown."""
        planner = self.result.planner
        target = planner.canonical(self.result.draft.steps[-1])
        return onward_loop(faults, planner, workflow_of(self._board), [target, *planner.lists_before(target)])

    def crowd(self) -> Contended | None:
        """That the target may fail where several ask at once, unless that was found already."""
        planner, target = self.result.planner, self.result.draft.steps[-1]
        # Two at once may have been answered where many are not.
        claims = [(fact, fact.finding) for fact in self._board.all_facts if isinstance(fact.finding, Contended)]
        own = [(fact, claim) for fact, claim in claims if planner.canonical(claim.step) == planner.canonical(target)]
        return own[0][1] if own and all(fact.status != "verified" for fact, _ in own) else None

    def _without_target(self) -> Sequence[int]:
        """The recordings that never ask for the target, though their search has found something."""
        planner, workflow = self.result.planner, workflow_of(self._board)
        target = planner.canonical(self.result.draft.steps[-1])
        wanted = [step for step in workflow.numbers() if planner.canonical(step) == target]
        asking = {number for step in wanted for number, _ in workflow.present(step)}
        others = [number for number, _ in enumerate(self._board.recordings) if number not in asking]
        subject = self.subject(self.judge()) if others else None
        return [number for number in others if subject and empty_end(subject, number, alone=True) is None]

    def doubts(self) -> Iterable[str]:
        result, workflow = self.result, workflow_of(self._board)
        unsaid = () if result.planner.says_who_asks(result.draft) else result.planner.logins
        yield from doubts(self._board.recordings, workflow, result.draft.steps, self._without_target(), unsaid)
        if not result.is_proven:
            yield from signed(workflow, result.draft.steps)
        if self._goal.level == "none" and (made := self.made_by_script()):
            yield made

    def made_by_script(self) -> str:
        recorded = self.judge().recorded
        recordings = self._board.recordings
        pages = [recorded.pages(number) for number in range(len(recordings))]
        if (made := made_by_script(recordings, pages)) or self._goal.target or self._goal.marks.texts:
            return made
        planner = self.result.planner
        lists = planner.listings_before(planner.canonical(self.result.draft.steps[-1]))
        before = [[page for own in lists for page in recorded.list_pages(own, number)] for number in range(len(pages))]
        return drawn_of_others(recordings, pages, before)

    def _in_browser(self, planner: Planner) -> frozenset[int]:
        """The steps of the target's pages, where these are seen in a browser."""
        if not self._goal.in_browser:
            return frozenset()
        target = planner.canonical(self.result.draft.steps[-1])
        return frozenset(step for step in workflow_of(self._board).numbers() if planner.canonical(step) == target)
