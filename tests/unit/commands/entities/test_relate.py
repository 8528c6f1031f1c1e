"""`scrapy bt entities relate`."""

from scrapy.settings import Settings

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.relations import Evidence
from scrapy_bt.operations.entities import open_knowledge


def test_it_says_what_it_has_learned(entities, capsys):
    entities("import", "names.csv")
    assert entities("relate") == 0
    assert "Nothing is learned" in capsys.readouterr().out
    with open_knowledge(Settings()) as store:
        store.add([Entity(f"p{at}", f"P{at}", links=(("in", "q2"),) if at < 9 else ()) for at in range(10)])
        store.relations.note(
            {f"http://a.test/{at}": [Evidence(f"p{at}", "q2", "", 0.0, "…", "lives in")] for at in range(10)}
        )
    assert entities("relate") == 0
    said = capsys.readouterr().out
    assert "Learned: in" in said
    assert "10 of 10 sentences got a relation" in said
