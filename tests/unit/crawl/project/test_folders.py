import sys
import zipfile

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.project.folders import find_project, project_folder


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_project_is_that_of_the_nearest_scrapy_cfg(place):
    inside = place / "shop" / "trees"
    inside.mkdir(parents=True)
    assert find_project() is None
    (place / "shop" / "scrapy.cfg").write_text("")
    assert find_project(inside) == place / "shop"
    assert find_project() is None


def test_a_path_is_relative_to_the_project(place):
    (place / "scrapy.cfg").write_text("")
    assert project_folder(Settings(), "BT_RULES") == place / "rules"
    assert project_folder(Settings({"BT_TREES": "/absolute"}), "BT_TREES").as_posix() == "/absolute"


def test_a_folder_of_an_installed_package_is_where_it_lies(place, monkeypatch):
    (place / "lain_shop" / "trees").mkdir(parents=True)
    (place / "lain_shop" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(place)
    assert project_folder(Settings({"BT_TREES": "lain_shop:trees"}), "BT_TREES") == place / "lain_shop" / "trees"


def test_folders_of_a_zipped_package_are_copied_side_by_side(place, monkeypatch):
    with zipfile.ZipFile(place / "shop.egg", "w") as egg:
        egg.writestr("zipped_shop/__init__.py", "")
        egg.writestr("zipped_shop/trees/deep/list.bt", "tree")
        egg.writestr("zipped_shop/rules/news.yaml", "rule")
    monkeypatch.setattr(sys, "path", [str(place / "shop.egg"), *sys.path])
    settings = Settings({"BT_TREES": "zipped_shop:trees", "BT_RULES": "zipped_shop:rules"})
    trees, rules = (project_folder(settings, name) for name in ("BT_TREES", "BT_RULES"))
    assert (trees / "deep" / "list.bt").read_text() == "tree"
    assert (trees / ".." / "rules" / "news.yaml").read_text() == "rule"
    assert rules.parent == trees.parent
    assert not project_folder(Settings({"BT_TREES": "zipped_shop:none"}), "BT_TREES").exists()


@pytest.mark.parametrize("named", ["no_such_package:trees", "no.such.package:trees", ":trees"])
def test_what_is_no_package_is_a_path(place, named):
    assert not project_folder(Settings({"BT_TREES": named}), "BT_TREES").exists()
