import pytest

from scrapy_bt.core.documents.fields import mappings, number_of, scalars, text_of
from scrapy_bt.core.documents.names import NAME
from scrapy_bt.core.documents.report import ShapeReport
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
from scrapy_bt.core.documents.structure import check_structure
from scrapy_bt.core.documents.toml import compose_toml
from scrapy_bt.core.documents.yaml import compose_yaml

PAGE = RecordShape("page", (FieldShape("page", Whole(1, 9), "", is_needed=True), FieldShape("of", TextShape(), "")))
PLATE = RecordShape("plate", (FieldShape("plate", TextShape(), "", is_needed=True), FieldShape("by", TextShape(), "")))
MAP = RecordShape("map", (FieldShape("map", TextShape(), "", is_needed=True),))
BOOK = RecordShape(
    "book",
    (
        FieldShape("title", TextShape(NAME), "", is_needed=True),
        FieldShape("pages", Many(PAGE), "", is_needed=True),
        FieldShape("kind", TextShape(choices=("novel", "poems")), ""),
        FieldShape("size", TextShape(TextForm(from_number="{} cm")), ""),
        FieldShape("notes", Many(TextShape()), ""),
        FieldShape("parts", Many(Either("part", (PAGE, PLATE, MAP))), ""),
        FieldShape("is_new", BooleanShape(), ""),
        FieldShape("authors", NamesOrFlag("nobody", "says who wrote it", "write a name"), ""),
        FieldShape("counts", TableShape(), ""),
    ),
)
GOOD = "title: a\npages: [{page: 1}]\n"


def told(text, sign=":"):
    report = ShapeReport(text, "f", noun="book", sign=sign)
    root = compose_yaml(report) if sign == ":" else compose_toml(report)
    check_structure(root, report, BOOK)
    return [(fault.code, fault.place.line, fault.place.column, fault.advice) for fault in report.in_order()]


@pytest.mark.parametrize(
    "more", ["", "kind: novel", "size: '3 cm'", "notes: [x]", "parts: [{page: 2}, {plate: b}]", "authors: [x, y]"]
)
def test_of_what_has_its_shape_nothing_is_told(more):
    assert told(GOOD + more) == []


@pytest.mark.parametrize(
    ("more", "code", "advice"),
    [
        ("tilte: b", "unknown-field", "`title` is there too: put both into one, or take one away"),
        ("kind: novels", "wrong-value", "did you mean `novel`?"),
        ("size: 3", "wrong-type", "quote it: '3 cm'"),
        ("size:", "wrong-type", "leave it out, or write ''"),
        ("notes: x", "wrong-type", "write each of its items on a line of its own, after `- `"),
        ("parts: [{page: 1, plate: b}]", "wrong-type", "make two of it, one after the other"),
        ("parts: [x]", "wrong-type", "write `page: …`"),
        ("is_new: yes", "wrong-type", "write is_new: true"),
        ("authors: []", "nobody", "write a name"),
        ("authors: [a b]", "bad-name", "for example `a_b`"),
        ("counts: [1]", "wrong-type", "for example `page: '1'`"),
        ("counts: {a: [1]}", "wrong-type", "write one in quotes"),
        ("parts: [{page: 10}]", "out-of-range", "write a number in between"),
        ("parts: [{page: x}]", "wrong-type", "write a number from 1 to 9"),
    ],
)
def test_what_has_not_is_told_where_it_stands(more, code, advice):
    ((found, line, _, found_advice),) = told(GOOD + more)
    assert (found, line, found_advice) == (code, 3, advice)


def test_what_is_missing_is_told():
    assert told("kind: novel") == [
        ("missing-field", 1, 1, "add `title: …`"),
        ("missing-field", 1, 1, "add `pages:` and a list below it"),
    ]


def test_advice_is_in_the_language_of_the_file():
    assert told('title = "a"', "=") == [("missing-field", 1, 1, "add a table `[[pages]]`")]
    advices = [advice for *_, advice in told('title = "a"\nnotes = 1\nis_new = 1\n[[pages]]\npage = 1\n', "=")]
    assert advices == ["write `notes = [ … ]`", "write is_new = true"]


def test_a_record_gives_its_fields():
    title, size = (
        FieldShape("title", TextShape(), "What it is called.", is_needed=True),
        FieldShape("size", Whole(0, 9), "How big."),
    )
    record = RecordShape("book", (title, size))
    assert record.names == ("title", "size")
    assert record.field("size") is size
    assert record.field("sise") is None


ROOT = compose_yaml(
    ShapeReport("title: a\nsize: 3\nempty:\nlist: [b, 5, ~, {c: d}, [e]]\nflag: true\n", "f", noun="file")
)


def test_what_has_its_type_is_given():
    assert text_of(ROOT, "title") == "a"
    assert text_of(ROOT, "size") == "3"
    assert number_of(ROOT, "size") == 3
    assert [node.text for node in scalars(ROOT, "list")] == ["b", "5"]
    assert [text_of(node, "c") for node in mappings(ROOT, "list")] == ["d"]


def test_what_is_not_there_or_has_another_type_is_passed_over():
    assert text_of(ROOT, "empty") == text_of(ROOT, "list") == text_of(ROOT, "none") == ""
    assert text_of(ROOT, "empty", "usual") == "usual"
    assert number_of(ROOT, "title", 7) == number_of(ROOT, "flag", 7) == number_of(ROOT, "none", 7) == 7
    assert [*scalars(ROOT, "title"), *mappings(ROOT, "title"), *mappings(ROOT, "none")] == []


def test_a_record_of_one_field_is_offered_beside_those_of_more() -> None:
    report = ShapeReport(GOOD + "parts: [x]", "f", noun="book")
    check_structure(compose_yaml(report), report, BOOK)
    (fault,) = report.in_order()
    assert str(fault.message) == "a part has either `page` with `of` or `plate` with `by` or `map`"
