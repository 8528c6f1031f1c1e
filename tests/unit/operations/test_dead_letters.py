import json
from pathlib import Path

import pytest

from scrapy_bt.core.tree.task import Frame, Task, encode_task
from scrapy_bt.errors import SampleError
from scrapy_bt.frontier.entries import Bucket, DeadLetter, Entry
from scrapy_bt.frontier.records import RECORDS, RefusedRecord
from scrapy_bt.operations.dead_letters import describe
from scrapy_bt.operations.inferences import read_report


def letter(payload, reason="why"):
    return DeadLetter(Entry(Bucket("shop", "main/page"), payload, id=3), reason, 0.0)


def test_inner_variables_come_before_outer_ones():
    payload = encode_task(Task([Frame(1, {"a": 1, "b": 1}), Frame(2, {"b": 2})]))
    told = describe(letter(payload), secrets=False)
    assert (told["variables"], told["frames"]) == ({"a": 1, "b": 2}, [{"a": 1, "b": 1}, {"b": 2}])
    assert told["when"] == "1970-01-01T00:00:00+00:00"


def test_a_reason_does_not_give_a_secret_away():
    assert "pw" not in describe(letter(b"", "https://u:pw@a.test/ failed"), secrets=False)["reason"]


def test_what_is_told_can_be_json():
    payload = encode_task(Task([Frame(1, {"raw": b"\xff", "text": b"ok", "list": [b"a"]})]))
    told = describe(letter(payload), secrets=True)
    assert told["variables"] == {"raw": "base64:/w==", "text": "ok", "list": ["a"]}
    assert json.dumps(told)


def test_a_refused_record_is_shown_with_its_store():
    record = RefusedRecord("kafka", "article", {"title": "t", "password": "p"})
    dead = DeadLetter(Entry(Bucket("shop", RECORDS), record.encode(), id=3), "why", 0.0)
    told = describe(dead, secrets=False)
    assert (told["store"], told["kind"], told["record"]["title"]) == ("kafka", "article", "t")
    assert told["record"]["password"] != "p"


def test_what_is_no_report_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SampleError, match="scrapy bt infer"):
        read_report(tmp_path / "shop.bt")
    (tmp_path / "shop.inference.json").write_text("{")
    with pytest.raises(SampleError, match="cannot be read"):
        read_report(tmp_path / "shop.bt")
    (tmp_path / "shop.inference.json").write_text("{}")
    with pytest.raises(SampleError, match="infer the tree anew"):
        read_report(tmp_path / "shop.inference.json")
