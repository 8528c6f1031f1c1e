"""Fields that take the first of several."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.scrutiny.onlyfirst import OnlyFirst, only_first
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

DT = "//dt[normalize-space()='File']"
CLASS = '//li[contains(concat(" ", normalize-space(@class), " "), " file ")]'


def page(*files: str) -> Answer:
    return answer("/", "<ul>" + "".join(f"<li class=file><a>{file}</a></li>" for file in files) + "</ul><p>Ada</p>")


def first_of(own: Extraction, recorded: list[Answer], visited: list[Answer]) -> OnlyFirst | None:
    return only_first(Records(0, None, (("file", own),)), recorded, visited)


@pytest.mark.parametrize(
    ("own", "instead"),
    [
        (Extraction("xpath", f"normalize-space({CLASS}/a)"), f"{CLASS}/a/text()[normalize-space()]"),
        (Extraction("css", "li.file a::text"), "li.file a::text"),
    ],
)
def test_what_stands_behind_the_first_on_another_page_is_of_the_field(own: Extraction, instead: str) -> None:
    recorded = [page("a.txt"), page("b.txt")]
    found = first_of(own, recorded, [*recorded, page("c.txt", "d.txt")])
    assert found == OnlyFirst("file", own, "d.txt", Extraction(own.how, instead, all=True))
    assert first_of(own, recorded, [*recorded, page("c.txt")]) is None
    assert first_of(own, [*recorded, page("a", "b")], [page("c.txt", "d.txt")]) is None


def test_a_field_of_all_of_them_has_the_others_too() -> None:
    assert first_of(Extraction("css", "li.file::text", all=True), [page("a.txt")], [page("c.txt", "d.txt")]) is None


def test_links_of_one_line_are_several_too() -> None:
    recorded, two = (
        answer("/1", "<p class=byline>By <a>Ada</a>"),
        answer("/2", "<p class=byline>By <a>Bo</a>, <a>Cy</a>"),
    )
    own = Extraction("css", "p.byline a::text")
    assert first_of(own, [recorded], [recorded, two]) == OnlyFirst("file", own, "Cy", replace(own, all=True))


@pytest.mark.parametrize(
    ("path", "one", "several"),
    [
        (
            f"{DT}/following-sibling::dd[1]",
            "<dl><dt>File</dt><dd>{}</dd><dt>By</dt><dd>Ada</dd></dl>",
            "<dl><dt>File</dt><dd>{}</dd><dd>{}</dd><dt>By</dt><dd>Ada</dd></dl>",
        ),
        (
            "//th[.='File']/following-sibling::td[1]",
            "<table><tr><th>File<td>{}",
            "<table><tr><th>File<td>{}<tr><th>File<td>{}",
        ),
        ("//*[@id='f']", "<div id=f><a>{}</a></div>", "<div id=f><a>{}</a>, <a>{}</a></div>"),
    ],
)
def test_all_that_stands_behind_a_label_or_in_one_element_is_had(path: str, one: str, several: str) -> None:
    recorded, other = answer("/1", one.format("a.txt")), answer("/2", several.format("c.txt", "d.txt"))
    found = first_of(Extraction("xpath", f"normalize-space({path})"), [recorded], [recorded, other])
    assert found is not None
    assert found.instead is not None
    assert extract(recorded, found.instead) == ["a.txt"]
    assert extract(other, found.instead) == ["c.txt", "d.txt"]


def test_rows_that_say_something_else_besides_have_a_value_each() -> None:
    one, two = (
        "<table><tr><td class=by>Ada<td>5</table>",
        "<table><tr><td class=by>Bo<td>6<tr><td class=by>Cy<td>7</table>",
    )
    assert first_of(Extraction("css", "td.by::text"), [answer("/1", one)], [answer("/2", two)]) is None


@pytest.mark.parametrize(
    "own", [Extraction("css", "b.price::text"), Extraction("xpath", "normalize-space(//b[@class])")]
)
def test_what_stands_above_in_another_place_is_none_of_the_field(own: Extraction) -> None:
    deal = "<div class=deal><b class=price>1.00</b></div>"
    recorded, other = (
        answer(f"/{at}", f"{above}<main><b class=price>5.0{at}</b></main>") for at, above in ((1, ""), (2, deal))
    )
    found = first_of(own, [recorded], [recorded, other])
    assert found is not None
    assert found.other == "5.02"
    assert found.instead is not None
    assert [extract(page, found.instead)[0] for page in (recorded, other)] == ["5.01", "5.02"]


def test_what_stands_below_in_another_place_does_not_matter() -> None:
    below = "<div class=notes><b class=price>1.00</b></div>"
    recorded, other = (
        answer(f"/{at}", f"<main><b class=price>5.0{at}</b></main>{more}") for at, more in ((1, ""), (2, below))
    )
    assert first_of(Extraction("css", "b.price::text"), [recorded], [recorded, other]) is None
