from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.rows.chosen import chosen
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records, Step, Target
from scrapy_bt.core.inference.goal import Goal, Marks
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.sources.records import RecordsSource
from scrapy_bt.errors import SampleError
from tests.recordings import Known, answer, ask, infer, record

CARDS = "".join(
    f'<div class="card"><h3>Thing {n}</h3><p class="price">{n} €</p><p>{"long " * 9}</p></div>' for n in "123"
)
FACETS = "".join(f'<li class="facet"><a href="/{n}">Kind {n}</a> <i class="count">{n}0</i></li>' for n in "456")
PAGE = f"<main><h1>All</h1><ul>{FACETS}</ul>{CARDS}</main>"


def records(marks: Marks, *pages: str) -> Records:
    recordings = [record(ask("/a", page)) for page in pages or (PAGE,)]
    known = Known(recordings).tell(Step(0, (0,) * len(recordings)), Target(0, ""))
    (found,) = infer(recordings, RecordsSource(marks), known=known).findings(Records)
    return found


def test_without_marks_what_fills_the_page_is_the_list() -> None:
    assert records(Marks()).each == Extraction("css", "div.card")


def test_a_text_of_one_entry_says_which_list_is_meant() -> None:
    assert records(Marks(row="Kind 5")).each == Extraction("css", "li.facet")


def test_a_wanted_text_is_the_value_of_some_field() -> None:
    assert records(Marks(want=("50",))).each == Extraction("css", "li.facet")
    assert records(Marks(want=("Thing 2", "2 €"))).each == Extraction("css", "div.card")


def test_a_wanted_text_of_headings_that_are_rows_says_that_the_list_is_meant() -> None:
    def page(*names: str) -> str:
        rows = "".join(
            f"<h5>{n}) <a href=/product/{name}/>The {name}</a></h5><p>It is {name}.</p>"
            for n, name in enumerate(names, 1)
        )
        return f"<h1>Found</h1><div id=found>{rows}</div>"

    pages = page("boat", "raft", "kayak"), page("oar", "sail", "rope", "anchor")
    assert records(Marks(want=("The raft",)), *pages).each == Extraction("css", "#found > h5")


def test_columns_are_kept_by_name_or_by_what_they_held() -> None:
    assert [name for name, _ in records(Marks(columns=("price", "Thing 2"))).fields] == ["price", "title"]


def test_a_column_that_is_none_is_told_with_those_that_there_are() -> None:
    fields = [("title", Extraction("css", "h3::text"))]
    with pytest.raises(SampleError, match="no field is called 'size' or held that text; there are: title"):
        chosen(Extraction("css", "div.card"), fields, [answer("/a", PAGE)], ["size"])


def test_an_inference_ends_with_that_word() -> None:
    inference = Inference([record(ask("/a", PAGE))], Goal(level="none", marks=Marks(row="Kind 5", columns=("size",))))
    with pytest.raises(SampleError, match="there are: "):
        inference.next()
