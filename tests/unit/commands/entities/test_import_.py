"""Entities from files."""

from pathlib import Path


def test_good_lines_are_taken_and_bad_ones_told(entities, capsys):
    with Path("names.csv").open("a") as file:
        file.write("q4,,person,,\nq5,B,person,the|Bob,\n")
    assert entities("import", "names.csv") == 1
    told = capsys.readouterr()
    assert told.out == "4 entities taken, 1 lines not\n"
    assert "names.csv:5: it has no name" in told.err
    assert "q5: 'the' would be found on nearly every page: left out" in told.err


def test_a_kind_for_those_that_have_none(entities, capsys):
    Path("plain.csv").write_text("name\nErlangen\n")
    assert entities("import", "plain.csv", "--kind", "place") == 0
    entities("list", "--kind", "place")
    assert "Erlangen" in capsys.readouterr().out


def test_a_file_that_is_not_there_is_told(entities, capsys):
    assert entities("import", "none.csv") == 2
    assert "none.csv cannot be read" in capsys.readouterr().err


def test_entities_come_back(entities, capsys):
    entities("import", "names.csv")
    capsys.readouterr()
    assert entities("export") == 0
    lines = capsys.readouterr().out
    Path("again.jl").write_text(lines)
    assert entities("import", "again.jl") == 0
    capsys.readouterr()
    entities("export")
    assert capsys.readouterr().out == lines


def test_pages_and_links_as_csv(entities, capsys):
    Path("linked.jl").write_text('{"id": "a", "name": "Ann", "links": [["knew", "b"]]}\n')
    entities("import", "linked.jl")
    capsys.readouterr()
    entities("export", "links")
    entities("export", "pages")
    assert capsys.readouterr().out == "entity,relation,other\na,knew,b\nentity,url,times\n"
