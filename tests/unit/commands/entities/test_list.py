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


def test_what_is_known_of_it(entities, capsys):
    entities("import", "names.csv")
    capsys.readouterr()
    assert entities("show", "countess") == 0
    told = capsys.readouterr().out
    assert "mathematician" in told
    assert "Countess" in told
    assert entities("show", "q2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["pages"] == []


"""Two that are the same."""


def test_names_are_taken_over(entities, capsys):
    entities("import", "names.csv")
    assert entities("merge", "q1", "q3") == 0
    assert "q1 is called: Ada Lovelace, Ada, Countess" in capsys.readouterr().out
    assert entities("show", "q3") == 2


"""The knowledge base of a project."""
