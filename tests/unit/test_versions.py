import configparser
from pathlib import Path
from types import SimpleNamespace

import pytest
from scrapy.exceptions import CloseSpider

from scrapy_bt import versions
from scrapy_bt.errors import BTError
from scrapy_bt.versions import check_engine, close_when_open, data_path, first_of, version_info

ROOT = Path(__file__).resolve().parents[2]


class Engine:
    """Of a Scrapy that does not take `CloseSpider` from those who hear that it is open."""

    def __init__(self) -> None:
        self.running, self.done = False, []

    def pause(self) -> None:
        self.done.append("pause")

    def unpause(self) -> None:
        self.done.append("unpause")

    def close_spider(self, spider: object, reason: str) -> None:
        self.done.append(reason)


def test_the_first_name_that_is_there_is_taken() -> None:
    assert first_of("no.such.module", "os.no_such_name", "os.sep") == "/"


def test_no_name_is_told_with_the_version() -> None:
    with pytest.raises(ImportError, match=rf"Scrapy {versions.VERSION} has none of os\.no_such_name: take a newer"):
        first_of("os.no_such_name")


def test_a_project_without_scrapy_cfg_has_a_place_for_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "json")  # any module that can be imported
    assert data_path("bt-pages") == Path(".scrapy/bt-pages")
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = json\n")
    assert data_path("bt-pages") == tmp_path / ".scrapy" / "bt-pages"
    assert data_path("/absolute") == Path("/absolute")


def test_the_folder_of_a_project_may_be_made_by_another_process_in_the_same_instant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = json\n")

    make = Path.mkdir

    def make_as_the_second(folder: Path, *, parents: bool) -> None:
        make(folder)
        make(folder, parents=parents)

    monkeypatch.setattr(Path, "mkdir", make_as_the_second)
    assert data_path("bt-pages") == tmp_path / ".scrapy" / "bt-pages"


@pytest.mark.parametrize("slot", [None, SimpleNamespace(), SimpleNamespace(inprogress=(), nextcall=None)])
def test_an_engine_that_nobody_knows_is_refused(slot: object) -> None:
    with pytest.raises(BTError, match="not one that this scrapy_bt knows"):
        check_engine(SimpleNamespace(engine=SimpleNamespace(_slot=slot)))


def test_a_crawl_ends_when_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, later = Engine(), []
    monkeypatch.setattr(versions, "version_info", (2, 17, 0))
    monkeypatch.setattr(versions, "_call_later", lambda _, call: later.append(call))
    close_when_open(SimpleNamespace(engine=engine, spider=None), reason="no_store")
    assert engine.done == ["pause"]
    engine.running = True
    later.pop()()
    assert engine.done == ["pause", "unpause", "no_store"]


@pytest.mark.skipif(version_info < (2, 18), reason="handlers cannot raise it before")
def test_a_crawl_ends_by_what_a_handler_raises() -> None:
    with pytest.raises(CloseSpider):
        close_when_open(SimpleNamespace(), reason="no_store")


def test_the_lowest_version_is_the_one_that_is_tested() -> None:
    setup = configparser.ConfigParser()
    tox = configparser.ConfigParser(interpolation=None)
    setup.read(ROOT / "setup.cfg", encoding="utf8")
    tox.read(ROOT / "tox.ini", encoding="utf8")
    (required,) = [line for line in setup["options"]["install_requires"].split() if line.startswith("Scrapy")]
    lowest = required.removeprefix("Scrapy>=")
    assert f"Scrapy=={lowest}.*" in tox["testenv:lowest"]["deps"].split()
    assert f"Scrapy {lowest} and later" in (ROOT / "README.md").read_text()
