from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.project.rulefiles import double_spiders, load_rule, rule_files, rules_folder
from scrapy_bt.errors import RuleError
from tests.rulefiles import NEWS


def test_the_folder_stands_beside_the_projects_configuration(tmp_path, monkeypatch):
    (tmp_path / "scrapy.cfg").write_text("[settings]\n")
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    assert rules_folder(Settings()) == tmp_path / "rules"
    assert rules_folder(Settings({"BT_RULES": "other"})) == tmp_path / "other"
    assert rules_folder(Settings({"BT_RULES": str(tmp_path / "x")})) == tmp_path / "x"


def test_rule_files_are_found_at_any_depth(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("b/c.yml", "a.yaml", "x.bt", "y.yaml.txt"):
        (tmp_path / name).write_text("")
    (tmp_path / "folder.yaml").mkdir()
    assert rule_files(tmp_path) == [tmp_path / "a.yaml", tmp_path / "b" / "c.yml"]
    assert rule_files(tmp_path / "none") == []


def test_a_file_is_read_with_its_name_in_its_faults(tmp_path):
    path = tmp_path / "news.yaml"
    path.write_text(NEWS, encoding="utf-8")
    assert load_rule(path).name == "News"
    path.write_text("rule: 1\n")
    with pytest.raises(RuleError, match=r"news\.yaml:1:7: "):
        load_rule(path)
    with pytest.raises(RuleError, match="the file cannot be read"):
        load_rule(tmp_path / "none.yaml")


def test_files_that_would_be_one_spider_are_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = [Path(name) for name in ("trees/a.bt", "rules/a.yaml", "rules/b.yml", "rules/c.yaml", "rules/deep/c.yml")]
    assert [(fault.place.file, fault.message) for fault in double_spiders(files)] == [
        ("rules/a.yaml", "several spiders are named 'a': trees/a.bt, rules/a.yaml"),
        ("rules/deep/c.yml", "several spiders are named 'c': rules/c.yaml, rules/deep/c.yml"),
    ]
