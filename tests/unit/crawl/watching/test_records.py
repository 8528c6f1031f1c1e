from dataclasses import replace
from pathlib import Path

import pytest

from scrapy_bt.crawl.watching import records
from scrapy_bt.crawl.watching.records import RunRecord, list_records, make_id, plain, read_record, write_record
from scrapy_bt.errors import BTError

RECORD = RunRecord("20260102T030405-shop-7", "shop", 1.0, 2.0, "finished", "memory", 7, "here", weights={"a": (1, 2.0)})


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = write_record(tmp_path / "runs", RECORD)
    assert read_record(path) == RECORD
    assert [each.name for each in path.parent.iterdir()] == ["20260102T030405-shop-7.json"]


def test_ids_are_in_the_order_of_their_times() -> None:
    assert make_id("a/b", 0.0, 7) == "19700101T000000-a_b-7"
    assert make_id("z", 0.0, 7) < make_id("a", 1.0, 7)


def test_secrets_are_not_kept() -> None:
    assert plain({"password": "sesame", "site": "https://u:p@a.test/", "odd": {1}, 3: b"x"})["password"] == "…"
    assert "p@" not in plain({"site": "https://u:p@a.test/"})["site"]


def test_the_oldest_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_RECORDS", 2)
    for number in range(4):
        write_record(tmp_path, replace(RECORD, id=f"{number}"))
    assert [path.stem for path in list_records(tmp_path)] == ["3", "2"]


def test_a_file_that_is_no_record_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{")
    with pytest.raises(BTError, match=r"x\.json: this record"):
        read_record(path)
    assert list_records(tmp_path / "nowhere") == []
