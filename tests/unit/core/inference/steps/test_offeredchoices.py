"""What a person must have chosen, where no events were recorded."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.data.groups import told_lists
from scrapy_bt.core.inference.steps import namesindata
from scrapy_bt.core.inference.steps.offeredchoices import acts_for
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import ask, event, record

_LIST = "<form><select name=kind><option value=17>Lamps (3)<option value=18>Ropes</select></form>"
_RADIO = "<label><input type=radio name=kind value=17>Lamps</label>"
_LINK = '<a href="/list?kind=17"><img></a><a href="/list?kind=17">Lamps</a>'
_TAGS = [
    {"id": number, "of": {tag: {"Name": name, "Value": value} for tag, name, value in tags}}
    for number, tags in (
        (17, [("a", "Maker", "Bo & sons"), ("b", "Kind name", "Lamps")]),
        (18, [("a", "Maker", "Cy"), ("b", "Kind name", "Ropes")]),
    )
]
_DATA = {"kinds": [{"id": 17, "made": "in Oslo", "title": "Lamps"}, {"id": 18, "made": "x", "title": "Ropes"}]}


def said(*answers: Any) -> str:
    exchanges = [ask(f"/{place}", each) for place, each in enumerate(answers)]
    recording = record(*exchanges, ask("/list?kind=17", "<p>Found</p>"))
    acts = acts_for("17", recording.exchanges[-1], recording)
    element = acts[0].element if acts else None
    return (element.text or element.label) if element is not None else ""


@pytest.mark.parametrize(
    ("answers", "name"),
    [
        ([_LIST], "Lamps (3)"),
        ([_RADIO], "Lamps"),
        ([_LINK], "Lamps"),
        ([_DATA], "Lamps"),
        ([_TAGS], "Lamps"),
        ([{"kinds": [{"id": 17, "name": "Kind", "is": "Lamps"}, {"id": 18, "name": "Kind", "is": "Ropes"}]}], "Lamps"),
        ([{"kinds": [{"id": 17, "name": "lamps", "label": "Lamps"}, {"id": 18, "name": "ropes"}]}], "Lamps"),
        ([_LIST, "<p>On the way</p>"], "Lamps (3)"),
        (["<select name=size><option value=17>Large</select>"], ""),
        ([{"kinds": [{"id": 17, "one": "Lamps", "other": "Ropes"}, {"id": 18}]}], ""),
        ([{"kinds": [{"id": 17, "title": "Lamps"}, {"id": 17, "title": "Ropes"}]}], ""),
        ([{"staff": [{"of": 18, "name": "Ann"}, {"of": 17, "name": "Bo"}, {"of": 18, "name": "Cy"}]}], ""),
        (["<p>17</p>"], ""),
        (['<script>kinds = {"Lamps": "17", "Ropes": "18"}</script>'], "Lamps"),
        (['<script>kinds = {"Ropes": "18", "Lamps": "17"}</script>'], "Lamps"),
        (['<script>[{"label": "Ropes", "value": "18"}, {"label": "Lamps", "value": "17"}]</script>'], "Lamps"),
        (['<a href="/0">Lamps</a><a href="/kind/17">Lamps</a>', "<p>All</p>"], ""),
    ],
)
def test_an_entry_that_has_the_value_tells_its_name(answers: list[Any], name: str) -> None:
    assert said(*answers) == name


def test_the_link_to_a_page_tells_what_its_script_asks_for_by_the_same_key() -> None:
    pages = ask("/", '<a href="/kind/7">Lamps</a><a href="/kind/8">Ropes</a>'), ask("/kind/7", "<p>Wait</p>")
    recording = record(*pages, ask("/api/kind/7/things", []))
    (act,) = acts_for("7", recording.exchanges[-1], recording)
    assert act.element is not None
    assert act.element.text == "Lamps"


def test_what_was_offered_long_before_is_not_looked_for() -> None:
    between = [ask(f"/p{place}", "<p>On the way</p>") for place in range(120)]
    for count, names in ((20, ["Lamps (3)"]), (120, [])):
        recording = record(ask("/", _LIST), *between[:count], ask("/list?kind=17", "<p>Found</p>"))
        acts = acts_for("17", recording.exchanges[-1], recording)
        assert [act.element.text for act in acts if act.element is not None] == names


def test_each_answer_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()

    def lists_of(answer: Answer) -> Any:
        read.append(answer.url)
        return told_lists(answer)

    monkeypatch.setattr(namesindata, "told_lists", lists_of)
    answers = [ask(f"/api/{place}", [{"id": f"k{place}", "title": "Lamps"}, {"id": "x"}]) for place in range(20)]
    recording = record(*answers, *(ask(f"/list?kind={kind}", "<p>Found</p>") for kind in range(30)))
    for exchange in recording.exchanges[20:]:
        assert not acts_for(f"none {exchange.index}", exchange, recording)
    assert len(read) == len(set(read)) == 20


def test_recorded_events_are_taken_as_they_are() -> None:
    recording = record(ask("/", _LIST), ask("/list?kind=17"), events=[event(1.0, "click", "a", text="All")])
    assert acts_for("17", recording.exchanges[1], recording) == recording.events


def test_what_looks_like_a_key_goes_before_what_does_not() -> None:
    kinds = [{"dictValue": 17, "dictLabel": "Lamps"}, {"dictValue": 18, "dictLabel": "Ropes"}]
    sizes = [{"title": "Tin kettle", "size": 17}, {"title": "Brass lamp", "size": 19}]
    assert said(kinds, sizes) == "Lamps"
    assert said(sizes) == "Tin kettle", "nothing else calls it"
    assert said(kinds, [{"title": each["title"], "kind": each["size"]} for each in sizes]) == "Tin kettle"


def test_the_entry_of_a_facet_is_what_the_page_said_that_led_to_it() -> None:
    facets = "<a href='#'>Menu</a><a href='/list?kind=17&in=stock'>Lamps</a><a href='/list?kind=18&in=stock'>Ropes</a>"
    chosen = "<a href='#'>Menu</a><a href='/list?kind=17&in=stock'>All makers</a>"
    pages = [
        ask("/list", facets),
        ask("/list?kind=17&in=stock", chosen),
        ask("/list?word=tin&kind=17&in=stock", chosen),
    ]
    recording = record(*pages)
    (act,) = acts_for("17", recording.exchanges[-1], recording)
    assert act.element is not None
    assert act.element.text == "Lamps"
