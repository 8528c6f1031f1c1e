"""One line of settings in an existing project: trees beside ordinary spiders, which stay as they are."""

import json

import pytest

from tests.integration.projects import Project

TREE = """
page  :: visit "{site}/shop/"
title :: item { title = css "h1::text" }
main  :: and (site, word = "default") { :page  :title }
"""

SPIDER = """
import scrapy


class OrdinarySpider(scrapy.Spider):
    name = "ordinary"

    def __init__(self, site="", **arguments):
        super().__init__(**arguments)
        self.start_urls = [f"{site}/shop/"]

    def parse(self, response):
        settings, engine = self.crawler.settings, self.crawler.engine
        yield {
            "title": response.css("h1::text").get(),
            "scheduler": str(settings["SCHEDULER"]),
            "downloader": str(settings["DOWNLOADER"]),
            "middlewares": [type(each).__name__ for each in engine.downloader.middleware.middlewares],
            "extensions": sorted(type(each).__name__ for each in self.crawler.extensions.middlewares),
            "cookies": sorted(each["name"] for each in getattr(self, "cookies", [])),
        }
        yield response.follow("/shop/", self.parse_again, dont_filter=True)

    def parse_again(self, response):
        yield {"again": response.status}
"""


OWN = {"CancelledTimers", "GarbageCollection"}


@pytest.fixture
def shop(tmp_path, practice):
    """What `scrapy startproject` makes, with an ordinary spider and a tree, not yet with the add-on."""
    start = Project(tmp_path, site=practice.url.rstrip("/"))
    assert start.run("startproject", "shop").code == 0
    shop = Project(tmp_path / "shop", site=start.site)
    (shop.folder / "scrapy.cfg").write_text("[settings]\ndefault = shop.settings\n")
    shop.write("shop/spiders/ordinary.py", SPIDER)
    shop.tree("goods", TREE)
    settings = shop.folder / "shop" / "settings.py"
    settings.write_text(settings.read_text() + 'STATS_CLASS = "probe.FileStats"\nDOWNLOAD_DELAY = 0\n')
    return shop


def add_on(shop):
    settings = shop.folder / "shop" / "settings.py"
    settings.write_text(settings.read_text() + 'ADDONS = {"scrapy_bt.Addon": 300}\n')


def test_one_line_makes_trees_spiders_and_changes_nothing_for_the_others(shop):
    before = shop.crawl("ordinary", site=shop.site)
    assert len(before.items) == 2
    assert shop.run("list").output.split() == ["ordinary"]
    add_on(shop)
    assert shop.run("list").output.split() == ["goods", "ordinary"]
    after = shop.crawl("ordinary", site=shop.site)
    assert (after.code, after.has_traceback) == (0, False)
    for item in after.items:
        if "extensions" in item:  # what the add-on brings itself, and does nothing but keep memory in order
            item["extensions"] = [name for name in item["extensions"] if name not in OWN]
    assert after.items == before.items
    tree = shop.crawl("goods", site=shop.site)
    assert (tree.code, tree.items) == (0, [{"title": "Shop"}])
    assert not tree.has_traceback


def test_the_project_s_own_loader_is_kept_below(project):
    project.write(
        "loaders.py",
        """
        import scrapy
        from scrapy import Request
        from scrapy.spiderloader import SpiderLoader


        class MadeSpider(scrapy.Spider):
            name = "made"

            async def start(self):
                yield {"made": type(self).__name__}


        class OwnLoader:
            @classmethod
            def from_settings(cls, settings):
                return cls()

            def load(self, name):
                if name == "made":
                    return MadeSpider
                raise KeyError(name)

            def list(self):
                return ["made"]

            def find_by_request(self, request):
                return ["made"] if "made" in request.url else []
        """,
    )
    project.settings["SPIDER_LOADER_CLASS"] = "loaders.OwnLoader"
    project.tree("goods", TREE)
    assert project.run("list").output.split() == ["goods", "made"]
    assert project.crawl("made").items == [{"made": "MadeSpider"}]
    assert project.crawl("goods", site=project.site).items == [{"title": "Shop"}]


def test_two_of_one_name_are_an_error_that_names_both_files(project, practice):
    project.spiders("goods", SPIDER.replace('"ordinary"', '"goods"'))
    project.tree("goods", TREE)
    for command in (["list"], ["crawl", "goods", "-a", f"site={project.site}"]):
        result = project.run(*command)
        assert result.code != 0
        assert not result.has_traceback
        assert "several spiders are named 'goods'" in result.log
        assert "trees/goods.bt" in result.log
        assert "spiders/goods.py" in result.log
    assert practice.counts()["total"] == 0


def test_two_trees_of_one_name_leave_the_other_spiders_alone(project):
    project.spiders("ordinary", SPIDER)
    project.tree("goods", TREE)
    project.tree("old/goods", TREE)
    result = project.crawl("goods", site=project.site)
    assert result.code == 2
    assert "trees/goods.bt, trees/old/goods.bt" in result.log
    assert project.crawl("ordinary", site=project.site).code == 0


def test_a_broken_file_starts_no_crawl_and_shows_every_fault(project, practice):
    project.tree(
        "broken",
        """
        page :: visit "{site}/"
        main :: and (site) {
            :pge
            if { :page }
        }
        unused :: data css "p["
        """,
    )
    project.tree("goods", TREE)
    result = project.crawl("broken", site=project.site)
    assert result.code == 2
    assert not result.has_traceback
    assert "trees/broken.bt:4:" in result.log  # `if` without a condition
    assert "trees/broken.bt:6:" in result.log  # no CSS
    assert "^^" in result.log
    assert practice.counts()["total"] == 0
    assert project.run("list").output.split() == ["broken", "goods"]
    assert project.crawl("goods", site=project.site).code == 0


@pytest.mark.parametrize(
    ("arguments", "messages"),
    [
        ({}, ["goods needs 'site': -a site="]),
        ({"wrod": "y"}, ["has no argument 'wrod'", "it takes: site, word", "needs 'site'"]),
        ({"tasks": "no-such-file.jl"}, ["the tasks of no-such-file.jl cannot be read"]),
        ({"site": "x", "tasks": "tasks.jl"}, ["tasks.jl:3: goods has no argument 'wrod'"]),
    ],
)
def test_wrong_arguments_are_named_before_the_first_request(project, practice, arguments, messages):
    project.tree("goods", TREE)
    project.write("tasks.jl", '{"word": "a"}\n\n{"wrod": "b"}\n')
    result = project.crawl("goods", **arguments)
    assert result.code == 2
    assert not result.has_traceback
    for message in messages:
        assert message in result.log
    assert practice.counts()["total"] == 0


def test_each_line_of_a_file_of_tasks_is_a_task(project, practice):
    lines = [{"number": number, "more": {"list": [number, None, "é"]}} for number in range(1, 8)]
    project.write("tasks.jl", "\n".join(json.dumps(line) for line in lines))
    result = project.crawl_tree(
        """
        page :: visit "{site}/plain/item/{number}/"
        told :: item { number = number  more = more.list  sku = css ".sku::text" }
        main :: and (site, number, more) { :page  :told }
        """,
        tasks="tasks.jl",
    )
    found = sorted(result.items, key=lambda item: item["number"])
    assert [(item["number"], item["more"]) for item in found] == [(n, [n, None, "é"]) for n in range(1, 8)]
    assert all(item["sku"] for item in found)
    assert practice.counts()["total"] == 7


def test_a_name_that_is_none_is_told_with_its_neighbour(project):
    project.tree("goods", TREE)
    result = project.run("crawl", "godos")
    assert result.code == 2
    assert "there is no spider or tree named 'godos'; did you mean 'goods'?" in result.log
    assert not result.has_traceback


def test_outside_of_a_project_the_command_says_where_it_works(tmp_path):
    project = Project(tmp_path)
    (tmp_path / "scrapy.cfg").unlink()
    result = project.run("crawl", "goods")
    assert result.code == 2
    assert "needs a project" in result.log + result.output
    assert not result.has_traceback


def test_a_project_without_the_add_on_has_scrapy_s_own_crawl(project):
    del project.settings["ADDONS"]
    project.spiders("ordinary", SPIDER)
    project.tree("goods", TREE)
    assert project.run("list").output.split() == ["ordinary"]
    assert len(project.crawl("ordinary", site=project.site).items) == 2
    unknown = project.run("crawl", "goods")
    assert unknown.code != 0
    assert "Spider not found: goods" in unknown.log
