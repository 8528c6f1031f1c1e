"""Two that are the same."""


def test_names_are_taken_over(entities, capsys):
    entities("import", "names.csv")
    assert entities("merge", "q1", "q3") == 0
    assert "q1 is called: Ada Lovelace, Ada, Countess" in capsys.readouterr().out
    assert entities("show", "q3") == 2
