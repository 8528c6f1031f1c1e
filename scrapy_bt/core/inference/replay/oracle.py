"""Tells whether a replay gave the right answer (recording.md, "Replay")."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol
from urllib.parse import urlsplit

from ....sentences import say
from ...samples.traffic import Answer
from ..answers.extraction import extract, extract_within, page_of
from ..answers.pages.contents import common, content_of, overlap, says_something
from ..answers.values import Extraction
from ..findings import Records
from ..stepnames import Namer, name_step
from .differences import Difference, difference
from .experiment import ReplayTrial
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

_AGE = re.compile(
    r"\b(?:\d+|an?|one|few)\s+(?:second|sec|minute|min|hour|hr|day|week|month|year)s?\s+ago\b|\bjust now\b"
    r"|\d\s*(?:秒|分|时|天|日|周|月|年)钟?前",
    re.IGNORECASE,
)
"""How long ago something was: another text at each moment."""


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
        """Why an answer cannot be the right one in the place of the recorded one; empty: it can.

        It keeps nothing between calls, and sends nothing.
        """


class Oracle:
    """Compares with the recorded answer, and, once the target was reached twice, with what both times said.

    *lists*: the pages that say which detail the target is, as recorded; they have to say what they said as well.
    *others*: the answers of the same step in other recordings: records that are others there are what it is about.
    *served*: the answers of steps that the recording has no error of: a crawl would end where a replay has one.
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
        learned: Learned | None = None,
        oracles: Sequence[PartialOracle] = (),
        name: Namer = name_step,
    ) -> None:
        self._target, self._recorded = target, recorded
        self._expect = tuple(expect)
        self._records = tuple(each for each in records if each.step == target)
        self._telling = tuple(each for each in self._records if _go_by_input(each, recorded, others))
        self._served = served or {}
        self._logins = {_page(url) for url in login_urls} - {_page(recorded.url)}
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
        """The same of the target's answer alone."""
        learned = self.learned
        learned.reached.append(answer)
        if self.has_learned:
            learned.stable = _stable([content_of(each).texts for each in learned.reached])
            learned.order = _picked(content_of(answer).texts, learned.stable)

    def unlike(self, answer: Answer) -> str:
        """Why the answer cannot be the target's, by its status, type, shape and marks; empty: it can."""
        recorded = self._recorded
        if class_of_status(answer.status) != class_of_status(recorded.status):
            return say("status {} instead of {}", answer.status, recorded.status)
        mine, theirs = content_of(recorded), content_of(answer)
        if mine.kind != theirs.kind and recorded.body is not None:
            return say("{} instead of {}", theirs.kind, mine.kind)
        if _page(answer.url) in self._logins:
            return say("it was redirected to the login")
        if theirs.has_password and not mine.has_password:
            return say("a login page")
        if theirs.title != mine.title and _REFUSALS.search(theirs.title) and not _REFUSALS.search(mine.title):
            return say("a page titled “{}”", theirs.title[:60])
        if recorded.body is not None and overlap(mine.outline, theirs.outline) < LIKE:
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
            if records.each is not None and extract(self._recorded, records.each) and not extract(answer, records.each):
                return say("without records")
        return ""

    def _judge_texts(self, answer: Answer) -> ReplayVerdict:
        stable, order = self.learned.stable, self.learned.order
        if not stable:
            return ReplayVerdict(is_right=True)
        content = content_of(answer)
        kept = Counter(content.texts) & stable
        share = kept.total() / stable.total()
        if self._telling and share >= AROUND:
            return self._judge_records(answer)
        if share < SAYING:
            return ReplayVerdict(is_right=False, reason=say("it says something else"), is_near=share >= ROUGHLY)
        if order and kept == stable and _picked(content.texts, stable) != order:
            return ReplayVerdict(is_right=False, reason=say("it says the same in another order"), is_near=True)
        return ReplayVerdict(is_right=True)

    def _judge_records(self, answer: Answer) -> ReplayVerdict:
        """Whether it has the records that were there each time, as many, and in the same order."""
        for records in map(self._steady, self._telling):
            reached = [_values(each, records) for each in self.learned.reached]
            stable, own = _stable(reached), _values(answer, records)
            if (Counter(own) & stable) != stable:
                return ReplayVerdict(is_right=False, reason=say("other records"))
            if not min(map(len, reached)) <= len(own) <= max(map(len, reached)):
                return ReplayVerdict(
                    is_right=False, reason=say("{} values of records instead of {}", len(own), len(reached[-1]))
                )
            if all(_picked(each, stable) != _picked(own, stable) for each in reached):
                return ReplayVerdict(is_right=False, reason=say("the same records in another order"), is_near=True)
        return ReplayVerdict(is_right=True)

    def _steady(self, records: Records) -> Records:
        """The records without those few fields of which the first replay kept no value."""
        kept: list[tuple[str, Extraction]] = []
        changed: list[tuple[str, Extraction]] = []
        for one in records.fields:
            alone = replace(records, fields=(one,))
            before = Counter(_values(self._recorded, alone))
            is_kept = not before or before & Counter(_values(self.learned.reached[0], alone))
            (kept if is_kept else changed).append(one)
        return replace(records, fields=tuple(kept)) if len(changed) < len(kept) else records


def echo(recorded: Answer, answer: Answer) -> tuple[float, bool]:
    """How much of the recorded texts an answer says, 0 to 1, and whether in the same order."""
    mine, theirs = content_of(recorded).texts, content_of(answer).texts
    shared = common(mine, theirs)
    return (shared.total() / len(mine) if mine else 1.0), _picked(mine, shared) == _picked(theirs, shared)


def resembles(recorded: Answer, answer: Answer) -> str:
    """Why an answer is not like the recorded one of the same step; empty: it is."""
    return Oracle(0, recorded).unlike(answer)


def _go_by_input(records: Records, recorded: Answer, others: Sequence[Answer]) -> bool:
    """Whether rows are others with other input, so that they tell by themselves whether the input arrived."""
    if records.each is None or len(page_of(recorded).elements(records.each)) < 2:
        return False
    return any(_values(other, records) != _values(recorded, records) for other in others)


def _values(answer: Answer, records: Records) -> tuple[str, ...]:
    """What the fields of the records say, row after row; addresses are left out, as of the page."""
    if records.each is None:
        return ()
    found = (
        extract_within(row, extraction)
        for row in page_of(answer).elements(records.each)
        for _, extraction in records.fields
    )
    return tuple(text for texts in found for text in texts if says_something(text) and not _AGE.search(text))


def _stable(said: Sequence[tuple[str, ...]]) -> Counter[str]:
    """What all of them say."""
    stable = Counter(said[0])
    for texts in said[1:]:
        stable &= Counter(texts)
    return stable


def _picked(texts: Sequence[str], wanted: Counter[str]) -> tuple[str, ...]:
    left = Counter(wanted)
    picked = []
    for text in texts:
        if left[text] > 0:
            left[text] -= 1
            picked.append(text)
    return tuple(picked)


def _page(url: str) -> str:
    """Host and path of an address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{parts.netloc.lower()}{parts.path.rstrip('/')}"
