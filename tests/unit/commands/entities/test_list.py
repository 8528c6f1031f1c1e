"""The entities of the knowledge base."""

import json


def test_page_by_page_and_as_json(entities, capsys):
    entities("import", "names.csv")
    capsys.readouterr()
    assert entities("list", "--most", 2) == 0
    told = capsys.readouterr().out
    assert "q1  Ada Lovelace  person        2      0" in told
    assert "More: --after q2" in told
    assert entities("list", "--after", "q2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Ada"
