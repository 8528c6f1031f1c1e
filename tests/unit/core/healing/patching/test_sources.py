"""The text of Python source, and literals in it."""

import ast

import pytest

from scrapy_bt.core.healing.patching.pieces import UneditableError, put
from scrapy_bt.core.healing.patching.sources import SourceText, module_of, quoted


def test_quotes_are_kept_where_they_can_be():
    assert quoted("a") == '"a"'
    assert quoted('a[b="c"]') == "'a[b=\"c\"]'"
    assert quoted("a'\"\\", "'") == "'a\\'\"\\\\'"


def test_places_count_characters_and_not_bytes():
    source = "é = 'ü'; x = 'a'\n"
    text, module = SourceText(source), ast.parse(source)
    assert put(source, text.declared(module, "a", "it's")) == "é = 'ü'; x = \"it's\"\n"
    assert text.declared(module, "b", "c") == []
    with pytest.raises(UneditableError, match="at 2 places"):
        SourceText("a = 'x'; b = 'x'").declared(ast.parse("a = 'x'; b = 'x'"), "x", "y")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_comments_between_the_pieces_of_a_literal_stay(end):
    source = end.join(["f(", "    'h1'  # the heading", "    '.a#b'  # its name", "    '::text',  # its text", ")", ""])
    text, module = SourceText(source), ast.parse(source)
    changed = put(source, text.declared(module, "h1.a#b::text", "h2"))
    lines = ["f(", "    'h2'  # the heading", "      # its name", "    ,  # its text", ")", ""]
    assert changed == end.join(lines)
    assert ast.dump(ast.parse(changed)) == ast.dump(ast.parse("f('h2')"))


@pytest.mark.parametrize("source", ["a = " + "-" * 200_000 + "1", "a = b" + ".c" * 20_000, "a = '\0'", "a = ("])
def test_what_is_no_python_or_nested_too_deeply_is_told(source):
    with pytest.raises(UneditableError, match=r"the file is no Python that can be read: [^ ]"):
        module_of(source)
