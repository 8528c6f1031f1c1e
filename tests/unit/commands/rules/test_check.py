import argparse
import json
from importlib import import_module
from pathlib import Path

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.commands.rules import RULES, SUBCOMMANDS
from scrapy_bt.commands.shared.rule_files import add_files, find_files
from tests.rulefiles import NEWS


def bt_rules(*words):
    return BT.run("rules", list(words), Settings())


def test_alone_it_lists_the_subcommands(capsys):
    assert bt_rules() == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in SUBCOMMANDS)


def test_an_unknown_subcommand_is_said_with_the_nearest(capsys):
    assert bt_rules("chek", "a.yaml") == 2
    assert capsys.readouterr().err == "there is no 'scrapy bt rules chek'; did you mean 'scrapy bt rules check'?\n"
    assert bt_rules("xyz") == 2
    assert "there are: " in capsys.readouterr().err


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_subcommand_is_a_module_with_its_own_help(name, capsys):
    module = import_module(RULES.module_of(name))
    assert callable(module.run)
    with pytest.raises(SystemExit) as ended:
        bt_rules(name, "--help")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: scrapy bt rules {name}")


def test_a_wrong_command_line_ends_with_2(rules, capsys):
    with pytest.raises(SystemExit) as ended:
        rules("check")
    assert ended.value.code == 2
    assert "give files or folders, or go to the folder of a project" in capsys.readouterr().err


def test_a_rule_without_faults_is_praised(rules, capsys):
    assert rules("check", "news.yaml") == 0
    assert capsys.readouterr().out == "no faults in 1 file\n"


def test_every_fault_of_every_file_is_shown(folder, rules, capsys):
    (folder / "bad.yaml").write_text(NEWS.replace("author", "authr").replace("'<h1>'", "'('"), encoding="utf-8")
    (folder / "noise.yml").write_bytes(b"\xff")
    assert rules("check", ".") == 1
    shown = capsys.readouterr().out
    assert (
        "bad.yaml:2:1: a rule has no field `authr`\n    authr: A. Writer\n    ^^^^^\n    did you mean `author`?"
        in shown
    )
    assert "bad.yaml:33:" in shown
    assert shown.splitlines()[-1] == "3 faults in 2 of 3 files"


def test_for_editors_faults_are_json(folder, rules, capsys):
    (folder / "bad.yaml").write_text("rule: 1\nlayers: []\n")
    assert rules("check", "--json", "bad.yaml") == 1
    first, second = json.loads(capsys.readouterr().out)
    assert first == {
        "file": "bad.yaml",
        "line": 1,
        "column": 7,
        "endLine": 1,
        "endColumn": 8,
        "severity": "error",
        "code": "wrong-type",
        "message": "`rule` is a text, and this is the number 1",
        "advice": "quote it: '1'",
    }
    assert second["code"] == "empty-rule"
    assert rules("check", "--json", "news.yaml") == 0
    assert capsys.readouterr().out == "[]\n"


def test_tables_that_cannot_have_the_name_of_their_group_are_told(folder, rules, capsys):
    (folder / "diary.yaml").write_text(NEWS.replace("group: articles", "group: Tage-buch"), encoding="utf-8")
    note = "note: diary.yaml: the rows of group `Tage-buch` are the table `Tage_buch`\n"
    assert rules("check", "diary.yaml") == 0
    assert capsys.readouterr().out == f"{note}no faults in 1 file\n"
    assert rules("check", "--json", "diary.yaml") == 0
    assert capsys.readouterr() == ("[]\n", note)


def found(*arguments):
    parser = argparse.ArgumentParser()
    add_files(parser)
    files, faults = find_files(parser.parse_args(arguments), Settings())
    return files, [fault.code for fault in faults]


def test_files_and_folders_are_taken_each_once(folder):
    (folder / "deep").mkdir()
    (folder / "deep" / "a.yml").write_text("")
    assert found("news.yaml", ".", "none.yaml") == ([Path("news.yaml"), Path("deep/a.yml"), Path("none.yaml")], [])


def test_an_empty_folder_is_told(folder):
    (folder / "empty").mkdir()
    assert found("empty") == ([], ["no-files"])


def test_in_a_project_its_rules_are_taken(project):
    (project / "rules").mkdir()
    (project / "rules" / "a.yaml").write_text("")
    assert found() == ([Path("rules/a.yaml")], [])


def test_elsewhere_files_have_to_be_given(folder):
    with pytest.raises(UsageError, match="give files or folders"):
        found()


def test_a_project_without_rules_says_where_they_are_to_be(project):
    with pytest.raises(UsageError, match="the project has no folder rules/ yet; make one"):
        found()
