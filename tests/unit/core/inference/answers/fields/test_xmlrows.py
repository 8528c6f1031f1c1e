from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.rows.rows import rows_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer

FEED = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>All</title><link href="/all"/>
<entry><id>1</id><title>One</title><link href="/1"/><author><name>Ann</name></author><category term="a"/></entry>
<entry><id>2</id><title>Two</title><link href="/2"/><author><name>Bob</name></author><category term="b"/>
<category term="c"/></entry></feed>"""
SITEMAP = '<urlset xmlns="x"><url><loc>/1</loc></url><url><loc>/2</loc><lastmod>2020</lastmod></url></urlset>'


def told(xml: str) -> tuple[Extraction, list[dict[str, list[str]]]]:
    answer = Answer(200, "https://site.test/", (("Content-Type", "application/xml"),), xml.encode())
    (rows, *_) = rows_of(answer)
    page = page_of(answer)
    found = [{name: extract_within(row, each) for name, each in rows.fields} for row in page.elements(rows.each)]
    return rows.each, found


def test_entries_of_a_feed_with_texts_and_attributes_whatever_the_namespace() -> None:
    each, (one, two) = told(FEED)
    assert each == Extraction("css", "entry")
    assert one == {
        "id": ["1"], "title": ["One"], "link": ["/1"], "name": ["Ann"], "category_term": ["a"]
    }  # fmt: skip
    assert two["category_term"] == ["b", "c"]


def test_what_only_some_rows_have_is_a_field() -> None:
    each, (one, two) = told(SITEMAP)
    assert each == Extraction("css", "url")
    assert (one, two) == ({"loc": ["/1"], "lastmod": []}, {"loc": ["/2"], "lastmod": ["2020"]})


def test_structures_of_xml_rpc_are_rows_with_the_names_of_their_members() -> None:
    members = "<member><name>{}</name><value>{}</value></member>"
    rows = "".join(
        f"<value><struct>{members.format('name', title)}{members.format('number', number)}</struct></value>"
        for title, number in (("One", "<int>1</int>"), ("Two", "<string>2</string>"))
    )
    each, found = told(
        f"<methodResponse><params><param><value><array><data>{rows}</data></array></value></param></params></methodResponse>"
    )
    assert each == Extraction("css", "data > value:has(> struct)")
    assert found == [{"name": ["One"], "number": ["1"]}, {"name": ["Two"], "number": ["2"]}]
