import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.rules import RULES
from scrapy_bt.core.language.parser import parse
from scrapy_bt.crawl.trees import load_program
from scrapy_bt.settings import DEFAULTS

RULE = """
rule: r
layers:
- layer: list
  entries: ['https://a.test/']
  tags: [{tag: name, start: '<b>', end: '</b>'}]
groups:
- group: names
  columns: [{name: name, tag: list.name}]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/r.yaml").write_text(RULE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments):
    return RULES.run("convert", list(arguments), Settings(DEFAULTS))


def test_the_tree_is_printed_with_the_rule_named_from_here(folder, capsys):
    assert run("rules/r.yaml") == 0
    text = capsys.readouterr().out
    assert text.startswith("# Made from rules/r.yaml by")
    parse(text, file="r.bt")


def test_or_written_with_the_rule_named_from_there(folder, capsys):
    (folder / "trees/deep").mkdir(parents=True)
    assert run("rules/r.yaml", "-o", "trees/deep/r.bt") == 0
    assert not capsys.readouterr().out
    assert set(load_program(folder / "trees/deep/r.bt").rules) == {"../../rules/r.yaml"}


def test_what_cannot_be_read_or_written_is_told(folder, capsys):
    assert run("rules/s.yaml") == 2
    assert "cannot be read" in capsys.readouterr().err
    assert run("rules/r.yaml", "-o", "nowhere/r.bt") == 2
    assert "nowhere/r.bt cannot be written" in capsys.readouterr().err
