"""Rows that go on behind themselves."""

from __future__ import annotations

from lxml.html import fromstring

from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.fields.followers import followers, of_followers
from scrapy_bt.core.inference.answers.rows.mainrows import rows_among
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

PAIRS = "".join(f"<dt>Term {n}<dd><a href=/{n}>Note {n}</a>" for n in range(4))


def test_what_stands_behind_each_row_goes_on_with_it() -> None:
    terms = fromstring(f"<dl>{PAIRS}</dl>")
    assert [each.text_content() for each in followers(terms.findall("dt"))] == [f"Note {n}" for n in range(4)]
    assert followers(terms.findall("dd")) == [], "they are the ends of entries"
    assert followers(terms.findall("dt")[:2]) == followers(list(terms)) == []
    cards = "".join(f"<div><h3>{n}</h3><p>Note {n}</p></div>" for n in range(4))
    assert followers(fromstring(f"<div>{cards}</div>").findall("*/h3")) == [], "each stands in a row of its own"
    lines = "".join(f"<p class=a>{n}</p><hr>" for n in range(4))
    assert followers(fromstring(f"<div>{lines}</div>").findall("p")) == [], "a line says nothing"


def test_rows_that_take_turns_in_their_looks_go_on_with_none() -> None:
    lines = "".join(f"<tr class={('dark', 'light')[n % 2]}><td>{n}<td><a href=/{n}>Note {n}</a>" for n in range(8))
    assert followers(fromstring(f"<table>{lines}</table>").cssselect("tr.dark")) == []
    pairs = "".join(f"<tr class=a><td>{n}<td>Note {n}<tr class=b><td colspan=2>More of {n}" for n in range(4))
    assert len(followers(fromstring(f"<table>{pairs}</table>").cssselect("tr.a"))) == 4


def test_its_fields_are_taken_from_the_row() -> None:
    terms = fromstring(f"<dl>{PAIRS}</dl>").findall("dt")
    told = [("note", "a::text"), ("link", "a::attr(href)"), ("self", "dd::text")]
    fields = [(name, Extraction("css", text)) for name, text in told] + [
        ("own", Extraction("xpath", "normalize-space(a)"))
    ]
    found = dict(of_followers(followers(terms), iter(fields)))
    assert [extract_within(terms[2], each) for each in found.values()] == [["Note 2"], ["/2"], ["Note 2"], ["Note 2"]]
    ((name, rest),) = of_followers(followers(terms), iter([("all", Extraction("css", "a::text", all=True))]))
    assert (name, extract_within(terms[1], rest)) == ("text", ["Note 1"])


def test_entries_of_two_lines_are_rows_and_their_lines_are_none() -> None:
    def page(kind: str) -> Answer:
        lines = (
            f"<tr class=head><td>{n}.<td><a href=/{n}>{kind} {n}</a><tr><td><td><b>{n * 9} points</b> by {kind}{n}"
            for n in range(5)
        )
        return answer(f"/{kind}", f"<table>{''.join(lines)}</table>")

    best, *others = rows_among([page("mill"), page("quarry")])
    assert best.each.text == "tr.head"
    assert not [rows for rows in others if rows.count > best.count]
