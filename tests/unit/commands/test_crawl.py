import sys
from pathlib import Path

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from scrapy_bt.commands.shared.starting import check_settings
from scrapy_bt.errors import BTError

TREE = "main :: and (n) { :one }\none :: item { n = n }\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    monkeypatch.setattr(sys, "path", sys.path[:])
    (tmp_path / "scrapy.cfg").write_text("")
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "shop.bt").write_text(TREE)
    return tmp_path


def scrapy_crawl(settings: Settings, *arguments: str) -> int:
    settings.set("ADDONS", {"scrapy_bt.Addon": 300}, priority="cmdline")
    with pytest.raises(SystemExit) as ended:
        execute(["scrapy", "crawl", *arguments], settings)
    return ended.value.code or 0


def test_a_tree_is_crawled_by_the_name_of_its_file(project: Path, crawl_settings: Settings) -> None:
    assert scrapy_crawl(crawl_settings, "shop", "-a", "n=7", "-o", "out.jl") == 0
    assert (project / "out.jl").read_text() == '{"n": "7"}\n'


def test_a_name_that_begins_as_an_option_stands_behind_dashes(project: Path, crawl_settings: Settings) -> None:
    (project / "trees" / "-shop.bt").write_text(TREE)
    assert scrapy_crawl(crawl_settings, "-a", "n=7", "-o", "out.jl", "--", "-shop") == 0
    assert (project / "out.jl").read_text() == '{"n": "7"}\n'


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["shop"], "shop needs"),
        (["shop", "-a", "n=1", "-a", "x=1"], "shop has no argument"),
        (["shpo"], "there is no spider or tree named 'shpo'; did you mean 'shop'?"),
        (["other"], "there is no spider or tree named 'other'; the project has: shop"),
        (["broken"], "trees/broken.bt:1:15: "),
    ],
)
def test_what_has_to_be_mended_is_said_before_anything_starts(
    project: Path, crawl_settings: Settings, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    if arguments == ["broken"]:
        (project / "trees" / "broken.bt").write_text("main :: and { :gone }\n")
    assert scrapy_crawl(crawl_settings, *arguments) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize("name", ["shop", "plain"])
def test_a_wrong_setting_is_named_in_one_line(
    project: Path, crawl_settings: Settings, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (project / "plain_spiders.py").write_text("import scrapy\n\n\nclass Plain(scrapy.Spider):\n    name = 'plain'\n")
    sys.path.insert(0, str(project))
    crawl_settings.set("SPIDER_MODULES", ["plain_spiders"])
    assert scrapy_crawl(crawl_settings, name, "-a", "n=7", "-s", "BT_STORE_TIMEOUT=long") == 2
    assert capsys.readouterr().err == "BT_STORE_TIMEOUT is 'long': it is a number of seconds\n"


def test_a_frontier_that_cannot_be_opened_ends_with_2(project: Path, crawl_settings: Settings) -> None:
    (project / "job" / "bt").mkdir(parents=True)
    (project / "job" / "bt" / "frontier.sqlite").write_bytes(b"no database" * 100)
    assert scrapy_crawl(crawl_settings, "shop", "-a", "n=7", "-s", "JOBDIR=job") == 2


def test_outside_of_a_project_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, crawl_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE", raising=False)
    assert scrapy_crawl(crawl_settings, "shop") == 2
    assert "go to its folder, or use 'scrapy bt run FILE'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BT_LEASE_SECONDS", "soon"),
        ("BT_PREFERENCES", "missing.toml"),
        ("BT_DISPATCH", "guessing"),
        ("BT_HEALING", "wach"),
    ],
)
def test_a_setting_that_is_wrong_is_told_before_a_crawl_starts(name: str, value: str) -> None:
    with pytest.raises(BTError, match=name):
        check_settings(Settings({name: value}))
