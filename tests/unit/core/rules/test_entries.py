from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.compiler import rule_document
from scrapy_bt.core.rules.entries import EntryUrls, NumberBlock
from scrapy_bt.core.rules.visits import LAYERS, RULE, find_visits
from scrapy_bt.core.tree.operations import FetchPage
from scrapy_bt.core.tree.program import Program
from tests.trees import program
from tests.unit.core.rules.test_compiler import RULES


def test_the_example_of_the_specification() -> None:
    entries = EntryUrls("/list_<1,120,1,true>.html")
    assert entries.count == 120
    assert [entries[0], entries[9], entries[119]] == ["/list_001.html", "/list_010.html", "/list_120.html"]


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("/a", ["/a"]),
        ("/<1,3,1,false>", ["/1", "/2", "/3"]),
        ("/<8,12,2,true>/", ["/08/", "/10/", "/12/"]),
        ("/<008,9,1,true>", ["/008", "/009"]),  # the longer as it is written
        ("/<1,4,2,false>", ["/1", "/3"]),
        ("/<5,5,7,false>", ["/5"]),
        ("<0,1,1,false>/<1,2,1,false>", ["0/1", "0/2", "1/1", "1/2"]),
        ("< 1 , 2 , 1 , false >", ["1", "2"]),
    ],
)
def test_urls(text: str, urls: list[str]) -> None:
    assert list(EntryUrls(text)) == urls


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("/<1,2>", "write <first,last,step,pad>"),
        ("/<a,2,1,true>", "is no block"),
        ("/<-1,2,1,true>", "is no block"),
        ("/<1,2,0,true>", "never gets on"),
        ("/<3,2,1,true>", "3 is greater than 2"),
        ("/<1,2,1,yes>", "is no block"),
    ],
)
def test_what_is_no_block(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        EntryUrls(text)


def test_a_million_million_entries_cost_nothing() -> None:
    entries = EntryUrls("/<1,1000000,1,false>/<1,1000000,1,false>")
    assert entries.count == 10**12
    assert list(islice(entries, 2)) == ["/1/1", "/1/2"]
    assert entries[10**12 - 1] == "/1000000/1000000"
    with pytest.raises(IndexError):
        entries[10**12]


@given(st.integers(0, 50), st.integers(0, 50), st.integers(1, 7))
def test_a_block_is_a_range(first: int, more: int, step: int) -> None:
    block = NumberBlock(first, first + more, step)
    assert [block[index] for index in range(block.count)] == [str(n) for n in range(first, first + more + 1, step)]


@pytest.mark.parametrize("name", RULES)
def test_each_visit_of_a_rule_stays_at_its_hosts(name):
    tree = Program(rule_document(RULES[name], "r.yaml"), name="r", text="")
    found = find_visits(tree)
    for step in tree.operations:
        if isinstance(step, FetchPage):
            says_it = step.visit.attributes is not None and RULE in str(step.visit.attributes)
            assert says_it is not (found.get(step.id, {}).get(RULE) == "r.yaml")


def test_a_page_is_read_for_the_layers_that_are_asked_until_the_next_visit():
    tree = program(
        """
        main :: and {
            visit "https://a.test/"
            goroutine { item each rules "r.yaml" "list" "rows" "g" { a = json "a" } }
            if x = rules "r.yaml" "other.link" "urls" { visit "{x}" }
            visit "https://b.test/"
            y = rules "r.yaml" "list.title"
            z = rules "r.yaml" "list" "url" from 1
            print "{y} {z}"
        }
        """
    )
    assert sorted(meta[LAYERS] for meta in find_visits(tree).values()) == [["list", "other"]]
