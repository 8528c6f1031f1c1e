from collections.abc import Sequence
from pathlib import Path

import pytest
from scrapy import Request, Spider
from scrapy.settings import Settings

from scrapy_bt.crawl.spiderloader import LOADER_BELOW, TreeSpiderLoader, spider_class, tree_files, trees_folder
from scrapy_bt.crawl.spiders import TreeSpider
from scrapy_bt.errors import RuleError

RIGHT = "main :: and { :a }\na :: item { n = 1 }\n"


class MadeSpider(Spider):
    name = "made"


class OwnLoader:
    """A project's own."""

    @classmethod
    def from_settings(cls, settings: Settings) -> "OwnLoader":
        return cls()

    def load(self, name: str) -> type[Spider]:
        return {"made": MadeSpider}[name]

    def list(self) -> Sequence[str]:
        return ["made"]

    def find_by_request(self, request: Request) -> Sequence[str]:
        return ["made"] if "made" in request.url else []


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").write_text("")
    return tmp_path


def write(project: Path, *names: str, text: str = RIGHT) -> None:
    for name in names:
        path = project / "trees" / f"{name}.bt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def loader(**settings: object) -> TreeSpiderLoader:
    return TreeSpiderLoader(Settings(settings))


def test_trees_lie_beside_the_project_s_configuration(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "deep").mkdir()
    monkeypatch.chdir(project / "deep")
    assert trees_folder(Settings()) == project / "trees"
    assert trees_folder(Settings({"BT_TREES": "other"})) == project / "other"
    assert trees_folder(Settings({"BT_TREES": "/absolute"})) == Path("/absolute")


def test_trees_are_found_at_any_depth_and_nothing_else(project: Path) -> None:
    write(project, "b", "deep/a")
    (project / "trees" / "notes.txt").write_text("")
    (project / "trees" / "folder.bt").mkdir()
    assert [path.name for path in tree_files(project / "trees")] == ["b.bt", "a.bt"]
    assert tree_files(project / "none") == []


def test_a_file_becomes_a_spider_named_as_it(project: Path) -> None:
    write(project, "shop")
    spider = loader().load("shop")
    assert issubclass(spider, TreeSpider)
    assert (spider.name, spider.tree_file) == ("shop", project / "trees" / "shop.bt")
    assert spider.load_program().name == "shop"
    assert spider_class(Path("x/shop.bt"), name="other").name == "other"


def test_a_broken_file_harms_only_itself(project: Path) -> None:
    write(project, "right")
    write(project, "broken", text="main :: und { }")
    assert sorted(loader().list()) == ["broken", "right"]
    loader().load("right").load_program()
    with pytest.raises(RuleError):
        loader().load("broken").load_program()


def test_a_spider_that_nobody_knows_is_scrapy_s_error(project: Path) -> None:
    with pytest.raises(KeyError, match="Spider not found: none"):
        loader().load("none")


def test_the_loader_below_is_asked_for_the_others(project: Path) -> None:
    write(project, "shop")
    both = loader(**{LOADER_BELOW: OwnLoader})
    assert both.list() == ["made", "shop"]
    assert both.load("made") is MadeSpider
    assert both.find_by_request(Request("https://made.test/")) == ["made"]
    assert both.find_by_request(Request("https://other.test/")) == []


def test_two_trees_of_one_name_are_a_fault_that_names_both(project: Path) -> None:
    write(project, "shop", "deep/shop", "right")
    with pytest.raises(RuleError, match=r"several spiders are named 'shop': trees/deep/shop\.bt, trees/shop\.bt"):
        loader().load("shop")
    with pytest.raises(RuleError):
        loader().list()
    assert loader().load("right").name == "right"


def test_a_tree_and_a_spider_of_one_name_are_a_fault_that_names_both(project: Path) -> None:
    write(project, "made")
    with pytest.raises(RuleError) as raised:
        loader(**{LOADER_BELOW: OwnLoader}).load("made")
    (fault,) = raised.value.faults
    assert fault.code == "double-spider"
    assert "trees/made.bt" in fault.message
    assert "test_spiderloader.py" in fault.message or "MadeSpider" in fault.message
