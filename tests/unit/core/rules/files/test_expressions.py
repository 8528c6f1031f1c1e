import pytest

from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.patterns import place_in
from scrapy_bt.core.rules.files.reader import check_rule


def told(tag):
    text = f"rule: r\nlayers:\n- layer: a\n  entries: [https://a.test/]\n  tags:\n  - tag: t\n{tag}"
    faults = check_rule(text, file="f")
    return [(fault.code, fault.place.line, fault.place.column, fault.message) for fault in faults]


@pytest.mark.parametrize("field", ["start", "end", "rematch", "include", "exclude"])
def test_a_bad_pattern_is_told_where_its_mistake_stands(field):
    (found,) = told(f"    {field}: 'a['\n")
    assert found[:2] == ("bad-pattern", 7)
    assert found[2] == len(f"    {field}: 'a[")
    assert found[3] == f"`{field}` is no regular expression: unterminated character set (character 2)"


def test_a_pattern_that_is_too_large_is_told_with_what_makes_it_so():
    text = "rule: r\nlayers:\n- layer: a\n  entries: [https://a.test/]\n  tags:\n  - {tag: t, start: '%s'}\n"
    (fault,) = check_rule(text % "(?:(?:a{1000}){1000}){1000}", file="f")
    assert (fault.code, fault.place.line, fault.place.column) == ("bad-pattern", 6, 36)
    assert "with its repetitions written out it has 1,000,000,000 characters" in fault.message
    assert fault.advice.startswith("write smaller numbers")
    (fault,) = check_rule(text % ("(" * 3000), file="f")
    assert fault.advice.startswith("take parentheses away")
    (fault,) = check_rule(text % "a{99999999999999}", file="f")
    assert fault.advice.startswith("write smaller numbers")


@pytest.mark.parametrize(
    ("written", "column"),
    [
        ("'it''s ('", 19),
        ('"\\x41\\u0041\\n("', 25),
        ('"\\"("', 15),
        ("a(", 13),
        ("标(", 13),
        ("|\n      a(\n", 12),
        ("'a\n\n      b('", 12),
    ],
)
def test_the_place_in_a_pattern_counts_what_is_written(written, column):
    ((code, line, found, _),) = told(f"    start: {written}\n")
    assert (code, line, found) == ("bad-pattern", 7, column)


def test_a_place_behind_the_end_is_the_end():
    report = ShapeReport("'a''b'", "f", noun="rule")
    node = compose_yaml(report)
    assert place_in(node, 3, report).column == 6
    assert place_in(node, 99, report).column == 6
    assert place_in(node, None, report) == node.place
