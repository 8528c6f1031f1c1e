"""Where the values of parameters come from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial

from ....sentences import say
from ...samples.parameters import ALL, WHOLE_URL, Key
from ...samples.requestparts import ASKING, IN_ADDRESS, IN_FORM_BODIES
from ...samples.secretnames import is_password_name, is_token_name
from ...samples.traffic import Recording, have_events
from ..answers.requests.acts import typed_fields
from ..answers.requests.shapes import looks_like_value, parameters
from ..answers.values import Constant, arguments_in
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import told, workflow_of
from ..findings import Finding, ListOf, Loop, Origin, Step, Typed, Variability
from ..origins.chains import Wanted
from ..origins.chance import stands_in
from ..origins.created import made_by
from ..origins.derivation import Derivation, ValueCandidate, said_by_others
from ..origins.evidence import FIRM, bits_of, bits_of_all
from ..origins.givenarguments import GivenArguments
from ..origins.joinedlists import listed
from ..origins.likelihoods import is_browsers_own
from ..origins.making import Making
from ..origins.sentforms import SentForms
from ..origins.spellings import PLAIN, fullest
from ..stepnames import StepName
from ..steps.chosenkeys import chosen_key
from ..steps.chosentexts import Chosen, chosen_in
from ..steps.givenchoices import ChosenKey
from .cookies import jar_cookies
from .links import LINK_SCORE

_MOST = 6
"""Origins told of one parameter."""
_CONSTANT_SCORE, _ARGUMENT_SCORE = 0.7, 0.3
_NEVER_CHANGES = 0.72
"""What becomes of the score of a place that holds a value which never changes, unless it is a key by its name."""
_LEAST_TOKEN = 24.0
_USER = re.compile(r"user|login|e?mail|account|customer|member", re.IGNORECASE)


class OriginsSource:
    """Searches each parameter's value in the answers before, and tries what a client could have made of them."""

    name = "origins"
    watches: tuple[type, ...] = (Step, Variability, Typed)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        return _OriginSearch(knowledge).posts()


class _OriginSearch:
    def __init__(self, knowledge: Knowledge) -> None:
        self._workflow, self._recordings = workflow_of(knowledge), knowledge.recordings
        self._derivation = Derivation(self._workflow, typed_fields(knowledge.recordings))
        self._making = Making(self._derivation)
        self._varying = told(knowledge, Variability)
        self._typed = {(typed.step, typed.key) for _, typed in told(knowledge, Typed)}
        self._looped = _looped(knowledge)
        self._linked = {each.step for _, each in told(knowledge, Origin) if each.key == WHOLE_URL}
        """The steps that links lead to."""
        self._forms = SentForms(self._workflow)
        of_links = (each for _, each in told(knowledge, Typed) if each.key == WHOLE_URL)
        self._arguments = GivenArguments(self._workflow, self._derivation.typed, of_links)
        self._jars = [jar_cookies(self._workflow, number) for number in range(self._workflow.recordings)]

    def posts(self) -> Iterator[Post]:
        """What was found, step by step, so that values that come again get the same argument."""
        alone: list[tuple[Variability, int]] = []
        for fact, variability in self._varying:
            step, key = variability.step, variability.key
            if (step, key) in self._typed or not self._is_sought(variability):
                continue
            is_persons = is_password_name(key.name) or bool(self._written(variability))
            found = [] if is_persons else said_by_others(self._origins(variability), variability, alone)
            for each in found[:_MOST]:
                yield self._post(step, key, each, fact)
                yield from self._made_of_typed(variability, each, fact)
            if not found and (chosen := list(self._called_key(variability, fact))):
                yield from chosen
            elif not found and not (
                (step in self._linked and key.where in IN_ADDRESS) or {(step, key), (step, None)} & self._looped
            ):
                alone.append((variability, fact))
        yield from self._from_persons(alone)

    def _post(self, step: int, key: Key, candidate: ValueCandidate, fact: int) -> Post:
        because = (fact,) if candidate.producer < 0 else (fact, self._workflow.facts[candidate.producer])
        return Post(Origin(step, key, candidate.value, round(candidate.score, 3)), candidate.why, because)

    # What is looked for

    def _is_sought(self, found: Variability) -> bool:
        key = found.key
        if key.where == "header":
            return not is_browsers_own(key.name) and key.name != "content-type"
        if key.where == "cookie":
            return not self._is_of_jar(found)
        return True

    def _is_of_jar(self, found: Variability) -> bool:
        return all(
            (exchange.index, found.key.name) in self._jars[recording]
            for recording, exchange in self._workflow.present(found.step)
            if found.values[recording] is not None
        )

    def _origins(self, found: Variability) -> list[ValueCandidate]:
        wanted: Wanted = {number: value for number, value in enumerate(found.values) if value}
        if not wanted:
            return []
        values = set(wanted.values())
        if found.key.number == ALL:
            return listed(self._derivation, found.step, found.key, wanted)
        if len(values) > 1:
            taken = self._derivation.taken(found.step, found.key, wanted)
            taken = taken or listed(self._derivation, found.step, found.key, wanted)
            # What was chosen by its name says more than that it may be made of pieces, or at random.
            return taken or ([] if self._chosen_key(found) else self._made(found, wanted, varies=True))
        value = values.pop()
        if many := listed(self._derivation, found.step, found.key, wanted):
            return many
        if found.key.where == "path" and not looks_like_value(value):
            return []
        if (maker := made_by(self._workflow, found.step, found.key, value)) is not None:
            return self._derivation.whole(maker, found.step, found.key, wanted)
        is_token = is_token_name(found.key.name)
        is_default = self._forms.is_default_of_day(found)
        support = FIRM if is_default else self._support_of_cause(found, value)
        least = _LEAST_TOKEN if is_token or found.key.where in IN_FORM_BODIES else FIRM
        if bits_of(value) + support < least:
            return []
        taken = self._derivation.taken(found.step, found.key, wanted, support=support)
        if not taken:
            return self._made(found, wanted, varies=False, support=support)
        if (
            is_token
            or is_default
            or found.key.where in IN_FORM_BODIES
            or len(list(self._workflow.present(found.step))) < 2
        ):
            return taken
        constant = ValueCandidate(Constant(value), _CONSTANT_SCORE, say("the same in all recordings"))
        lowered = [ValueCandidate(each.value, each.score * _NEVER_CHANGES, each.why, each.producer) for each in taken]
        return sorted([constant, *lowered], key=lambda each: -each.score)

    def _support_of_cause(self, found: Variability, value: str) -> float:
        """Bits that come from how the web works, whatever the value is.

        A credential was given by an answer; and what was recorded once, and stands in a hidden field of the form that
        is sent, or in its address, comes from that form.
        """
        if found.key.where == "header" and found.key.name.lower() == "authorization":
            return FIRM
        is_number = any(map(str.isdigit, value))
        if not is_number or self._workflow.recordings > 1:
            return 0.0
        if found.key.where == "query" and self._forms.is_sent_by_form(found.step):
            return FIRM
        return _LEAST_TOKEN if found.key.where in IN_FORM_BODIES and self._forms.is_hidden(found) else 0.0

    def _made(self, found: Variability, wanted: Wanted, *, varies: bool, support: float = 0.0) -> list[ValueCandidate]:
        if not varies and bits_of_all(wanted.values()) + support < _LEAST_TOKEN:
            return []
        made = self._making.explain(found.step, found.key, wanted, varies=varies, support=support)
        if any(_is_traced(each) for each in made):
            return made
        # Made at random, it seems. What is sent again was kept, and what stands on a page was chosen there.
        return [] if self._is_sent_again(wanted) or self._chosen_from(found.step, wanted) is not None else made

    def _chosen_from(self, step: int, wanted: Wanted) -> int | None:
        """The latest step whose answers hold the value in all recordings, wherever; None if there is none."""
        for producer in reversed(self._derivation.producers(wanted) if wanted else ()):
            answers = [self._workflow.answer(producer, recording) for recording in wanted]
            if self._derivation.is_before(producer, step, wanted) and all(
                answer is not None and stands_in(value, answer)
                for answer, value in zip(answers, wanted.values(), strict=True)
            ):
                return producer
        return None

    def _is_sent_again(self, wanted: Wanted) -> bool:
        recording, value = next(iter(wanted.items()))
        return self._times_sent[recording][value] > 1

    @cached_property
    def _times_sent(self) -> list[Counter[str]]:
        """By recording, how often a value is sent."""
        return [
            Counter(
                parameter.value
                for _, exchange in self._workflow.in_order(recording)
                for parameter in parameters(exchange.sent)
            )
            for recording in range(self._workflow.recordings)
        ]

    def _chosen_key(self, found: Variability) -> ChosenKey | None:
        proposed = partial(self._arguments.proposed, found=found)
        return chosen_key(found.step, found.key, found.values, self._workflow, self._recordings, proposed)

    def _called_key(self, found: Variability, fact: int) -> Iterator[Post]:
        """The number or key of what was chosen by its name, where data before has both."""
        step, key, chosen = found.step, found.key, self._chosen_key(found)
        if chosen is not None:
            name = self._arguments.named(chosen.names, found)
            because, ways = (fact, self._workflow.facts[chosen.step]), chosen.ways
            yield Post(Typed(step, key, name, chosen.names, is_direct=False), ways[chosen.value], (fact,))
            for place, (value, why) in enumerate(ways.items()):
                yield Post(Origin(step, key, value, round(LINK_SCORE - 0.01 * place, 3)), why, because)

    # What only the person can know

    def _from_persons(self, alone: Sequence[tuple[Variability, int]]) -> Iterator[Post]:
        """What comes from nowhere; of what is sent once more, as `brass-lamps` beside `Brass Lamps`, it is made."""
        given = [(found, fact) for found, fact in alone if self._is_given(found)]
        read = [chosen_in(found, self._workflow, self._recordings) for found, _ in given]
        plain = [found for (found, _), own in zip(given, read, strict=True) if own.is_direct]
        firsts = {found.values: found for found in reversed(plain) if not self._is_secret(found)}
        sources = fullest([*self._arguments.known, *firsts])
        for (found, fact), own in zip(given, read, strict=True):
            texts, way = sources.get(found.values, (found.values, PLAIN))
            is_coded = "url" in way.way and found.key.where == "path"  # which is not coded once more
            is_made = own.is_direct and found.values in firsts and not is_coded and not self._is_secret(found)
            chosen, named = (Chosen(texts, way), firsts.get(texts, found)) if is_made else (own, found)
            yield from self._from_person(found, fact, chosen, self._arguments.named(chosen.texts, named))

    def _is_given(self, found: Variability) -> bool:
        different = {value for value in found.values if value}
        is_credential = bool(different) and self._is_credential(found.step, found.key, different)
        return found.key.where in ASKING and bool(len(different) > 1 or is_credential or self._written(found))

    def _is_secret(self, found: Variability) -> bool:
        name = found.key.name
        return is_password_name(name) or (is_token_name(name) and bits_of_all(set(filter(None, found.values))) > FIRM)

    def _from_person(self, found: Variability, fact: int, read: Chosen, name: str) -> Iterator[Post]:
        key, values, is_secret = found.key, found.values, self._is_secret(found)
        chosen = self._chosen_from(found.step, {number: value for number, value in enumerate(values) if value})
        why: str = say("it varies and comes from no answer: who runs it has to give it")
        if chosen is not None:
            why = say("it varies: the person chose it in the answer of {}", StepName(chosen))
        if read.is_respelled:
            why = say("what is given for {}, {}", name, str(read.spelling))
        elif written := self._written(found):
            why = written
        elif len(set(filter(None, values))) < 2:
            why = say("by its name it says who logs in")
        finding: Finding = Typed(found.step, key, name, read.texts, is_secret=is_secret, is_direct=read.is_direct)
        yield Post(finding, why, (fact,))
        yield Post(Origin(found.step, key, read.value(name, is_secret=is_secret), _ARGUMENT_SCORE), why, (fact,))

    def _written(self, found: Variability) -> str:
        """How it is told that a person wrote it; empty if it is not, or if recorded events tell it better."""
        return "" if have_events(self._recordings) else self._forms.written(found)

    def _is_credential(self, step: int, key: Key, values: Collection[str]) -> bool:
        """Whether it is a password, or the name that is sent with one; what a form holds, as a button, is none."""
        if is_password_name(key.name):
            return True
        # An element of XML that stands within `LogIn` is no name of somebody.
        if not _USER.search(key.name.rpartition(".")[2] if key.where == "xml" else key.name):
            return False
        beside = (each.key for each in parameters(self._workflow.first(step).sent))
        if not any(is_password_name(each.name) and each.where in ASKING for each in beside):
            return False
        return len(values) > 1 or not self._forms.is_of_form(step, key.name, next(iter(values)))

    def _made_of_typed(self, found: Variability, candidate: ValueCandidate, fact: int) -> Iterator[Post]:
        for argument in arguments_in(candidate.value):
            for field in self._derivation.typed:
                if field.argument == argument.name:
                    typed = Typed(
                        found.step, found.key, field.argument, field.values, is_secret=field.is_secret, is_direct=False
                    )
                    yield Post(typed, candidate.why, (fact,))


def _is_traced(candidate: ValueCandidate) -> bool:
    return candidate.producer >= 0 or candidate.score > 0.7


def _looped(knowledge: Knowledge) -> set[tuple[int, Key | None]]:
    """The parameters that loops and lists give their values; none: those of the whole address."""
    found: set[tuple[int, Key | None]] = set()
    for _, loop in told(knowledge, Loop):
        # What the first page is asked for with is no matter of the loop.
        found |= {(step, loop.key) for step in loop.repeats}
    for _, each in told(knowledge, ListOf):
        found |= {(step, each.key) for step in (each.detail, *each.repeats)}
    return found
