"""How a parameter's value can be had: found in answers, typed, made of these by codings, hashes and joins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from ....sentences import say
from ...samples.parameters import Key
from ...samples.requestparts import IN_FORMS
from ...samples.traffic import Answer
from ..answers.elements.markup import Form
from ..answers.locating.locations import ValueLocation, places_in
from ..answers.locating.search import AnswerIndex, index_of
from ..answers.requests.acts import TypedField
from ..answers.requests.names import noun_before
from ..answers.values import Value, taken_in
from ..blackboard.workflow import Workflow
from ..findings import Variability
from ..plans.rendering import MissingValue, Situation, render
from ..stepnames import StepName
from .chains import PLAIN, Chain, Wanted, chains_for
from .chance import bits_against_chance
from .evidence import STRONG, agree, bits_of_all
from .typedinputs import TypedInputs

_MOST_PRODUCERS = 5
_MOST_PLACES = 6
"""Of one producer, kept."""
_MOST_OF_ONE = 2
"""Of one producer, told."""
_LEAST = 12.0
"""Bits below which a value that is the same everywhere is not looked for; and those by which a place of short values
has to beat chance: once in four thousand."""
_NAMED, _SUBMITTED = 10.0, 30.0
"""Bits by which a name that agrees, and a form that is sent to this very address, support a place."""


@dataclass(frozen=True)
class ValueCandidate:
    """A way to have a value. *why*: a sentence without secrets; *what*: the place alone, of what an answer gives."""

    value: Value
    score: float
    why: str
    producer: int = -1
    """The latest step that it takes from; -1: none."""
    what: str = ""


@dataclass(frozen=True)
class _Tried:
    """A place that gives the value in every recording."""

    producer: int
    place: ValueLocation
    chain: Chain
    needle_bits: float


def said_by_others(
    found: Sequence[ValueCandidate], wanted: Variability, given: Iterable[tuple[Variability, int]]
) -> list[ValueCandidate]:
    """Without the addresses of requests that the same values were *given* for: they say no more than that."""
    sent = {each.step for each, _ in given if each.varies and each.values == wanted.values}
    return [
        each
        for each in found
        if each.producer not in sent or all(taken.extraction.how != "url" for taken in taken_in(each.value))
    ]


class Derivation:
    """Looks for values in the answers of the steps."""

    def __init__(self, workflow: Workflow, typed: Sequence[TypedField]) -> None:
        self.workflow, self.typed = workflow, typed
        self.inputs = TypedInputs(workflow, typed)
        self._step_of: list[dict[int, int]] = [{} for _ in range(workflow.recordings)]
        for step in workflow.numbers():
            for recording, exchange in workflow.present(step):
                self._step_of[recording][exchange.index] = step
        self._tried: dict[tuple[tuple[int, str], ...], list[_Tried]] = {}

    @cached_property
    def indexes(self) -> list[AnswerIndex]:
        """Of each recording, what its answers hold."""
        return [
            index_of(tuple(exchange for _, exchange in self.workflow.in_order(recording)))
            for recording in range(self.workflow.recordings)
        ]

    def taken(self, step: int, key: Key, wanted: Wanted, *, support: float = 0.0) -> list[ValueCandidate]:
        """Ways to take the value from an answer before, through codings too, the best first.

        *support*: bits of evidence that come from what is looked for, whatever its values.
        """
        found: list[ValueCandidate] = []
        for tried in self._places(wanted):
            if not self.is_before(tried.producer, step, wanted):
                continue
            bits = min(tried.needle_bits, bits_of_all(wanted.values())) * tried.place.share
            is_named = self._is_named(tried.place, step, key)
            is_submitted = self._is_submitted(tried.place, key, step, wanted)
            is_likely = bits + support + _NAMED * is_named + _SUBMITTED * is_submitted >= STRONG
            if is_likely or self._beats_chance(tried, wanted, is_named=is_named):
                found.append(self._candidate(tried, found, is_named=is_named, is_submitted=is_submitted))
        is_known = support > 0  # the form itself tells it, whoever said it first
        if is_known or len(set(wanted.values())) > 1:
            known = {candidate.value for candidate in found}
            found += self._from_form(step, key, wanted, known, may_echo=is_known)
        kept: dict[int, int] = {}
        best: dict[Value, ValueCandidate] = {}
        for candidate in sorted(found, key=lambda each: -each.score):
            kept[candidate.producer] = kept.get(candidate.producer, 0) + 1
            if kept[candidate.producer] <= _MOST_OF_ONE:
                best.setdefault(candidate.value, candidate)
        return list(best.values())

    def whole(self, producer: int, step: int, key: Key, wanted: Wanted) -> list[ValueCandidate]:
        """Ways to take the value, as it stands as a whole in the answers of a step that is known to give it."""
        answers = {recording: self.workflow.answer(producer, recording) for recording in wanted}
        bits = bits_of_all(wanted.values())
        places = (each for each in hold(answers, wanted, producer) if not each.is_part)
        found = (
            self._candidate(
                _Tried(producer, each, PLAIN, bits), (), is_named=self._is_named(each, step, key), is_submitted=False
            )
            for each in places
        )
        return sorted(found, key=lambda each: -each.score)

    def _candidate(
        self, tried: _Tried, others: Sequence[ValueCandidate], *, is_named: bool, is_submitted: bool
    ) -> ValueCandidate:
        later = len({other.producer for other in others} - {tried.producer})
        score = 0.5 + 0.35 * tried.place.firmness + 0.06 * is_named + 0.1 * is_submitted
        score -= 0.02 * min(later, 5) + 0.03 * tried.chain.cost + 0.02 * tried.place.is_part
        coding = f", {tried.chain}" if tried.chain.links else ""
        what = say("{} of {}{}", tried.place.where, StepName(tried.producer), coding)
        return ValueCandidate(
            tried.chain.wrap(tried.place.value),
            min(max(score, 0.05), 0.99),
            say("from {}", what),
            tried.producer,
            what,
        )

    def _is_named(self, place: ValueLocation, step: int, key: Key) -> bool:
        """Whether the place calls the value as the request does: a piece of a path after the one before it."""
        url = self.workflow.first(step).sent.url
        called = noun_before(url, int(key.name)) if key.where == "path" else key.name
        return agree(place.name, called) or bool(place.holder and agree(f"{place.holder}_{place.name}", called))

    def _beats_chance(self, tried: _Tried, wanted: Wanted, *, is_named: bool) -> bool:
        """Whether a place of values that differ holds them all too often for chance, short as they are."""
        if tried.place.is_part or tried.chain is not PLAIN or len(set(wanted.values())) < 2:
            return False
        answers = {recording: self.workflow.answer(tried.producer, recording) for recording in wanted}
        bits = bits_against_chance(answers, wanted) * tried.place.share
        return bits > 0 and bits + _NAMED * is_named >= _LEAST

    def _places(self, wanted: Wanted) -> list[_Tried]:
        """Every place that gives the value in all recordings that want it."""
        cached = tuple(sorted(wanted.items()))
        if cached not in self._tried:
            found: list[_Tried] = []
            for chain in chains_for(next(iter(wanted.values()))):
                needles = {recording: chain.apply(value) for recording, value in wanted.items()}
                if all(needles.values()):
                    found += self._places_of(wanted, {r: text for r, text in needles.items() if text}, chain)
                if found and chain is PLAIN:
                    break
            self._tried[cached] = found
        return self._tried[cached]

    def _places_of(self, wanted: Wanted, needles: Wanted, chain: Chain) -> Iterator[_Tried]:
        bits = min(bits_of_all(needles.values()), bits_of_all(wanted.values()))
        if bits < _LEAST and not (chain is PLAIN and len(set(wanted.values())) > 1):
            return
        for producer in self.producers(needles)[:_MOST_PRODUCERS]:
            answers = {recording: self.workflow.answer(producer, recording) for recording in needles}
            yield from (_Tried(producer, place, chain, bits) for place in hold(answers, needles, producer))

    def producers(self, needles: Wanted) -> list[int]:
        """The steps whose answers hold the value in all recordings, the earliest first; none if the client had it."""
        common: list[int] | None = None
        for recording, needle in needles.items():
            index = self.indexes[recording]
            indices = index.places_of(needle, 1 << 60)
            if indices and index.is_sent_first(needle, indices[0]):
                return []
            steps = [self._step_of[recording][number] for number in indices]
            common = steps if common is None else [step for step in common if step in set(steps)]
        return common or []

    def is_echo(self, producer: int, wanted: Wanted) -> bool:
        """Whether the client sent the value before, or with, the request whose answer holds it."""
        exchanges = self.workflow.exchanges[producer]
        return any(
            self.indexes[recording].is_sent_first(value, exchange.index)
            for recording, value in wanted.items()
            if (exchange := exchanges[recording]) is not None
        )

    def is_before(self, producer: int, step: int, wanted: Wanted) -> bool:
        """Whether one step came before another in all recordings that want a value."""
        for recording in wanted:
            one, other = self.workflow.exchanges[producer][recording], self.workflow.exchanges[step][recording]
            if one is None or other is None or one.index >= other.index:
                return False
        return True

    def _is_submitted(self, place: ValueLocation, key: Key, step: int, wanted: Wanted) -> bool:
        """Whether the place is a field of a form that is sent to this very address."""
        if place.form is None or key.where not in IN_FORMS or place.name != key.name:
            return False
        exchange = self.workflow.exchanges[step][next(iter(wanted))]
        return exchange is not None and sends_to(place.form, exchange.sent.url, key.name)

    def _from_form(
        self, step: int, key: Key, wanted: Wanted, known: set[Value], *, may_echo: bool
    ) -> Iterator[ValueCandidate]:
        """Weak values are found where the form that is sent holds them."""
        if key.where not in IN_FORMS or bits_of_all(wanted.values()) >= STRONG:
            return
        for producer in reversed(self.workflow.numbers()):
            if not self.is_before(producer, step, wanted) or (not may_echo and self.is_echo(producer, wanted)):
                continue
            answers = {recording: self.workflow.answer(producer, recording) for recording in wanted}
            for place in hold(answers, wanted, producer):
                if place.value not in known and self._is_submitted(place, key, step, wanted):
                    tried = _Tried(producer, place, PLAIN, 0.0)
                    yield self._candidate(tried, (), is_named=True, is_submitted=True)
                    return


def hold(
    answers: Mapping[int, Answer | None], wanted: Wanted, step: int, *, most: int = _MOST_PLACES
) -> list[ValueLocation]:
    """The places of the first answer that give each recording its own value, tried on all."""
    first, value = next(iter(wanted.items()))
    answer = answers[first]
    if answer is None or None in answers.values():
        return []
    found: list[ValueLocation] = []
    for place in places_in(answer, value, step):
        if all(_gives(place.value, step, answers[recording], text) for recording, text in wanted.items()):
            found.append(place)
            if len(found) >= most:
                break
    return sorted(found, key=lambda each: -each.firmness)


def _gives(value: Value, step: int, answer: Answer | None, text: str) -> bool:
    try:
        return answer is not None and render(value, Situation(answers={step: answer})) == text
    except MissingValue:
        return False


def sends_to(form: Form, url: str, name: str) -> bool:
    """Whether a form is sent to an address, and has a field of that name."""
    try:
        action, address = urlsplit(form.action), urlsplit(url)
    except ValueError:
        return False
    return name in form.fields and (action.netloc, action.path or "/") == (address.netloc, address.path or "/")
