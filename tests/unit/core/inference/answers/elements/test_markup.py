from __future__ import annotations

from lxml import html

from scrapy_bt.core.inference.answers.elements.markup import (
    Found,
    form_of,
    markup_of,
    path_of,
    quoted,
    selectors_for,
    stable_classes,
)
from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

PAGE = """<body><form id="login" action="/in" method="post"><input type="hidden" name="tok" value="V1"></form>
<div class="box css-1x9f2ab"><p id="x123456">V2</p><a rel="next" class="go" href="/V3">on</a></div>
<dl><dt>Size</dt><dd>V4</dd></dl><script>var a = "V5";</script></body>"""


def page() -> Answer:
    return answer("https://shop.test/a/b", PAGE)


def found(value: str) -> Found:
    return markup_of(page()).find(value)[0]


def test_values_are_found_in_attributes_and_texts() -> None:
    markup = markup_of(page())
    assert [(each.element.tag, each.attribute) for each in markup.find("V1")] == [("input", "value")]
    assert [(each.element.tag, each.attribute) for each in markup.find("V2")] == [("p", "")]
    assert [
        (each.element.tag, each.attribute) for each in markup_of(answer("/", '<a href="/x/long?V9">')).find("V9")
    ] == [("a", "href")]
    assert markup.find("V5") == []
    assert len(markup.scripts) == 1


def test_firm_selectors_come_first_and_all_that_are_offered_are_selectors() -> None:
    texts = [selector.extraction.text for selector in selectors_for(found("V1"))]
    assert texts[0] == "input[name=tok]::attr(value)"
    assert "#login input[name=tok]::attr(value)" in texts
    for value in ("V1", "V2", "V4"):
        for selector in selectors_for(found(value)):
            assert value in extract(page(), selector.extraction), selector
    assert "a[rel=next]::attr(href)" in [selector.extraction.text for selector in selectors_for(found("/V3"))]


def test_a_label_leads_to_its_value() -> None:
    texts = [selector.extraction.text for selector in selectors_for(found("V4"))]
    assert '//dt[normalize-space()="Size"]/following-sibling::dd[1]/text()' in texts


def test_names_made_by_machines_are_passed_over() -> None:
    assert stable_classes(found("/V3").element.getparent()) == ["box"]
    assert not any("x123456" in selector.extraction.text for selector in selectors_for(found("V2")))


def test_forms_know_where_they_are_sent() -> None:
    form = form_of(found("V1").element, "https://shop.test/a/b")
    assert form is not None
    assert (form.action, form.method, form.fields) == ("https://shop.test/in", "POST", frozenset({"tok"}))
    assert form_of(found("V2").element, "https://shop.test/") is None


def test_quoting() -> None:
    assert quoted("a-b") == "a-b"
    assert quoted('a"b') == '"a\\"b"'
    assert path_of(found("V4").element).endswith("dl > dd")
    assert markup_of(answer("/", "")).exact == {}


def test_a_name_without_end_is_passed_over_and_takes_no_time() -> None:
    element = html.fromstring(f"<p class='go {'x' * 300_000}'>a</p>")
    assert stable_classes(element) == ["go"]


def test_what_stands_in_the_last_row_is_told_as_such() -> None:
    rows = "".join(f"<li><a data-id='{n}'>Thing {n}</a></li>" for n in (101, 102, 103))

    def of_last(value: str) -> list[str]:
        (own,) = markup_of(answer("/", f"<ul>{rows}</ul><p data-id=9>")).find(value)
        return [selector.extraction.text for selector in selectors_for(own) if "last()" in selector.extraction.text]

    assert of_last("103") == ["(//a[@data-id])[last()]/@data-id"]
    assert of_last("102") == of_last("9") == []
