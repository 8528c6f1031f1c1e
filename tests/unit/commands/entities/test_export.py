"""What is exported can be imported."""

from pathlib import Path


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
