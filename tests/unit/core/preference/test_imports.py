"""Entities from files of four kinds; what is none is told with its line."""

import json

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.imports import Unread, format_of, read_entities

WIKIDATA = {
    "id": "Q7259",
    "labels": {"en": {"language": "en", "value": "Ada Lovelace"}, "zh": {"value": "爱达"}},
    "descriptions": {"en": {"value": "mathematician"}},
    "aliases": {"en": [{"value": "Ada Byron"}]},
    "claims": {"P27": [{"mainsnak": {"datavalue": {"value": {"id": "Q145"}}}}, {"mainsnak": {}}]},
}


def test_csv():
    lines = ["name,kind,aliases,id\n", "Ada,person,Countess | Byron,q1\n", "London,place,,\n", ",x,,\n", "a,b,c,d,e\n"]
    assert list(read_entities(lines, "csv")) == [
        Entity("q1", "Ada", "person", aliases=("Countess", "Byron")),
        Entity("london", "London", "place"),
        Unread(4, "it has no name"),
        Unread(5, "it has more cells than the first line has names"),
    ]
    assert next(iter(read_entities(["title\n", "x\n"], "csv"))).number == 1


def test_a_quotation_mark_that_is_not_closed_is_told_with_its_line():
    lines = ["name,description\n", 'Ada,"on\n', 'two lines"\n', '"Charles\n', "London,\n"]
    ada, broken = read_entities(lines, "csv")
    assert ada.description == "on\ntwo lines"
    assert broken == Unread(4, "its name goes on to line 5: is a quotation mark not closed?")


def test_json_lines():
    lines = [
        '{"name": "Ada", "aliases": ["A"], "links": [["knew", "q2"]]}',
        "",
        "{",
        "3",
        '{"name": "B", "aliases": 3}',
    ]
    first, *others = read_entities(lines, "jsonl")
    assert first == Entity("ada", "Ada", aliases=("A",), links=(("knew", "q2"),))
    assert [other.number for other in others] == [3, 4, 5]


def test_wikidata():
    lines = ["[\n", json.dumps(WIKIDATA) + ",\n", json.dumps({"id": "Q1", "labels": 3}), "]\n"]
    ada, other = read_entities(lines, "wikidata")
    assert ada == Entity("Q7259", "Ada Lovelace", "", "mathematician", ("爱达", "Ada Byron"), (("P27", "Q145"),))
    assert other == Unread(3, "it has no name")


def test_linked_data():
    graph = {
        "@graph": [{"@id": "u:1", "@type": "Person", "name": "Ada", "alternateName": "A", "knows": {"@id": "u:2"}}, 3]
    }
    ada, other = read_entities([json.dumps(graph)], "jsonld")
    assert ada == Entity("u:1", "Ada", "person", aliases=("A",), links=(("knows", "u:2"),))
    assert other.number == 2
    assert isinstance(next(iter(read_entities(["{"], "jsonld"))), Unread)


@pytest.mark.parametrize(
    ("file", "first", "expected"),
    [
        ("a.csv", "name", "csv"),
        ("a.jsonld", "{", "jsonld"),
        ("a.jl", '{"id": "Q1", "labels": {', "wikidata"),
        ("a.jl", '{"name": "x"}', "jsonl"),
    ],
)
def test_formats(file, first, expected):
    assert format_of(file, first) == expected
