from pathlib import Path
from typing import Any

import pytest
from scrapy import Spider
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.settings import Settings
from scrapy.utils.misc import load_object
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.downloadermiddlewares import OutcomeMiddleware, SessionCookiesMiddleware
from scrapy_bt.crawl.extensions import Progress
from scrapy_bt.crawl.healing.watching import Healing
from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.rulespiders import RuleSpider
from scrapy_bt.crawl.spiders import TreeSpider, check_start
from scrapy_bt.crawl.treespiders import RunsTree
from scrapy_bt.errors import ArgumentsError, BTError, RuleError
from scrapy_bt.settings import DEFAULTS

PROGRAM = build_program("main :: and (site, pages = 2) { :a }\na :: item { s = site p = pages }", file="a", name="a")
COOKIES = "scrapy.downloadermiddlewares.cookies.CookiesMiddleware"


def after(settings: dict[str, Any] | None = None) -> Settings:
    changed = Settings(settings or {})
    TreeSpider.update_settings(changed)
    return changed


def places(settings: Settings, name: str = "DOWNLOADER_MIDDLEWARES") -> dict[type, int]:
    chosen = settings.get_component_priority_dict_with_base(name)
    return {load_object(path): place for path, place in chosen.items() if place is not None}


def test_what_trees_need_is_put_in_place() -> None:
    settings = after()
    assert settings["SCHEDULER"] == "scrapy_bt.crawl.scheduler.TreeScheduler"
    assert settings["DOWNLOADER"] == "scrapy_bt.crawl.downloader.TimedDownloader"
    assert places(settings)[OutcomeMiddleware] == 555
    assert Progress in places(settings, "EXTENSIONS")
    assert {name: settings[name] for name in DEFAULTS} == DEFAULTS


def test_cookies_of_tasks_stand_where_cookies_stood() -> None:
    found = places(after())
    assert found[SessionCookiesMiddleware] == 700
    assert CookiesMiddleware not in found


def test_where_the_project_has_moved_the_cookies_those_of_tasks_stand() -> None:
    found = places(after({"DOWNLOADER_MIDDLEWARES": {COOKIES: 123}}))
    assert found[SessionCookiesMiddleware] == 123
    assert CookiesMiddleware not in found


def test_cookies_that_the_project_has_switched_off_stay_off() -> None:
    assert not {SessionCookiesMiddleware, CookiesMiddleware} & set(
        places(after({"DOWNLOADER_MIDDLEWARES": {COOKIES: None}}))
    )


def test_what_the_project_says_of_a_component_counts() -> None:
    path = "scrapy_bt.crawl.downloadermiddlewares.OutcomeMiddleware"
    assert places(after({"DOWNLOADER_MIDDLEWARES": {path: 1}}))[OutcomeMiddleware] == 1
    assert OutcomeMiddleware not in places(after({"DOWNLOADER_MIDDLEWARES": {path: None}}))


def test_the_project_s_own_downloader_and_settings_stay() -> None:
    settings = after({"DOWNLOADER": "own.Downloader", "BT_WAIT_TIMES": 9})
    assert settings["DOWNLOADER"] == "own.Downloader"
    assert settings["BT_WAIT_TIMES"] == 9


def starts(**arguments: Any) -> list[dict[str, Any]]:
    return list(TreeSpider.starts(PROGRAM, arguments))


def test_a_crawl_starts_with_one_task_of_its_arguments() -> None:
    assert starts(site="x") == [{"site": "x"}]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({}, "a needs"), ({"site": "x", "sites": "y"}, "a has no argument")],
)
def test_arguments_that_do_not_fit_are_an_error(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(ArgumentsError, match=message):
        TreeSpider.check_arguments(PROGRAM, arguments)


def write(tmp_path: Path, text: str) -> str:
    path = tmp_path / "tasks.jl"
    path.write_text(text)
    return str(path)


def test_a_file_of_tasks_has_one_on_each_line_and_what_stands_beside_it_holds_for_all(tmp_path: Path) -> None:
    tasks = write(tmp_path, '{"site": "x"}\n\n  \n{"site": "y", "pages": 7}\n')
    assert starts(tasks=tasks, pages=5) == [{"site": "x", "pages": 5}, {"site": "y", "pages": 7}]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{broken", "tasks.jl:2: no JSON: "),
        ("[1]", r"tasks.jl:2: a task is an object of arguments, .* not \[1\]"),
        ('{"sites": "x"}', "tasks.jl:2: a has no argument"),
    ],
)
def test_a_line_that_is_no_task_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(ArgumentsError, match=message):
        starts(tasks=write(tmp_path, f'{{"site": "x"}}\n{line}\n'))


def test_tasks_that_cannot_be_read_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(ArgumentsError, match=r"the tasks of .*nowhere\.jl cannot be read: "):
        starts(tasks=str(tmp_path / "nowhere.jl"))


def test_a_file_of_tasks_may_begin_with_a_mark_but_not_be_empty_or_hold_what_is_no_json(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jl"
    path.write_bytes(b'\xef\xbb\xbf{"site": "x"}\n')
    assert starts(tasks=str(path)) == [{"site": "x"}]
    path.write_text("\n\n")
    with pytest.raises(ArgumentsError, match=r"tasks\.jl has no tasks"):
        starts(tasks=str(path))
    path.write_text('{"site": NaN}\n')
    with pytest.raises(ArgumentsError, match=r"tasks\.jl:1: no JSON: "):
        starts(tasks=str(path))


def test_a_tree_may_have_a_parameter_named_tasks() -> None:
    program = build_program("main :: and (tasks) { :a }\na :: item { t = tasks }", file="a", name="a")
    assert list(TreeSpider.starts(program, {"tasks": "5"})) == [{"tasks": "5"}]


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
        return changed["BT_HEALING"], Healing in places(changed, "EXTENSIONS")

    assert healing({}) == ({"": "off", "shop": "review"}, True)
    assert healing({"BT_HEALING": {"shop": "off", "shop/a": "auto"}}) == ({"shop": "review", "shop/a": "auto"}, True)
    assert healing({}, BT_HEALING="off") == ("off", False)


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
