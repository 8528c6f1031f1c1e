import argparse
from pathlib import Path

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands.rules.files import add_files, find_files


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
