"""Preferences are planned, shown and written."""

import pytest
from scrapy.settings import Settings

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.errors import BTError, RuleError
from scrapy_bt.operations.entities import open_knowledge
from scrapy_bt.operations.preferring import apply_preference, current_preferences, plan_preference


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    return tmp_path


def test_a_plan_shows_what_it_would_change_and_changes_nothing(folder):
    settings = Settings()
    plan = plan_preference(settings, "engine", 3, kind="word")
    assert "+engine = 3" in plan.diff
    assert not plan.is_heeded
    assert not (folder / "preferences.toml").exists()
    assert not current_preferences(settings)
    apply_preference(plan)
    assert current_preferences(settings).words == {"engine": 3.0}
    assert settings["BT_PREFERENCES"] in (None, "")


def test_an_entity_is_called_by_its_name_and_a_relation_is_preferred(folder):
    settings = Settings({"BT_PREFERENCES": "p.toml"})
    with open_knowledge(settings, make=True) as store:
        store.add([Entity("q1", "Ada Lovelace", aliases=("Ada",))])
    plan = plan_preference(settings, "ada", -1.5)
    assert (plan.path, plan.name, plan.is_heeded) == (folder / "p.toml", "Ada Lovelace", True)
    apply_preference(plan)
    apply_preference(plan_preference(settings, "born in", 2, kind="relation"))
    found = current_preferences(settings)
    assert (found.entities, found.relations) == ({"Ada Lovelace": -1.5}, {"born in": 2.0})
    with pytest.raises(BTError, match="no entity is called 'nobody'"):
        plan_preference(settings, "nobody", 1)


def test_a_file_that_has_changed_meanwhile_stays_as_it_is(folder):
    plan = plan_preference(Settings(), "engine", 3, kind="word")
    (folder / "preferences.toml").write_text("[prefer.words]\nother = 1\n")
    with pytest.raises(BTError, match="has changed meanwhile"):
        apply_preference(plan)
    assert "other = 1" in (folder / "preferences.toml").read_text()


def test_faults_are_told(folder):
    with pytest.raises(BTError, match="from -3 to 3"):
        plan_preference(Settings(), "engine", float("nan"), kind="word")
    (folder / "preferences.toml").write_text("[prefer.words\n")
    with pytest.raises(BTError, match="cannot be changed"):
        plan_preference(Settings(), "engine", 3, kind="word")
    with pytest.raises(RuleError):
        current_preferences(Settings())
