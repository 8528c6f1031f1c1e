"""`scrapy bt entities relate`."""

import pytest
from scrapy.settings import Settings

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.relations import RelationEvidence
from scrapy_bt.operations.entities import open_knowledge


def test_it_says_what_it_has_learned(entities, capsys):
    entities("import", "names.csv")
    assert entities("relate") == 0
    assert "Nothing is learned" in capsys.readouterr().out
    with open_knowledge(Settings()) as store:
        store.add([Entity(f"p{at}", f"P{at}", links=(("in", "q2"),) if at < 9 else ()) for at in range(10)])
        store.relations.note(
            {f"http://a.test/{at}": [RelationEvidence(f"p{at}", "q2", "", 0.0, "…", "lives in")] for at in range(10)}
        )
    assert entities("relate") == 0
    said = capsys.readouterr().out
    assert "Learned: in" in said
    assert "10 of 10 sentences got a relation" in said


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
