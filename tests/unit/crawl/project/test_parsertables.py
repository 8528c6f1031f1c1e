"""The parser's tables are kept once for an installation."""

import sys
from functools import cache

import pytest
from lark.parsers.lalr_analysis import LALR_Analyzer

from scrapy_bt.core.language import grammar, parser
from scrapy_bt.crawl.project.parsertables import keep_tables
from scrapy_bt.crawl.project.trees import load_program

TEXT = 'main :: and { :page  :record }\npage :: visit "http://a.test/"\nrecord :: item { url = page.url }\n'


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(grammar, "TABLES", tmp_path / "__pycache__" / "bt")
    return grammar.TABLES


def test_what_was_kept_reads_as_what_was_made(kept, monkeypatch):
    kept.parent.mkdir()
    keep_tables()
    assert [path.name for path in kept.parent.iterdir()] == ["bt"]
    before, written = parser.parse(TEXT), kept.stat().st_mtime_ns
    loaded = grammar.make_grammar(kept)
    monkeypatch.setattr(parser, "grammar", lambda: loaded)
    assert parser.parse(TEXT) == before
    keep_tables()
    assert kept.stat().st_mtime_ns == written


def test_the_first_process_of_an_installation_makes_them_once(kept, monkeypatch, tmp_path):
    kept.parent.mkdir()
    (tmp_path / "shop.bt").write_text(TEXT)
    made, compute = [], LALR_Analyzer.compute_lalr
    monkeypatch.setattr(LALR_Analyzer, "compute_lalr", lambda self: made.append(self) or compute(self))
    monkeypatch.setattr(parser, "grammar", cache(grammar.grammar.__wrapped__))
    assert load_program(tmp_path / "shop.bt").name == "shop"
    assert (len(made), kept.is_file()) == (1, True)


def test_where_nothing_can_be_kept_nothing_is(kept, monkeypatch):
    keep_tables()
    assert not kept.parent.exists()
    kept.parent.mkdir()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep_tables()
    assert not kept.exists()


def test_what_is_damaged_is_made_anew(kept):
    kept.parent.mkdir()
    kept.write_bytes(b"half a file")
    grammar.make_grammar(kept)
    assert kept.stat().st_size > 1000
