from scrapy_bt.core.documents.plain import is_same, node_of, plain_of
from scrapy_bt.core.documents.report import Report
from scrapy_bt.core.documents.yaml import compose_yaml


def test_what_a_file_says_comes_as_plain_values():
    root = compose_yaml(Report("a: 1\nb: [x, '1', true]\nc:\n", "f", noun="rule"))
    assert plain_of(root) == {"a": 1, "b": ["x", "1", True], "c": None}


def test_a_value_made_a_node_says_the_same():
    value = {"a": [1, "1", None, {"b": False}], "c": ""}
    assert is_same(plain_of(node_of(value)), value)


def test_a_number_is_not_the_text_of_it_and_order_does_not_matter():
    assert not is_same({"a": 1}, {"a": "1"})
    assert not is_same(1, True)
    assert is_same({"a": 1, "b": 2}, {"b": 2, "a": 1})
