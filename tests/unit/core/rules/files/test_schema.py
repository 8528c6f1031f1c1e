import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.nodes import ListNode, Scalar
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.shape import Either, Many, RecordShape
from scrapy_bt.core.documents.structure import check_structure
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules import files
from scrapy_bt.core.rules.files.schema import rule_schema, schema_text
from scrapy_bt.core.rules.files.shape import RULE
from scrapy_bt.core.rules.files.writer import write_rule
from tests.rulefiles import NEWS, mutations, rules

PUBLISHED = Path(files.__file__).with_name("rule.schema.json")
VALIDATOR = jsonschema.Draft7Validator(rule_schema())


def data(node):
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, ListNode):
        return [data(item) for item in node.items]
    return {entry.key.text: data(entry.value) for entry in node}


def agrees(text):
    """Whether schema and reader say the same of a text that is YAML; none of others."""
    report = ShapeReport(text, "f", noun="rule")
    root = compose_yaml(report)
    if root is None or report:
        return None
    check_structure(root, report, RULE)
    return VALIDATOR.is_valid(data(root)) == (not report)


def test_what_is_published_is_made_anew_by_the_command_schema():
    assert PUBLISHED.read_text("utf-8") == schema_text()
    assert json.loads(schema_text()) == rule_schema()


def test_the_schema_is_one():
    jsonschema.Draft7Validator.check_schema(rule_schema())


def test_every_field_is_explained():
    def missing(kind):
        match kind:
            case RecordShape():
                for field in kind.fields:
                    if not field.meaning.endswith("."):
                        yield field.name
                    yield from missing(field.kind)
            case Many():
                yield from missing(kind.of)
            case Either():
                for record in kind.records:
                    yield from missing(record)

    assert list(missing(RULE)) == []
    assert rule_schema()["properties"]["rule"]["description"] == "Name of the rule."


def test_a_rule_is_valid():
    assert agrees(NEWS) is True
    assert VALIDATOR.is_valid(data(compose_yaml(ShapeReport(NEWS, "f", noun="rule"))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("author:", "authr:"), ("rule: News", "author2: x"), ("true", "yes"), ("'1,0'", "1"), ("'1,0'", "'1'")),
        *(("at: 0", "at: x"), ("at: 0", "at: 9999999999"), ("length: 200", "length: -1"), ("with:", "at:")),
        *(("link: article", "link: a b"), ("link: article", "link: []"), ("link: article", "link: [a, 1]")),
        *(
            ("type: file", "type: fil"),
            ("tag: article.title", "tag: article"),
            ("tag: title", "tag: 1"),
            ("merge: true", "merge:"),
        ),
        *(
            ("- news.test", "- 1"),
            ("name: The News", "name: 1"),
            ("layer: list", f"layer: {'a' * 101}"),
            ("layer: list", "layer: -a"),
        ),
    ],
)
def test_schema_and_reader_refuse_the_same(old, new):
    assert old in NEWS
    text = NEWS.replace(old, new)
    assert agrees(text) is True
    assert not VALIDATOR.is_valid(data(compose_yaml(ShapeReport(text, "f", noun="rule"))))


@given(mutations() | rules().map(write_rule))
def test_schema_and_reader_agree_on_any_file(text):
    assert agrees(text) is not False


@given(st.text(max_size=4))
def test_schema_and_reader_agree_on_names(name):
    assert agrees(f"rule: r\nlayers: [{{layer: {json.dumps(name)}}}]\n") is not False
