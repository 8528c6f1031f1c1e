"""Links that lead to a page: by where they stand, or by the text that a person chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ....sentences import say
from ...samples.bodies import kind_of
from ...samples.parameters import WHOLE_URL
from ...samples.requestparts import IN_ADDRESS, IN_HEADERS
from ...samples.traffic import Recording
from ..answers.requests.acts import typed_fields
from ..answers.requests.shapes import looks_like_value
from ..answers.values import Argument, Taken, Value
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import told, workflow_of
from ..findings import Origin, Step, Typed, Variability
from ..origins.derivation import Derivation, ValueCandidate
from ..origins.givenarguments import GivenArguments
from ..origins.links import last, local, whole
from ..stepnames import StepName
from ..steps.callednames import called
from ..steps.offeredchoices import acts_for
from ..steps.rownames import row_called
from ..steps.spokennames import (
    Names,
    Says,
    badged_name,
    chosen_name,
    clicked_link,
    link_name,
    names_of,
    slug_name,
    text_of_link,
    uncounted_name,
)

LINK_SCORE = 0.55
_BY_PLACE = 0.25
_BITS = 12.0
"""What it says that an address stands in a page as a whole."""
_MOST = 6
"""Links told of one step."""
_SAYS = (badged_name, uncounted_name, chosen_name, slug_name, link_name)
"""What a link told that was clicked, the surest first."""


class LinksSource:
    """Finds the links to pages whose path or query varies; in a single recording, those that data gives as a whole.

    Which link of a page was clicked is a choice, as far as one recording tells. What data gives, a script follows.
    """

    name = "links"
    watches: tuple[type, ...] = (Step, Variability)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        return _LinkSearch(knowledge).posts()


class _LinkSearch:
    def __init__(self, knowledge: Knowledge) -> None:
        self._workflow, self._recordings = workflow_of(knowledge), knowledge.recordings
        self._derivation = Derivation(self._workflow, typed_fields(knowledge.recordings))
        self._varying = told(knowledge, Variability)
        self._differing, self._pieces = Counter[int](), Counter[int]()
        """By step, how many of its parameters differ but for those of a session, and how many pieces of its address."""
        self._first: dict[tuple[str | None, ...], int] = {}
        """By values that differ, the step that has them first."""
        for _, found in self._varying:
            self._differing[found.step] += found.varies and found.key.where not in IN_HEADERS
            self._pieces[found.step] += _is_of_address(found)
            self._first[found.values] = min(found.step, self._first.get(found.values, found.step))
        typed = [finding for _, finding in told(knowledge, Typed)]
        self._typed = {(each.step, each.key) for each in typed}
        self._arguments = GivenArguments(
            self._workflow, self._derivation.typed, (each for each in typed if each.key == WHOLE_URL)
        )

    def posts(self) -> Iterator[Post]:
        linked = set[int]()
        for step, found in self._by_place():
            linked.add(step)
            for each in found:
                because = (self._workflow.facts[step], self._workflow.facts[each.producer])
                yield Post(Origin(step, WHOLE_URL, each.value, round(each.score, 3)), each.why, because)
        for fact, variability in self._varying:
            if variability.step not in linked and (chosen := list(self._by_text(variability, fact))):
                linked.add(variability.step)
                yield from chosen

    def _by_place(self) -> Iterator[tuple[int, list[ValueCandidate]]]:
        """For steps whose path or query varies, the links that lead to them."""
        is_alone = len(self._recordings) == 1
        steps = {found.step for _, found in self._varying if (_is_of_key if is_alone else _is_of_address)(found)}
        for step in sorted(steps):
            urls = {recording: exchange.sent.url for recording, exchange in self._workflow.present(step)}
            if len(set(urls.values())) < 2 and not is_alone:
                continue
            for spell in (whole, local, last):
                wanted = {recording: spell(url) for recording, url in urls.items()}
                if all(wanted.values()):
                    found = [
                        ValueCandidate(each.value, _score(each), say("the link {}", each.why), each.producer)
                        for each in self._derivation.taken(step, WHOLE_URL, wanted, support=_BITS)
                        if _is_whole(each.value) and not (is_alone and self._is_chosen(each.producer))
                    ]
                    if found:
                        yield step, found[:_MOST]
                        break

    def _is_chosen(self, producer: int) -> bool:
        """Whether what leads on from an answer is there for a person to choose."""
        answer = self._workflow.first(producer).answer
        return answer is None or kind_of(answer) not in ("json", "xml")

    def _by_text(self, found: Variability, fact: int) -> Iterator[Post]:
        """The link that was chosen by its text, where its address tells by numbers or keys where it leads."""
        is_new = self._first[found.values] == found.step
        if is_new and self._is_left_out(found) and (posts := list(self._chosen_from(found, fact))):
            yield from posts
            return
        if not is_new or not _is_of_address(found) or (found.step, found.key) in self._typed:
            return
        several = (text_of_link,) if self._pieces[found.step] > 1 else ()
        for says in _SAYS if self._differing[found.step] == 1 else several:
            if posts := list(self._chosen(found, fact, says)):
                yield from posts
                return
        if self._differing[found.step] == 1 or several:
            yield from self._of_row(found, fact)

    def _chosen(self, found: Variability, fact: int, says: Says) -> Iterator[Post]:
        """What the links told that were clicked, where a page before has all; of counts, what their rows are called."""
        names = names_of(found.values, self._workflow.exchanges[found.step], self._recordings, says, acts_for)
        are_counts = bool(names) and not any(letter.isalpha() for name in names for letter in name or "")
        if are_counts and (posts := list(self._of_row(found, fact))):
            yield from posts
        elif names:
            yield from self._named(found, fact, names)

    def _is_left_out(self, found: Variability) -> bool:
        """Whether some addresses lack what alone differs between those of a step, as those of what is usual do."""
        exchanges = self._workflow.exchanges[found.step]
        return (
            self._differing[found.step] == 1
            and found.key.where == "query"
            and any(
                value is None and exchange is not None for value, exchange in zip(found.values, exchanges, strict=True)
            )
        )

    def _chosen_from(self, found: Variability, fact: int) -> Iterator[Post]:
        """What each link told that was clicked, where one of them leads to an address that tells less."""
        exchanges = self._workflow.exchanges[found.step]
        told = zip(exchanges, self._recordings, strict=True)
        names = tuple(clicked_link(each, acts_for("", each, recording)) or None for each, recording in told)
        wanted = [name for name, exchange in zip(names, exchanges, strict=True) if exchange is not None]
        if all(wanted) and len(set(wanted)) > 1:
            yield from self._named(found, fact, names)

    def _named(self, found: Variability, fact: int, names: Names) -> Iterator[Post]:
        """The link of each name, where a page before has all of them."""
        step, exchanges = found.step, self._workflow.exchanges[found.step]
        urls = tuple(None if exchange is None else whole(exchange.sent.url) for exchange in exchanges)
        value = called(step, WHOLE_URL, urls, names, self._workflow, self._arguments.proposed(names, found))
        if value is not None:
            name = self._arguments.named(names, found)
            why = say("the link that {} has for the name that was chosen", StepName(value.step))
            yield Post(Typed(step, WHOLE_URL, name, names, is_direct=False), why, (fact,))
            yield Post(Origin(step, WHOLE_URL, value, LINK_SCORE), why, (fact, self._workflow.facts[value.step]))

    def _of_row(self, found: Variability, fact: int) -> Iterator[Post]:
        """The link of the row that was chosen, where it says nothing itself."""
        step, exchanges = found.step, self._workflow.exchanges[found.step]
        urls = tuple(None if exchange is None else whole(exchange.sent.url) for exchange in exchanges)
        called_by = row_called(step, urls, self._workflow, "")
        if called_by is not None:
            value, names = called_by
            name = self._arguments.named(names, found)
            why = say("the link of the row that {} has for the name that was chosen", StepName(value.step))
            yield Post(Typed(step, WHOLE_URL, name, names, is_direct=False), why, (fact,))
            own = replace(value, name=Argument(name))
            yield Post(Origin(step, WHOLE_URL, own, LINK_SCORE), why, (fact, self._workflow.facts[value.step]))


def _is_of_address(found: Variability) -> bool:
    return found.varies and found.key.where in IN_ADDRESS


def _is_of_key(found: Variability) -> bool:
    return found.key.where == "path" and looks_like_value(found.values[0] or "")


def _score(candidate: ValueCandidate) -> float:
    """A link that is known only by where it stands may be another one tomorrow."""
    by_place = isinstance(candidate.value, Taken) and ":nth-of-type" in candidate.value.extraction.text
    return _BY_PLACE if by_place else LINK_SCORE + candidate.score / 3


def _is_whole(value: Value) -> bool:
    """Whether it is all of what stands at a place, as a link is, and no piece of it."""
    return isinstance(value, Taken) and value.extraction.how in ("css", "xpath", "json", "header")
