"""Which nodes read which page: along each path, up to the next visit."""

import pytest

from scrapy_bt.codegen.readers import plain_readers
from scrapy_bt.core.language.parser import parse

NODES = """
page  :: visit "https://a.test/"
other :: visit "https://a.test/o"
third :: visit "https://a.test/t"
title :: data css "h1::text"
late  :: data css "h2::text"
named :: data css "{x}"
part  :: data re "." { from = x }
row   :: item each css "tr" { name = css "td" }
mixed :: item { name = css "td"  who = x }
about :: item { name = :title }
"""


def readers(text: str) -> dict[str, list[str]]:
    document = parse(f"{NODES}{text}\n", file="a.bt")
    return {visit: [node.name for node in nodes] for visit, nodes in plain_readers(document).items()}


def test_they_are_those_that_nothing_else_decides_about() -> None:
    inner = "inner :: and { :page  x = :title  :row  :mixed  y = :named  z = :part  :other  w = :late }"
    assert readers(f"{inner}\nmain :: and (x) {{ :inner }}") == {"page": ["title", "row"], "other": ["late"]}


@pytest.mark.parametrize(
    ("body", "page", "other"),
    [
        ("if x { :page } else { :other }  :row", ["row"], ["row"]),
        ("if x { :page  :row } else if y { :other }  t = :title", ["title", "row"], ["title"]),
        ("if x { :page } else { :other  :other }  while t = :title { :row }", ["title", "row"], ["title", "row"]),
        (":page  if x { :other }  :row", ["row"], ["row"]),
        ("or { :page  :other }  :row", ["row"], ["row"]),
        ("y = :page | :other  :row", ["row"], ["row"]),
        (":page  while x { t = :title  :other }  :row", ["title", "row"], ["title", "row"]),
        (":page  while x { :other  t = :late }  :row", ["row"], ["late", "row"]),
        (":page  goroutine { :row  :other  t = :late }  t = :title", ["title", "row"], ["late"]),
        (":page  :aside  :row", ["row"], []),
        (":page  :about  :other", ["title"], []),
    ],
)
def test_they_follow_every_path_to_the_next_visit_of_the_frame(body: str, page: list[str], other: list[str]) -> None:
    aside = "aside :: and { :third  t = :late }"
    found = readers(f"{aside}\nmain :: and (x, y) {{ {body} }}")
    assert [found.get(visit, []) for visit in ("page", "other", "third")] == [page, other, ["late"]]


def test_a_visit_that_is_shared_or_mends_another_has_its_readers_too() -> None:
    found = readers("[[ page ]]\nstate other { 401 = :page }\nmain :: and { :page  :row  :other  t = :title }")
    assert found == {"page": ["row"], "other": ["title"]}
