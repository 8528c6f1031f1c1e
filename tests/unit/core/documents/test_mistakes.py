import pytest

from scrapy_bt.core.documents.mistakes import MISTAKES
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml

EXAMPLES = [
    ("rule: 'a\nauthor: b\n", 1, 7, "the quote that begins here is never closed", "close it"),
    ("rule: r\nhosts: [a,\n", 2, 8, "the bracket that begins here is never closed", "close it, or quote the text"),
    ("hosts: [a\nrule: b\n", 2, 5, "in brackets, `,` or `]` comes after each item, and here is neither", "close the"),
    (
        "site: {name: a b: c}\n",
        1,
        17,
        "in brackets, `,` or `}` comes after each item, and here is neither",
        "close the",
    ),
    ("rule: r\n\tauthor: b\n", 2, 1, "here is a tab, and YAML is indented with spaces", "write spaces"),
    ("rule: @a\n", 1, 7, "a text cannot begin with `@` unless it is quoted", "put it into quotes: '@…'"),
    ("rule: `a`\n", 1, 7, "a text cannot begin with ``` unless it is quoted", "put it into quotes"),
    ("rule: * a\n", 1, 8, "a text cannot begin with `*` or `&` unless it is quoted", "put it into quotes: '*…'"),
    (
        'rule: "\\d+"\n',
        1,
        9,
        r"in double quotes, `\d` means nothing",
        r"into single quotes, where \ stands for itself: '\d'",
    ),
    ('rule: "\\xq"\n', 1, 10, "in double quotes, this escape is not complete", "put patterns into single quotes"),
    ("rule: a: b\n", 1, 8, "here is a second `: ` on one line, or a line that is indented too deep", "quote a text"),
    ("rule: r\nauthor\nhosts: []\n", 2, 1, "this is no `key: value`", "write `: ` behind the key"),
    ("rule: r\n- a\n", 2, 1, "this list stands where a field should", "indent it deeper than its key"),
    ("rule: 'a' b\n", 1, 11, "this is not indented as what it belongs to", "behind a quote, nothing but a comment"),
    ("rule: - a\n", 1, 7, "a list cannot begin here", "begin it on a new line"),
    ("%YAML 3.0\n---\nrule: r\n", 1, 1, "this is no YAML: found incompatible YAML document", "indent by two spaces"),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "advice"), EXAMPLES)
def test_a_mistake_is_told_in_plain_words(text, line, column, message, advice):
    report = ShapeReport(text, "f", noun="rule")
    compose_yaml(report)
    (fault,) = report.in_order()
    assert fault.code == "bad-yaml"
    assert (fault.place.line, fault.place.column) == (line, column)
    assert fault.message.startswith(message)
    assert advice in fault.advice


def test_every_mistake_has_an_example():
    told = " ".join(message for _, _, _, message, _ in EXAMPLES)
    assert [mistake.message for mistake in MISTAKES if mistake.message.split("{}")[0] not in told] == []
