import argparse
import json
import sys
from pathlib import Path

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands.shared.files import add_files, find_files, require_file, show
from scrapy_bt.errors import Fault, Place, RuleError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    for name in ("a.bt", "trees/b.bt", "trees/deep/c.bt", "trees/d.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return tmp_path


def found(*arguments):
    parser = argparse.ArgumentParser()
    add_files(parser)
    files, faults = find_files(parser.parse_args(arguments), Settings())
    return [path.as_posix() for path in files], [fault.code for fault in faults]


def test_files_stay_as_given_and_folders_are_searched_through(folder):
    assert found("a.bt", "trees", "trees/d.txt") == (["a.bt", "trees/b.bt", "trees/deep/c.bt", "trees/d.txt"], [])


def test_a_file_given_twice_is_one_file(folder):
    assert found("trees/b.bt", "trees") == (["trees/b.bt", "trees/deep/c.bt"], [])


def test_a_folder_without_trees_is_a_fault(folder):
    (folder / "empty").mkdir()
    assert found("empty") == ([], ["no-files"])


def test_a_missing_file_is_found_missing_later(folder):
    assert found("nowhere.bt") == (["nowhere.bt"], [])


def test_without_arguments_a_project_gives_its_trees(folder, monkeypatch):
    (folder / "scrapy.cfg").write_text("")
    assert found() == (["trees/b.bt", "trees/deep/c.bt"], [])
    monkeypatch.chdir(folder / "trees" / "deep")
    assert [path.endswith("trees/b.bt") for path in found()[0]] == [True, False]


def test_without_arguments_and_project_the_command_line_is_wrong(folder):
    with pytest.raises(UsageError, match="give files or folders"):
        found()


def test_faults_are_shown_to_people_as_they_are(capsys):
    show([Fault(Place("a.bt", 2, 3, 2, 5), "wrong", "right", "  abc", "code")], as_json=False)
    assert capsys.readouterr().out == "a.bt:2:3: wrong\n      abc\n      ^^\n    right\n"


def test_faults_are_shown_to_editors_as_json(capsys):
    show(
        [Fault(Place("ä.bt", 2, 3, 4, 5), "wrong", "right", "abc", "code"), Fault(Place("b.bt", 1, 1), "no")],
        as_json=True,
    )
    output = capsys.readouterr().out
    assert json.loads(output) == [
        {
            "file": "ä.bt",
            "line": 2,
            "column": 3,
            "endLine": 4,
            "endColumn": 5,
            "code": "code",
            "severity": "error",
            "message": "wrong",
            "advice": "right",
        },
        {
            "file": "b.bt",
            "line": 1,
            "column": 1,
            "endLine": 1,
            "endColumn": 1,
            "code": "",
            "severity": "error",
            "message": "no",
            "advice": "",
        },
    ]


@pytest.mark.parametrize(
    ("given", "what", "advice"),
    [
        ("shop", "this is a folder", "did you mean trees/shop.bt?"),
        ("trees/shopp.bt", "there is no such file", "did you mean trees/shop.bt?"),
        ("rules/news.bt", "there is no such file", "did you mean rules/news.yaml?"),
        ("else.bt", "there is no such file", "give the path of a readable file"),
    ],
)
def test_a_file_that_is_none_names_the_one_of_the_project(folder, monkeypatch, given, what, advice):
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "shop.settings")
    for name in ("shop/__init__.py", "shop/settings.py", "trees/shop.bt", "rules/news.yaml", "scrapy.cfg"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("")
    monkeypatch.syspath_prepend(folder)
    for name in ("shop", "shop.settings"):
        monkeypatch.setitem(sys.modules, name, sys)  # so that it is taken out at the end
        del sys.modules[name]
    with pytest.raises(RuleError) as raised:
        require_file(Path(given), Settings())
    (fault,) = raised.value.faults
    assert (fault.message, fault.advice) == (f"the file cannot be read: {what}", advice)
