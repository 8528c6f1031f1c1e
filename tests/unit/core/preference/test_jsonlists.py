"""Entities in JSON of several kinds."""

import json

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.entitychecks import Loss, Unread
from scrapy_bt.core.preference.imports import format_of, read_entities

WIKIDATA = {
    "id": "Q7259",
    "labels": {"en": {"language": "en", "value": "Ada Lovelace"}, "zh": {"value": "爱达"}},
    "descriptions": {"en": {"value": "mathematician"}},
    "aliases": {"en": [{"value": "Ada Byron"}]},
    "claims": {"P27": [{"mainsnak": {"datavalue": {"value": {"id": "Q145"}}}}, {"mainsnak": {}}]},
}


def test_json_lines():
    lines = [
        '{"name": "Ada", "aliases": ["AL"], "links": [["knew", "q2"]]}',
        "",
        "{",
        "3",
        '{"name": "B", "aliases": 3}',
    ]
    first, *others = read_entities(lines, "jsonl")
    assert first == Entity("ada", "Ada", aliases=("AL",), links=(("knew", "q2"),))
    assert [other.number for other in others] == [3, 4, 5]


def test_wikidata():
    lines = ["[\n", json.dumps(WIKIDATA) + ",\n", json.dumps({"id": "Q1", "labels": 3}), "]\n"]
    ada, other = read_entities(lines, "wikidata")
    assert ada == Entity("Q7259", "Ada Lovelace", "", "mathematician", ("爱达", "Ada Byron"), (("P27", "Q145"),))
    assert other == Unread(3, "it has no name")


def test_linked_data():
    graph = {
        "@graph": [{"@id": "u:1", "@type": "Person", "name": "Ada", "alternateName": "AL", "knows": {"@id": "u:2"}}, 3]
    }
    ada, other = read_entities([json.dumps(graph)], "jsonld")
    assert ada == Entity("u:1", "Ada", "person", aliases=("AL",), links=(("knows", "u:2"),))
    assert other.number == 2
    assert isinstance(next(iter(read_entities(["{"], "jsonld"))), Unread)


def test_a_list_of_objects_over_several_lines_has_the_keys_of_json_lines():
    text = json.dumps([{"id": "q1", "name": "Ada", "aliases": ["Countess"]}, {"name": True}], indent=1)
    assert format_of("names.json", text) == "jsonld"
    ada, told = read_entities(text.splitlines(keepends=True), "jsonld")
    assert (ada, told) == (Entity("q1", "Ada", aliases=("Countess",)), Unread(2, "it has no name"))


def test_linked_data_may_have_values_with_languages_and_a_line_each():
    node = {"@id": "u:1", "name": [{"@value": "Ada", "@language": "en"}, {"@value": "爱达"}], "@type": ["Person"]}
    assert format_of("names.json", f"{json.dumps(node)}\n{json.dumps(node)}") == "jsonl"
    for form in ("jsonl", "jsonld"):
        assert list(read_entities([json.dumps(node)], form)) == [Entity("u:1", "Ada", "person", aliases=("爱达",))]


def test_columns_and_keys_that_are_not_read_are_told_once():
    told, ada, _ = read_entities(["name,alias\n", "Ada,Countess\n", "Grace,Amazing\n"], "csv")
    assert (told.number, told.loss, ada) == (1, Loss.NOTHING, Entity("ada", "Ada"))
    assert told.reason == "the column `alias` is none of id, name, kind, description, aliases: left out"
    told, ada, _ = read_entities(['{"name": "Ada", "alias": "x"}', '{"name": "Grace", "alias": "y"}'], "jsonl")
    assert (told.number, ada) == (1, Entity("ada", "Ada"))
    assert told.reason == "`alias` is none of id, name, kind, description, aliases, links: left out"


def test_aliases_of_wikidata_that_are_none_are_left_out():
    node = {**WIKIDATA, "aliases": {"en": 5, "de": None, "fr": [{"value": "Ada Byron"}]}}
    (entity,) = read_entities([json.dumps(node)], "wikidata")
    assert "Ada Byron" in entity.aliases
