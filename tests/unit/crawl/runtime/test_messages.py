import pytest

from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.runtime.messages import read_arguments
from scrapy_bt.errors import ArgumentsError


@pytest.mark.parametrize(
    ("header", "text", "common", "expected"),
    [
        ("(a)", "x", {}, {"a": "x"}),
        ("(a)", "[1]", {}, {"a": "[1]"}),
        ('(a, b = "")', "x", {}, {"a": "x"}),
        ('(a = "", b = "")', "x", {"a": 1}, {"b": "x"}),
        ("(a, b)", "x", {"b": 1}, {"a": "x"}),
        ("(a, b)", ' {"a": 1, "b": [2]}', {}, {"a": 1, "b": [2]}),
    ],
)
def test_what_a_message_gives(header, text, common, expected) -> None:
    program = build_program(f'main :: and {header} {{ :page }}\npage :: visit "data:,"\n', file="t.bt", name="t")
    assert read_arguments(program, text, common) == expected


@pytest.mark.parametrize("header", ["", "(a, b)", '(a = "", b = "")'])
def test_one_value_is_not_enough_for_any_tree(header) -> None:
    program = build_program(f'main :: and {header} {{ :page }}\npage :: visit "data:,"\n', file="t.bt", name="t")
    with pytest.raises(ArgumentsError, match="t takes more than one value, or none"):
        read_arguments(program, "x", {})
