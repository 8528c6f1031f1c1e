import csv
import json

import pytest
from scrapy.settings import Settings

from scrapy_bt.console.sources.filerecords import FileRecords
from scrapy_bt.console.sources.records import ProjectRecords
from scrapy_bt.errors import BTError
from scrapy_bt.storage.record_questions import Filter, QuestionError, RowQuery

ROWS = [{"title": f"Lamp, {number}\nnew", "price": number, "tags": [number]} for number in range(250)]


@pytest.fixture(params=["jl", "csv"])
def file(request, tmp_path):
    path = tmp_path / f"records.{request.param}"
    if request.param == "jl":
        path.write_text("".join(json.dumps(row) + "\n" for row in ROWS) + "\n")
    else:
        with path.open("w", newline="", encoding="utf-8-sig") as handle:
            writer = csv.DictWriter(handle, [*ROWS[0]])
            writer.writeheader()
            writer.writerows(ROWS)
    return FileRecords(path)


def test_a_file_is_read_a_page_at_a_time(file):
    after, keys, titles = "", [], []
    while True:
        page = file.page(RowQuery(), after, 40)
        keys += [row["bt_key"] for row in page.rows]
        titles += [row["title"] for row in page.rows]
        after = page.after
        if not after:
            break
    assert titles == [row["title"] for row in ROWS]
    assert len(set(keys)) == len(ROWS)
    assert file.row(keys[77])["title"] == ROWS[77]["title"]
    assert file.row("x") is None
    assert [column.name for column in file.columns()] == ["title", "price", "tags"]
    assert len([*file.all(RowQuery())]) == len(ROWS)


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (Filter("price", ">", "199"), 50),
        (Filter("price", "=", "7"), 1),
        (Filter("price", "!=", "7"), 249),
        (Filter("title", "contains", "LAMP, 24"), 11),
        (Filter("nothing", "empty"), 250),
        (Filter("nothing", "filled"), 0),
        (Filter("nothing", "=", "1"), 0),
    ],
)
def test_filters_go_over_the_file(file, wanted, count):
    assert len([*file.all(RowQuery((wanted,)))]) == count


def test_words_are_looked_for_everywhere(file):
    assert len([*file.all(RowQuery(words="lamp 249"))]) == 1


def test_what_a_file_does_not_do_is_told(file):
    for ask in (
        lambda: file.page(RowQuery(sort="price"), "", 10),
        lambda: file.facets(RowQuery(), "price"),
        lambda: [*file.all(RowQuery((Filter("price", "~", "1"),)))],
    ):
        with pytest.raises(QuestionError):
            ask()
    assert file.count(RowQuery()) is None
    assert file.addresses("0") == []


def test_a_line_that_is_broken_is_shown_as_that(tmp_path):
    (tmp_path / "a.jl").write_bytes(b'{"a": 1}\n{"a": \n[1]\n\xff\n')
    rows = FileRecords(tmp_path / "a.jl").page(RowQuery(), "", 10).rows
    assert rows[0]["a"] == 1
    assert "bt_error" in rows[1]
    assert rows[2]["value"] == [1]
    assert len(rows) == 4


def test_only_files_of_the_project_are_records(tmp_path):
    project, outside = tmp_path / "shop", tmp_path / "outside"
    for folder in (project / "out", outside):
        folder.mkdir(parents=True)
    (outside / "secret.jl").write_text("{}")
    (project / "records.jl").write_text("{}\n")
    (project / "out" / "lamps-2026.csv").write_text("a\n1\n")
    (project / "link.jl").symlink_to(outside / "secret.jl")
    (project / "notes.txt").write_text("")
    feeds = {
        "out/%(name)s-%(time)s.csv": {},
        "../outside/secret.jl": {},
        f"file://{outside}/secret.jl": {},
        "s3://a/b.jl": {},
    }
    records = ProjectRecords(project, Settings({"FEEDS": feeds}))
    tables, trouble = records.tables()
    assert [table.name for table in tables] == ["feed:records.jl", "feed:out:lamps-2026.csv"]
    assert trouble == ""
    assert [column.name for column in records.find("feed:out:lamps-2026.csv").columns()] == ["a"]
    for name in ("feed:../outside/secret.jl", "feed:link.jl", "lamp", "feed:"):
        with pytest.raises(BTError):
            records.find(name)
    records.close()


def test_a_store_that_is_away_is_told_beside_the_files(tmp_path):
    records = ProjectRecords(tmp_path, Settings({"BT_STORE_URL": f"sqlite:///{tmp_path}/none.db"}))
    tables, trouble = records.tables()
    assert tables == []
    assert "a crawl makes it" in trouble
