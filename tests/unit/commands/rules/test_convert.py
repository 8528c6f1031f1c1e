import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.commands.rules import RULES
from scrapy_bt.core.language.parser import parse
from scrapy_bt.crawl.project.trees import load_program
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
    with pytest.raises(SystemExit):
        run("rules/s.yaml")
    assert "there is no rule file rules/s.yaml" in capsys.readouterr().err
    assert run("rules/r.yaml", "-o", "nowhere/r.bt") == 2
    assert "nowhere/r.bt cannot be written" in capsys.readouterr().err


def test_a_file_that_is_there_is_written_over_only_by_force(folder, capsys):
    (folder / "r.bt").write_text("mine")
    assert run("rules/r.yaml", "-o", "r.bt") == 2
    assert "r.bt is there already" in capsys.readouterr().err
    assert run("rules/r.yaml", "-o", "rules/r.yaml", "--force") == 2
    assert "rules/r.yaml is the rule itself" in capsys.readouterr().err
    assert (folder / "rules/r.yaml").read_text() == RULE
    assert run("rules/r.yaml", "-o", "r.bt", "--force") == 0
    assert (folder / "r.bt").read_text().startswith("# Made from")


def test_in_a_project_a_rule_is_named_and_a_tree_of_its_name_is_warned_of(folder, monkeypatch, capsys):
    (folder / "scrapy.cfg").write_text("[settings]\n")
    (folder / "trees").mkdir()
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "scrapy.settings.default_settings")
    assert run("r", "-o", "trees/other.bt") == 0
    assert capsys.readouterr() == ("", "")
    assert run("r", "-o", "trees/r.bt") == 0
    assert "careful: trees/r.bt and rules/r.yaml are both the spider 'r'" in capsys.readouterr().err
    assert RULES.run("check", [], Settings(DEFAULTS)) == 1
    assert "several spiders are named 'r': trees/r.bt, rules/r.yaml" in capsys.readouterr().out
    assert BT.run("check", [], Settings(DEFAULTS)) == 1
    assert capsys.readouterr().out.endswith("1 fault in 1 of 2 files\n")
    with pytest.raises(SystemExit):
        run("q")
    assert "there is no rule file q and no such rule in rules/" in capsys.readouterr().err
