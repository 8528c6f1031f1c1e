import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    return tmp_path


def scrapy_list(settings):
    with pytest.raises(SystemExit) as ended:
        execute(["scrapy", "list"], Settings(settings))
    return ended.value.code or 0


def test_trees_are_listed_by_the_names_of_their_files(folder, capsys):
    (folder / "scrapy.cfg").write_text("")
    for name in ("b", "deep/a"):
        tree = folder / "trees" / f"{name}.bt"
        tree.parent.mkdir(parents=True, exist_ok=True)
        tree.write_text("main :: and { }")
    assert scrapy_list({"ADDONS": {"scrapy_bt.Addon": 300}}) == 0
    assert capsys.readouterr().out.split() == ["a", "b"]


def test_two_trees_of_one_name_are_an_error_that_names_both_files(folder, capsys):
    (folder / "scrapy.cfg").write_text("")
    for name in ("a", "deep/a"):
        tree = folder / "trees" / f"{name}.bt"
        tree.parent.mkdir(parents=True, exist_ok=True)
        tree.write_text("main :: and { }")
    assert scrapy_list({"ADDONS": {"scrapy_bt.Addon": 300}}) == 1
    shown = capsys.readouterr().err
    assert "trees/a.bt" in shown
    assert "trees/deep/a.bt" in shown


def test_a_project_without_the_add_on_is_listed_as_scrapy_does(folder, capsys):
    (folder / "scrapy.cfg").write_text("")
    assert scrapy_list({}) == 0
    assert capsys.readouterr().out.split() == []


def test_outside_of_a_project_it_is_not_available(folder, capsys):
    assert scrapy_list({}) == 2
    assert "only available within a project" in capsys.readouterr().err
