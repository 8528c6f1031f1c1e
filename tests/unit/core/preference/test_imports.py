"""Entities from files of four kinds; what is none is told with its line."""

import pytest

from scrapy_bt.core.preference.entitychecks import Loss
from scrapy_bt.core.preference.imports import format_of, read_entities


@pytest.mark.parametrize(
    ("file", "beginning", "expected"),
    [
        ("a.csv", "name", "csv"),
        ("a.jsonld", "{", "jsonld"),
        ("a.jl", '{"id": "Q1", "labels": {', "wikidata"),
        ("a.json", '[\n{"id": "Q1", "labels": {', "wikidata"),
        ("a.json", '[\n{"@id": "x", "name": "y"}]', "jsonld"),
        ("a.jl", '{"name": "x"}', "jsonl"),
        ("a.jl", '{\n "name": "x"\n}\n', "jsonld"),
        ("a.jl", '[\n  {\n "name": "x"\n', "jsonld"),
    ],
)
def test_formats(file, beginning, expected):
    assert format_of(file, beginning) == expected


def test_an_id_that_comes_again_is_told():
    lines = ["name,kind\n", "Ada,person\n", "Ada,language\n"]
    first, told, second = read_entities(lines, "csv")
    assert (first.kind, second.kind, told.loss) == ("person", "language", Loss.EARLIER)
    assert told.number == 3
    assert told.reason == "its id 'ada' came already, at 2, and that one is replaced: give each an `id` of its own"
