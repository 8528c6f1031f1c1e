from pathlib import Path
from typing import Any

import pytest
from scrapy import Spider
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.components import HEALING
from scrapy_bt.crawl.rulespiders import RuleSpider
from scrapy_bt.crawl.spiders import TreeSpider, check_start
from scrapy_bt.crawl.treespiders import RunsTree
from scrapy_bt.errors import ArgumentsError, BTError, RuleError


@pytest.mark.parametrize(
    ("main", "called", "arguments"),
    [("(name, n)", "a", {"name": "Ada", "n": "2"}), ("(n)", "Ada", {"n": "2"})],
)
def test_an_argument_called_name_is_the_trees_where_it_takes_one(
    tmp_path: Path, main: str, called: str, arguments: dict[str, Any]
) -> None:
    path = tmp_path / "a.bt"
    path.write_text(f"main :: and {main} {{ :a }}\na :: item {{ n = 1 }}\n")
    crawler = get_crawler(type("Own", (TreeSpider,), {"name": "a", "tree_file": path}))
    spider = crawler.spidercls.from_crawler(crawler, name="Ada", n="2")
    assert (spider.name, spider.arguments) == (called, arguments)


@pytest.mark.parametrize("argument", ["cls", "crawler", "crawler_or_spidercls", "self"])
def test_an_argument_that_scrapy_does_not_hand_on_is_refused_and_comes_from_a_file_of_tasks(
    tmp_path: Path, argument: str
) -> None:
    path, tasks = tmp_path / "a.bt", tmp_path / "tasks.jl"
    path.write_text(f"main :: and ({argument}) {{ :a }}\na :: item {{ n = {argument} }}\n")
    tasks.write_text(f'{{"{argument}": "b"}}\n')
    spider = type("Own", (TreeSpider,), {"name": "a", "tree_file": path})
    with pytest.raises(ArgumentsError, match=f"no argument called '{argument}' on.*rename it"):
        check_start(spider, {argument: "b"}, Settings())
    check_start(spider, {"tasks": str(tasks)}, Settings())


def test_a_subclass_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "shop.bt"

    class Shop(TreeSpider):
        name = "my shop"
        tree_file = path

    path.write_text("main :: and (n = 1) { :a }\na :: item { n = n }\n")
    assert Shop.load_program().name == "my shop"
    path.write_text("main :: and { :gone }")
    with pytest.raises(RuleError, match=r"shop\.bt:1:"):
        Shop.load_program()


def test_the_job_of_scrapyd_is_no_argument_of_a_tree() -> None:
    assert TreeSpider("tree", site="a", _job="7").arguments == {"site": "a"}


def test_urls_that_nobody_would_visit_are_refused() -> None:
    class Urls(TreeSpider):
        name = "urls"
        start_urls = ("https://a.test",)

    class Starting(Urls):
        async def start(self):
            yield {}

    with pytest.raises(BTError, match="start_urls of Urls would not be visited"):
        Urls.update_settings(Settings())
    Starting.update_settings(Settings())


@pytest.mark.parametrize(("spider", "runs"), [(TreeSpider, True), (RuleSpider, True), (Spider, False)])
def test_a_spider_that_runs_a_tree_is_known_by_what_it_can_do(spider: type[Spider], runs: bool) -> None:
    assert issubclass(spider, RunsTree) == runs
    assert isinstance(spider("name"), RunsTree) == runs


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("shop.bt", "heal = review\nmain :: and { true }"),
        ("shop.yaml", "rule: shop\nheal: review\nlayers: [{layer: a, entries: ['https://a.test/'], tags: [{tag: t}]}]"),
    ],
)
def test_a_file_says_how_it_is_healed(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).write_text(text)

    class Shop(RuleSpider if file.endswith(".yaml") else TreeSpider):  # type: ignore[misc]  # one of the two
        name = "shop"
        tree_file = tmp_path / file

    def healing(settings: dict[str, Any], **given: Any) -> Any:
        changed = Settings(settings)
        changed.setdict(given, priority="cmdline")
        Shop.update_settings(changed)
        return changed["BT_HEALING"], HEALING in changed["EXTENSIONS"]

    assert healing({}) == ({"": "off", "shop": "review"}, True)
    assert healing({"BT_HEALING": {"shop": "off", "shop/a": "auto"}}) == ({"shop": "review", "shop/a": "auto"}, True)
    assert healing({}, BT_HEALING="off") == ("off", False)


def test_a_file_says_how_its_nodes_are_healed_also_those_that_it_includes(tmp_path: Path) -> None:
    (tmp_path / "price.bt").write_text("heal = off heal price = auto price :: data css 'b' main :: and { :price }")
    (tmp_path / "shop.bt").write_text("include 'price.bt' main :: and { visit 'https://a.test/' :price }")

    class Shop(TreeSpider):
        name = "shop"
        tree_file = tmp_path / "shop.bt"

    settings = Settings()
    Shop.update_settings(settings)
    assert settings["BT_HEALING"] == {"": "off", "shop/price": "auto"}


RULE_OF_MODES = """rule: shop
heal: review
layers:
  - layer: list
    entries: ['https://a.test/']
    tags: [{tag: go, start: '<a>', end: '<', link: thing}]
  - layer: thing
    heal: auto
    tags: [{tag: name, start: '<h1>', end: '<'}, {tag: price, start: '<b>', end: '<', heal: 'off'}]
"""


def modes_of(spider: type[TreeSpider], settings: dict[str, Any]) -> Any:
    changed = Settings(settings)
    spider.update_settings(changed)
    return changed["BT_HEALING"]


def test_a_rule_says_how_its_layers_and_tags_are_healed(tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_text(RULE_OF_MODES)

    class Shop(RuleSpider):
        name = "shop"
        tree_file = tmp_path / "shop.yaml"

    inner = {"shop/thing": "auto", "shop/thing/price": "off"}
    assert modes_of(Shop, {}) == {"": "off", "shop": "review", **inner}
    assert modes_of(Shop, {"BT_HEALING": {"shop/list": "watch"}}) == {"shop": "review", "shop/list": "watch", **inner}


def test_what_a_rule_says_holds_in_the_trees_that_use_it(tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_text(RULE_OF_MODES)
    (tmp_path / "other.yaml").write_text(RULE_OF_MODES.replace("heal: review\n", ""))
    names = 'names :: data rules "shop.yaml" "list.go"\nmain :: and { visit "https://a.test/" :names }'
    both = names.replace(":names", ":names :more") + '\nmore :: data rules "other.yaml" "list.go"'

    class Shop(TreeSpider):
        name = "shop"
        tree_file = tmp_path / "shop.bt"

    (tmp_path / "shop.bt").write_text(names)
    inner = {"shop/thing": "auto", "shop/thing/price": "off"}
    assert modes_of(Shop, {}) == {"": "off", "shop/list": "review", **inner}
    (tmp_path / "shop.bt").write_text(both)
    assert modes_of(Shop, {}) == {
        "": "off", "shop/shop.yaml:list": "review",
        **{name.replace("thing", f"{file}:thing"): mode for file in ("shop.yaml", "other.yaml")
           for name, mode in inner.items()},
    }  # fmt: skip


def test_a_file_that_cannot_be_read_is_told_when_the_crawl_begins(tmp_path: Path) -> None:
    (tmp_path / "shop.bt").write_text("heal = on\nmain :: and { true }")

    class Shop(TreeSpider):
        name = "shop"
        tree_file = tmp_path / "shop.bt"

    settings = Settings()
    Shop.update_settings(settings)
    assert settings["BT_HEALING"] == "off"
    with pytest.raises(RuleError, match="no way of healing"):
        Shop.load_program()
