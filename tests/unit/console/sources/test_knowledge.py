import pytest
from scrapy.settings import Settings

from scrapy_bt.console.refusals import Refusal
from scrapy_bt.console.sources.knowledge import has_knowledge, look_around, search, tell_preferences
from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.errors import BTError
from scrapy_bt.operations.entities import open_knowledge


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    return tmp_path


def test_several_are_expanded_and_the_last_one_is_shown(project) -> None:
    settings = Settings()
    assert not has_knowledge(settings)
    with open_knowledge(settings, make=True) as store:
        store.add([Entity("a", "A", links=(("to", "b"),)), Entity("b", "B", links=(("to", "c"),)), Entity("c", "C")])
    assert has_knowledge(settings)
    assert [one["id"] for one in search(settings, " ")] == ["a", "b", "c"]
    around = look_around(settings, ["a", "b", "a"])
    assert {(node.id, node.distance) for node in around.graph.nodes} == {("a", 0), ("b", 0), ("c", 1)}
    assert (around.view.entity.id, around.edges_left) == ("b", 0)
    with pytest.raises(Refusal):
        look_around(settings, [])


def test_preferences_are_told_by_weight_and_a_damaged_file_is_told(project) -> None:
    (project / "preferences.toml").write_text("[prefer.words]\nlow = -1\nhigh = 3\n[prefer.entities]\nAda = 1\n")
    assert [(one["name"], one["ids"]) for one in tell_preferences(Settings())] == [
        ("high", []),
        ("Ada", []),
        ("low", []),
    ]
    (project / "preferences.toml").write_text("[prefer\n")
    with pytest.raises(BTError):
        tell_preferences(Settings())
