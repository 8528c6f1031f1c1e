"""What of an entity is not taken, and why."""

import json

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.entitychecks import Loss, Unread
from scrapy_bt.core.preference.imports import read_entities


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"id": "x" * 201}, "the id of 'Ada' has 201 characters, and may have 200"),
        ({"kind": "x" * 101}, "the kind of 'Ada' has 101 characters, and may have 100"),
        ({"aliases": ["x" * 1001]}, "the alias of 'Ada' has 1001 characters, and may have 1000"),
        ({"links": [["born in", "x" * 201]]}, "the link of 'Ada' has 201 characters, and may have 200"),
        ({"links": [["x" * 101, "london"]]}, "a relation of 'Ada' has 101 characters, and may have 100"),
        ({"aliases": ["A\0da"]}, "it holds a NUL character, which no database keeps"),
    ],
)
def test_what_a_knowledge_base_cannot_keep_is_told_with_its_line_and_the_others_are_read(given, reason):
    lines = [json.dumps({"name": "Ada", **given}), json.dumps({"name": "Grace"})]
    assert list(read_entities(lines, "jsonl")) == [Unread(1, reason), Entity("grace", "Grace")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"name": "Ada", "id": 0}', Entity("0", "Ada")),
        ('{"name": "Ada", "id": 7, "kind": null, "aliases": null, "links": null}', Entity("7", "Ada")),
        ('{"name": "Ada", "id": true}', "its `id` is no text"),
        ('{"name": "Ada", "kind": false}', "its `kind` is no text"),
        ('{"name": "Ada", "description": []}', "its `description` is no text"),
        ('{"name": "Ada", "aliases": ""}', "its `aliases` are no list of texts"),
        ('{"name": "Ada", "links": {}}', "its `links` are no list of pairs, [relation, id]"),
        ('{"name": " "}', "it has no name"),
        ('{"name": "\\ud800"}', "no JSON: it holds half a character, \\ud800"),
        ('{"name": "A\0"}', "it is not in UTF-8: save the file in UTF-8"),
    ],
)
def test_values_of_the_wrong_type_are_told(line, expected):
    [found] = read_entities([line], "jsonl")
    assert found == (Unread(1, expected) if isinstance(expected, str) else expected)


@pytest.mark.parametrize(
    ("name", "markup"),
    [("<b>Ada</b>", "</b>"), ("Ada<br>Byron", "<br>"), ('<img src="x"/> Ada', '<img src="x"/>'), ("AT&amp;T", "&amp;")],
)
def test_a_name_with_markup_is_told_since_no_text_has_it(name, markup):
    reason = f"`{name}` has markup in it, {markup}"
    lines = [json.dumps({"name": name, "aliases": ["Ada Byron"]}), json.dumps({"name": "Ada", "aliases": [name]})]
    assert list(read_entities(lines, "jsonl")) == [
        Unread(1, reason),
        Unread(2, f"{reason}: left out", Loss.NAME),
        Entity("ada", "Ada"),
    ]


@pytest.mark.parametrize("name", ["std::vector<T>", "AT&T", "a < b > c", "R&D; more", "C++", "x</y"])
def test_names_may_have_signs_that_look_like_markup(name):
    assert list(read_entities([json.dumps({"name": name})], "jsonl")) == [Entity(name.lower(), name)]


def test_who_has_no_name_that_can_be_told_from_words_is_not_taken():
    everywhere = "`C` would be found on nearly every page"
    lines = ["name,aliases\n", "C,\n", "C,the\n", "C,C programming language|the\n"]
    assert list(read_entities(lines, "csv")) == [
        Unread(2, everywhere),
        Unread(3, everywhere),
        Unread(4, f"{everywhere}: left out", Loss.NAME),
        Unread(4, "`the` would be found on nearly every page: left out", Loss.NAME),
        Entity("c", "C", aliases=("C programming language",)),
    ]
