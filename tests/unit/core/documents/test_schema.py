import json

import jsonschema
import pytest

from scrapy_bt.core.documents.names import NAME
from scrapy_bt.core.documents.schema import published, schema
from scrapy_bt.core.documents.shape import (
    BooleanShape,
    Either,
    FieldShape,
    Many,
    NamesOrFlag,
    RecordShape,
    TableShape,
    TextForm,
    TextShape,
    Whole,
)

PAGE = RecordShape("page", (FieldShape("page", Whole(1, 9), "Its number.", is_needed=True),))
PLATE = RecordShape(
    "plate", (FieldShape("plate", TextShape(TextForm(pattern="[A-Z]", format="regex")), "Its letter.", is_needed=True),)
)
BOOK = RecordShape(
    "book",
    (
        FieldShape("title", TextShape(NAME), "What it is called.", is_needed=True),
        FieldShape("kind", TextShape(choices=("novel", "poems")), "What it is."),
        FieldShape("parts", Many(Either("part", (PAGE, PLATE))), "What it has."),
        FieldShape("is_new", BooleanShape(), "Whether it is new."),
        FieldShape("by", NamesOrFlag("nobody", "says who wrote it", "write a name"), "Who wrote it."),
        FieldShape("words", TableShape(), "How often words are there."),
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
