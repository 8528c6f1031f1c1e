"""The name of the row of a link that says nothing."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Called
from scrapy_bt.core.inference.blackboard.workflow import Workflow
from scrapy_bt.core.inference.steps import rownames
from scrapy_bt.core.inference.steps.rownames import row_called
from scrapy_bt.core.samples.traffic import Answer, Exchange, Sent
from tests.recordings import SITE

KINDS = {"Lamps": 7, "Ropes": 12}


def told(row: str, ending: str = "") -> tuple[Called, tuple[str | None, ...]] | None:
    """What is found for the two entries of a page, one of which each recording opens."""
    body = "".join(row.format(name=name, number=number) for name, number in KINDS.items())
    headers = (("Content-Type", "text/html"),)
    page = Answer(200, f"{SITE}/all", headers, f"<body>{body}</body>".encode())
    listed = tuple(Exchange(0, Sent("GET", page.url), page) for _ in KINDS)
    urls = [f"{SITE}/kind/{number}{ending}" for number in KINDS.values()]
    opened = tuple(Exchange(1, Sent("GET", url), Answer(200, url, headers, b"<p>.")) for url in urls)
    return row_called(1, urls, Workflow({0: listed, 1: opened}, {0: 1, 1: 2}, 2), "kind")


@pytest.mark.parametrize(
    ("row", "ending"),
    [
        ("<tr><td>{name}</td><td><a href=/kind/{number}><i></i></a></td></tr>", ""),
        ("<li>{name} <a href=/kind/{number}>View</a></li>", ""),
        (
            "<div class=card>{name}<p><a href=/kind/{number}/edit><i></i></a><a href=/kind/{number}/shown></a></div>",
            "/shown",
        ),
    ],
)
def test_a_link_that_says_nothing_is_named_by_its_row(row, ending):
    found = told(row, ending)
    assert found is not None
    value, names = found
    assert value.name == Argument("kind")
    assert names == ("Lamps", "Ropes")


def test_a_count_is_named_by_its_row_and_found_by_what_its_address_begins_with():
    found = told("<tr><td>{name}</td><td><a href=/all/{number}>x</a> <a href=/kind/{number}>{number}0</a></td></tr>")
    assert found is not None
    value, names = found
    assert names == ("Lamps", "Ropes")
    assert value.pieces[1] == """]]//a[starts-with(@href, "/kind/")]/@href"""


@pytest.mark.parametrize(
    "row",
    [
        "<li>{name} <a href=/kind/{number}>{number}</a></li>",
        "<li><a href=/kind/{number}>20{number}</a> (of {name})</li>",
        "<li><a href=/kind/{number}>{name}</a></li>",
        "<p>{name} <a href=/kind/{number}>View</a></p>",
        "<li>Something <a href=/kind/{number}>View</a></li>",
        "<li>{name} <a href=/other/{number}>View</a></li>",
    ],
)
def test_a_link_that_says_something_or_stands_in_no_row_with_a_name_is_not(row):
    assert told(row) is None


def test_what_rows_say_is_read_once_for_all_of_them(monkeypatch):
    read, texts = [], rownames._texts
    monkeypatch.setattr(rownames, "_texts", lambda element: read.append(element) or texts(element))
    rows = "".join(f"<li>Place {n} <a href=/kind/{n}00>View</a></li>" for n in range(40))
    assert told(f"{rows}<li>{{name}} <a href=/kind/{{number}}>View</a></li>") is not None
    assert len(read) < 10 * 80
