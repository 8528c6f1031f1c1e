import json

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments):
    return BT.run("format", list(arguments), Settings())


def test_files_are_rewritten_with_their_line_ends(folder, capsys):
    (folder / "a.bt").write_bytes(b"\xef\xbb\xbfa::data\r\n")
    (folder / "b.bt").write_bytes(b"a :: data\n")
    assert run(".") == 0
    assert (folder / "a.bt").read_bytes() == b"\xef\xbb\xbfa :: data\r\n"
    assert capsys.readouterr().out == "1 file formatted, 1 left as it is\n"
    assert run(".", "--check") == 0


def test_a_file_that_is_formatted_is_not_written(folder):
    tree = folder / "a.bt"
    tree.write_text("a :: data\n")
    tree.chmod(0o444)
    before = tree.stat().st_mtime_ns
    assert run("a.bt") == 0
    assert tree.stat().st_mtime_ns == before


def test_with_check_nothing_is_written_and_the_first_line_that_differs_is_named(folder, capsys):
    (folder / "a.bt").write_text("a :: data\nb::data\n")
    assert run("a.bt", "--check") == 1
    assert (folder / "a.bt").read_text() == "a :: data\nb::data\n"
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "a.bt:2:1: from this line on the layout is not the canonical one"
    assert shown[-1] == "1 file would be formatted, 0 left as they are"


def test_a_missing_last_line_end_is_a_difference(folder, capsys):
    (folder / "a.bt").write_text("a :: data")
    assert run("a.bt", "--check", "--json") == 1
    (record,) = json.loads(capsys.readouterr().out)
    assert (record["line"], record["code"]) == (2, "not-formatted")


def test_files_with_syntax_faults_stay_and_the_others_are_formatted(folder, capsys):
    (folder / "a.bt").write_text("a :: visit visit\n")
    (folder / "b.bt").write_text("a::data\n")
    assert run("a.bt", "b.bt", "--json") == 1
    (record,) = json.loads(capsys.readouterr().out)
    assert (record["file"], record["line"]) == ("a.bt", 1)
    assert (folder / "a.bt").read_text() == "a :: visit visit\n"
    assert (folder / "b.bt").read_text() == "a :: data\n"


@pytest.mark.parametrize("content", [None, b"\xff"])
def test_what_cannot_be_read_is_a_fault(folder, capsys, content):
    if content is not None:
        (folder / "a.bt").write_bytes(content)
    assert run("a.bt", "--json") == 1
    assert [record["code"] for record in json.loads(capsys.readouterr().out)] == ["unreadable"]


def test_an_empty_file_stays_empty(folder):
    (folder / "a.bt").write_text("")
    assert run("a.bt") == 0
    assert (folder / "a.bt").read_text() == ""
