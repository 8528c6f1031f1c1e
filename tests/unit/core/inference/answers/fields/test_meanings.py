"""What stands behind terms."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.fields.meanings import meanings_of
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer


def read(markup: str, rows: str = "dt") -> list[dict[str, list[str]]]:
    elements = page_of(answer("/", f"<dl>{markup}</dl>")).elements(Extraction("css", rows))
    fields = list(meanings_of(elements))
    return [{name: extract_within(element, each) for name, each in fields} for element in elements]


def test_each_of_several_meanings_is_a_field_of_its_own_term() -> None:
    entry = '<dt>T{0}</dt><dd class="summary">about <b>{0}</b></dd><dd>by Ann</dd>'
    last = "<dt>T3</dt><dd>about 3</dd>"
    told = read("".join(entry.format(n) for n in (1, 2)) + last)
    assert told[:2] == [{"summary": [f"about {n}"], "meaning": ["by Ann"]} for n in (1, 2)]
    assert told[2]["summary"] == ["about 3"]
    assert not any(told[2]["meaning"])


def test_terms_without_meanings_and_other_rows_have_none() -> None:
    assert read("<dt>a</dt><dt>b</dt><dt>c</dt><dd>of c</dd>") == [{}, {}, {}]
    assert read("<dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd>", "dd") == [{}, {}]
