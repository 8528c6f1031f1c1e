import json
import sys
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.commands.run import DEFAULTS

TREE = """
main :: and (n, m = 2) { :page :title }
page :: visit "data:text/html,<h1>{n}</h1>"
title :: item { title = css "h1::text" m = m }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    (tmp_path / "tree.bt").write_text(TREE)
    return tmp_path


def items(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


def test_a_file_is_crawled_without_a_project(folder: Path, crawl_settings: Settings) -> None:
    assert BT.run("run", ["tree.bt", "-a", "n=é", "-o", "out.jl"], crawl_settings) == 0
    assert items(folder / "out.jl") == [{"title": "é", "m": 2}]
    assert "é" in (folder / "out.jl").read_text("utf8")


@pytest.mark.parametrize(("option", "count"), [("-o", 2), ("-O", 1)])
def test_records_are_appended_or_written_anew(folder: Path, crawl_settings: Settings, option: str, count: int) -> None:
    (folder / "out.jl").write_text("{}\n")
    assert BT.run("run", ["tree.bt", "-a", "n=1", option, "out.jl"], crawl_settings) == 0
    assert len(items(folder / "out.jl")) == count


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "tree needs n: -a n=…"),
        (["-a", "n=1", "-a", "x=2"], "tree has no argument x (it takes: n, m)"),
    ],
)
def test_arguments_are_checked_before_anything_starts(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert BT.run("run", ["tree.bt", *arguments], Settings()) == 2
    assert capsys.readouterr().err.replace("'", "") == f"{message}\n"


@pytest.mark.parametrize("option", ["-a", "-s"])
def test_what_is_no_name_and_value_is_told(folder: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    with pytest.raises(SystemExit) as ended:
        BT.run("run", ["tree.bt", option, "n"], Settings())
    assert ended.value.code == 2
    assert f"{option} takes NAME=VALUE" in capsys.readouterr().err


def test_a_file_with_faults_is_not_started(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tree.bt").write_text("main :: and { :gone }\n")
    assert BT.run("run", ["tree.bt"], Settings()) == 2
    assert capsys.readouterr().err.startswith("tree.bt:1:15: ")


def given(folder: Path, settings: Settings, *arguments: str) -> Settings:
    """The settings after the command line was read; the crawl itself is not begun, as an argument is missing."""
    assert BT.run("run", ["tree.bt", *arguments], settings) == 2
    return settings


def test_settings_of_the_command_line_come_before_defaults(folder: Path) -> None:
    settings = given(folder, Settings(), "-s", "CONCURRENT_ITEMS=3", "-L", "debug")
    assert settings.getint("CONCURRENT_ITEMS") == 3
    assert settings["LOG_LEVEL"] == "DEBUG"
    assert settings["FEED_EXPORT_ENCODING"] == DEFAULTS["FEED_EXPORT_ENCODING"]


def test_what_stands_before_the_subcommand_counts(folder: Path) -> None:
    settings = Settings()
    settings.set("LOG_LEVEL", "ERROR", priority="cmdline")
    assert given(folder, settings)["LOG_LEVEL"] == "ERROR"


def test_modules_beside_the_file_can_be_imported(folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "beside_run.py").write_text("def find(response, context): ...\n")
    (folder / "deep" / "tree.bt").write_text(
        'main :: and (n) { :page :a }\npage :: visit "{n}"\na :: data python "beside_run:find"\n'
    )
    assert BT.run("run", ["deep/tree.bt"], Settings()) == 2
    assert "beside_run" in sys.modules
