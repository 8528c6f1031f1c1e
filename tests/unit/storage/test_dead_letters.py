import json
from datetime import datetime, timezone

from scrapy_bt.frontier.records import RefusedRecord
from scrapy_bt.storage.dead_letters import DeadLetterFile


def test_each_record_is_a_line_of_json(tmp_path):
    file = DeadLetterFile(tmp_path / "letters", "my shop")
    record = {"price": "dear", "raw": b"\x01", "at": datetime(2024, 1, 2, tzinfo=timezone.utc), "odd": "\ud800"}
    for number in range(2):
        file.write(RefusedRecord("store", "prices", record, f"reason {number}"))
    assert file.path == tmp_path / "letters" / "my_shop.jl"
    lines = [json.loads(line) for line in file.path.read_text("utf-8").splitlines()]
    assert [line["reason"] for line in lines] == ["reason 0", "reason 1"]
    assert lines[0]["record"] == {"price": "dear", "raw": "01", "at": "2024-01-02 00:00:00+00:00", "odd": "\ud800"}
    assert (lines[0]["store"], lines[0]["kind"]) == ("store", "prices")


def test_what_cannot_be_written_is_in_the_log(tmp_path, caplog):
    (tmp_path / "letters").write_text("in the way")
    DeadLetterFile(tmp_path / "letters", "shop").write(RefusedRecord("store", "prices", {"price": "dear"}, "why"))
    assert '"price": "dear"' in caplog.text
