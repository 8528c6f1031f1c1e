import json

import jsonschema
import pytest

from scrapy_bt.core.documents.names import NAME
from scrapy_bt.core.documents.schema import published, schema
from scrapy_bt.core.documents.shape import (
    Either,
    Field,
    Flag,
    Form,
    Many,
    NamesOrFlag,
    RecordShape,
    Table,
    Whole,
    Words,
)

PAGE = RecordShape("page", (Field("page", Whole(1, 9), "Its number.", is_needed=True),))
PLATE = RecordShape(
    "plate", (Field("plate", Words(Form(pattern="[A-Z]", format="regex")), "Its letter.", is_needed=True),)
)
BOOK = RecordShape(
    "book",
    (
        Field("title", Words(NAME), "What it is called.", is_needed=True),
        Field("kind", Words(choices=("novel", "poems")), "What it is."),
        Field("parts", Many(Either("part", (PAGE, PLATE))), "What it has."),
        Field("is_new", Flag(), "Whether it is new."),
        Field("by", NamesOrFlag("nobody", "says who wrote it", "write a name"), "Who wrote it."),
        Field("words", Table(), "How often words are there."),
    ),
)
SCHEMA = schema(BOOK, title="Book", description="A book.")


@pytest.mark.parametrize(
    "data",
    [
        {"title": "a"},
        {"title": "a", "kind": "poems", "parts": [{"page": 1}, {"plate": "B"}], "is_new": True},
        {"title": "a", "by": ["x", "y"], "words": {"and": 3, "or": "many"}},
        {"title": "a", "by": True},
    ],
)
def test_what_has_the_shape_is_valid(data):
    jsonschema.Draft7Validator(SCHEMA).validate(data)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"title": "a b"},
        {"title": "a" * 101},
        {"title": "a", "sise": 1},
        {"title": "a", "kind": "play"},
        {"title": "a", "parts": [{"page": 10}]},
        {"title": "a", "parts": [{"plate": "bb"}]},
        {"title": "a", "is_new": "yes"},
        {"title": "a", "by": []},
        {"title": "a", "words": [1]},
    ],
)
def test_what_has_not_is_not(data):
    assert not jsonschema.Draft7Validator(SCHEMA).is_valid(data)


def test_it_is_published_as_a_file():
    text = published(SCHEMA)
    assert json.loads(text) == SCHEMA
    assert text.isascii()
    assert text.endswith("}\n")
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    assert (SCHEMA["title"], SCHEMA["properties"]["kind"]["description"]) == ("Book", "What it is.")
