"""What was chosen by its name."""

from __future__ import annotations

from base64 import b64encode

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.values import Argument, Called, Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.callednames import called
from scrapy_bt.core.inference.steps.spokennames import names_of
from scrapy_bt.core.samples.parameters import WHOLE_URL, Key
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import SITE, answer, ask, event, infer, record

PAGE = '<select name=kind><option value=2>Lamps<option value=4>Ropes</select><a href="/list?kind=2">Lamps</a>'
KIND = Key("query", "kind")


def chosen(value: str, text: str) -> Recording:
    events = [event(10.0, "change", "select", value, text=text, name="kind")]
    return record(ask("/", f"{PAGE}<a href='/list?kind=4'>Ropes</a>"), ask(f"/list?kind={value}", "<p>"), events=events)


def test_the_page_before_tells_what_belongs_to_a_name() -> None:
    recordings = [chosen("2", "Lamps"), chosen("4", "Ropes")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    names = names_of(("2", "4"), workflow.exchanges[1], recordings)
    assert names == ("Lamps", "Ropes")
    found = called(1, KIND, ("2", "4"), names, workflow, "kind")
    assert found == Called(
        0, Argument("kind"), ('//select[@name="kind"]//option[normalize-space()=', " or @value=", "]/@value")
    )
    urls = (f"{SITE}/list?kind=2", f"{SITE}/list?kind=4")
    link = called(1, WHOLE_URL, urls, names, workflow, "kind")
    assert link == Called(0, Argument("kind"), ("//a[normalize-space()=", "]/@href"))
    assert called(1, KIND, ("2", "5"), names, workflow, "kind") is None


def test_what_a_name_stands_before_in_data_is_taken_by_it() -> None:
    kinds = {f"Kind {number}": {"id": number, "count": 2} for number in (7, 9, 11)}
    recordings = [record(ask("/kinds", {"kinds": kinds}), ask(f"/list?kind={number}", "<p>")) for number in (7, 9)]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    found = called(1, KIND, ("7", "9"), ("Kind 7", "Kind 9"), workflow, "kind")
    assert found is not None
    assert found.pieces[0].startswith("items(kinds) | ")


def test_of_a_name_that_several_entries_of_data_have_nothing_is_taken() -> None:
    kinds = [
        {"id": number, "name": name} for number, name in ((7, "Lamps"), (9, "Ropes"), (11, "Others"), (12, "Others"))
    ]
    recordings = [record(ask("/kinds", kinds), ask(f"/list?kind={number}", "<p>")) for number in (7, 9)]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    found = called(1, KIND, ("7", "9"), ("Lamps", "Ropes"), workflow, "kind")
    assert found is not None
    page = page_of(answer("/kinds", kinds))
    texts = [
        page.extract(Extraction("json", found.expression(b64encode(given.encode()).decode())))
        for given in ("Lamps", "9", "Others", "12")
    ]
    assert texts == [["7"], ["9"], [], ["12"]]
