"""From the smallest path that was found to a conclusion: what holds, on what evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...sentences import join, say
from ..samples.parameters import Key
from ..samples.redaction import redact
from ..samples.secrets import has_to_be_given
from ..samples.traffic import Answer, Recording
from .answers.values import Argument, Constant, Each, Value, arguments_in
from .arguments import Renaming, arguments_told, plain_arguments
from .blackboard.blackboard import Blackboard
from .blackboard.source import Post
from .conclusion import Conclusion, Evidence, Given
from .finding_words import tell_value
from .findings import (
    Contended,
    Finding,
    ListOf,
    Loop,
    NeedsPerson,
    Origin,
    ParameterNeed,
    Records,
    SessionCookie,
    StepNeed,
    Target,
    Typed,
)
from .replay.drafts import Draft, StepKey
from .replay.minimum import Minimum
from .replay.planning import Planner
from .replay.replays import Replay

_FROM_NOWHERE = say("comes from nowhere: it has to be given")
REPLAY = "replay"
"""The source that is named for what replays showed."""


def post_minimum(board: Blackboard, planner: Planner, minimum: Minimum, log: Sequence[Replay]) -> None:
    """Put what replays showed of steps and parameters on the blackboard."""
    for step, numbers in minimum.superfluous_steps.items():
        _post(board, StepNeed(step, is_needed=False), _well(numbers), numbers)
    for step, numbers in minimum.needed_steps.items():
        _post(board, StepNeed(step, is_needed=True), _badly(numbers, log), numbers)
    for place, numbers in minimum.superfluous.items():
        _post(board, ParameterNeed(*place, is_needed=False), _well(numbers), numbers)
    for place, numbers in minimum.needed.items():
        _post(board, ParameterNeed(*place, is_needed=True), _badly(numbers, log), numbers)
    draft = minimum.draft
    right = right_replays(log, draft)
    for step in draft.steps:
        for place in planner.places(step):
            if place in draft.dropped:
                continue
            value = planner.value(place, draft)
            for finding in _borne_out(board, planner, place, value):
                fact = board.fact_of(finding)
                if fact is not None:
                    board.set_status(fact.id, "verified", right, REPLAY)
    listed: set[Finding] = {found for step, found in planner.lists.items() if {step, found.step} <= set(draft.steps)}
    for shown in (*board.facts(Target), *board.facts(ListOf)):
        what = shown.finding
        if what in listed or (isinstance(what, Target) and planner.canonical(what.step) == draft.steps[-1]):
            board.set_status(shown.id, "verified", right, REPLAY)


def _borne_out(
    board: Blackboard, planner: Planner, place: StepKey, value: Value | None
) -> Iterable[Origin | Typed | SessionCookie]:
    """The findings that a right replay bears out, as to one parameter."""
    step, key = place
    if key.where == "cookie" and value is None:
        setter = planner.setter(step, key.name)
        if setter is not None:
            yield SessionCookie(setter, key.name)
    for typed in board.findings(Typed):
        if (typed.step, typed.key) == place and isinstance(value, Argument):
            yield typed
    for origin in board.findings(Origin):
        if (origin.step, origin.key) == place and origin.value == value:
            yield origin


def _post(board: Blackboard, finding: StepNeed | ParameterNeed, why: str, numbers: tuple[int, ...]) -> None:
    opposite = type(finding)(**{**vars(finding), "is_needed": not finding.is_needed})
    before = board.fact_of(opposite)
    if before is not None and before.status != "refuted":
        board.set_status(before.id, "refuted", numbers, REPLAY)
    board.post(Post(finding, why), REPLAY)
    fact = board.fact_of(finding)
    if fact is not None and numbers:
        board.set_status(fact.id, "verified", numbers, REPLAY)


def _well(numbers: Sequence[int]) -> str:
    return say("without it the target is the same ({})", _named(numbers)) if numbers else say("nothing needs it")


def _badly(numbers: Sequence[int], log: Sequence[Replay]) -> str:
    reasons = [log[number - 1].reason for number in numbers if log[number - 1].reason]
    return (
        say("without it: {} ({})", reasons[-1], _named(numbers))
        if reasons
        else say("what comes from it cannot be left out")
    )


def _named(numbers: Sequence[int]) -> str:
    return f"replay{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def right_replays(log: Sequence[Replay], draft: Draft) -> tuple[int, ...]:
    """The replays that reached the target by a path that holds this one."""
    return tuple(
        replay.number
        for replay in log
        if replay.is_right
        and replay.draft is not None
        and set(draft.steps) <= set(replay.draft.steps)
        and replay.draft.steps[-1] == draft.steps[-1]
    )


class Concluder:
    """Puts a conclusion together."""

    def __init__(self, board: Blackboard, planner: Planner, log: Sequence[Replay], redaction_key: bytes = b"") -> None:
        self._board, self._planner, self._log, self._key = board, planner, log, redaction_key

    def conclude(self, draft: Draft, goal: str, *, is_proven: bool) -> Conclusion:
        """The conclusion of a draft; *is_proven*: it has reached the target."""
        planner = self._planner
        recorded = planner.plan(draft, for_replay=False)
        renaming = self.renaming(draft)
        plan = renaming.plan(recorded)
        evidence: dict[tuple[int, Key | None], Evidence] = {}
        given: dict[str, Given] = {}
        persons = {(need.step, need.key) for need in self._board.findings(NeedsPerson)}
        for known, planned in zip(recorded.steps, plan.steps, strict=True):
            evidence[planned.step, None] = self._why_step(planned.step, draft, is_proven=is_proven)
            for key, value in planned.bound.items():
                place = (planned.step, key)
                if place in persons:
                    evidence[place] = Evidence(say("a person or a service gives it, each time"))
                    continue
                why = self._origin_text(place, known.bound[key]) or say("from {}", tell_value(value))
                evidence[place] = self._why_value(place, why, draft, is_proven=is_proven)
                for argument in arguments_in(value):
                    text = plan.arguments.get(argument.name)
                    example = None if argument.is_secret else text
                    given.setdefault(argument.name, Given(argument.name, example, argument.is_secret))
        findings = tuple(map(renaming.finding, self._findings()))
        for found in findings:
            if not isinstance(found, (Records, ListOf)) or found.group is None:
                continue
            step = found.step if isinstance(found, Records) else found.detail
            if planner.canonical(step) in draft.steps:
                given.setdefault(found.group.argument, Given(found.group.argument, found.group.names[0]))
        return Conclusion(
            plan=plan,
            findings=findings,
            arguments=tuple(given.values()),
            evidence=evidence,
            answers=self._answers(draft),
            goal=goal,
            replays=len(self._log),
            names=renaming.names,
        )

    def renaming(self, draft: Draft) -> Renaming:
        """What the arguments of a draft are called in its conclusion."""
        return plain_arguments(self._planner.plan(draft, for_replay=False), arguments_told(self._board.all_facts))

    def _findings(self) -> Iterable[Finding]:
        """What holds. That two at once fail holds only where replays have shown it."""
        contended: set[int] = set()
        given_up = self._given_up()
        for fact in self._board.all_facts:
            if isinstance(fact.finding, Records) and fact.finding.step in given_up:
                continue
            if isinstance(fact.finding, Contended):
                step = self._planner.canonical(fact.finding.step)
                if fact.status == "verified" and step not in contended:
                    contended.add(step)
                    yield Contended(step)
            elif fact.status != "refuted":
                yield fact.finding

    def _given_up(self) -> set[int]:
        """The steps that stood for a target as long as it was thought to be a page of their series."""
        targets = {found.step for found in self._board.findings(Target)}
        return {
            fact.finding.step
            for fact in self._board.all_facts
            if fact.status == "refuted" and isinstance(fact.finding, Loop) and targets & {*fact.finding.repeats}
        } - {self._planner.canonical(target) for target in targets}

    def _answers(self, draft: Draft) -> Mapping[int, Answer]:
        """The answers of the path, with other values for what is secret in any of the recordings."""
        exchanges = tuple(self._planner.first(step) for step in draft.steps)
        clean, _ = redact(Recording("path", exchanges), self._key, more=self._planner.secrets())
        answers = zip(draft.steps, (exchange.answer for exchange in clean.exchanges), strict=True)
        return {step: answer for step, answer in answers if answer is not None}

    def _why_step(self, step: int, draft: Draft, *, is_proven: bool) -> Evidence:
        if step == draft.steps[-1]:
            return Evidence(say("the target"), self._right(draft) if is_proven else 0, is_proven)
        fact = self._board.fact_of(StepNeed(step, is_needed=True))
        fed = sorted({str(place[1]) for place in self._planner.feeds(step, draft)})
        cookies = sorted(
            {
                name
                for other in draft.steps
                if other > step
                for name in self._planner.jar_cookies(other)
                if self._planner.setter(other, name) == step
            }
        )
        gives = join([*fed, *(say("the cookie {}", name) for name in cookies)], ", ")
        text = say("gives {}", gives) if gives else say("the person's login") if self._planner.is_login(step) else ""
        if fact is not None and fact.status == "verified":
            return Evidence(text or fact.why, len(fact.trials), is_proven=True)
        # These are never left out to try: a list's rounds, and a request whose address nothing else gives.
        looped = any(self._planner.is_looped(place) for place in self._planner.feeds(step, draft))
        is_borne_out = is_proven and (looped or not self._planner.is_whole(draft.without_steps([step])))
        return Evidence(text or say("kept"), self._right(draft) if is_borne_out else 0, is_borne_out)

    def _why_value(self, place: StepKey, why: str, draft: Draft, *, is_proven: bool) -> Evidence:
        need = self._board.fact_of(ParameterNeed(*place, is_needed=True))
        decided = need is not None and need.status == "verified"
        # What a person logs in with is never left out to try.
        logs_in = self._planner.is_login(place[0]) and isinstance(self._planner.value(place, draft), Argument)
        is_borne_out = decided or logs_in or place[1].where in ("path", "url") or self._planner.is_looped(place)
        return Evidence(why, self._right(draft) if is_proven and is_borne_out else 0, is_proven and is_borne_out)

    def _right(self, draft: Draft) -> int:
        """How many replays reached the target by it."""
        return len(right_replays(self._log, draft))

    def _origin_text(self, place: StepKey, value: Value) -> str:
        """What is known of a value; empty if what it is made of tells all."""
        for fact in self._board.facts(Origin):
            finding = fact.finding
            if isinstance(finding, Origin) and (finding.step, finding.key) == place and finding.value == value:
                return fact.why
        if isinstance(value, Argument):
            for fact in self._board.facts(Typed):
                finding = fact.finding
                if isinstance(finding, Typed) and (finding.step, finding.key, finding.argument) == (*place, value.name):
                    return fact.why
            differs = say("differs between recordings, and ") if len(self._board.recordings) > 1 else ""
            return say("{}{}", differs, _FROM_NOWHERE)
        if isinstance(value, Constant):
            if has_to_be_given(place[1], value.text):
                return _FROM_NOWHERE
            count = len(self._board.recordings)
            return say("the same in {} recordings", count) if count > 1 else say("as recorded")
        if isinstance(value, Each):
            return tell_value(value)
        return ""
