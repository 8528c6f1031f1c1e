from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.console.refusals import Refusal
from scrapy_bt.console.sources.spiders import SpiderArgument, check_run, list_startable, settings_of


@pytest.fixture
def trees(project: Path) -> Path:
    folder = project / "trees"
    folder.mkdir()
    (folder / "shop.bt").write_text('list :: visit "{site}"\nmain :: and (site, token = "") { :list }\n')
    (folder / "broken.bt").write_text("main ::")
    return folder


def test_trees_say_what_they_have_to_be_told(trees: Path, settings: Settings) -> None:
    broken, shop = list_startable(settings)
    assert "broken.bt:1" in broken.fault
    assert shop.arguments == (
        SpiderArgument("site", is_required=True, is_secret=False),
        SpiderArgument("token", is_required=False, is_secret=True),
    )


def test_what_could_not_start_is_told_before(trees: Path, settings: Settings) -> None:
    check_run(settings, "shop", {"site": "https://a.test/"})
    for name, arguments, message in (
        ("shap", {}, "no spider or tree 'shap'"),
        ("shop", {}, "site"),
        ("broken", {}, "broken.bt"),
    ):
        with pytest.raises(Refusal, match=message):
            check_run(settings, name, arguments)


def test_each_spider_has_its_own_settings_and_one_that_is_gone_those_of_the_project(
    trees: Path, settings: Settings
) -> None:
    (trees / "watched.bt").write_text("heal = watch\nmain :: and { true }\n")
    found = settings_of(settings, ["watched", "shop", "gone"])
    assert {name: own["BT_HEALING"] for name, own in found.items()} == {
        "watched": {"": "off", "watched": "watch"},
        "shop": "off",
        "gone": "off",
    }
