import sys
from pathlib import Path

import pytest

from scrapy_bt.core.rules.files.bundle import make_bundle
from scrapy_bt.errors import BTError, RuleError
from scrapy_bt.storage.library import FolderLibrary, RuleLibrary, file_name, library_folder, read_bundle_file
from tests.rulefiles import NEWS


def bundle(name="News", description="Headlines", site="The News"):
    changed = NEWS.replace("rule: News", f"rule: {name}").replace("Headlines and texts", description)
    return make_bundle(changed.replace("The News", site), file="f")


@pytest.fixture
def library(tmp_path):
    return FolderLibrary(tmp_path / "library")


def found(library, words=""):
    return [kept.bundle.rule.name for kept in library.search(words)]


def test_what_is_kept_is_found_and_given(library):
    name = library.add(bundle())
    assert name.startswith("news-")
    assert library.add(bundle()) == name
    assert [kept.name for kept in library.search("news")] == [name]
    assert library.get(name) == bundle()


def test_two_rules_of_one_name_are_both_kept(library):
    assert library.add(bundle()) != library.add(bundle(description="Others"))
    assert found(library) == ["News", "News"]


def test_all_words_have_to_be_there_and_the_name_counts_most(library):
    library.add(bundle("Weather", "Forecasts of the papers"))
    library.add(bundle("Papers", "Prices"))
    library.add(bundle("Lamps", "Prices", "Papers and lamps"))
    assert found(library, "papers") == ["Papers", "Lamps", "Weather"]
    assert found(library, "PAPERS prices") == ["Lamps", "Papers"]
    assert found(library, "news.test forecasts") == ["Weather"]
    assert found(library, "nowhere") == []


def test_an_empty_or_missing_folder_holds_nothing(library):
    assert found(library) == []
    assert library.broken == []


def test_files_that_were_changed_are_left_out_and_told(library):
    path = library.folder / library.add(bundle())
    path.write_text(path.read_text("utf-8").replace("CC0", "CC1"), encoding="utf-8")
    (library.folder / "noise.bt-rule").write_bytes(b"\xff\xfe")
    assert found(library) == []
    assert [error.faults[0].code for error in library.broken] == ["tampered", "bad-bundle"]
    with pytest.raises(RuleError):
        library.get(path.name)


@pytest.mark.parametrize("name", ["none.bt-rule", "../outside.bt-rule", ".", ""])
def test_what_is_not_in_the_library_is_told(library, name):
    library.add(bundle())
    (library.folder.parent / "outside.bt-rule").write_text("x")
    with pytest.raises(BTError, match="look for it: scrapy bt rules search"):
        library.get(name)


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BTError, match="the rule cannot be kept"):
        FolderLibrary(tmp_path / "file" / "library").add(bundle())


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(BTError, match="the file cannot be read"):
        read_bundle_file(tmp_path / "none.bt-rule")


def test_the_folder_is_that_of_the_setting_or_one_for_data(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert library_folder("~/rules") == Path("~/rules").expanduser()
    monkeypatch.setattr(sys, "platform", "linux")
    assert library_folder("") == tmp_path / "data" / "scrapy_bt" / "rules"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert library_folder("") == tmp_path / ".local" / "share" / "scrapy_bt" / "rules"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert library_folder("") == tmp_path / "RuleLibrary" / "Application Support" / "scrapy_bt" / "rules"
    monkeypatch.setattr(sys, "platform", "win32")
    assert library_folder("") == tmp_path / "local" / "scrapy_bt" / "rules"


@pytest.mark.parametrize(
    ("name", "file"), [("The News: 2026!", "the-news-2026"), ("标题", "标题"), ("../..", "rule"), ("a" * 99, "a" * 60)]
)
def test_a_name_makes_a_file_name(name, file):
    assert file_name(name) == file


def test_a_folder_is_a_library(library):
    seam: RuleLibrary = library
    assert {name for name in vars(RuleLibrary) if not name.startswith("_")} <= {*dir(seam)}
