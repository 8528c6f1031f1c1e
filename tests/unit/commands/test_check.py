import json
import sys

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT

RIGHT = 'main :: and { :page }\npage :: visit "https://a.test/"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    return tmp_path


def check(*arguments):
    return BT.run("check", list(arguments), Settings())


def records(capsys, *arguments):
    status = check("--json", *arguments)
    found = json.loads(capsys.readouterr().out)
    assert status == (1 if found else 0)
    return [(record["file"], record["line"], record["code"]) for record in found]


def test_files_without_faults_are_praised(folder, capsys):
    (folder / "a.bt").write_text(RIGHT)
    assert check("a.bt") == 0
    assert capsys.readouterr().out == "no faults in 1 file\n"


def test_every_fault_of_every_file_is_shown(folder, capsys):
    (folder / "a.bt").write_text("main :: and { :b  :c }")
    (folder / "b.bt").write_text("main :: und { }\n")
    assert check(".") == 1
    shown = capsys.readouterr().out
    assert "a.bt:1:15: " in shown
    assert "a.bt:1:19: " in shown
    assert "b.bt:1:" in shown
    assert shown.splitlines()[-1].endswith("in 2 of 2 files")


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "unreadable"), (b"\xff\xfe", "unreadable"), (b"", "missing-main"), (b"\xef\xbb\xbf\r\n", "missing-main")],
)
def test_a_file_that_says_nothing_is_a_fault(folder, capsys, content, code):
    if content is not None:
        (folder / "a.bt").write_bytes(content)
    assert records(capsys, "a.bt") == [("a.bt", 1, code)]


def test_a_python_reference_is_imported_from_beside_the_file(folder, capsys, monkeypatch):
    tree = 'main :: and { :page  :here  :gone }\npage :: visit "https://a.test/"\nhere :: data python "beside_a:find"\n'
    (folder / "beside_a.py").write_text("print('noise')\ndef find(response, context): ...\n")
    (folder / "a.bt").write_text(tree + 'gone :: data python "beside_a:lost"\n')
    path = list(sys.path)
    assert records(capsys, "a.bt") == [("a.bt", 4, "bad-python")]
    assert sys.path == path


@pytest.mark.parametrize(
    ("name", "text"),
    [("raising", "raise ValueError('no')"), ("exiting", "import sys; sys.exit(3)"), ("unreadable", "def find(:")],
)
def test_a_module_that_does_not_import_is_a_fault(folder, capsys, name, text):
    (folder / f"{name}.py").write_text(text)
    (folder / "a.bt").write_text(f'main :: and {{ :a }}\na :: data python "{name}:find"\n')
    assert ("a.bt", 2, "bad-python") in records(capsys, "a.bt")


def test_the_keys_of_shared_nodes_are_told_of_files_without_faults(folder, capsys):
    shared = '[[ page ]]\n[[ one ]]\n[[ any ]]\none :: and { :page }\nany :: data python "textwrap:dedent"\n'
    tree = 'main :: and (site) { :one  :any }\npage :: visit "{site}/"\n' + shared
    (folder / "a.bt").write_text(tree)
    (folder / "b.bt").write_text(tree.replace("main", "mine"))
    assert check("a.bt") == 0
    told = capsys.readouterr().out.splitlines()
    assert "a.bt:3:1: [[ page ]] is made once for each site" in told
    assert "a.bt:4:1: [[ one ]] is made once for each site" in told
    assert any(line.startswith("a.bt:5:1: [[ any ]] is made for each set of all variables") for line in told)
    assert check(".") == 1
    assert "b.bt:3:1: [[" not in capsys.readouterr().out


def test_a_file_that_another_one_includes_needs_no_main(folder, capsys):
    (folder / "part.bt").write_text('page :: visit "https://a.test/"\n')
    (folder / "whole.bt").write_text('include "part.bt"\nmain :: and { :page }\n')
    assert check("part.bt", "whole.bt") == 0
    assert check("part.bt") == 1
