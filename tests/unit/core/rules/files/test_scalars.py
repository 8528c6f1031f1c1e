import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.nodes import Scalar
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.shape import BooleanShape, TextShape, Whole
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.scalars import block_lines, text_written, written
from scrapy_bt.errors import Place


@pytest.mark.parametrize(
    "text", ["a", "https://a.test/<1,2,1,true>", "Headlines, texts (all)", "a:b", "a#b", "标题", "it's"]
)
def test_a_text_that_can_be_plain_is(text):
    assert text_written(text) == text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *(("", "''"), ("yes", "'yes'"), ("2026-01-31", "'2026-01-31'"), ("12", "'12'"), ("~", "'~'"), ("- a", "'- a'")),
        *(("a: b", "'a: b'"), ("a #b", "'a #b'"), ("a:", "'a:'"), (" a", "' a'"), ("...", "'...'"), ("<<", "'<<'")),
        *(
            ("it's: x", '"it\'s: x"'),
            ("'\\d'", "'''\\d'''"),
            ("\"'", "'\"'''"),
            ("a\nb", '"a\\nb"'),
            ("\u3000", '"\\u3000"'),
        ),
        *(("\x07", '"\\x07"'), ("\U000e0001", '"\\U000e0001"'), ("=", "'='")),
    ],
)
def test_others_are_quoted(text, wanted):
    assert text_written(text) == wanted


def test_a_pattern_is_quoted_always():
    assert text_written("<b>", is_plain=False) == "'<b>'"


@given(st.text(st.characters(exclude_categories=["Cs"])), st.booleans())
def test_any_text_is_read_as_it_was_by_readers_of_yaml_1_1_and_1_2(text, is_plain):
    line = text_written(text, is_plain=is_plain)
    assert "\n" not in line
    assert yaml.safe_load(f"a: {line}\n") == {"a": text}
    node = compose_yaml(ShapeReport(f"- {line}\n", "f", noun="rule")).items[0]
    assert node.value == text


def scalar(text):
    return Scalar(text, Place("f", 1, 1), 0, 0)


def test_numbers_and_flags_are_written_in_one_way():
    assert written(scalar("0x10"), Whole(0, 99)) == "16"
    assert written(scalar("TRUE"), BooleanShape()) == "true"
    assert written(scalar("FALSE"), BooleanShape()) == "false"


def test_what_is_of_another_type_stays():
    assert written(scalar("0x10"), TextShape()) == "0x10"
    assert written(scalar("TRUE"), None) == "TRUE"
    assert written(scalar("~"), TextShape()) == "~"


@pytest.mark.parametrize(
    ("text", "lines"),
    [("a\nb\n", ("|", ["a", "b"])), ("a\n\n  b", ("|-", ["a", "", "  b"]))],
)
def test_several_lines_make_a_block(text, lines):
    assert block_lines(text) == lines


@pytest.mark.parametrize("text", ["a", "a\n", " a\nb", "\na\nb", "a\nb\n\n", "a \nb", "a\n\tb", "a\r\nb"])
def test_others_make_none(text):
    assert block_lines(text) is None
