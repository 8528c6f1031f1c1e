"""A redesign from a file."""

from pathlib import Path

import pytest


def test_it_comes_into_a_project_that_has_no_store_yet(heal, filing, capsys, tmp_path, monkeypatch: pytest.MonkeyPatch):
    heal("export", filing.file().id, "case.json.gz")
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    assert heal("import", "../case.json.gz") == 0
    assert "proposals 1: look at them" in capsys.readouterr().out
    assert Path(".scrapy/bt-healing.db").is_file()
    assert heal("review", "--json") == 1
    assert '"old": "h1::text"' in capsys.readouterr().out
    assert heal("import", "nothing.gz") == 1


def test_it_is_written_and_read_again(heal, filing, capsys):
    one = filing.file()
    assert heal("export", one.id, "case.json.gz") == 0
    assert "with 1 proposals for shop" in capsys.readouterr().out
    assert Path("case.json.gz").is_file()
    assert heal("export", 99, "case.json.gz") == 1
