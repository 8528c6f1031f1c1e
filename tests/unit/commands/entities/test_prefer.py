"""A preference in the project's file."""

from pathlib import Path

import pytest

from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from tests.unit.operations.test_effects import payload

FILE = Path("preferences.toml")


def test_it_is_written_and_the_rest_of_the_file_stays(entities, capsys):
    FILE.write_text("# mine\n[prefer.words]\nengine = 2 # much\n")
    assert entities("prefer", "London", 3) == 0
    assert 'BT_PREFERENCES = "preferences.toml"' in capsys.readouterr().out
    assert FILE.read_text().startswith("# mine\n[prefer.words]\nengine = 2 # much\n")
    assert entities("prefer", "person", -1.5, "--as", "kind") == 0
    assert "London = 3" in FILE.read_text()
    assert "person = -1.5" in FILE.read_text()
    assert entities("prefer", "London", 0) == 0
    assert "London" not in FILE.read_text()


def test_an_entity_is_called_by_one_name(entities):
    entities("import", "names.csv")
    assert entities("prefer", "Countess", 1) == 0
    assert entities("prefer", "q1", 2) == 0
    assert FILE.read_text().count("=") == 1
    assert '"Ada Lovelace" = 2' in FILE.read_text()
    assert entities("prefer", "q3", 1) == 0
    assert "q3 = 1" in FILE.read_text()


def test_what_is_refused_changes_nothing(entities, capsys):
    FILE.write_text("[prefer.words]\nengine = 2\n")
    before = FILE.read_text()
    assert entities("prefer", "the", 1) == 2
    with pytest.raises(SystemExit, match="2"):
        entities("prefer", "London", 9)
    assert FILE.read_text() == before
    FILE.write_text("[prefer")
    assert entities("prefer", "London", 1) == 2
    assert "cannot be changed" in capsys.readouterr().err
    assert FILE.read_text() == "[prefer"


def test_only_what_the_knowledge_base_has_once(entities, capsys):
    entities("import", "names.csv")
    assert entities("prefer", "nobody", 1) == 2
    assert entities("prefer", "Ada", 1) == 2
    told = capsys.readouterr().err
    assert "no entity is called 'nobody'" in told
    assert "'Ada' may be several entities: name one by its id: q1, q3" in told
    assert not FILE.exists()


def test_the_next_tasks_of_a_queue_get_their_places(tmp_path, monkeypatch, bt, frontier, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    urls = ["https://shop.test/1", "https://shop.test/engine"]
    frontier.put(Requeue(Entry(Bucket("shop", "main/detail"), payload(url)), 0.0) for url in urls)
    order = ("entities", "prefer", "engine", "3", "--as", "word", "--crawl", "shop")
    told = bt(*order, "--dry-run")[1]
    assert "+engine = 3" in told
    assert "Of 2 tasks that come next, 1 get another place." in told
    assert not FILE.exists()
    assert bt(*order)[1].endswith("shop: 1 waiting tasks have another place\n")
    assert frontier.lease()[0].entry.payload == payload(urls[1])
    assert bt(*order[:-1], "none")[0] != 0
