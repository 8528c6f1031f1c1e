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


PRICE = Extraction("css", "b.price::text")


def pages(*bodies: str) -> list[Answer]:
    return [answer(f"/{place}", body) for place, body in enumerate(bodies)]


@pytest.mark.parametrize(
    ("recorded", "other", "is_told"),
    [
        # The place around the recorded one has a name of its own on each page: the tag alone tells it.
        (["<article class=a{}><h1>A</h1><b class=price>5.0{}</b></article>"] * 2, "", True),
        (["<div class=a{}><div class=in><h1>A</h1><b class=price>5.0{}</b></div></div>"] * 2, "div class=in", False),
    ],
)
def test_a_place_that_lacks_on_a_recorded_page_is_none(recorded: list[str], other: str, *, is_told: bool) -> None:
    own = pages(*(each.format(place, place) for place, each in enumerate(recorded)))
    deal = f"<{other or 'aside'}><b class=price>1</b></{other[:3] or 'aside'}>" + recorded[0].format(0, 7)
    found = first_of(PRICE, own, [*own, *pages(deal)])
    assert found is not None
    assert (found.instead is not None) == is_told
    assert not found.instead or [extract(page, found.instead) for page in own] == [["5.00"], ["5.01"]]


@pytest.mark.parametrize(
    "other",
    [
        "<main><h1>B</h1><div class=sale><b class=price>4</b></div><b class=price>was 5</b></main>",
        "<div><h1>B</h1><b class=price>4</b></div><main><h3>Also</h3><b class=price>1</b></main>",
        "<main><h1>B</h1><b class=price>4</b><h2>Others</h2><b class=price>1</b><b class=price>2</b></main>",
    ],
)
def test_the_first_under_the_same_heading_is_right_and_another_heading_begins_another_thing(other: str) -> None:
    own = pages("<main><h1>A</h1><b class=price>5</b></main>")
    assert first_of(PRICE, own, [*own, *pages(other)]) is None


def test_a_button_beside_the_values_of_several_pages_is_no_value() -> None:
    line = "//p[@class='by']"
    own = pages("<p class=by><a>Ada</a></p>")
    visited = pages(*(f"<p class=by><a>{name}</a> <a>Follow</a></p>" for name in ("Bo", "Cy", "Di")))
    found = first_of(Extraction("xpath", f"normalize-space({line})"), own, visited)
    assert found is not None
    assert found.instead is not None
    assert [extract(page, found.instead) for page in (*own, *visited)] == [["Ada"], ["Bo"], ["Cy"], ["Di"]]
    assert first_of(found.instead, own, visited) is None
