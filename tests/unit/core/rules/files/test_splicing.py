import pytest

from scrapy_bt.core.documents.pieces import UneditableError, put
from scrapy_bt.core.documents.report import ShapeReport
from scrapy_bt.core.documents.yaml import compose_yaml
from scrapy_bt.core.rules.files.splicing import RuleSplicer

TEXT = """\
rule: r
hosts: [a, # one
        b]
site: { url: 'https://a.test/' }
layers:
  - layer: l
    tags:
      - tag: t  # the only one
        start: |
          x
"""


def _splicer():
    return RuleSplicer(TEXT, compose_yaml(ShapeReport(TEXT, "f", noun="rule")))


def test_a_list_within_brackets_with_a_comment_loses_nothing_silently():
    with pytest.raises(UneditableError, match="a comment stands within the brackets"):
        _splicer().deletion(("hosts", 0))


def test_the_only_item_goes_and_leaves_an_empty_list():
    assert put(TEXT, _splicer().deletion(("layers", 0, "tags", 0))).endswith("    tags: []\n")
    assert "site: {}\n" in put(TEXT, _splicer().deletion(("site", "url")))


def test_a_block_of_lines_becomes_a_text_on_one():
    changed = put(TEXT, _splicer().setting(("layers", 0, "tags", 0, "start"), "y"))
    assert changed.endswith("        start: 'y'\n")


def test_what_is_within_brackets_stays_within_them():
    assert "{ url: 'https://a.test/', name: 'A' }" in put(TEXT, _splicer().setting(("site", "name"), "A"))
    assert "hosts:\n  - c\nsite" in put(TEXT, _splicer().setting(("hosts",), ["c"])), "a new list is a list of lines"


def test_an_item_is_told_as_it_is_written_without_its_indentation():
    assert _splicer().lines_of(("layers", 0, "tags", 0)) == ["- tag: t  # the only one", "  start: |", "    x"]
    assert _splicer().lines_of(("hosts", 0)) is None
