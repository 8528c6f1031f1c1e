"""Where the values of parameters come from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from urllib.parse import urlsplit

from ....sentences import say
from ...samples.bodies import kind_of
from ...samples.parameters import ALL, WHOLE_URL, Key
from ...samples.secretnames import is_password_name, is_token_name
from ...samples.traffic import Answer, Exchange, Recording
from ..answers.acts import identifier, typed_fields
from ..answers.addresses import joined
from ..answers.cookies import cookies_sent, cookies_set
from ..answers.extraction import page_of
from ..answers.forms import is_filled, is_hidden
from ..answers.markup import markup_of
from ..answers.names import noun_before
from ..answers.shapes import looks_like_value, parameters
from ..answers.values import Constant, Taken, Value, arguments_in
from ..answers.words import StepName
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import Finding, ListOf, Loop, Origin, Step, Typed, Variability
from ..origins.chance import stands_in
from ..origins.derivation import Derivation, ValueCandidate, Wanted
from ..origins.evidence import FIRM, bits_of, bits_of_all
from ..origins.joinedlists import listed
from ..origins.likelihoods import is_browsers_own
from ..origins.links import whole
from ..origins.making import Making
from ..steps.callednames import called, names_of, slug_name
from ..steps.chosentexts import chosen_in

_MOST = 6
"""Origins told of one parameter."""
_CONSTANT_SCORE, _ARGUMENT_SCORE, _LINK_SCORE = 0.7, 0.3, 0.55
_NEVER_CHANGES = 0.72
"""What becomes of the score of a place that holds a value which never changes, unless it is a key by its name."""
_LINK_BITS = 12.0
"""What it says that an address stands in a page as a whole."""
_GIVEN_BY_PERSON = ("path", "query", "form", "multipart", "json", "body")
_LEAST_TOKEN = 24.0
_INDEX = re.compile(r"\[\d*\]")
_USER = re.compile(r"user|login|e?mail|account|customer|member", re.IGNORECASE)


class OriginsSource:
    """Searches each parameter's value in the answers before, and tries what a client could have made of them."""

    name = "origins"
    watches: tuple[type, ...] = (Step, Variability, Typed)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        return _Search(knowledge).posts()


class _Search:
    def __init__(self, knowledge: Knowledge) -> None:
        self._workflow, self._recordings = workflow_of(knowledge), knowledge.recordings
        self._derivation = Derivation(self._workflow, typed_fields(knowledge.recordings))
        self._making = Making(self._derivation)
        self._varying = told(knowledge, Variability)
        self._differing = Counter(found.step for _, found in self._varying if found.varies)
        """By step, how many of its parameters differ."""
        self._typed = {(typed.step, typed.key) for _, typed in told(knowledge, Typed)}
        self._looped = _looped(knowledge)
        self._arguments = {field.values: field.argument for field in reversed(self._derivation.typed)}
        """By its values in the recordings, what the person gave: one value is one argument wherever it is sent."""
        self._names = {field.argument for field in self._derivation.typed}
        self._jars = [_jar_cookies(self._workflow, number) for number in range(self._workflow.recordings)]

    def posts(self) -> Iterator[Post]:
        """What was found, step by step, so that values that come again get the same argument."""
        linked = set[int]()
        for step, found in self._links():
            linked.add(step)
            yield from (self._post(step, WHOLE_URL, each, self._workflow.facts[step]) for each in found)
        for fact, variability in self._varying:
            if variability.step not in linked and (chosen := list(self._called_link(variability, fact))):
                linked.add(variability.step)
                yield from chosen
        for fact, variability in self._varying:
            step, key = variability.step, variability.key
            if (step, key) in self._typed or not self._is_sought(variability):
                continue
            is_persons = is_password_name(key.name) or self._is_filled(variability)
            found = [] if is_persons else self._origins(variability)
            for each in found[:_MOST]:
                yield self._post(step, key, each, fact)
                yield from self._made_of_typed(variability, each, fact)
            if not found and (chosen := list(self._called_key(variability, fact))):
                yield from chosen
            elif not found and not (
                (step in linked and key.where in ("path", "query")) or {(step, key), (step, None)} & self._looped
            ):
                yield from self._from_person(variability, fact)

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
        is_seen_again = len(list(self._workflow.present(found.step))) > 1
        if found.key.number == ALL:
            return listed(self._derivation, found.step, found.key, wanted)
        if len(values) > 1:
            taken = self._derivation.taken(found.step, found.key, wanted)
            return (
                taken
                or listed(self._derivation, found.step, found.key, wanted)
                or self._made(found, wanted, varies=True)
            )
        value = values.pop()
        if many := listed(self._derivation, found.step, found.key, wanted):
            return many
        if found.key.where == "path" and not looks_like_value(value):
            return []
        is_token = is_token_name(found.key.name)
        support = self._support_of_cause(found, value)
        least = _LEAST_TOKEN if is_token or found.key.where in ("form", "multipart") else FIRM
        if bits_of(value) + support < least:
            return []
        taken = self._derivation.taken(found.step, found.key, wanted, support=support)
        if not taken:
            return self._made(found, wanted, varies=False, support=support)
        if is_token or not is_seen_again or found.key.where in ("form", "multipart"):
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
        if found.key.where == "query" and self._is_sent_by_form(found.step):
            return FIRM
        exchange = self._workflow.first(found.step)
        is_of_form = found.key.where in ("form", "multipart") and any(
            is_hidden(earlier, exchange.sent, found.key.name, value) for earlier in self._pages_before(0, exchange)
        )
        return _LEAST_TOKEN if is_of_form else 0.0

    def _is_sent_by_form(self, step: int) -> bool:
        """Whether a page before has a form with just this address."""
        recording, exchange = next(self._workflow.present(step))
        method, url = exchange.sent.method.upper(), exchange.sent.url.partition("#")[0]
        return any(
            form.get("method", "get").upper() == method and joined(page.base, form.get("action", "")) == url
            for answer in self._pages_before(recording, exchange)
            for page in (page_of(answer),)
            if page.root is not None
            for form in page.root.iter("form")
        )

    def _pages_before(self, recording: int, exchange: Exchange) -> Iterator[Answer]:
        """The pages of a recording that came before a request, with markup."""
        for _, earlier in self._workflow.in_order(recording):
            if earlier.index >= exchange.index:
                return
            if earlier.answer is not None and kind_of(earlier.answer) == "html":
                yield earlier.answer

    def _made(self, found: Variability, wanted: Wanted, *, varies: bool, support: float = 0.0) -> list[ValueCandidate]:
        if not varies and bits_of_all(wanted.values()) + support < _LEAST_TOKEN:
            return []
        made = self._making.explain(found.step, found.key, wanted, varies=varies, support=support)
        if any(_is_traced(each) for each in made):
            return made
        # Made at random, it seems. What is sent again was kept, and what stands on a page was chosen there.
        return [] if self._is_sent_again(wanted) or self._chosen_from(found.step, wanted) is not None else made

    def _chosen_from(self, step: int, wanted: Wanted) -> int | None:
        """The latest step whose answers hold the value in all recordings, wherever; none: there is none."""
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

    # Whole addresses

    def _links(self) -> Iterator[tuple[int, list[ValueCandidate]]]:
        """For steps whose path or query varies, the links that lead to them."""
        steps = {found.step for _, found in self._varying if found.varies and found.key.where in ("path", "query")}
        for step in sorted(steps):
            urls = {recording: exchange.sent.url for recording, exchange in self._workflow.present(step)}
            if len(set(urls.values())) < 2:
                continue
            for spell in (_whole, _local, _last):
                wanted = {recording: spell(url) for recording, url in urls.items()}
                if all(wanted.values()):
                    found = [
                        ValueCandidate(each.value, _link_score(each), say("the link {}", each.why), each.producer)
                        for each in self._derivation.taken(step, WHOLE_URL, wanted, support=_LINK_BITS)
                        if is_whole(each.value)
                    ]
                    if found:
                        yield step, found[:_MOST]
                        break

    def _called_link(self, found: Variability, fact: int) -> Iterator[Post]:
        """The link that was chosen by its text, where its address tells by a number or a key where it leads."""
        step, key = found.step, found.key
        is_alone = found.varies and self._differing[step] == 1
        if not is_alone or key.where not in ("path", "query") or (step, key) in self._typed:
            return
        exchanges = self._workflow.exchanges[step]
        names = names_of(found.values, exchanges, self._recordings)
        names = names or names_of(found.values, exchanges, self._recordings, slug_name)
        if not names:
            return
        urls = tuple(None if exchange is None else whole(exchange.sent.url) for exchange in exchanges)
        name = self._given_before(names) or self._unused(_name_of(self._workflow, found))
        value = called(step, WHOLE_URL, urls, names, self._workflow, name)
        if value is not None:
            self._arguments.setdefault(names, name)
            self._names.add(name)
            why = say("the link that {} has for the name that was chosen", StepName(value.step))
            yield Post(Typed(step, WHOLE_URL, name, names, is_direct=False), why, (fact,))
            yield Post(Origin(step, WHOLE_URL, value, _LINK_SCORE), why, (fact, self._workflow.facts[value.step]))

    def _called_key(self, found: Variability, fact: int) -> Iterator[Post]:
        """The number or key of what was chosen by its name, where data before has both."""
        step, key = found.step, found.key
        names = names_of(found.values, self._workflow.exchanges[step], self._recordings)
        name = self._given_before(names) or self._unused(_name_of(self._workflow, found)) if names else ""
        value = called(step, key, found.values, names, self._workflow, name) if names else None
        if value is not None:
            self._arguments.setdefault(names, name)
            self._names.add(name)
            why = say("what {} has for the name that was chosen", StepName(value.step))
            yield Post(Typed(step, key, name, names, is_direct=False), why, (fact,))
            yield Post(Origin(step, key, value, _LINK_SCORE), why, (fact, self._workflow.facts[value.step]))

    # What only the person can know

    def _from_person(self, found: Variability, fact: int) -> Iterator[Post]:
        key, values = found.key, found.values
        different = {value for value in values if value}
        is_credential = bool(different) and self._is_credential(found.step, key, different)
        is_written = self._is_filled(found)
        if key.where not in _GIVEN_BY_PERSON or (len(different) < 2 and not is_credential and not is_written):
            return
        read = chosen_in(found, self._workflow, self._recordings)
        name = self._given_before(read.texts) or self._unused(_name_of(self._workflow, found))
        self._arguments.setdefault(read.texts, name)
        self._names.add(name)
        is_secret = is_password_name(key.name) or (is_token_name(key.name) and bits_of_all(different) > FIRM)
        chosen = self._chosen_from(found.step, {number: value for number, value in enumerate(values) if value})
        why = say("it varies and comes from no answer: who runs it has to give it")
        if chosen is not None:
            why = say("it varies: the person chose it in the answer of {}", StepName(chosen))
        if is_written:
            why = say("written or chosen in the form that is sent")
        elif len(different) < 2:
            why = say("by its name it says who logs in")
        finding: Finding = Typed(found.step, key, name, read.texts, is_secret=is_secret, is_direct=not read.is_within)
        yield Post(finding, why, (fact,))
        yield Post(Origin(found.step, key, read.value(name, is_secret=is_secret), _ARGUMENT_SCORE), why, (fact,))

    def _is_filled(self, found: Variability) -> bool:
        """Whether all who sent the form had filled the field; what was recorded of that tells it better."""
        if found.key.where not in ("query", "form", "multipart") or any(each.events for each in self._recordings):
            return False
        sent = [
            (recording, exchange)
            for recording, exchange in self._workflow.present(found.step)
            if found.values[recording]
        ]
        return bool(sent) and all(
            any(
                is_filled(page, exchange.sent, found.key.name, found.values[recording] or "")
                for page in self._pages_before(recording, exchange)
            )
            for recording, exchange in sent
        )

    def _given_before(self, values: tuple[str | None, ...]) -> str | None:
        """The argument that had these values, in all recordings that have both, two different ones at least."""
        for known, name in self._arguments.items():
            both = [(one, other) for one, other in zip(known, values, strict=True) if one and other]
            is_same = all(one == other for one, other in both)
            if known == values or (is_same and len({one for one, _ in both}) > 1):
                return name
        return None

    def _is_credential(self, step: int, key: Key, values: Collection[str]) -> bool:
        """Whether it is a password, or the name that is sent with one; what a form holds, as a button, is none."""
        if is_password_name(key.name):
            return True
        if not _USER.search(key.name):
            return False
        beside = (each.key for each in parameters(self._workflow.first(step).sent))
        if not any(is_password_name(each.name) and each.where in _GIVEN_BY_PERSON for each in beside):
            return False
        return len(values) > 1 or not self._is_of_form(step, key.name, next(iter(values)))

    def _is_of_form(self, step: int, name: str, value: str) -> bool:
        """Whether a page before holds the value in a field or on a button of that name."""
        for recording, exchange in self._workflow.present(step):
            for page in self._pages_before(recording, exchange):
                if any(
                    found.attribute == "value" and found.element.get("name") == name
                    for found in markup_of(page).exact.get(value, ())
                ):
                    return True
        return False

    def _made_of_typed(self, found: Variability, candidate: ValueCandidate, fact: int) -> Iterator[Post]:
        for argument in arguments_in(candidate.value):
            for field in self._derivation.typed:
                if field.argument == argument.name:
                    typed = Typed(
                        found.step, found.key, field.argument, field.values, is_secret=field.is_secret, is_direct=False
                    )
                    yield Post(typed, candidate.why, (fact,))

    def _unused(self, name: str) -> str:
        number, found = 2, name
        while found in self._names:
            found = f"{name}{number}"
            number += 1
        return found


def _link_score(candidate: ValueCandidate) -> float:
    """A link that is known only by where it stands may be another one tomorrow."""
    by_place = isinstance(candidate.value, Taken) and ":nth-of-type" in candidate.value.extraction.text
    return 0.25 if by_place else _LINK_SCORE + candidate.score / 3


def is_whole(value: Value) -> bool:
    """Whether it is all of what stands at a place, as a link is, and no piece of it."""
    return isinstance(value, Taken) and value.extraction.how in ("css", "xpath", "json", "header")


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


def _name_of(workflow: Workflow, found: Variability) -> str:
    key = found.key
    if key.where != "path":
        plain = _INDEX.sub("", key.name)
        return identifier(plain.rpartition("$")[2].rpartition(".")[2]) or identifier(plain) or "value"
    place = int(key.name)
    return identifier(noun_before(workflow.first(found.step).sent.url, place)) or f"part_{place + 1}"


def _jar_cookies(workflow: Workflow, recording: int) -> set[tuple[int, str]]:
    """The requests, and the names of cookies in them, that a cookie jar would send with this very value."""
    held: dict[str, str] = {}
    found = set()
    for _, exchange in workflow.in_order(recording):
        sent = cookies_sent(exchange)
        found |= {(exchange.index, name) for name, value in sent.items() if held.get(name) == value}
        held.update(cookies_set(exchange))
    return found


def _whole(url: str) -> str:
    return url.partition("#")[0]


def _local(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _last(url: str) -> str:
    local = _local(url)
    path, sign, query = local.partition("?")
    return path.rstrip("/").rpartition("/")[2] + sign + query if not path.endswith("/") else ""
