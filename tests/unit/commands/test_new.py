from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.commands.shared.projects import templates_folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments):
    return BT.run("new", list(arguments), Settings())


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_project_has_every_file_of_the_template_under_its_name(folder, capsys):
    assert run("corner_shop") == 0
    project = folder / "corner_shop"
    template = templates_folder() / "project"
    expected = {path for path in files(template) if "__pycache__" not in path}
    assert files(project) == {path.replace("module/", "corner_shop/", 1).removesuffix(".tmpl") for path in expected}
    assert "corner_shop.settings" in (project / "scrapy.cfg").read_text()
    assert 'BOT_NAME = "corner_shop"' in (project / "corner_shop" / "settings.py").read_text()
    assert "CornerShop" in (project / "corner_shop" / "items.py").read_text()
    assert "cd corner_shop" in capsys.readouterr().out


def test_a_project_can_be_made_in_another_folder_beside_other_files(folder):
    (folder / "work").mkdir()
    (folder / "work" / "notes.txt").write_text("mine")
    assert run("shop", "work") == 0
    assert {"notes.txt", "scrapy.cfg", "shop/settings.py"} <= files(folder / "work")


def test_no_file_is_overwritten(folder, capsys):
    (folder / "shop" / "trees").mkdir(parents=True)
    (folder / "shop" / "trees" / "example.bt").write_text("mine")
    assert run("shop") == 1
    assert files(folder) == {"shop/trees/example.bt"}
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["1shop", "my-shop", "", "class", "läden", "json", "a.b"])
def test_a_name_that_no_package_can_have_is_refused(folder, capsys, name):
    assert run(name, "work") == 1
    assert capsys.readouterr().err.startswith("no project was made: ")
    assert files(folder) == set()


def test_a_folder_that_cannot_be_made_is_said(folder, capsys):
    (folder / "work").write_text("a file")
    assert run("shop", "work") == 1
    assert capsys.readouterr().err.startswith("no project was made: ")


def test_an_example_is_a_project_with_files_of_its_own(folder, capsys):
    assert run("watch", "--example", "topic-watch") == 0
    made = files(folder / "watch")
    assert {"topic.toml", "workers.toml", "trees/nav.bt", "trees/content.bt", "watch/settings.py"} <= made
    assert "trees/example.bt" not in made
    assert not any(path.endswith(".added") for path in made)
    settings = (folder / "watch" / "watch" / "settings.py").read_text()
    assert settings.index('BOT_NAME = "watch"') < settings.index('BT_SEEDS = {"nav/link": "content"}')
    compile(settings, "settings.py", "exec")
    assert BT.run("check", [str(folder / "watch" / "trees")], Settings()) == 0
    assert BT.run("seed", [str(folder / "watch" / "topic.toml"), "--count"], Settings()) == 0
    out = capsys.readouterr().out
    assert "    cd watch\n    scrapy bt up --practice\n" in out
    assert "scrapy list" not in out


def test_there_is_no_other_example(folder, capsys):
    with pytest.raises(SystemExit):
        run("watch", "--example", "none")
    assert "topic-watch" in capsys.readouterr().err


def test_the_folder_holds_the_templates_of_projects_and_spiders(capsys):
    assert BT.run("templates", [], Settings()) == 0
    folder = Path(capsys.readouterr().out.strip())
    assert folder == templates_folder()
    assert (folder / "project" / "module" / "settings.py.tmpl").is_file()
    assert (folder / "spiders" / "basic.tmpl").is_file()
