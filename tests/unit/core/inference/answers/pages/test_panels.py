"""Parts of a page that are called by a tab or a link."""

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.pages.panels import panel_of
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

PARTS = "<div id=a><ul><li>1<li>2</ul></div><div id=b><ul><li>3</ul></div>"


@pytest.mark.parametrize(
    "page",
    [
        f"<a href='#a'>Ropes \"5\"</a><a href='#b'>Lamps</a>{PARTS}",
        f"<button data-target='#a'>Ropes \"5\"</button><button data-target='#b'>Lamps</button>{PARTS}",
        f'<li aria-controls=a>Ropes "5"</li><li aria-controls=b>Lamps</li>{PARTS}',
        f'<p><b role=tab>Ropes "5"</b><b role=tab>Lamps</b></p>{PARTS.replace("<div", "<div role=tabpanel")}',
    ],
)
def test_a_name_tells_the_part_of_a_page(page):
    answers = [answer("/", page)] * 2
    panel = panel_of(answers, ('Ropes "5"', "Lamps"))
    assert panel is not None
    rows = panel.path_of(Extraction("css", "body > ul > li"))
    found = [Extraction("xpath", f"{panel.found_by(name, rows)}/text()") for name in ('Ropes "5"', "Lamps", "Kettles")]
    assert [page_of(answers[0]).extract(each) for each in found] == [["1", "2"], ["3"], []]
    assert b"<li>3" in (panel.group(answers[1], "Lamps").body or b"")


def test_names_that_call_one_part_or_none_are_no_names_of_parts():
    assert panel_of([answer("/", f"<a href='#a'>Ropes</a>{PARTS}")] * 2, ("Ropes", "Lamps")) is None
    both = f"<a href='#a'>Ropes</a><a href='#a'>Lamps</a>{PARTS}"
    assert panel_of([answer("/", both)] * 2, ("Ropes", "Lamps")) is None
