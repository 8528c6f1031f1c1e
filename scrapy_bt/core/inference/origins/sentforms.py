"""What the forms of pages before a request tell of what it sends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ....sentences import say
from ...samples.bodies import kind_of, text_of
from ...samples.requestparts import IN_FORMS
from ...samples.traffic import Answer, Exchange
from ..answers.elements.markup import markup_of
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.pages.forms import has_loose_field, holds, is_filled, is_hidden
from ..blackboard.workflow import Workflow
from ..findings import Variability
from .days import is_of_day
from .typedinputs import is_searched_word
from .typedplaces import places_of, was_empty


@lru_cache(4096)
def _forms_of(answer: Answer) -> frozenset[tuple[str, str]]:
    """By which methods, and to which addresses, the forms of a page are sent."""
    page = page_of(answer)
    forms = () if page.root is None else page.root.iter("form")
    return frozenset((form.get("method", "get").upper(), joined(page.base, form.get("action", ""))) for form in forms)


@lru_cache(512)
def _in_small_letters(answer: Answer) -> str:
    return (text_of(answer) or "").casefold()


class SentForms:
    """The forms of a workflow."""

    def __init__(self, workflow: Workflow) -> None:
        self._workflow = workflow

    def is_sent_by_form(self, step: int) -> bool:
        """Whether a page before has a form with just this address."""
        recording, exchange = next(self._workflow.present(step))
        method, url = exchange.sent.method.upper(), exchange.sent.url.partition("#")[0]
        return any((method, url) in _forms_of(answer) for answer in self.pages_before(recording, exchange))

    def pages_before(self, recording: int, exchange: Exchange) -> Iterator[Answer]:
        """The pages of a recording that came before a request, with markup."""
        for _, earlier in self._workflow.in_order(recording):
            if earlier.index >= exchange.index:
                return
            if earlier.answer is not None and kind_of(earlier.answer) == "html":
                yield earlier.answer

    def is_hidden(self, found: Variability) -> bool:
        """Whether the form that is sent brings what the first recording sends, in a field that nobody sees."""
        sent, value = self._workflow.first(found.step), found.values[0] or ""
        return any(is_hidden(page, sent.sent, found.key.name, value) for page in self.pages_before(0, sent))

    def is_default_of_day(self, found: Variability) -> bool:
        """Whether it tells the day, and the form that is sent held it already: another day it holds another one."""
        return all(
            is_of_day(value := found.values[recording] or "", sent.started)
            and any(holds(page, sent.sent, found.key.name, value) for page in self.pages_before(recording, sent))
            for recording, sent in self._workflow.present(found.step)
        )

    def written(self, found: Variability) -> str:
        """How the recordings tell that a person wrote what is sent; empty if they do not."""
        if self.is_filled(found):
            return say("written or chosen in the form that is sent")
        if self._is_typed_alone(found):
            return say("a word that nothing gave before, where a page has a field that no form sends")
        return ""

    def _is_typed_alone(self, found: Variability) -> bool:
        """Whether the only recording sends a word that no answer before says, where a page has a field of no form."""
        value = found.values[0] or ""
        if self._workflow.recordings > 1 or found.key.where != "query" or not is_searched_word(value):
            return False
        sent, word = self._workflow.first(found.step), value.casefold()
        if not any(map(has_loose_field, self.pages_before(0, sent))):
            return False
        if places_of(value, 0, sent, self._workflow).typed != {found.key}:
            return False
        before = [own for _, own in self._workflow.in_order(0) if own.index < sent.index]
        answers = (own.answer for own in before if own.answer is not None)
        return was_empty(found.key, sent, before) or not any(word in _in_small_letters(each) for each in answers)

    def is_filled(self, found: Variability) -> bool:
        """Whether all who sent the form had filled the field."""
        if found.key.where not in IN_FORMS:
            return False
        sent = [
            (recording, exchange)
            for recording, exchange in self._workflow.present(found.step)
            if found.values[recording]
        ]
        return bool(sent) and all(
            any(
                is_filled(page, exchange.sent, found.key.name, found.values[recording] or "")
                for page in self.pages_before(recording, exchange)
            )
            for recording, exchange in sent
        )

    def is_of_form(self, step: int, name: str, value: str) -> bool:
        """Whether a page before holds the value in a field or on a button of that name."""
        for recording, exchange in self._workflow.present(step):
            for page in self.pages_before(recording, exchange):
                if any(
                    found.attribute == "value" and found.element.get("name") == name
                    for found in markup_of(page).exact.get(value, ())
                ):
                    return True
        return False
