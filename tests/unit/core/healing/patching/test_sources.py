"""The text of Python source, and literals in it."""

import ast

import pytest

from scrapy_bt.core.healing.patching.pieces import UneditableError, put
from scrapy_bt.core.healing.patching.sources import SourceText, quoted


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
