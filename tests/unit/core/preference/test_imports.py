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
    assert broken.number == 4
    assert broken.reason.endswith("goes on to line 5: is a quotation mark not closed?")


def test_in_csv_a_row_that_is_none_is_told_and_the_others_are_read():
    lines = [
        "name;kind\n",
        "Ada;person\n",
        '"A" B;x\n',
        "Charles\udce9;person\n",
        "London;place\n",
        'Rome;"x\n',
        "Pisa;\n",
    ]
    ada, mixed, encoded, london, broken = read_entities(lines, "csv")
    assert (ada.kind, london.name) == ("person", "London")
    assert mixed.number == 3
    assert encoded == Unread(4, "it is not in UTF-8: save the file in UTF-8")
    assert broken.number == 6
    assert broken.reason.endswith("and goes on to line 7: is a quotation mark not closed?")


def test_lines_of_json_that_are_not_in_utf8_are_told():
    bad, good = read_entities(['{"name": "Ren\udce9"}\n', '{"name": "Ada"}\n'], "jsonl")
    assert (bad, good.name) == (Unread(1, "it is not in UTF-8: save the file in UTF-8"), "Ada")


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
    ("file", "beginning", "expected"),
    [
        ("a.csv", "name", "csv"),
        ("a.jsonld", "{", "jsonld"),
        ("a.jl", '{"id": "Q1", "labels": {', "wikidata"),
        ("a.json", '[\n{"id": "Q1", "labels": {', "wikidata"),
        ("a.json", '[\n{"@id": "x", "name": "y"}]', "jsonld"),
        ("a.jl", '{"name": "x"}', "jsonl"),
    ],
)
def test_formats(file, beginning, expected):
    assert format_of(file, beginning) == expected


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"id": "x" * 201}, "the id of 'Ada' has 201 characters, and may have 200"),
        ({"kind": "x" * 101}, "the kind of 'Ada' has 101 characters, and may have 100"),
        ({"links": [["born in", "x" * 201]]}, "the link of 'Ada' has 201 characters, and may have 200"),
        ({"links": [["x" * 101, "london"]]}, "a relation of 'Ada' has 101 characters, and may have 100"),
        ({"aliases": ["A\0da"]}, "it holds a NUL character, which no database keeps"),
    ],
)
def test_what_a_knowledge_base_cannot_keep_is_told_with_its_line_and_the_others_are_read(given, reason):
    lines = [json.dumps({"name": "Ada", **given}), json.dumps({"name": "Grace"})]
    assert list(read_entities(lines, "jsonl")) == [Unread(1, reason), Entity("grace", "Grace")]


def test_a_table_that_is_not_in_utf8_is_told_so():
    lines = "name\nAda\n".encode("utf-16").decode(errors="surrogateescape").splitlines(keepends=True)
    assert list(read_entities(lines, "csv")) == [Unread(1, "it is not in UTF-8: save the file in UTF-8")]
