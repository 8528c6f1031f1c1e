"""One entity."""

import json


def test_what_is_known_of_it(entities, capsys):
    entities("import", "names.csv")
    capsys.readouterr()
    assert entities("show", "countess") == 0
    told = capsys.readouterr().out
    assert "mathematician" in told
    assert "Countess" in told
    assert entities("show", "q2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["pages"] == []
