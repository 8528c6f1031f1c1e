import pytest

from scrapy_bt.core.documents.report import Report
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.expressions import place_in
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
    report = Report("'a''b'", "f", noun="rule")
    node = compose_yaml(report)
    assert place_in(node, 3, report).column == 6
    assert place_in(node, 99, report).column == 6
    assert place_in(node, None, report) == node.place


def treated(*treatments):
    return "".join(("    treatments:\n", *(f"    - {{{treatment}}}\n" for treatment in treatments)))


@pytest.mark.parametrize(
    ("treatment", "code", "column"),
    [
        ("replace: '(', with: a", "bad-pattern", 18),
        ("replace: '', with: a", "bad-pattern", 17),
        ("replace: '(a)', with: 'x\\2'", "bad-replacement", 32),
        ("replace: '(?P<n>a)', with: '\\g<m>'", "bad-replacement", 36),
        ("replace: a, with: '\\q'", "bad-replacement", 27),
    ],
)
def test_a_bad_replacement_is_told(treatment, code, column):
    ((found, line, where, _),) = told(treated(treatment))
    assert (found, line, where) == (code, 8, column)


@pytest.mark.parametrize("treatment", ["replace: '(a)', with: '\\1\\n\\\\'", "replace: a", "insert: a, at: 99"])
def test_a_treatment_that_may_fit_is_not_told(treatment):
    assert told(treated(treatment)) == []


@pytest.mark.parametrize(
    ("rematch", "width"),
    [
        *(
            (r"\d{4}", 4),
            ("a|bcd", 3),
            ("x(ab?)", 2),
            ("(?:ab){2,3}", 6),
            ("(?=abc)a", 1),
            ("^a$", 1),
            ("(a)?(?(1)bc|d)", 1),
        ),
        *(("", None), ("a*", None), (r"\w+", None), (r"(a)\1", 1), (r"(?:(?P<x>a)|b)", 1), (r"a(?>bc)", 3)),
    ],
)
def test_a_position_beyond_all_that_a_tag_can_take_is_told(rematch, width):
    def at(position):
        return [code for code, *_ in told(f"    rematch: '{rematch}'\n" + treated(f"insert: x, at: {position}"))]

    if width is None:
        assert at(999) == []
    else:
        assert at(width) == at(-width - 1) == []
        assert at(width + 1) == at(-width - 2) == ["out-of-range"]


def test_what_is_inserted_makes_room_and_what_is_replaced_ends_all_knowledge():
    rematch = "    rematch: 'ab'\n"
    assert [
        line for _, line, *_ in told(rematch + treated("insert: xyz, at: 0", "insert: x, at: 5", "insert: x, at: 7"))
    ] == [11]
    assert told(rematch + treated("replace: a, with: xxx", "insert: x, at: 7")) == []
