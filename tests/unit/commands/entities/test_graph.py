"""`scrapy bt entities graph`."""

import pytest


def test_it_writes_each_format(entities, tmp_path, capsys):
    assert entities("import", "names.csv") == 0
    for name, begins in {
        "a.svg": "<svg",
        "a.graphml": "<?xml",
        "a.jsonld": "{",
        "a.json": "{",
        "a.csv": "first,",
    }.items():
        assert entities("graph", "q1", "London", "-o", tmp_path / name) == 0
        assert (tmp_path / name).read_text().startswith(begins)
    assert "2 entities, 0 relations" in capsys.readouterr().out
    assert entities("graph", "q1", "--format", "csv") == 0
    assert capsys.readouterr().out.startswith("first,")


def test_what_cannot_be_is_told(entities, tmp_path, capsys):
    entities("import", "names.csv")
    for arguments in (("-o", "a.pdf"), ("--depth", 9), ("--most", 0)):
        with pytest.raises(SystemExit):
            entities("graph", "q1", *arguments)
    capsys.readouterr()
    assert entities("graph", "Nobody") == entities("graph", "q1", "-o", tmp_path / "no" / "a.svg") == 2
    told = capsys.readouterr().err
    assert "no entity is called 'Nobody'" in told
    assert "cannot be written" in told
