"""Entities from files."""

import bz2
import gzip
import lzma
from pathlib import Path

import pytest


def test_good_lines_are_taken_and_bad_ones_told(entities, capsys):
    with Path("names.csv").open("a") as file:
        file.write("q4,,person,,\nq5,Bobby,person,the|Bob,\nq6,B,person,,\n")
    assert entities("import", "names.csv") == 1
    told = capsys.readouterr()
    assert told.out == "4 entities taken, 2 lines not taken, 1 name left out\n"
    assert told.err.splitlines() == [
        "names.csv:5: it has no name",
        "names.csv:6: `the` would be found on nearly every page: left out",
        "names.csv:7: `B` would be found on nearly every page",
    ]


def test_a_kind_for_those_that_have_none(entities, capsys):
    Path("plain.csv").write_text("name\nErlangen\n")
    assert entities("import", "plain.csv", "--kind", "place") == 0
    entities("list", "--kind", "place")
    assert "Erlangen" in capsys.readouterr().out


def test_a_file_that_is_not_there_is_told(entities, capsys):
    assert entities("import", "none.csv") == 2
    assert "none.csv cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_a_compressed_file_is_told(entities, capsys, compress):
    Path("names.csv.packed").write_bytes(compress(Path("names.csv").read_bytes()))
    assert entities("import", "names.csv.packed") == 2
    assert "names.csv.packed is compressed: unpack it" in capsys.readouterr().err


@pytest.mark.parametrize("heading", ["BZh,name", "BZh9,name", "PK,name", "7zXZ,name"])
def test_a_text_that_begins_as_a_compressed_file_does_is_read(entities, capsys, heading):
    Path("other.csv").write_text(f"{heading}\n1,Ada Lovelace\n")
    assert entities("import", "other.csv") == 0
    assert "1 entity taken" in capsys.readouterr().out


@pytest.mark.parametrize("compress", [bz2.compress, lzma.compress])
def test_a_compressed_file_of_nothing_is_told(entities, capsys, compress):
    Path("none.packed").write_bytes(compress(b""))
    assert entities("import", "none.packed") == 2
    assert "none.packed is compressed: unpack it" in capsys.readouterr().err


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


def test_much_that_is_not_taken_is_counted(entities, capsys):
    Path("many.csv").write_text("name\n" + "B\n" * 25 + "Ada\nAda\n")
    assert entities("import", "many.csv") == 1
    told = capsys.readouterr()
    assert told.out == "1 entity taken, 25 lines not taken\n"
    assert told.err.splitlines()[-1] == "… and 6 more"


def test_entries_of_linked_data_are_told_by_number(entities, capsys):
    Path("a.jsonld").write_text('{"@graph": [\n{"@id": "u:1", "name": "Ada"},\n\n{"@id": "u:2"}]}')
    assert entities("import", "a.jsonld") == 1
    assert capsys.readouterr().err == "a.jsonld: entry 2: it has no name\n"


def test_a_file_with_a_mark_of_its_encoding_is_read(entities, capsys):
    Path("marked.csv").write_bytes("\ufeffname;kind\r\nZoë;person\r\n".encode())
    assert entities("import", "marked.csv") == 0
    entities("list", "--kind", "person")
    assert "Zoë" in capsys.readouterr().out


def test_a_folder_is_told(entities, capsys):
    Path("folder").mkdir()
    assert entities("import", "folder") == 2
    assert "folder cannot be read" in capsys.readouterr().err
