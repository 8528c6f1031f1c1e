import re
from importlib import resources

import pytest

from scrapy_bt.core.language.grammar import grammar
from scrapy_bt.core.tree.keywords import KEYWORDS
from scrapy_bt.core.tree.nodes import HOWS

TEXT = resources.files("scrapy_bt.core.language").joinpath("bt.lark").read_text("utf-8")


def test_the_grammar_has_one_parser() -> None:
    assert grammar() is grammar()


def test_the_words_that_are_no_names_are_the_words_of_the_grammar() -> None:
    terminals = re.findall(r"^[A-Z]+\s+: /([a-z]+)\\b/$", TEXT, re.MULTILINE)
    assert set(terminals) == set(KEYWORDS)
    (not_names,) = re.findall(r"^NAME\s+: /\(\?!\(\?:([a-z|]+)\)", TEXT, re.MULTILINE)
    assert not_names.split("|") == terminals


def test_the_words_of_sources_are_those_of_the_nodes() -> None:
    lists = re.findall(r"\(\?:(css\|[a-z|]+)\)", TEXT)
    assert len(lists) == 2
    assert all(words.split("|") == list(HOWS) for words in lists)


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_a_word_of_the_language_is_met_as_itself_and_only_whole(keyword: str) -> None:
    name = re.compile(re.search(r"^NAME\s+: /(.*?)/ NOT_HOW", TEXT, re.MULTILINE)[1] + r"[^\W\d]\w*")  # type: ignore[index]
    assert not name.match(keyword)
    assert name.match(f"{keyword}s")
    assert name.match(f"{keyword}_1")
