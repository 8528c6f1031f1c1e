"""A redesign as a file."""

from pathlib import Path


def test_it_is_written_and_read_again(heal, filing, capsys):
    one = filing.file()
    assert heal("export", one.id, "case.json.gz") == 0
    assert "with 1 proposals for shop" in capsys.readouterr().out
    assert Path("case.json.gz").is_file()
    assert heal("export", 99, "case.json.gz") == 1
