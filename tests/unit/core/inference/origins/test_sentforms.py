"""Forms of the pages before a request."""

from __future__ import annotations

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Variability
from scrapy_bt.core.inference.origins.sentforms import SentForms
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, infer, record

PAGE = '<form action="/find"><input name="q"><input name="kind" value="lamp"></form>'
_LOOSE = "<input name=filter><div id=app></div>"
FORMS = SentForms(workflow_of(infer([record(ask("/", PAGE), ask("/find?q=red&kind=lamp"))], AlignmentSource())))


def test_a_form_of_a_page_before_is_sent() -> None:
    assert not FORMS.is_sent_by_form(0)
    assert FORMS.is_of_form(1, "kind", "lamp")
    assert not FORMS.is_of_form(1, "q", "red")


def test_a_field_that_sends_what_it_did_not_hold_was_filled() -> None:
    assert FORMS.is_filled(Variability(1, Key("query", "q"), False, ("red",)))
    assert not FORMS.is_filled(Variability(1, Key("query", "kind"), False, ("lamp",)))
    assert not FORMS.is_filled(Variability(1, Key("path", "0"), False, ("find",)))


def _written(page: str, *sent: str, beside: str = "") -> str:
    recordings = [record(ask("/", page), ask(f"/stock.json?text={text}{beside}", [])) for text in sent]
    forms = SentForms(workflow_of(infer(recordings, AlignmentSource())))
    return forms.written(Variability(1, Key("query", "text"), len(set(sent)) > 1, sent))


def test_a_word_that_no_answer_says_was_typed_into_a_field_that_no_form_sends() -> None:
    assert _written(_LOOSE, "lamp") == "a word that nothing gave before, where a page has a field that no form sends"
    assert not _written(_LOOSE, "17"), "a number"
    assert not _written(f"{_LOOSE}<a>Lamps</a>", "lamp"), "it may have been clicked"
    assert not _written(_LOOSE, "lamp", "lamp"), "the same in several recordings is the application's"
    assert not _written("<header><input name=q></header><div id=app></div>", "lamp"), "no field of this page"
    assert _written(_LOOSE, "lamp", beside="&view=lamp"), "its name tells which of two places is its own"


def test_a_word_was_typed_for_what_was_empty_when_the_same_was_asked_for_before() -> None:
    shown = ask("/stock.json?text=&view=lamp", [{"title": "Old lamp"}])
    recording = record(ask("/", _LOOSE), shown, ask("/stock.json?text=lamp&view=lamp", []))
    forms = SentForms(workflow_of(infer([recording], AlignmentSource())))
    assert forms.written(Variability(2, Key("query", "text"), False, ("lamp",)))
    assert not forms.written(Variability(2, Key("query", "view"), False, ("lamp",)))
