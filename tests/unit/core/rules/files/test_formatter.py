import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.nodes import ListNode, Scalar
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.formatter import format_rule
from scrapy_bt.errors import RuleError
from tests.rulefiles import NEWS, mutations


def data(text):
    """What a text says, without its places."""

    def of(node):
        if isinstance(node, Scalar):
            return node.value
        if isinstance(node, ListNode):
            return [of(item) for item in node.items]
        return {entry.key.text: of(entry.value) for entry in node}

    root = compose_yaml(ShapeReport(text, "f", noun="rule"))
    return None if root is None else of(root)


def formatted(text):
    return format_rule(text, file="f")


def test_the_canonical_layout_stays():
    assert formatted(NEWS) == NEWS


def test_fields_are_put_in_order_and_what_is_unknown_stays_at_the_end():
    text = 'foo: [a, {b: c}]\nlayers: [{tags: [{end: </b>, tag: t, x: 1}], layer: l}]\nrule: "news"\n'
    assert formatted(text) == (
        "rule: news\n\nlayers:\n  - layer: l\n    tags:\n      - tag: t\n        end: '</b>'\n        x: 1\n"
        "foo:\n  - a\n  - b: c\n"
    )


COMMENTED = """\
# yaml-language-server: $schema=rule.schema.json
# about the file

# about the author
author: me # who
# about the name
rule: news
layers: # of pages
  # the first
  - entries:
      - https://a.test/
      # - https://b.test/
    # its name
    layer: list
    tags:
      - tag: a # one
        start: a
      # - tag: b
      #   start: b
    # behind the tags
  # behind the layers
# the end
"""


def test_comments_stay_with_what_they_are_about():
    assert (
        formatted(COMMENTED)
        == """\
# yaml-language-server: $schema=rule.schema.json
# about the file

# about the name
rule: news
# about the author
author: me # who

layers: # of pages
  # the first
  # its name
  - layer: list
    entries:
      - https://a.test/
      # - https://b.test/
    tags:
      - tag: a # one
        start: 'a'
      # - tag: b
      #   start: b
    # behind the tags
  # behind the layers
# the end
"""
    )


@pytest.mark.parametrize(
    "text",
    [
        COMMENTED,
        "# only\n",
        "rule: a\n# b\n",
        "description: |- # c\n  a\n  b\n# d\n",
        "author: a\n  # b\nrule: c\nlayers: []\n",
    ],
)
def test_a_second_time_changes_nothing(text):
    once = formatted(text)
    assert formatted(once) == once


def test_line_ends_and_the_byte_order_mark_stay():
    assert formatted("\ufeffrule:   a\r\nauthor:  b\r\n") == "\ufeffrule: a\r\nauthor: b\r\n"


@pytest.mark.parametrize("text", ["", "# nothing\n", "\n\n"])
def test_a_file_without_anything_stays(text):
    assert formatted(text) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: [", "bad-yaml"),
        ("- a", "wrong-type"),
        ("a: &x b", "anchor"),
        ("a: 1\na: 2", "double-key"),
        ("x", "wrong-type"),
    ],
)
def test_what_is_no_rule_at_all_is_told(text, code):
    with pytest.raises(RuleError) as raised:
        formatted(text)
    assert code in [fault.code for fault in raised.value.faults]


@given(mutations() | mutations(COMMENTED) | st.text("ab: -#'\"\n|>[]{},", max_size=30).map("rule: ".__add__))
def test_the_meaning_and_the_comments_stay_and_a_second_time_changes_nothing(text):
    try:
        once = formatted(text)
    except RuleError:
        return  # what is no rule is told, as the test above says; how many are none depends on what else is loaded
    assert data(once) == data(text)
    assert once.count("#") == text.replace("\r\n", "\n").count("#") or "#" in str(data(text)) or "%" in text
    assert formatted(once) == once
