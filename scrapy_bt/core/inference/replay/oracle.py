"""Tells whether a replay gave the right answer (recording.md, "Replay")."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from ....sentences import say
from ...samples.traffic import Answer
from ..answers.extraction import extract, page_of
from ..answers.pages.addresses import bare_address
from ..answers.pages.ages import without_ages
from ..answers.pages.contents import common, content_of, likeness
from ..answers.pages.innerpages import inner_page
from ..findings import Records
from ..stepnames import Namer, name_step
from .differences import Difference, difference
from .experiment import ReplayTrial
from .tellingrecords import TellingRecords, picked, stable_of
from .verdicts import ReplayVerdict, class_of_status, doubt_of, unanswered

LIKE = 0.6
"""How much of the outline has to be the same."""
SAYING = 0.98
"""How much of what never changes has to be said again."""
ROUGHLY = 0.85
"""From here up it may be that something changed which changes by itself."""
AROUND = 0.5
"""How much is enough where the records, which go by what the person gave, are the same."""

_REFUSALS = re.compile(
    r"\b(log ?in|sign ?in|log ?on|forbidden|denied|unauthori[sz]ed|not found|expired|captcha|error|oops)\b",
    re.IGNORECASE,
)


@dataclass
class Learned:
    """What an oracle has learned of a target: what right answers said."""

    recorded: Answer
    reached: list[Answer] = field(default_factory=list)
    stable: Counter[str] = field(default_factory=Counter)
    """The texts that all of them said."""
    order: tuple[str, ...] = ()
    """These in the order of the last."""
    lists: dict[int, Learned] = field(default_factory=dict)
    """The same of the lists that lead to it, by step."""


class PartialOracle(Protocol):
    """Knows more of a site's answers than can be seen by comparing them, such as `{"ok": false}` with status 200."""

    name: str

    def unlike(self, recorded: Answer, answer: Answer) -> str:
        """Why an answer cannot be the right one in the place of the recorded one; empty if it can.

        It keeps nothing between calls, and sends nothing.
        """


class Oracle:
    """Compares with the recorded answer, and, once the target was reached twice, with what both times said.

    *lists*: the pages that say which detail the target is, as recorded; they have to say what they said as well.
    *others*: the answers of the same step in other recordings: records that are others there are what it is about.
    *served*: the answers of steps that the recording has no error of: a crawl would end where a replay has one.
    *logins*: those of them that log in: a crawl would end where one brings the form of the login again.
    *learned*: what an earlier oracle of the same target has learned.
    *oracles*: who else is asked about each answer.
    *name*: gives the names of steps.
    """

    def __init__(
        self,
        target: int,
        recorded: Answer,
        *,
        expect: Sequence[str] = (),
        records: Sequence[Records] = (),
        login_urls: Collection[str] = (),
        lists: Mapping[int, Answer] | None = None,
        others: Sequence[Answer] = (),
        served: Mapping[int, Answer] | None = None,
        logins: Collection[int] = (),
        learned: Learned | None = None,
        oracles: Sequence[PartialOracle] = (),
        name: Namer = name_step,
    ) -> None:
        self._target, self._recorded = target, recorded
        self._expect = tuple(expect)
        self._records = tuple(each for each in records if each.step == target)
        self._within = next((each.within for each in self._records if each.within is not None), None)
        self._telling = TellingRecords(recorded, self._records, others)
        self._served = served or {}
        self._entering = {step for step in logins if (came := self._served.get(step)) and not _asks_for_password(came)}
        self._logins = {bare_address(url) for url in login_urls} - {bare_address(recorded.url)}
        self.learned = learned if learned is not None and learned.recorded == recorded else Learned(recorded)
        self._oracles, self._name = tuple(oracles), name
        self._lists = {step: Oracle(step, answer, oracles=oracles) for step, answer in (lists or {}).items()}
        for step, own in self._lists.items():
            own.learned = self.learned.lists.setdefault(step, own.learned)

    def judge(self, trial: ReplayTrial) -> ReplayVerdict:
        """Whether a replay reached the target, and if not, what was other."""
        verdict = self._judge(trial)
        return verdict if verdict.is_right else replace(verdict, difference=self._difference(trial, verdict.step))

    def _difference(self, trial: ReplayTrial, step: int | None) -> Difference | None:
        step = self._target if step is None else step
        came = next((answer for number, answer in reversed(trial.answers) if number == step), None)
        own = self if step == self._target else self._lists.get(step)
        known = self._served.get(step) if own is None else [own.learned.recorded, *own.learned.reached][-1]
        return None if came is None or known is None else difference(step, known, came)

    def _judge(self, trial: ReplayTrial) -> ReplayVerdict:
        if trial.failure:
            doubt = None if self._target in dict(trial.answers) or trial.missing is not None else unanswered(trial)
            return ReplayVerdict(is_right=False, reason=trial.failure, doubt=doubt)
        answer = next((answer for step, answer in reversed(trial.answers) if step == self._target), None)
        if answer is None:
            return ReplayVerdict(is_right=False, reason=say("the target was not sent"), doubt=unanswered(trial))
        verdict = self.judge_answer(answer)
        if not verdict.is_right:
            return verdict
        for step, page in trial.answers:
            if page.status >= 400 and step in self._served and step != self._target:
                reason = say("{}: status {}", self._name(step), page.status)
                return ReplayVerdict(is_right=False, reason=reason, doubt=doubt_of(step, page), step=step)
            if step in self._entering and _asks_for_password(page):
                return ReplayVerdict(
                    is_right=False, reason=say("{}: it asks for the password again", self._name(step)), step=step
                )
        for step, page in trial.answers:
            if step in self._lists and not (own := self._lists[step].judge_answer(page)).is_right:
                return replace(own, reason=say("the list of {}: {}", self._name(step), own.reason), step=step)
        return verdict

    def judge_answer(self, answer: Answer) -> ReplayVerdict:
        """Whether an answer is the right one of the target."""
        reason = self.unlike(answer)
        if reason:
            return ReplayVerdict(is_right=False, reason=reason, doubt=doubt_of(self._target, answer))
        return self._judge_texts(answer)

    @property
    def has_learned(self) -> bool:
        """It knows what changes by itself."""
        return len(self.learned.reached) > 1

    def learn(self, trial: ReplayTrial) -> None:
        """A replay of the path as it is held for right: what its answers do not say changes by itself."""
        answers = dict(trial.answers)
        for step, own in self._lists.items():
            if step in answers:
                own.learn_answer(answers[step])
        if self._target in answers:
            self.learn_answer(answers[self._target])

    def learn_answer(self, answer: Answer) -> None:
        """Learn from an answer of the target alone what changes by itself."""
        learned = self.learned
        learned.reached.append(answer)
        if self.has_learned:
            learned.stable = stable_of([self._said(each) for each in learned.reached])
            learned.order = picked(self._said(answer), learned.stable)

    def unlike(self, answer: Answer) -> str:
        """Why the answer cannot be the target's, by its status, type, shape and marks; empty if it can."""
        recorded = self._recorded
        if class_of_status(answer.status) != class_of_status(recorded.status):
            return say("status {} instead of {}", answer.status, recorded.status)
        mine, theirs = content_of(recorded), content_of(answer)
        if mine.kind != theirs.kind and recorded.body is not None:
            return say("{} instead of {}", theirs.kind, mine.kind)
        if bare_address(answer.url) in self._logins:
            return say("it was redirected to the login")
        if theirs.has_password and not mine.has_password:
            return say("a login page")
        if theirs.title != mine.title and _REFUSALS.search(theirs.title) and not _REFUSALS.search(mine.title):
            return say("a page titled “{}”", theirs.title[:60])
        if recorded.body is not None and likeness(mine, theirs) < LIKE:
            return say("another shape")
        told = (other.unlike(recorded, answer) for other in self._oracles)
        return next(filter(None, told), "") or self._unmarked(answer)

    def _unmarked(self, answer: Answer) -> str:
        """Whether what the person marked, or the records, are missing."""
        text = page_of(answer).text
        seen = " ".join(content_of(answer).texts)
        for expected in self._expect:
            if expected not in text and " ".join(expected.split()) not in seen:
                return say("without the expected text “{}”", expected[:60])
        for records in self._records:
            recorded, came = (inner_page(each, records.within) for each in (self._recorded, answer))
            if records.each is not None and extract(recorded, records.each) and not extract(came, records.each):
                return say("without records")
        return ""

    def _said(self, answer: Answer) -> tuple[str, ...]:
        """What an answer says, and what the page within it does."""
        inner = inner_page(answer, self._within)
        return content_of(answer).texts + (() if inner == answer else content_of(inner).texts)

    def _judge_texts(self, answer: Answer) -> ReplayVerdict:
        stable, order = self.learned.stable, self.learned.order
        if not stable:
            return ReplayVerdict(is_right=True)
        said = self._said(answer)
        kept = Counter(said) & stable
        share = kept.total() / stable.total()
        if share >= AROUND and (verdict := self._telling.judge(answer, self.learned.reached)) is not None:
            return verdict
        if share < SAYING:
            return ReplayVerdict(is_right=False, reason=say("it says something else"), is_near=share >= ROUGHLY)
        if order and kept == stable and picked(said, stable) != order:
            return ReplayVerdict(is_right=False, reason=say("it says the same in another order"), is_near=True)
        return ReplayVerdict(is_right=True)


def _asks_for_password(answer: Answer) -> bool:
    return content_of(answer).has_password


def echo(recorded: Answer, answer: Answer) -> tuple[float, bool]:
    """How much of the recorded texts an answer says, 0 to 1, and whether in the same order; ages do not count.

    Nor does the place of a text that either says more than once: the number of all, or of a call, may be one of a row.
    """
    mine, theirs = (tuple(without_ages(content_of(each).texts)) for each in (recorded, answer))
    shared, own, others = common(mine, theirs), Counter(mine), Counter(theirs)
    single = Counter({text: 1 for text in shared if own[text] == others[text] == 1})
    return (shared.total() / len(mine) if mine else 1.0), picked(mine, single) == picked(theirs, single)


def resembles(recorded: Answer, answer: Answer) -> str:
    """Why an answer is not like the recorded one of the same step; empty if it is."""
    return Oracle(0, recorded).unlike(answer)
