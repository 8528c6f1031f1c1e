import pytest

from scrapy_bt.core.documents.nodes import ListNode, Mapping, Scalar
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml


def composed(text):
    report = ShapeReport(text, "f", noun="rule")
    return compose_yaml(report), [(fault.place.line, fault.place.column, fault.code) for fault in report.in_order()]


def test_mappings_lists_and_scalars_stand_where_they_stand():
    root, faults = composed("a: x\nb:\n  - 'y'\n  - {c: 1}\n")
    assert faults == []
    assert isinstance(root, Mapping)
    assert [entry.key.text for entry in root] == ["a", "b"]
    listing = root.get("b")
    assert isinstance(listing, ListNode)
    first, second = listing.items
    assert isinstance(first, Scalar)
    assert (first.text, first.style, first.place.line, first.place.column, first.place.end_column) == (
        "y",
        "'",
        3,
        5,
        8,
    )
    assert (first.start, first.end) == (12, 15)
    assert isinstance(second, Mapping)
    assert second.place.line == 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: &x 1\n", (1, 4, "anchor")),
        ("a: 1\nb: *a\n", (2, 4, "alias")),
        ("a: !!python/object:os.system x\n", (1, 4, "yaml-tag")),
        ("a: !!str x\n", (1, 4, "yaml-tag")),
        ("a: ! x\n", (1, 4, "yaml-tag")),
        ("- !!map {a: b}\n", (1, 3, "yaml-tag")),
        ("a: 1\nb: 2\na: 3\n", (3, 1, "double-key")),
        ("[a]: b\n", (1, 1, "bad-key")),
        ("? " + "k" * 201 + "\n: b\n", (1, 3, "bad-key")),
        ("a: 1\n---\nb: 2\n", (2, 1, "several-documents")),
        ("a: 'x\nb: y\n", (1, 4, "bad-yaml")),
        ("a: 1\n\tb: 2\n", (2, 1, "bad-yaml")),
        ("a: b: c\n", (1, 5, "bad-yaml")),
        ("a: [1, 2\nb: 3\n", (2, 2, "bad-yaml")),
        ("a: x\0y\n", (1, 5, "bad-yaml")),
        ('a: "\\U99999999"\n', (1, 1, "bad-yaml")),
        ('a: "\\ud800"\n', (1, 4, "half-character")),
        ("[" * 30, (1, 21, "too-deep")),
        ("a" * 1_000_001, (1, 1, "too-long")),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_has_no_place_in_a_file_is_told(text, told):
    assert told in composed(text)[1]


def test_what_else_is_wrong_in_a_file_that_is_no_yaml_is_told_too():
    assert [code for _, _, code in composed("a: &x 1\nb: [\n")[1]] == ["anchor", "bad-yaml"]


def test_an_alias_is_not_followed():
    root, _ = composed("a: &a [x, x]\nb: [*a, *a]\n")
    assert [item.text for item in root.get("b").items] == ["", ""]


@pytest.mark.parametrize("text", ["", "# nothing\n", "\n"])
def test_an_empty_file_has_no_nodes(text):
    assert composed(text) == (None, [])
